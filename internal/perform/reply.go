package perform

import (
	"context"
	"errors"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/view"
)

// reply answers one item: in its thread, else in the conversation.
func (d deed) reply(ctx context.Context) (*journal.Outcome, error) {
	say := d.Action.Say
	text, err := view.Reply(*say, d.Policy.Answers)
	if err != nil {
		return nil, action.Fail(action.Refused, err)
	}
	now, err := d.expect(ctx, say.Item.Item)
	if err != nil {
		return nil, err
	}
	if now.PendingReview {
		return nil, action.Fail(action.Moved, errors.New("a draft review of this account would swallow the reply"))
	}
	body := d.marked(mark.Reply, string(say.Disposition), text)
	var posted pull.Posted
	if say.ReplyTo != 0 {
		posted, err = d.Host.Reply(ctx, d.Snapshot.Ref, say.ReplyTo, body)
	} else {
		posted, err = d.Host.Comment(ctx, d.Snapshot.Ref, body)
	}
	return d.posted(posted, err)
}

func (d deed) posted(p pull.Posted, err error) (*journal.Outcome, error) {
	if err != nil {
		return nil, err
	}
	return &journal.Outcome{ID: p.ID, URL: p.URL}, nil
}

// resolve closes a thread in which our reply stands.
func (d deed) resolve(ctx context.Context) (*journal.Outcome, error) {
	now, err := d.expect(ctx, d.Action.Thread.Item.Item)
	if err != nil {
		return nil, err
	}
	if now.Thread.Resolved {
		return nil, nil
	}
	return nil, d.Host.Resolve(ctx, d.Snapshot.Ref, d.Action.Thread.NodeID)
}

// retract takes back the younger of two comments that say the same.
func (d deed) retract(ctx context.Context) (*journal.Outcome, error) {
	c := d.Action.Comment
	err := d.Host.DeleteComment(ctx, d.Snapshot.Ref, c.ID, c.Inline)
	if err != nil && action.ClassOf(err) == action.Gone {
		return nil, nil
	}
	return nil, err
}
