package findings

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/settlehq/settle/internal/feedback"
)

// longTitle is how many characters of a tool's message make a title.
const longTitle = 160

// sentenceEnd stands between a sentence and one that begins like a sentence.
var sentenceEnd = regexp.MustCompile("[.!?][\"'`)]?\\s+[A-Z\"'`(\\[]")

// shortForms end with a full stop and end no sentence.
var shortForms = []string{"e.g.", "i.e.", "cf.", "vs.", "etc.", "No."}

// worded puts a tool's message into title and body: the title is its first
// sentence, the body is the rest of it, what the rule is about, and the address
// where the tool explains it. A message of one sentence that is too long for a
// title stands in the body whole.
func worded(message, about, address string) (title, body string) {
	message = strings.TrimSpace(strings.ReplaceAll(message, "\r\n", "\n"))
	title, rest := firstSentence(message)
	if short := cut(title, longTitle); short != title {
		title, rest = short, message
	}
	var parts []string
	for _, part := range []string{rest, about, address} {
		if part = strings.TrimSpace(part); part != "" && !same(part, title) {
			parts = append(parts, part)
		}
	}
	return title, strings.Join(parts, "\n\n")
}

// cut shortens to limit characters, the last of them an ellipsis.
func cut(text string, limit int) string {
	if len(text) <= limit || utf8.RuneCountInString(text) <= limit {
		return text
	}
	return strings.TrimRight(string([]rune(text)[:limit-1]), " ") + "…"
}

// same: nothing that a reader would gain.
func same(a, b string) bool {
	bare := func(text string) string { return strings.ToLower(strings.TrimRight(text, ".")) }
	return bare(a) == bare(b)
}

// firstSentence ends at the end of a line, or where a new sentence begins.
func firstSentence(text string) (first, rest string) {
	first, rest, _ = strings.Cut(text, "\n")
	for from := 0; ; {
		found := sentenceEnd.FindStringIndex(first[from:])
		if found == nil {
			break
		}
		end := from + found[0] + 1
		if !abbreviated(first[:end]) {
			end += len(first[end:]) - len(strings.TrimLeft(first[end:], "\"'`)"))
			first, rest = first[:end], strings.TrimSpace(first[end:])+"\n"+rest
			break
		}
		from = end
	}
	return strings.TrimSuffix(strings.TrimSpace(first), "."), strings.TrimSpace(rest)
}

func abbreviated(text string) bool {
	for _, form := range shortForms {
		if strings.HasSuffix(text, form) {
			return true
		}
	}
	return false
}

// span is where a tool points: lines and columns from 1, a column of 0 where
// there is none; the end column is the one behind the last.
type span struct{ line, column, endLine, endColumn int }

// lines gives the first and the last line. An end at the first column of a line
// is the end of the line before (SARIF 2.1.0, 3.30.2; reviewdog's Range).
func (s span) lines() (first, last int) {
	last = max(s.endLine, s.line)
	if s.endColumn == 1 && last > s.line {
		last--
	}
	return s.line, last
}

// whole reports that a span is made of whole lines: that it ends with the line
// break of its last one is told by newline.
func (s span) whole() (ok, newline bool) {
	newline = s.endColumn == 1 && s.endLine > s.line
	return s.line > 0 && s.column <= 1 && (s.endColumn == 0 || newline), newline
}

// place puts a finding on the lines of a span.
func (s span) place(f *feedback.Finding) {
	first, last := s.lines()
	f.Line = last
	if first < last {
		f.Start = first
	}
}

// suggest gives a finding the text that a tool would put in place of a span:
// only where it replaces whole lines, all lines of the finding among them. The
// finding then stands on the lines that would be replaced.
func suggest(f *feedback.Finding, s span, text string) {
	ok, newline := s.whole()
	first, last := s.lines()
	from, to := f.Start, f.Line
	if from == 0 {
		from = to
	}
	if !ok || f.Line == 0 || first > from || last < to {
		return
	}
	text = strings.ReplaceAll(text, "\r\n", "\n")
	if newline {
		if text == "\n" || text != "" && !strings.HasSuffix(text, "\n") {
			return // one empty line cannot be said apart from none; and no two lines are joined
		}
		text = strings.TrimSuffix(text, "\n")
	}
	f.Start, f.Suggestion = 0, &text
	s.place(f)
}
