package perform

import (
	"context"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/view"
)

// issue opens the issue in which an ask is tracked that a person put off. It is
// looked for by its mark first: an answer that was lost makes no second one.
func (d deed) issue(ctx context.Context) (*journal.Outcome, error) {
	st := d.Action.Say.Standing
	if _, err := d.expect(ctx, st.Item.ID); err != nil {
		return nil, err
	}
	title, body, err := view.Issue(d.Snapshot, *st)
	if err != nil {
		return nil, action.Fail(action.Refused, err)
	}
	receipt := string(mark.FollowUp) + ":" + string(d.Deed.Key.Digest())
	posted, err := d.Host.OpenIssue(ctx, d.Snapshot.Ref, d.Snapshot.Viewer.Login, receipt, title, d.marked(mark.FollowUp, "", body))
	return d.posted(posted, err)
}
