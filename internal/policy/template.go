package policy

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/settlehq/settle/internal/feedback"
)

// Template words one kind of public answer: text with placeholders such as
// {{commit}}, filled from what is known of an ask. The zero value words nothing.
type Template struct{ pieces []piece }

// piece is plain text, or the name of a placeholder; at is where it begins.
type piece struct {
	text, field string
	at          int
}

// largestTemplate bounds the text of a template, in characters.
const largestTemplate = 3000

// fields are the placeholders of each kind of answer. text is the answer as it
// would be worded without a template.
var fields = map[feedback.Disposition][]string{
	feedback.Fixed:            {"text", "place", "commit", "summary", "test"},
	feedback.AlreadyAddressed: {"text", "place", "commit", "reason"},
	feedback.Declined:         {"text", "place", "reason"},
	feedback.Deferred:         {"text", "place", "link"},
	feedback.Escalated:        {"text", "place", "question", "options", "investigated", "recommendation"},
	feedback.Failed:           {"text", "place"},
}

// needs: an answer that claims a change names its commit, one that defers names
// where to. One of these placeholders must occur.
var needs = map[feedback.Disposition][]string{
	feedback.Fixed: {"text", "commit"}, feedback.Deferred: {"text", "link"}, feedback.Escalated: {"text", "question"},
}

// Fields are the placeholders that a kind of answer has.
func Fields(kind feedback.Disposition) []string { return slices.Clone(fields[kind]) }

var (
	placeholder = regexp.MustCompile(`\{\{[ \t]*([^{}\n]*?)[ \t]*\}\}`)
	claimsClose = regexp.MustCompile(`(?i)\bresolved\b`)
)

// TemplateError says where a template cannot be used, and why.
type TemplateError struct {
	File         string
	Line, Column int // from 1; columns count characters
	What         string
}

func (e *TemplateError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.What)
}

// ParseTemplate reads a template. It refuses an unknown placeholder, braces that
// open none, a text without what its kind of answer must say, one that is too
// long, and one that says the thread is resolved: an answer is given before that
// is known. The error is a *TemplateError.
func ParseTemplate(file string, kind feedback.Disposition, text string) (Template, error) {
	wrong := func(at int, format string, args ...any) (Template, error) {
		before := text[:at]
		line := strings.Count(before, "\n")
		column := utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])
		return Template{}, &TemplateError{File: file, Line: line + 1, Column: column + 1, What: fmt.Sprintf(format, args...)}
	}
	var t Template
	last := 0
	for _, m := range placeholder.FindAllStringSubmatchIndex(text, -1) {
		name := text[m[2]:m[3]]
		if !slices.Contains(fields[kind], name) {
			return wrong(m[0], "unknown placeholder %q; for %s there are %s", name, kind, strings.Join(fields[kind], ", "))
		}
		t.pieces = append(t.pieces, piece{text: text[last:m[0]], at: last}, piece{field: name, at: m[0]})
		last = m[1]
	}
	t.pieces = append(t.pieces, piece{text: text[last:], at: last})
	if at := t.stray(); at >= 0 {
		return wrong(at, "braces that hold no placeholder")
	}
	switch at := claimsClose.FindStringIndex(placeholder.ReplaceAllStringFunc(text, blank)); {
	case at != nil:
		return wrong(at[0], "it says resolved; an answer is given before that is known")
	case utf8.RuneCountInString(text) > largestTemplate:
		return wrong(0, "it has more than %d characters", largestTemplate)
	case strings.TrimSpace(text) == "":
		return wrong(0, "it is empty")
	case len(needs[kind]) > 0 && !slices.ContainsFunc(t.pieces, func(p piece) bool { return slices.Contains(needs[kind], p.field) }):
		return wrong(0, "it holds none of the placeholders %s, one of which %s must say", strings.Join(needs[kind], ", "), kind)
	}
	return t, nil
}

// blank keeps the place that a placeholder takes.
func blank(text string) string { return strings.Repeat(" ", len(text)) }

// stray finds braces outside of placeholders; -1: none.
func (t Template) stray() int {
	for _, p := range t.pieces {
		for _, braces := range []string{"{{", "}}"} {
			if i := strings.Index(p.text, braces); i >= 0 {
				return p.at + i
			}
		}
	}
	return -1
}

// Given reports that there is a template at all.
func (t Template) Given() bool { return len(t.pieces) > 0 }

// Fill puts values into the placeholders. whole is false where one of them has
// no value here: such a text is not used.
func (t Template) Fill(value func(field string) string) (text string, whole bool) {
	var b strings.Builder
	for _, p := range t.pieces {
		if p.field == "" {
			b.WriteString(p.text)
			continue
		}
		v := value(p.field)
		if v == "" {
			return "", false
		}
		b.WriteString(v)
	}
	return b.String(), true
}
