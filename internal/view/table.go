package view

import (
	"fmt"
	"strings"

	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verdict"
)

// Row is one pull request in a table of many.
type Row struct {
	Ref  pull.Ref
	sign sign
	word string // its phase, or that it failed
	head string
	text string
}

// RowOf tells one pull request in a line. One that was never observed is unknown.
func RowOf(f Facts) Row {
	if f.Snapshot == nil {
		return Row{Ref: f.Ref, sign: unknown, word: "unknown", head: "-------", text: "never observed"}
	}
	row := Row{Ref: f.Ref, sign: signOf(f.Verdict.Phase), word: spaced(string(f.Verdict.Phase)), head: f.head().Short(), text: clean(headline(f.Verdict, f.name()))}
	switch f.Verdict.Phase {
	case verdict.Waiting:
		if f.Verdict.Why.Code == "gap" {
			row.sign = unknown
		}
	case verdict.Working:
		row.text = inHand(f)
	}
	return row
}

// RowOfError tells one that cannot be driven.
func RowOfError(ref pull.Ref, e Error) Row {
	return Row{Ref: ref, sign: against, word: "failed", head: "-------", text: e.Error()}
}

// Table is a line for each pull request under one that counts them. At a
// terminal no line is longer than its width.
func Table(rows []Row, p Page) string {
	lines := []string{tallyOfRows(rows)}
	wide, wider := 0, 0
	for _, r := range rows {
		wide, wider = max(wide, cells(r.Ref.String())), max(wider, cells(r.word))
	}
	for _, r := range rows {
		used := 2 + p.markWidth() + 1 + wide + 2 + wider + 2 + 7 + 2
		text := r.text
		if p.Live {
			text = p.end(text, max(p.width()-used, 8))
		}
		lines = append(lines, "  "+p.mark(r.sign)+" "+pad(r.Ref.String(), wide)+"  "+p.paint(pad(r.word, wider), signs[r.sign].color)+"  "+pad(r.head, 7)+"  "+text)
	}
	return strings.Join(lines, "\n") + "\n"
}

// tallyOfRows is the answer in one line: how many stand where, ready first.
func tallyOfRows(rows []Row) string {
	counts := map[string]int{}
	for _, r := range rows {
		counts[r.word]++
	}
	var parts []string
	for _, word := range []string{"ready", "working", "waiting", "needs you", "blocked", "paused", "ended", "failed", "unknown"} {
		if n := counts[word]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, word))
		}
	}
	return plural(len(rows), "pull request") + ": " + strings.Join(parts, ", ")
}
