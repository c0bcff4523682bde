package view

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
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

// AppliedStep is one deed that a row asks for. State is planned, sent, stands,
// blocked or not_asked; Because is set where it is blocked or not asked for.
type AppliedStep struct {
	State   string  `json:"state"`
	Because *string `json:"because"`
	Key     *string `json:"key"`
	URL     *string `json:"url"`
}

// The states of a step. Stands: it was there before.
const (
	stepPlanned  = "planned"
	stepSent     = "sent"
	stepStands   = "stands"
	stepBlocked  = "blocked"
	stepNotAsked = "not_asked"
)

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

func (f Facts) replyStep(st feedback.Standing, a Application) AppliedStep {
	key := action.ReplyKey(st.Item.At(), st.Disposition)
	step := f.step(key, a, a.Replies)
	switch {
	case step.State != "":
	case st.Item.Resolved:
		step = notAsked("resolved")
	case st.Item.FYI:
		step = stepHeld("fyi")
	case st.Disposition == feedback.Open:
		step = stepHeld("nothing_to_say")
	case st.Disposition == feedback.Escalated:
		step = notAsked("not_in_public")
	case !a.Replies && !a.Dry():
		step = notAsked("no_flag")
	default:
		step = stepHeld("not_begun")
	}
	return step
}

func (f Facts) resolveStep(st feedback.Standing, a Application) AppliedStep {
	key := action.ResolveKey(st.Item.At(), st.Disposition)
	step := f.step(key, a, a.Resolutions)
	switch {
	case step.State != "":
	case st.Item.Thread == "":
		step = notAsked("no_thread")
	case st.Item.Resolved:
		step = AppliedStep{State: stepStands}
	case slices.Contains(a.Keep, st.Item.ID):
		step = notAsked("as_asked")
	case !a.Resolutions && !a.Dry():
		step = notAsked("no_flag")
	case st.LeftOpen != "":
		step = stepHeld(st.LeftOpen)
	default:
		step = stepHeld("reply_first")
	}
	return step
}

// step is what the journal knows of a deed; without a state where it is nothing.
func (f Facts) step(key action.Key, a Application, asked bool) AppliedStep {
	deed := f.History.Deed(key)
	step := AppliedStep{Key: known(string(key)), URL: known(deed.Outcome.URL)}
	wished := slices.ContainsFunc(f.Verdict.Actions, func(w action.Action) bool { return w.Key == key })
	switch {
	case deed.State == journal.Done && deed.Seq > a.Seq:
		step.State = stepSent
	case deed.State == journal.Done:
		step.State = stepStands
	case a.Dry() && wished:
		step.State = stepPlanned
	case asked && (deed.State == journal.Barred || deed.State == journal.Lapsed && deed.Why != journal.Unwished):
		step.State, step.Because = stepBlocked, known(string(deed.Why))
	}
	return step
}

func stepHeld(why string) AppliedStep { return AppliedStep{State: stepBlocked, Because: known(why)} }
func notAsked(why string) AppliedStep { return AppliedStep{State: stepNotAsked, Because: known(why)} }

// becauses are the reasons of steps, in words.
var becauses = map[string]string{
	"resolved": "the thread is resolved", "fyi": "it is for information only, or from somebody who may not steer",
	"nothing_to_say": "nothing became of it yet that could be said", "not_in_public": "it waits for a person", "no_flag": "not asked for",
	"not_begun": "it was not begun", "no_thread": "it is in no thread", "as_asked": "the file does not ask for it", "reply_first": "the reply comes first",
	"policy": "policy leaves it open", "waits_for_a_person": "it waits for a person", "reopened": "somebody has opened it again",
	"awaiting_proof": "the checks of the head have not passed", "moved": "somebody spoke, or the branch moved", "refused": "GitHub refused it",
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

func (s AppliedStep) text() string {
	text := spaced(s.State)
	if s.Because == nil {
		return text
	}
	if words := becauses[*s.Because]; words != "" {
		return text + " (" + words + ")"
	}
	return text + " (" + spaced(*s.Because) + ")"
}
