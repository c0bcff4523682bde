package simtest

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/reconcile"
	"github.com/settlehq/settle/internal/verdict"
)

// check holds each verdict against what must be true of all of them.
func (s *Sim) check(n reconcile.Notice) {
	if n.Verdict == nil {
		return
	}
	v := *n.Verdict
	if v.Phase != verdict.Ended && !v.Wake.After(s.Now()) {
		s.fail("12 wake: %s carries wake %s at %s", v.Phase, v.Wake, s.Now())
	}
	if len(n.Snapshot.Gaps) > 0 && len(v.Actions) > 0 {
		s.fail("13 unknown: acts on a gap: %s", v.Actions[0].Key)
	}
	if v.Phase == verdict.Working && len(v.Actions) == 0 && !s.underWay() {
		s.fail("14 funnel: working with nothing to do: %s", v.Why.Code)
	}
	if n.Snapshot.Queued && slices.ContainsFunc(v.Actions, func(a action.Action) bool { return a.Kind == action.Push || a.Kind == action.Ready }) {
		s.fail("19 queue: acts on a head that stands in the merge queue")
	}
	if v.Phase == verdict.Ready {
		for _, r := range v.Readings {
			if r.Commit != v.Head {
				s.fail("2 same head: %s speaks of %s, ready at %s", r.Reviewer, r.Commit, v.Head)
			}
		}
	}
	if v.Phase == verdict.Waiting && v.Why.Code == "feedback_open" {
		s.fail("14 funnel: owes %v and does nothing about it (head %s, plan %+v)", v.Why.Children, v.Head, s.plan)
	}
	h := journal.Fold(s.m.entries[:v.Basis.Seq])
	s.checkAsked(v, h)
	s.checkPush(v, h)
	for _, a := range v.Actions {
		if state := h.Deed(a.Key).State; state == journal.Done || state == journal.Barred || state.InFlight() {
			s.fail("14 funnel: wishes %s, which is %s", a.Key, state)
		}
	}
	again := s.judge.Next(*n.Snapshot, h, s.rules, s.Now())
	again.Basis, v.Basis = verdict.Basis{}, verdict.Basis{}
	if a, b := text(again), text(v); a != b {
		s.fail("15 determinism: judged twice, different verdicts")
	}
}

// checkAsked: whoever is waited for was asked.
func (s *Sim) checkAsked(v verdict.Verdict, h journal.History) {
	for _, r := range v.Readings {
		if r.Word != feedback.Pending || r.Asks == 0 {
			continue
		}
		asked := slices.ContainsFunc(s.w.landed, func(l landing) bool { return strings.HasPrefix(string(l.key), "ask/"+r.Reviewer+"@"+string(v.Head)) })
		for n := range r.Asks {
			state := h.Deed(action.AskKey(r.Reviewer, v.Head, n)).State
			asked = asked || state == journal.Started || state == journal.Doubtful
		}
		if !asked {
			s.fail("13 unknown: waits for %s, whom nobody asked", r.Reviewer)
		}
	}
}

// checkPush: what is pushed answers asks as they stand in the snapshot, and the
// checks have passed it.
func (s *Sim) checkPush(v verdict.Verdict, h journal.History) {
	for _, a := range v.Actions {
		if a.Push == nil {
			continue
		}
		if proof := h.Deed(action.VerifyKey(a.Push.Commit)).Outcome.Proof; proof == nil || !proof.Green {
			s.fail("17 proof: %s, and no check has passed it", a.Key)
		}
		for _, st := range v.Items {
			for _, at := range a.Push.Items {
				if st.Item.ID == at.Item && st.Item.Version != at.Version {
					s.fail("7 one writer: %s answers %s, which was asked anew", a.Key, at)
				}
			}
		}
	}
}

func (s *Sim) underWay() bool {
	for _, deed := range s.m.history().Deeds {
		if deed.State.InFlight() {
			return true
		}
	}
	return false
}

func text(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}
