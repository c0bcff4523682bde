package view

import (
	"fmt"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
)

// Plan is what a person at the terminal is shown before a round's fixes begin:
// every open question in full, and every fix that is planned.
type Plan struct {
	Ref       pull.Ref
	Title     string
	Round     int
	Questions []feedback.Standing
	Fixes     []feedback.Standing
}

// Items are all that it shows.
func (l Plan) Items() []feedback.Standing { return slices.Concat(l.Questions, l.Fixes) }

// Text is the page: what is asked, what is planned, and how to answer.
func (l Plan) Text(p Page) string {
	name := shorten(l.Items())
	lines := []string{fmt.Sprintf("%s  round %d  %s, %s", l.Ref, l.Round, plural(len(l.Questions), "question"), fixesText(len(l.Fixes)))}
	for _, st := range l.Questions {
		rows := questionLines(st)
		rows[0] = p.mark(yours) + " " + strings.Replace(rows[0], string(st.Item.ID), name(string(st.Item.ID)), 1)
		for _, row := range rows {
			lines = append(lines, p.indented(row))
		}
	}
	for _, st := range l.Fixes {
		lines = append(lines, p.wrap(p.mark(atWork)+" "+strings.Join(fixCells(st, name), "  "), 0, 6))
	}
	example := name(string(l.Items()[0].Item.ID))
	lines = append(lines, p.wrap(fmt.Sprintf("Answer a line each: fix %s TEXT, decline %s TEXT, defer %s URL, escalate %s TEXT. An empty line goes on: fixes "+
		"begin as planned, questions without an answer are filed.", example, example, example, example), 0, 0))
	return strings.Join(lines, "\n") + "\n"
}

// indented wraps a line that begins with blanks, and keeps them.
func (p Page) indented(line string) string {
	bare := strings.TrimLeft(line, " ")
	blanks := len(line) - len(bare)
	return line[:blanks] + p.wrap(bare, blanks, blanks+2)
}

func fixesText(n int) string {
	if n == 1 {
		return "1 planned fix"
	}
	return fmt.Sprintf("%d planned fixes", n)
}

// fixCells are the parts of a planned fix's line: where, who, what, and why it
// is right.
func fixCells(st feedback.Standing, name func(string) string) []string {
	cells := []string{name(string(st.Item.ID))}
	for _, text := range []string{placeOf(st.Item.Where), asker(st), st.Item.Title} {
		if text = clean(text); text != "" {
			cells = append(cells, text)
		}
	}
	if st.Judgment != nil && st.Judgment.Reason != "" {
		cells[len(cells)-1] += ": " + clean(cut(st.Judgment.Reason, optionLimit))
	}
	return cells
}
