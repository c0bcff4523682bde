package reviewer

import (
	"strings"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
)

// Suggestion reads the committable change of a thread: the newest block in the
// words of the one who opened it. There is none on the left side of the diff, in
// an outdated thread, without a line, or when the newest word holds several.
func Suggestion(t pull.Thread) *feedback.Suggestion {
	root := t.Root()
	if t.Outdated || t.Line == 0 || t.Side == "LEFT" || t.Subject == "FILE" {
		return nil
	}
	blocks := suggested(root.Body)
	if len(blocks) != 1 {
		return nil
	}
	start := t.StartLine
	if start == 0 {
		start = t.Line
	}
	return &feedback.Suggestion{
		Path: t.Path, Start: start, End: t.Line, Text: strings.Join(blocks[0], "\n"), Blank: len(blocks[0]) == 1 && blocks[0][0] == "",
	}
}

// suggested finds the suggestion blocks of a text as GitHub reads them: a fence
// of three or more backquotes with the word, closed by a fence at least as long.
// A block that never ends is none. One without a line takes lines away.
func suggested(body string) [][]string {
	var blocks [][]string
	var lines []string
	open, isSuggestion := 0, false
	for line := range strings.SplitSeq(strings.ReplaceAll(body, "\r\n", "\n"), "\n") {
		rest := strings.TrimLeft(line, "`")
		ticks := len(line) - len(rest)
		switch {
		case open == 0 && ticks >= 3:
			open, lines = ticks, nil
			isSuggestion = strings.HasPrefix(rest, "suggestion")
		case open > 0 && ticks >= open && strings.TrimSpace(rest) == "":
			if isSuggestion {
				blocks = append(blocks, lines)
			}
			open = 0
		case open > 0:
			lines = append(lines, line)
		}
	}
	return blocks
}
