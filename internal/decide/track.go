package decide

import (
	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
)

// trackedAt is where an ask that a person put off is tracked: at the link that
// they gave, or in the issue that was opened for it. Empty: not open yet.
func (j *judge) trackedAt(word feedback.Judgment) string {
	if word.Defer != feedback.NewIssue {
		return word.Defer
	}
	if deed := j.h.Deed(action.IssueKey(word.At)); deed.State == journal.Done {
		return deed.Outcome.URL
	}
	return ""
}

// track opens the issue that a person wants; the answer waits for its address,
// and so does that of a duplicate.
func (j *judge) track(st *feedback.Standing) {
	word := st.Judgment
	if st.Disposition != feedback.Deferred || st.Tracked != "" || word == nil {
		return
	}
	if word.Defer == feedback.NewIssue {
		at := st.Item.At()
		j.funnel.wish(action.Action{
			Kind: action.Tell, Key: action.IssueKey(at), Expect: action.Expect{At: &at},
			Say: &action.Say{Audience: "issue", Item: at, Standing: st},
		})
	}
	if word.Defer == feedback.NewIssue || word.Primary != "" {
		j.owe("answer_due", string(st.Item.ID))
	}
}
