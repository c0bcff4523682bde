package play_test

import (
	"strings"
	"testing"

	"github.com/settlehq/settle/examples/scenarios"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/view"
)

// said is the last word of ours in the thread of an item.
func said(s pull.Snapshot, item feedback.Item) string {
	body := ""
	for _, thread := range s.Threads {
		for _, c := range thread.Comments {
			if thread.NodeID == item.Thread && c.Ours {
				body = c.Body
			}
		}
	}
	return body
}

// Two reviewers raise one matter: it is fixed once, both are answered, and the
// answer to the second points to the first.
func TestDuplicatesOfSeveralReviewersAreAllAnsweredAndOneIsLinked(t *testing.T) {
	t.Parallel()
	facts := run(t, staged(t, scenarios.Demo)).Facts
	byID := map[feedback.ItemID]feedback.Standing{}
	for _, st := range facts.Verdict.Items {
		byID[st.Item.ID] = st
	}
	duplicates := 0
	for _, st := range facts.Verdict.Items {
		primary, ok := byID[st.Judgment.Primary]
		if !ok {
			continue
		}
		duplicates++
		if primary.Item.Reviewer == st.Item.Reviewer || primary.Commit != st.Commit || !st.Replied || !primary.Replied {
			t.Errorf("%s of %s repeats %s of %s: %+v", st.Item.ID, st.Item.Reviewer, primary.Item.ID, primary.Item.Reviewer, st)
		}
		want := "Same cause as " + primary.ReplyURL + "; fixed there in " + primary.Commit.Short() + "."
		if text := said(*facts.Snapshot, st.Item); !strings.HasPrefix(text, want) {
			t.Errorf("said is %q, want %q", text, want)
		}
		if text := said(*facts.Snapshot, primary.Item); !strings.HasPrefix(text, "Fixed in "+primary.Commit.Short()) {
			t.Errorf("of the first it is said %q", text)
		}
	}
	if duplicates == 0 {
		t.Error("the play has no duplicate")
	}
	for _, item := range view.NewThreads(facts).Items {
		if (item.DuplicateOf != nil) != (byID[feedback.ItemID(item.ID)].Judgment.Primary != "") {
			t.Errorf("%s is shown as a duplicate of %v", item.ID, item.DuplicateOf)
		}
	}
}

// A reply of several lines is stored as such: no line break is two letters.
func TestRepliesHoldRealNewLines(t *testing.T) {
	t.Parallel()
	s := *run(t, staged(t, scenarios.Demo)).Facts.Snapshot
	var all []pull.Comment
	for _, thread := range s.Threads {
		all = append(all, thread.Comments...)
	}
	lines := 0
	for _, c := range append(all, s.Comments...) {
		if c.Ours && strings.Contains(c.Body, `\n`) {
			t.Errorf("posted is %q", c.Body)
		}
		if c.Ours && strings.HasPrefix(c.Body, "> ") && strings.Contains(c.Body, "\n\n") {
			lines++
		}
	}
	if lines == 0 {
		t.Error("no reply of several lines was posted")
	}
}
