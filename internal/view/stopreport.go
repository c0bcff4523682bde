package view

import (
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verdict"
)

// chainRoom is what the chain may take of a report, in characters.
const chainRoom = 1400

// stoppedReport opens a report of a pull request that cannot go on: why, and,
// where facts have stopped the fixing, which push of ours drew which ask. The
// newest pushes stand there, as many as there is room for.
func stoppedReport(f Facts) string {
	v := f.Verdict
	text := "**Stopped at " + f.head().Short() + "**: " + plain(headline(v, f.name()), gateLimit) + "."
	if v.Halt == nil {
		return text
	}
	var lines []string
	used := 0
	for _, l := range slices.Backward(v.Halt.Chain) {
		line := linkLine(f, l)
		if used += len([]rune(line)) + 1; used > chainRoom {
			break
		}
		lines = append([]string{line}, lines...)
	}
	return text + "\n\n" + strings.Join(lines, "\n") + "\n\nThe branch is left at " + keptText(*v.Halt) +
		". What is open waits for a maintainer; a push starts it again."
}

// linkLine is one push of the chain, each ask linked to where it was raised.
func linkLine(f Facts, l verdict.Link) string {
	asked := func(id feedback.ItemID) string {
		st, ok := f.standing(string(id))
		if !ok {
			return string(id)
		}
		return subjectOf(st)
	}
	text := "- " + l.Commit.Short() + " was made for " + list(each(l.For, asked))
	if len(l.Drew) > 0 {
		text += "; after it came " + list(each(l.Drew, asked))
	}
	if len(l.Undid) > 0 {
		text += "; it put back lines of " + list(each(l.Undid, pull.Oid.Short))
	}
	return text
}
