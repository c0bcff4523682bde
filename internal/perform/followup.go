package perform

import (
	"context"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/view"
)

// followUp opens the pull request in which a last reviewer's findings are
// tracked. Where one was opened before, by a try whose answer was lost or by a
// memory that is gone, it is that one: nothing is opened twice.
func (d deed) followUp(ctx context.Context) (*journal.Outcome, error) {
	order := d.Action.FollowUp
	if _, err := d.expect(ctx, ""); err != nil {
		return nil, err
	}
	title, body, err := view.FollowUp(d.Snapshot, *order)
	if err != nil {
		return nil, action.Fail(action.Refused, err)
	}
	family := action.FollowUpBranches(order.Reviewer, d.Snapshot.Ref)
	posted, err := d.Host.OpenPull(ctx, d.Snapshot.Ref, pull.Opening{
		Family: family, Branch: family + order.Head.Short(), Head: order.Head, Base: d.Snapshot.BaseRef,
		Title: title, Body: d.marked(mark.FollowUp, "", body),
	})
	return d.posted(posted, err)
}
