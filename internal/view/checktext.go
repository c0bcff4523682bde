package view

import (
	"fmt"
	"strings"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/verdict"
)

// checkTitleLimit is what a commit status takes, gateLimit what a gate takes in a
// public list, in characters.
const checkTitleLimit, gateLimit = 140, 120

// CheckTitle is the line of our own check: where the pull request stands, and
// whom it waits for.
func CheckTitle(f Facts) string {
	var text string
	switch f.Verdict.Phase {
	case verdict.Ready:
		text = "Ready at " + f.head().Short()
	case verdict.NeedsYou:
		text = asksTitle(f)
	case verdict.Blocked:
		text = "Stopped: " + headline(f.Verdict, f.name())
	case verdict.Waiting:
		text = waitTitle(f)
	default:
		text = "At work: " + because(f.Verdict.Why, f.name())
	}
	return cut(plain(text, checkTitleLimit), checkTitleLimit)
}

// asksTitle counts the open questions, or says what else only a person can do.
func asksTitle(f Facts) string {
	var ids []string
	for _, st := range f.asks() {
		if st.Disposition == feedback.Escalated || st.Disposition == feedback.Failed {
			ids = append(ids, f.name()(string(st.Item.ID)))
		}
	}
	if len(ids) == 0 {
		return capital(headline(f.Verdict, f.name()))
	}
	return plural(len(ids), "question") + ": " + few(ids)
}

func waitTitle(f Facts) string {
	why := f.Verdict.Why
	text := "Waiting: " + headline(f.Verdict, f.name())
	if why.Code == "reviewer_pending" {
		text = "Waiting for " + why.Subject
	}
	if !why.Until.IsZero() {
		text += " until " + why.Until.UTC().Format("15:04") + " UTC"
	}
	return text
}

// CheckText is the list of gates that stands below the line, where the host has
// room for it. It refuses to publish a credential.
func CheckText(f Facts) (string, error) { return published(gateList(f)) }

// gateList has a line for each gate, in their order; what is not known is not
// ticked.
func gateList(f Facts) string {
	var lines []string
	for _, g := range f.Verdict.Gates {
		box := map[verdict.Truth]string{verdict.Yes: "x"}[g.Holds]
		if box == "" {
			box = " "
		}
		text := strings.Join(strings.Fields(gateText(f, Page{}, g, false)), " ")
		lines = append(lines, fmt.Sprintf("- [%s] %s: %s", box, g.Name, plain(text, gateLimit)))
	}
	return strings.Join(lines, "\n")
}
