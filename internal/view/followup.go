package view

import (
	"fmt"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/pull"
)

// FollowUp is the title and the text, without its mark, of the pull request in
// which a last reviewer's findings are tracked: what it is about, and a list to
// tick off. What does not fit is counted. It refuses to publish a credential.
func FollowUp(s pull.Snapshot, order action.FollowUpOrder) (title, body string, err error) {
	name := strings.ToUpper(order.Reviewer[:1]) + order.Reviewer[1:]
	title, err = published(fmt.Sprintf("chore: address %s findings from PR #%d", name, s.Ref.Number))
	if err != nil {
		return "", "", err
	}
	text, rest := fmt.Sprintf("What %s found in #%d at %s, left for a change of its own:\n\n", name, s.Ref.Number, order.Head.Short()), 0
	for _, st := range order.Standing {
		row := "- [ ] " + subjectOf(st) + "\n"
		if rest > 0 || len([]rune(text+row)) > tableRoom {
			rest++
			continue
		}
		text += row
	}
	if rest > 0 {
		text += fmt.Sprintf("\nand %d more, in #%d.\n", rest, s.Ref.Number)
	}
	body, err = published(strings.TrimSpace(text))
	return title, body, err
}
