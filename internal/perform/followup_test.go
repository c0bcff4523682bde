package perform_test

import (
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/pull"
)

func (w *world) puts(off ...feedback.Standing) action.Action {
	order := &action.FollowUpOrder{Reviewer: "copilot", Head: w.host.head, Standing: off}
	return action.Action{Kind: action.FollowUp, Key: action.FollowUpKey(shop), Expect: action.Expect{Head: w.host.head}, FollowUp: order}
}

func TestWhatALastReviewerFoundIsPutIntoAPullRequestOfItsOwn(t *testing.T) {
	w := newTalk(t)
	did := w.perform(w.puts(w.thread(101), w.thread(102)))
	want(t, did, journal.Done, "")
	if did.Outcome.URL != "https://github.com/acme/shop/pull/43" || len(w.host.pulls) != 1 {
		t.Fatalf("%+v, opened %+v", did.Outcome, w.host.pulls)
	}
	o := w.host.pulls[0]
	if o.Family != "chore/copilot-followup-42-" || o.Branch != "chore/copilot-followup-42-4242424" || o.Head != w.host.head || o.Title != "chore: address Copilot findings from PR #42" {
		t.Errorf("opened %+v", o)
	}
	if strings.Count(o.Body, "- [ ] cart.go:2 Rounding loses a cent") != 2 || !strings.Contains(o.Body, "#42 at 4242424") {
		t.Errorf("the text is\n%s", o.Body)
	}
	if marks := secret.Read(shop.String(), o.Body); len(marks) != 1 || marks[0].Kind != mark.FollowUp || !marks[0].Proved {
		t.Errorf("marked %+v", marks)
	}
}

func TestAFollowUpIsNotOpenedFromAHeadThatMoved(t *testing.T) {
	w := newTalk(t)
	work := w.puts(w.thread(101))
	seen := w.host.snapshot()
	w.host.head = pull.Oid(strings.Repeat("9", 40))
	did := w.performAt(seen, work)
	want(t, did, journal.Lapsed, journal.Moved)
	if len(w.host.pulls) != 0 {
		t.Error("it was opened")
	}
}
