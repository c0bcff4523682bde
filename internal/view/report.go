package view

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verdict"
)

// tableRoom is what the opening and the table of a report may take together, in
// characters.
const tableRoom, titleLimit = 2450, 80

// ClosingReport is the one comment that stands at the end: what head is ready, or
// why none is and what led to that, how each gate holds, what became of each ask, what was left open and why, which
// checks ran and what it cost. It carries no mark. It refuses to publish a
// credential.
func ClosingReport(f Facts, standings []feedback.Standing) (string, error) {
	s, h := *f.Snapshot, f.History
	first := "**Ready for review at " + s.Head.Short() + "**"
	if f.Verdict.Phase == verdict.Blocked {
		first = stoppedReport(f)
	}
	room := tableRoom - len([]rune(first))
	parts := []string{first, gateList(f), table(standings, room), leftOpen(standings), checksRun(s, h), cost(h)}
	text := ""
	for _, part := range parts {
		if part != "" {
			text += part + "\n\n"
		}
	}
	text = strings.TrimSpace(strings.ReplaceAll(text, "\n\n\n", "\n\n"))
	if size := len([]rune(text)); size > publicLimit {
		return "", fmt.Errorf("word report: %d characters", size)
	}
	return published(text)
}

// table has a row for each ask; rows that do not fit the room, in characters, are
// counted.
func table(standings []feedback.Standing, room int) string {
	text, rows, rest := "| item | outcome | commit or link |\n|---|---|---|\n", 0, 0
	for _, st := range standings {
		row := "| " + cell(subjectOf(st)) + " | " + spaced(string(st.Disposition)) + " | " + proofOf(st) + " |\n"
		switch {
		case st.Item.FYI:
		case rest > 0 || len([]rune(text+row)) > room:
			rest++
		default:
			text += row
			rows++
		}
	}
	switch {
	case rows+rest == 0:
		return "Nothing was asked."
	case rest > 0:
		return text + "\nand " + strconv.Itoa(rest) + " more, each answered where it was asked."
	}
	return text
}

// subjectOf names an ask by its place and title, linked to where it was asked.
func subjectOf(st feedback.Standing) string {
	title := words(st.Item.Title, titleLimit)
	if place := placeOf(st.Item.Where); place != "" {
		place = words(place, titleLimit)
		if url := link(st.Item.URL); url != "" && !strings.ContainsAny(place, "[]`") {
			place = "[" + place + "](" + url + ")"
		}
		return strings.TrimSpace(place + " " + title)
	}
	if url := link(st.Item.URL); url != "" {
		return strings.TrimSpace("[" + spaced(string(st.Item.ID.Kind())) + "](" + url + ") " + title)
	}
	return title
}

func placeOf(where feedback.Place) string {
	if where.Path == "" || where.Line == 0 {
		return where.Path
	}
	return where.Path + ":" + strconv.Itoa(where.Line)
}

func cell(text string) string {
	return barred.ReplaceAllStringFunc(text, func(run string) string {
		return strings.Repeat(`\`, 2*(len(run)-1)) + `\|`
	})
}

// barred is a bar with the backslashes before it: left alone, one of these
// would take the escape of the bar away.
var barred = regexp.MustCompile(`\\*\|`)

func proofOf(st feedback.Standing) string {
	switch {
	case st.Disposition == feedback.Fixed && st.Commit != "":
		return st.Commit.Short()
	case link(st.ReplyURL) != "":
		return "[answer](" + st.ReplyURL + ")"
	}
	return "–"
}

// openBecause tells in words why a thread was left open.
var openBecause = map[string]string{
	"policy":             "answered; closing it is for its author or a maintainer",
	"waits_for_a_person": "waits for a maintainer's decision",
	"as_asked":           "answered; a maintainer keeps it open",
	"reopened":           "opened again after it was closed",
	"awaiting_proof":     "its checks are still to pass",
	"not_allowed":        "answered; this account may not close it",
}

func leftOpen(standings []feedback.Standing) string {
	by := map[string]int{}
	for _, st := range standings {
		if st.LeftOpen != "" && !st.Item.Resolved {
			by[st.LeftOpen]++
		}
	}
	var rows []string
	for _, why := range leftOpenWhys {
		if n := by[why]; n > 0 {
			rows = append(rows, fmt.Sprintf("%s (%s)", plural(n, "thread"), openBecause[why]))
		}
	}
	if len(rows) == 0 {
		return ""
	}
	return "Left open: " + strings.Join(rows, "; ") + "."
}

// checksRun tells what was checked before a push and what the host's checks say.
func checksRun(s pull.Snapshot, h journal.History) string {
	passed, counted := 0, 0
	for _, c := range s.Checks {
		if c.Ours {
			continue
		}
		counted++
		if c.Status.Passed() {
			passed++
		}
	}
	text := "No checks are reported on this head"
	if counted > 0 {
		text = fmt.Sprintf("Checks on this head: %d of %d passed", passed, counted)
	}
	switch green, pushes := proofs(h), tally(h, action.Push); {
	case pushes == 0:
		return text + "."
	case green == 0:
		return text + "; the repository's own checks were not run before the push, as its rules say."
	default:
		return text + "; the repository's own checks passed before each push."
	}
}

// proofs counts the green runs of the repository's checks.
func proofs(h journal.History) int {
	n := 0
	for _, deed := range h.Deeds {
		if deed.Key.Task() == action.Verify && deed.Outcome.Proof != nil && deed.Outcome.Proof.Green {
			n++
		}
	}
	return n
}

// tally counts the deeds of a kind that are done.
func tally(h journal.History, kind action.Kind) int {
	n := 0
	for key, deed := range h.Deeds {
		if key.Kind() == kind && deed.State == journal.Done {
			n++
		}
	}
	return n
}

func cost(h journal.History) string {
	parts := []string{plural(h.Rounds, "round")}
	for _, row := range []struct {
		kind action.Kind
		name string
	}{{action.Push, "push"}, {action.Reply, "reply"}} {
		if n := tally(h, row.kind); n > 0 {
			parts = append(parts, plural(n, row.name))
		}
	}
	if n := tally(h, action.Resolve); n > 0 {
		parts = append(parts, plural(n, "thread")+" resolved")
	}
	if h.Runs > 0 {
		parts = append(parts, plural(h.Runs, "agent run")+" ("+took(seconds(h.Seconds))+")")
	}
	if h.Spent > 0 {
		parts = append(parts, dollars(h.Spent))
	}
	return "Cost: " + strings.Join(parts, ", ") + "."
}
