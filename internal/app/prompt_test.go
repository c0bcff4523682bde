package app

import (
	"slices"
	"testing"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verdict"
)

// stands makes an item at a version; judged or not.
func stands(id feedback.ItemID, version int64, d feedback.Disposition, judged bool) feedback.Standing {
	st := feedback.Standing{Item: feedback.Item{ID: id, Version: feedback.Version{Comment: version, Unix: version}}, Disposition: d}
	if judged {
		st.Judgment = &feedback.Judgment{At: st.Item.At()}
	}
	return st
}

// wishes are what a judgment would wish of items: a fix of what is to be
// changed, a reply to what is final, a label for questions.
func wishes(standings []feedback.Standing) []action.Action {
	var todo []feedback.At
	var list []action.Action
	for _, st := range standings {
		switch {
		case st.Disposition != feedback.Open:
			list = append(list, action.Action{Kind: action.Reply, Key: action.ReplyKey(st.Item.At(), st.Disposition), Say: &action.Say{Item: st.Item.At()}})
		case st.Judgment != nil:
			todo = append(todo, st.Item.At())
		}
	}
	list = append(list, action.Action{Kind: action.Tell, Key: action.TellKey("label", "needs-human", "x"), Say: &action.Say{Audience: "label"}})
	if len(todo) > 0 {
		list = append(list, action.Action{Kind: action.Work, Key: action.FixKey("h1", todo, 0), Work: &action.WorkOrder{Task: action.Fix, Items: todo}})
	}
	return list
}

func kinds(v verdict.Verdict) (kinds []string) {
	for _, a := range v.Actions {
		kinds = append(kinds, string(a.Kind))
	}
	return kinds
}

func ids(standings []feedback.Standing) (ids []string) {
	for _, st := range standings {
		ids = append(ids, string(st.Item.ID))
	}
	return ids
}

// A round is shown once, when all of it is judged; what is not shown yet is not
// begun; what changes is shown again.
func TestARoundIsHeldUntilItWasSeen(t *testing.T) {
	var q attended
	steps := []struct {
		name             string
		items            []feedback.Standing
		begins           []string
		questions, fixes []string
		shown            bool
	}{
		{"one is still to be judged", []feedback.Standing{stands("t1", 1, feedback.Open, true), stands("t2", 1, feedback.Open, false)}, nil, nil, nil, false},
		{"all are judged", []feedback.Standing{stands("t1", 1, feedback.Open, true), stands("t2", 1, feedback.Escalated, true), stands("t3", 1, feedback.Declined, true)},
			[]string{"reply"}, []string{"t2"}, []string{"t1"}, true},
		{"seen", []feedback.Standing{stands("t1", 1, feedback.Open, true), stands("t2", 1, feedback.Escalated, true)}, []string{"reply", "tell", "work"}, nil, nil, false},
		{"a new word on one", []feedback.Standing{stands("t1", 2, feedback.Open, true), stands("t2", 1, feedback.Escalated, true)}, []string{"reply"}, nil, []string{"t1"}, true},
		{"a fix that was seen has failed", []feedback.Standing{stands("t1", 2, feedback.Failed, true)}, nil, []string{"t1"}, nil, true},
		{"nothing new", []feedback.Standing{stands("t1", 2, feedback.Failed, true)}, []string{"reply", "tell"}, nil, nil, false},
	}
	for _, step := range steps {
		v := verdict.Verdict{Phase: verdict.Working, Items: step.items, Actions: wishes(step.items)}
		q.hold(pull.Snapshot{}, &v)
		plan := q.due()
		if !slices.Equal(kinds(v), step.begins) || (plan != nil) != step.shown {
			t.Fatalf("%s: begins %q, shown %v", step.name, kinds(v), plan != nil)
		}
		if plan == nil {
			continue
		}
		if !slices.Equal(ids(plan.Questions), step.questions) || !slices.Equal(ids(plan.Fixes), step.fixes) || v.Phase != verdict.NeedsYou {
			t.Errorf("%s: %+v, %s", step.name, plan, v.Phase)
		}
		q.shown(*plan)
	}
}
