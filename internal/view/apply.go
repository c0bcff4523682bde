package view

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/feedback"
)

// Application is a file of another tool that is carried out: which items it
// names, what of it was asked for, and how far the journal went before.
type Application struct {
	File        string
	Items       []feedback.ItemID
	Keep        []feedback.ItemID // whose thread the file does not ask to resolve
	Replies     bool
	Resolutions bool
	Seq         int64
}

// Dry: nothing was asked for, so that everything is only shown.
func (a Application) Dry() bool { return !a.Replies && !a.Resolutions }

// Applied is settle.apply/1: what a file of another tool came to. Items is null
// where the pull request's asks were not judged.
type Applied struct {
	Schema      string        `json:"schema"`
	At          time.Time     `json:"at"`
	Ref         string        `json:"ref"`
	URL         string        `json:"url"`
	Head        *string       `json:"head"`
	File        string        `json:"file"`
	DryRun      bool          `json:"dry_run"`
	Items       []AppliedItem `json:"items"`
	Replies     int           `json:"replies"`
	Resolved    int           `json:"resolved"`
	APIRequests int           `json:"api_requests"`
	ExitCode    int           `json:"exit_code"`

	facts Facts
}

// AppliedItem is one row of the file and what became of it.
type AppliedItem struct {
	ID          string      `json:"id"`
	ThreadID    *string     `json:"thread_id"`
	Class       *string     `json:"class"`
	Disposition string      `json:"disposition"`
	Reply       AppliedStep `json:"reply"`
	Resolve     AppliedStep `json:"resolve"`
}

// NewApplied tells what became of each row: f are the facts after it, in a dry
// run with the deeds that would be begun.
func NewApplied(f Facts, a Application) Applied {
	out := Applied{
		Schema: "settle.apply/1", At: stamp(f.Now), Ref: f.Ref.String(), URL: f.url(), Head: oid(f.head()), File: a.File,
		DryRun: a.Dry(), APIRequests: f.Requests, facts: f,
	}
	if !f.judged() {
		out.ExitCode = ExitCode(f.Verdict, f.Snapshot)
		return out
	}
	out.Items = []AppliedItem{}
	for _, st := range f.Verdict.Items {
		if slices.Contains(a.Items, st.Item.ID) {
			row := AppliedItem{
				ID: string(st.Item.ID), ThreadID: known(st.Item.Thread), Disposition: string(st.Disposition),
				Reply: f.replyStep(st, a), Resolve: f.resolveStep(st, a),
			}
			if st.Judgment != nil {
				row.Class = known(string(st.Judgment.Class))
			}
			out.add(row)
		}
	}
	return out
}

func (a *Applied) add(row AppliedItem) {
	a.Items = append(a.Items, row)
	for step, count := range map[*AppliedStep]*int{&row.Reply: &a.Replies, &row.Resolve: &a.Resolved} {
		if step.State == stepSent || step.State == stepPlanned {
			*count++
		}
	}
	a.ExitCode = graver(a.ExitCode, row.exit())
}

// exit of one row: what waits for a person, what waits for checks, what a rule
// does not let through.
func (i AppliedItem) exit() int {
	blocked := i.Reply.State == stepBlocked || i.Resolve.State == stepBlocked
	switch {
	case i.Disposition == string(feedback.Escalated) || i.Disposition == string(feedback.Failed):
		return 7
	case blocked && i.Resolve.Because != nil && *i.Resolve.Because == "awaiting_proof" && i.Reply.State != stepBlocked:
		return 8
	case blocked:
		return 9
	}
	return 0
}

// graver in the order of several results: 7, 9, 8, 0.
func graver(a, b int) int {
	for _, code := range []int{7, 9, 8} {
		if a == code || b == code {
			return code
		}
	}
	return 0
}

// Text is one line for each row behind the answer.
func (a Applied) Text(p Page) string {
	if a.Items == nil {
		return p.wrap(a.Ref+": nothing was done; "+clean(headline(a.facts.Verdict, a.facts.name())), 0, 2) + "\n"
	}
	line := fmt.Sprintf("%s  %s, %d resolved by %s", a.Ref, plural(a.Replies, "reply"), a.Resolved, clean(a.File))
	if a.DryRun {
		line = fmt.Sprintf("%s  dry run of %s: %s and %s would be sent, nothing was", a.Ref, clean(a.File), plural(a.Replies, "reply"), plural(a.Resolved, "resolve"))
	}
	lines := []string{p.wrap(line, 0, 2)}
	for _, i := range a.Items {
		row := fmt.Sprintf("%s  %s  reply %s; resolve %s", a.facts.name()(i.ID), spaced(i.Disposition), i.Reply.text(), i.Resolve.text())
		lines = append(lines, "  "+p.wrap(row, 2, 4))
	}
	return strings.Join(lines, "\n") + "\n"
}
