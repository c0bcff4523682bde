package view

import (
	"strings"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
)

// ClusterReading is what a work of an agent found a cluster, or a part of it,
// to be. Searched are the files that it looked through for siblings; Prior is
// what had been settled before.
type ClusterReading struct {
	Cluster  string   `json:"cluster"`
	Reading  string   `json:"reading"`
	Items    []string `json:"items"`
	Searched []string `json:"searched"`
	Prior    []string `json:"prior"`
	Round    int      `json:"round"`
}

// readings lists what finished works said, in the order of their ends.
func readings(f Facts) []ClusterReading {
	rows := []ClusterReading{}
	for _, deed := range inOrder(f.History) {
		if deed.State != journal.Done {
			continue
		}
		rows = append(rows, readingsOf(deed)...)
	}
	return rows
}

// readingsOf is what one work said.
func readingsOf(deed journal.Deed) []ClusterReading {
	return each(deed.Outcome.Clusters, func(claim feedback.ClusterClaim) ClusterReading { return readingOf(claim, roundOf(deed)) })
}

func readingOf(claim feedback.ClusterClaim, round int) ClusterReading {
	return ClusterReading{
		Cluster: claim.ID, Reading: string(claim.Reading), Items: each(claim.Items, itemText), Searched: none(claim.Searched),
		Prior: each(claim.Prior, itemText), Round: round,
	}
}

func itemText(id feedback.ItemID) string { return string(id) }

// Recurrence is how often an ask was here before: in its own thread, and, as
// RaisedBefore counts, in others that were settled in earlier rounds.
type Recurrence struct {
	Reopened         bool     `json:"reopened"`
	AttemptCount     int      `json:"attempt_count"`
	RaisedBefore     int      `json:"raised_before"`
	PriorDisposition *string  `json:"prior_disposition"`
	PriorCommits     []string `json:"prior_commits"`
	FirstSeenRound   *int     `json:"first_seen_round"`
}

func recurrenceOf(st feedback.Standing) *Recurrence {
	r := st.Recurrence
	if r == nil {
		return nil
	}
	row := Recurrence{
		Reopened: r.Reopened, AttemptCount: r.Attempts, RaisedBefore: r.Raised, PriorDisposition: known(string(r.Prior)),
		PriorCommits: []string{}, FirstSeenRound: known(r.FirstRound),
	}
	for _, commit := range r.Commits {
		row.PriorCommits = append(row.PriorCommits, string(commit))
	}
	return &row
}

// recurrences counts the asks that were settled before and came back: in their
// own thread or in another.
func recurrences(asks []feedback.Standing) *int {
	n := 0
	for _, st := range asks {
		if cameBack(st) {
			n++
		}
	}
	return &n
}

func cameBack(st feedback.Standing) bool {
	return st.Recurrence != nil && (st.Recurrence.Reopened || st.Recurrence.Raised > 0)
}

// togetherLines tell which asks belong together, and how agents read them.
func (t Threads) togetherLines(p Page) []string {
	var lines []string
	name := t.facts.name()
	for _, c := range t.Clusters {
		text := spaced(string(c.Theme)) + " in " + clean(c.Area) + ": " + listed(each(c.Items, itemText), name)
		if len(c.Prior) > 0 {
			text += "; settled before: " + listed(each(c.Prior, func(p feedback.Prior) string { return string(p.ID) }), name)
		}
		lines = append(lines, p.labelled("together", text))
	}
	for _, r := range t.Readings {
		lines = append(lines, p.labelled("read", clusterText(r, name)))
	}
	return lines
}

// clusterText: t5 with t1, t4: correct but incomplete; searched a.go, b.go.
func clusterText(r ClusterReading, name func(string) string) string {
	text := listed(r.Items, name)
	if len(r.Prior) > 0 {
		text += " after " + listed(r.Prior, name)
	}
	text += ": " + spaced(r.Reading)
	if len(r.Searched) > 0 {
		text += "; searched " + clean(strings.Join(r.Searched, ", "))
	}
	return text
}

func listed(ids []string, name func(string) string) string {
	return strings.Join(each(ids, name), ", ")
}

// labelled is a label and a text below a table.
func (p Page) labelled(label, text string) string {
	const indent = 13
	return "  " + pad(label, indent-2) + p.wrap(text, indent, indent)
}
