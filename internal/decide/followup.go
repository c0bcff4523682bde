package decide

import (
	"slices"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/verdict"
)

// followsUp: policy gathers what this last reviewer finds in a pull request of
// its own.
func (j *judge) followsUp(name string) bool {
	return slices.ContainsFunc(j.p.Reviewers, func(r policy.Reviewer) bool {
		return r.Name == name && r.Role == policy.Last && r.FollowUp
	})
}

// putOff defers what is right, and belongs into the follow-up. There is one
// follow-up, ever: what is found after it was opened is not in it, and a person
// says where it goes.
func (j *judge) putOff(st *feedback.Standing) {
	opened := j.h.Deed(action.FollowUpKey(j.s.Ref))
	switch {
	case opened.State != journal.Done:
		st.Disposition = feedback.Deferred
	case slices.Contains(opened.Items, st.Item.At()):
		st.Disposition, st.Tracked = feedback.Deferred, opened.Outcome.URL
	default:
		st.Disposition, st.Why = feedback.Escalated, "follow_up"
	}
}

// followUp is rule 13. It is owed by what was put off, not by what the reviewer
// says of a later head.
func followUp(j *judge) bool {
	var owed []feedback.Standing
	var items []feedback.At
	for _, st := range j.standings {
		if st.Disposition == feedback.Deferred && st.Tracked == "" {
			owed, items = append(owed, st), append(items, st.Item.At())
		}
	}
	if len(owed) == 0 {
		return false
	}
	name := owed[0].Item.Reviewer
	j.funnel.wish(action.Action{
		Kind: action.FollowUp, Key: action.FollowUpKey(j.s.Ref), Expect: action.Expect{Head: j.s.Head},
		FollowUp: &action.FollowUpOrder{Reviewer: name, Head: j.s.Head, Items: items, Standing: owed},
	})
	why := verdict.Reason{Gate: verdict.GateFeedback, Code: "follow_up_due", Holds: verdict.No, Subject: name}
	return j.end(j.busyPhase(), j.because(why))
}
