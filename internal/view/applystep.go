package view

import (
	"slices"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
)

// AppliedStep is one deed that a row asks for. State is planned, sent, stands,
// blocked or not_asked; Because is set where it is blocked or not asked for.
type AppliedStep struct {
	State   string  `json:"state"`
	Because *string `json:"because"`
	Key     *string `json:"key"`
	URL     *string `json:"url"`
	Text    *string `json:"text"` // of a planned reply: what would be read on GitHub
}

// The states of a step. Stands: it was there before.
const (
	stepPlanned  = "planned"
	stepSent     = "sent"
	stepStands   = "stands"
	stepBlocked  = "blocked"
	stepNotAsked = "not_asked"
)

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
	wished := slices.IndexFunc(f.Verdict.Actions, func(w action.Action) bool { return w.Key == key })
	switch {
	case deed.State == journal.Done && deed.Seq > a.Seq:
		step.State = stepSent
	case deed.State == journal.Done:
		step.State = stepStands
	case a.Dry() && wished >= 0:
		step.State, step.Text = stepPlanned, known(spoken(f, f.Verdict.Actions[wished]))
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
