package perform_test

import (
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
)

// What a person puts off gets one issue, however often its opening is tried.
func TestAnIssueIsOpenedOnceForWhatIsPutOff(t *testing.T) {
	w := newTalk(t)
	st := w.thread(101, func(st *feedback.Standing) {
		st.Disposition, st.Item.Title, st.Item.Body = feedback.Deferred, "Support currencies", "What of @maria's euros? They are missing."
	})
	at := st.Item.At()
	wish := action.Action{
		Kind: action.Tell, Key: action.IssueKey(at), Expect: action.Expect{At: &at}, Say: &action.Say{Audience: "issue", Item: at, Standing: &st},
	}
	for range 2 {
		did := w.perform(wish)
		want(t, did, journal.Done, "")
		if did.Outcome.URL != "https://github.com/acme/shop/issues/50" {
			t.Errorf("%+v", did.Outcome)
		}
	}
	if len(w.host.issues) != 1 || !strings.Contains(w.host.issues[0], "What of `@maria`'s euros?") || !strings.Contains(w.host.issues[0], "followup:"+string(wish.Key.Digest())) {
		t.Errorf("%q", w.host.issues)
	}
	st.Item.Body = "The key is ghp_0123456789abcdefghij0123."
	want(t, w.perform(wish), journal.Barred, journal.Refused)
}
