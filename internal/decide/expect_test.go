package decide

import (
	"testing"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
)

// expects is architecture.md 3.3: what each kind of deed re-checks before its
// effect. It holds nothing that is not in the key or in the judged snapshot.
func expects(a action.Action, head pull.Oid) action.Expect {
	draft := true
	switch a.Kind {
	case action.Push, action.Ask, action.Rerun, action.FollowUp:
		return action.Expect{Head: head}
	case action.Ready:
		return action.Expect{Head: head, Draft: &draft}
	case action.Reply:
		want := action.Expect{At: &a.Say.Item}
		if a.Say.Disposition == feedback.Fixed {
			want.Reaches = a.Say.Standing.Commit
		}
		return want
	case action.Tell:
		if a.Say.Audience == "issue" {
			return action.Expect{At: &a.Say.Item}
		}
	case action.Resolve:
		return action.Expect{At: &a.Thread.Item, Head: head, Reply: true}
	case action.Work:
		if a.Work.Task != action.Triage {
			return action.Expect{Head: head}
		}
	}
	return action.Expect{}
}

func sameExpect(a, b action.Expect) bool {
	at := a.At == b.At || a.At != nil && b.At != nil && *a.At == *b.At
	draft := a.Draft == b.Draft || a.Draft != nil && b.Draft != nil && *a.Draft == *b.Draft
	return at && draft && a.Head == b.Head && a.Reaches == b.Reaches && a.Reply == b.Reply
}

func TestEveryWishExpectsWhatItRestsOn(t *testing.T) {
	seen := map[action.Kind]int{}
	for _, c := range judgeAll(t) {
		for _, a := range c.v.Actions {
			seen[a.Kind]++
			if want := expects(a, c.s.Head); !sameExpect(a.Expect, want) {
				t.Errorf("%s expects %+v, want %+v", a.Key, a.Expect, want)
			}
			if a.Key.Kind() != a.Kind {
				t.Errorf("%s is the key of a %s", a.Key, a.Kind)
			}
			if a.Kind == action.Reply && a.Say.Disposition == feedback.Fixed && a.Expect.Reaches == "" {
				t.Errorf("%s names no commit", a.Key)
			}
			if a.Push != nil && a.Push.Parent != c.s.Head {
				t.Errorf("%s moves the head from %s, which is at %s", a.Key, a.Push.Parent, c.s.Head)
			}
		}
	}
	for _, kind := range []action.Kind{action.Work, action.Push, action.Reply, action.Resolve, action.Ask, action.Rerun, action.Ready, action.Tell, action.Retract, action.FollowUp} {
		if seen[kind] == 0 {
			t.Errorf("no case wishes a %s", kind)
		}
	}
	t.Logf("wishes by kind: %v", seen)
}
