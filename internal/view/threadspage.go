package view

import (
	"fmt"
	"strings"

	"github.com/settlehq/settle/internal/feedback"
)

// Text is the table of every ask: how it stands, what became of it, where it
// is, who asked and what.
func (t Threads) Text(p Page) string {
	f := t.facts
	if f.Snapshot == nil {
		return p.spread(t.Ref, "unknown") + "\n" + p.wrap("Never observed: nothing is known of it yet.", 0, 0) + "\n"
	}
	lines := []string{p.spread(t.Ref+"  "+itemsText(f), "head "+f.head().Short())}
	for _, g := range t.Gaps {
		lines = append(lines, p.row(unknown, g.Surface, clean(g.What+": "+g.Why)))
	}
	if f.judged() && len(f.Verdict.Items) > 0 {
		lines = append(lines, p.table(f)...)
		lines = append(lines, t.togetherLines(p)...)
	}
	return strings.Join(lines, "\n") + "\n"
}

// itemsText sums up the table; without a judgment it counts what was read.
func itemsText(f Facts) string {
	if !f.judged() {
		return fmt.Sprintf("%s and %s read, not judged", plural(len(f.Snapshot.Threads), "thread"), plural(len(f.Snapshot.Comments), "comment"))
	}
	asks := f.asks()
	if len(asks) == 0 {
		return "nothing was asked"
	}
	answered := 0
	for _, st := range asks {
		if st.Replied && final(st) {
			answered++
		}
	}
	text := fmt.Sprintf("%s, %d answered", plural(len(asks), "item"), answered)
	counts := tallyOf(asks)
	for _, d := range []feedback.Disposition{feedback.Open, feedback.Escalated, feedback.Failed} {
		if counts[d] > 0 {
			text += fmt.Sprintf(", %d %s", counts[d], d)
		}
	}
	return text
}

// cellsOf are the columns of one row; the last takes what room is left.
func cellsOf(f Facts, p Page, st feedback.Standing) []string {
	outcome := string(st.Disposition)
	switch {
	case st.Item.FYI:
		outcome = "fyi"
	case st.Disposition == feedback.AlreadyAddressed:
		outcome = "already"
	}
	title := clean(st.Item.Title)
	if st.Judgment != nil && st.Judgment.Primary != "" {
		title = "same as " + f.name()(string(st.Judgment.Primary))
	}
	if cameBack(st) {
		title += " (settled before)"
	}
	place := placeOf(st.Item.Where)
	if place == "" {
		place = spaced(string(st.Item.ID.Kind()))
	}
	return []string{
		f.name()(string(st.Item.ID)), outcome, stands(st), p.middle(clean(place), p.width()/4), p.end(asker(st), 12), title,
	}
}

// stands: the commit of a fix, else whether the thread is still open.
func stands(st feedback.Standing) string {
	switch {
	case st.Commit != "":
		return st.Commit.Short()
	case st.Item.Thread == "":
		return "-"
	case st.Item.Resolved:
		return "resolved"
	}
	return "open"
}

func (p Page) table(f Facts) []string {
	var rows [][]string
	var widths []int
	for _, st := range f.Verdict.Items {
		row := cellsOf(f, p, st)
		rows = append(rows, row)
		for i, text := range row {
			if len(widths) <= i {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], cells(text))
		}
	}
	var lines []string
	for i, row := range rows {
		lines = append(lines, p.tableRow(itemSign(f.Verdict.Items[i]), row, widths))
	}
	return lines
}

// tableRow is one line, or two where the page is too narrow for the columns.
func (p Page) tableRow(s sign, row []string, widths []int) string {
	line, used := "  "+p.mark(s), 2+p.markWidth()
	for i, text := range row[:len(row)-1] {
		gap := "  "
		if i == 0 || i == 2 {
			gap = " "
		}
		line += gap + pad(text, widths[i])
		used += cells(gap) + widths[i]
	}
	if room := p.width() - used - 2; room >= 8 {
		return strings.TrimRight(line+"  "+p.end(row[len(row)-1], room), " ")
	}
	indent := 2 + p.markWidth() + 1
	first := "  " + p.mark(s) + " " + pad(row[0], widths[0]) + "  " + row[1] + " " + row[2]
	return first + "\n" + strings.Repeat(" ", indent) + p.end(strings.Join(row[3:], "  "), p.width()-indent)
}

func itemSign(st feedback.Standing) sign {
	switch {
	case st.Item.FYI:
		return holds
	case st.Disposition == feedback.Escalated:
		return yours
	case st.Disposition == feedback.Failed:
		return against
	case st.Disposition == feedback.Open:
		return atWork
	case !st.Replied:
		return waits
	}
	return holds
}
