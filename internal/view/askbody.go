package view

import (
	"fmt"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
)

// askRoom bounds the table of an ask, in characters.
const askRoom = 2400

// Ask is what a reviewer is asked with, without its mark: the vendor's phrase
// alone on line one and, where the phrase need not stand alone, a table of what
// became of that reviewer's findings. The words in the table pass the same
// filter as a reply's; the phrase is the policy's own and stays as it is. It
// refuses to publish a credential.
func Ask(order action.AskOrder) (string, error) {
	if order.Exact || len(order.Told) == 0 {
		return published(order.Comment)
	}
	table, rows := "| Finding | Outcome | Detail |\n|---|---|---|\n", 0
	for i, st := range order.Told {
		row := "| " + cell(subjectOf(st)) + " | " + spaced(string(st.Disposition)) + " | " + cell(detailOf(st)) + " |\n"
		if len([]rune(table+row)) > askRoom {
			table += fmt.Sprintf("| … | %s more | |\n", plural(len(order.Told)-i, "finding"))
			break
		}
		table += row
		rows++
	}
	whole := order.Comment + "\n\n" + strings.TrimRight(table, "\n")
	if len([]rune(whole)) > publicLimit {
		whole = order.Comment // a phrase so long leaves no room
	}
	return published(whole)
}

// detailOf is the commit of a fix, else the reason that was given.
func detailOf(st feedback.Standing) string {
	if st.Disposition == feedback.Fixed && st.Commit != "" {
		return st.Commit.Short()
	}
	if st.Judgment != nil && st.Judgment.Reason != "" {
		return words(st.Judgment.Reason, titleLimit)
	}
	return proofOf(st)
}
