package inventory

import (
	"fmt"
	"slices"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/strictjson"
	"github.com/settlehq/settle/internal/verdict"
)

// Of is the file of what is known of a pull request. An ask for which the file
// has no word, because nobody judged it or its change is still to be made, is
// refused with its name (*strictjson.Refusal).
func Of(s pull.Snapshot, h journal.History, v verdict.Verdict) (File, error) {
	x := export{s: s, h: h, v: v}
	f := File{Version: 1, Items: []Item{}, Recovery: x.stage().Recovery()}
	var problems []strictjson.Problem
	for n, st := range x.asks() {
		item, err := x.entry(st).Item(f.Recovery.Handed)
		if err != nil {
			problems = append(problems, strictjson.Problem{Path: fmt.Sprintf("items[%d]", n), Rule: "outsideTheTable", Reason: string(st.Item.ID) + ": " + err.Error()})
		}
		f.Items = append(f.Items, item)
	}
	status, err := CopilotStatus(x.copilot())
	if err != nil {
		problems = append(problems, strictjson.Problem{Path: "polling.copilot_status", Rule: "outsideTheTable", Reason: err.Error()})
	}
	f.Polling.Copilot = status
	f.PR = PR{Owner: s.Ref.Owner, Repo: s.Ref.Repo, Number: s.Ref.Number, Before: string(x.begun()), After: string(s.Head)}
	return f, strictjson.Refuse(problems...)
}

type export struct {
	s pull.Snapshot
	h journal.History
	v verdict.Verdict
}

func (x export) asks() []feedback.Standing {
	return slices.DeleteFunc(slices.Clone(x.v.Items), func(st feedback.Standing) bool { return st.Item.FYI })
}

func (x export) copilot() feedback.ReadingWord {
	for _, r := range x.v.Readings {
		if r.Reviewer == "copilot" {
			return r.Word
		}
	}
	return ""
}

// stage tells how far the work is.
func (x export) stage() Stage {
	s := Stage{Phase: x.v.Phase}
	for _, st := range x.asks() {
		switch {
		case st.Disposition == feedback.Open:
			if made, ok := x.made(st); ok {
				proof := x.h.Deed(action.VerifyKey(made.Commit)).Outcome.Proof
				s.Unpushed, s.Red, s.Green = true, s.Red || proof != nil && !proof.Green, proof != nil && proof.Green
			}
		case !st.Replied && st.Disposition != feedback.Escalated && st.Disposition != feedback.Failed:
			s.Due++
		}
	}
	return s
}

// made is what a finished fix says of an open ask: its commit is not in the
// branch yet.
func (x export) made(st feedback.Standing) (feedback.Claim, bool) {
	for _, deed := range x.h.Deeds {
		if deed.Key.Task() != action.Fix || deed.State != journal.Done || deed.Outcome.Commit == "" || deed.Head != x.s.Head {
			continue
		}
		for _, claim := range deed.Outcome.Claims {
			if claim.At == st.Item.At() && claim.Outcome == feedback.Fixed {
				claim.Commit = deed.Outcome.Commit
				return claim, true
			}
		}
	}
	return feedback.Claim{}, false
}

// begun is the head at which the work began: the first that was seen, but
// before every commit that settled something.
func (x export) begun() pull.Oid {
	position := slices.Index(x.s.Commits, x.s.Head)
	if len(x.h.Heads) > 0 {
		if first := slices.Index(x.s.Commits, x.h.Heads[0].Oid); first >= 0 {
			position = first
		}
	}
	for _, st := range x.v.Items {
		if at := slices.Index(x.s.Commits, st.Commit); at >= 0 && st.Disposition == feedback.Fixed {
			position = min(position, at-1)
		}
	}
	if position < 0 {
		return x.s.Base
	}
	return x.s.Commits[position]
}
