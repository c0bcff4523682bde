package reviewer

import (
	"regexp"
	"strings"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
)

// fence finds a suggestion block as GitHub reads it: a fence of three or more
// backquotes with the word suggestion, closed by a fence at least as long.
var fence = regexp.MustCompile("(?s)(?:^|\n)(`{3,})suggestion[^\n]*\n(.*?)(?:\n)?(`{3,})(?:\n|$)")

// Suggestion reads the committable change of a thread: the newest block in the
// words of the one who opened it. There is none on the left side of the diff, in
// an outdated thread, without a line, or when the newest word holds several.
func Suggestion(t pull.Thread) *feedback.Suggestion {
	root := t.Root()
	if t.Outdated || t.Line == 0 || t.Side == "LEFT" || t.Subject == "FILE" {
		return nil
	}
	blocks := fence.FindAllStringSubmatch(strings.ReplaceAll(root.Body, "\r\n", "\n"), -1)
	if len(blocks) != 1 || len(blocks[0][3]) < len(blocks[0][1]) {
		return nil
	}
	start := t.StartLine
	if start == 0 {
		start = t.Line
	}
	return &feedback.Suggestion{Path: t.Path, Start: start, End: t.Line, Text: blocks[0][2]}
}
