package strictyaml

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/token"
)

// Problem is one thing in a file that cannot be used, and where it stands.
type Problem struct {
	File      string
	Line, Col int      // from 1; columns count characters
	What      string   // what is wrong: `unknown key "requierd" in gates`
	Why       string   // one more clause, where What alone does not explain; else empty
	Allowed   []string // what may stand there instead; nil: not a closed list
	Hint      string   // what to do: `did you mean "bugbot"?`
	Excerpt   string   // the line before, the line, and the caret under it; no final newline
}

// Place is where the problem stands: "scenario.txtar:14:5".
func (p *Problem) Place() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col) }

// Error is place and sentence in one line, then the excerpt.
func (p *Problem) Error() string {
	return p.Place() + ": " + p.What + "\n" + p.Excerpt
}

// Problems are all that was found in one file, in its order.
type Problems []*Problem

func (ps Problems) Error() string {
	texts := make([]string, len(ps))
	for i, p := range ps {
		texts[i] = p.Error()
	}
	return strings.Join(texts, "\n")
}

func (ps Problems) sort() {
	slices.SortStableFunc(ps, func(a, b *Problem) int {
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return a.Col - b.Col
	})
}

// note is what stands beside the caret.
func (p *Problem) note() string {
	parts := make([]string, 0, 3)
	if p.Hint != "" {
		parts = append(parts, p.Hint)
	}
	if p.Hint == "" && p.Why != "" {
		parts = append(parts, p.Why)
	}
	if len(p.Allowed) > 0 {
		parts = append(parts, "allowed: "+strings.Join(p.Allowed, ", "))
	}
	return strings.Join(parts, "; ")
}

func (d *Doc) excerpt(p Problem, width int) string {
	var b strings.Builder
	for at := p.Line - 1; at <= p.Line; at++ {
		if at >= 1 && at <= len(d.lines) {
			b.WriteString(strings.TrimRight(fmt.Sprintf("%5d | %s", at, d.lines[at-1]), " ") + "\n")
		}
	}
	b.WriteString("      | " + d.margin(p.Line, p.Col) + strings.Repeat("^", width))
	if note := p.note(); note != "" {
		b.WriteString(" " + note)
	}
	return b.String()
}

// margin is as wide as what stands before the column, tabs kept.
func (d *Doc) margin(line, col int) string {
	var b strings.Builder
	for i, r := range []rune(d.line(line)) {
		if i >= col-1 {
			break
		}
		if r != '\t' {
			r = ' '
		}
		b.WriteRune(r)
	}
	return b.String()
}

func (d *Doc) line(n int) string {
	if n < 1 || n > len(d.lines) {
		return ""
	}
	return d.lines[n-1]
}

// width is how many carets a token gets: as it is written, within its line.
func (d *Doc) width(t *token.Token) int {
	first, _, _ := strings.Cut(t.Value, "\n")
	n := utf8.RuneCountInString(first)
	if t.Type == token.DoubleQuoteType || t.Type == token.SingleQuoteType {
		n += 2
	}
	left := utf8.RuneCountInString(d.line(t.Position.Line)) - max(t.Position.Column, 1) + 1
	return max(1, min(n, left))
}
