package view

import (
	"strings"

	"github.com/settlehq/settle/internal/feedback"
)

// OwnWords bounds an answer in a person's own words, in characters.
const OwnWords = 3000

// ownWords is the answer that a person worded, with its lines and its fenced
// code, and without what no public text of ours holds. It is only said of the
// end that the person meant: not where the item waits for somebody else.
func ownWords(st feedback.Standing) string {
	j := st.Judgment
	if j == nil || j.Source != feedback.ByPerson || j.Reply == "" || unanswerable(st) && j.Class != feedback.NeedsHuman {
		return ""
	}
	return publicLines(j.Reply, OwnWords)
}

// publicLines makes a text of several lines fit to be read in public: at most
// limit characters of it, without hidden markup, HTML and mentions that notify;
// fenced code stays code.
func publicLines(text string, limit int) string {
	var lines []string
	fence := ""
	for line := range strings.SplitSeq(cut(unhide(strings.ReplaceAll(text, "\r\n", "\n")), limit), "\n") {
		bare := strings.TrimSpace(line)
		switch {
		case fence != "" && bare == fence:
			fence = ""
			line = bare
		case fence != "":
			line = visibleLine(line)
		case strings.HasPrefix(bare, "```"):
			fence = bare[:leading(bare)]
			line = fence + language(bare[leading(bare):])
		default:
			line = spans(visibleLine(line))
		}
		lines = append(lines, strings.TrimRight(line, " \t"))
	}
	if fence != "" {
		lines = append(lines, fence)
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// unanswerable: a person is asked, or nothing could be done.
func unanswerable(st feedback.Standing) bool {
	return st.Disposition == feedback.Escalated || st.Disposition == feedback.Failed
}

// language is the word behind an opening fence, if it is only one.
func language(text string) string {
	word := strings.TrimSpace(text)
	if strings.ContainsFunc(word, func(r rune) bool { return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '+' || r == '-') }) {
		return ""
	}
	return word
}
