package perform

import (
	"context"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/view"
)

// ask asks a reviewer for a verdict on the head: by a phrase or by a request.
// A phrase that must stand alone carries no mark.
func (d deed) ask(ctx context.Context) (*journal.Outcome, error) {
	order := d.Action.Ask
	now, err := d.expect(ctx, "")
	if err != nil {
		return nil, err
	}
	if now.Head != order.Head {
		return nil, moved("the head is %s", now.Head.Short())
	}
	if order.Request != "" {
		return nil, d.Host.RequestReview(ctx, d.Snapshot.Ref, order.Request, d.stands(order.Request))
	}
	body, err := view.Ask(*order)
	if err != nil {
		return nil, action.Fail(action.Refused, err)
	}
	if !order.Exact {
		body = d.marked(mark.Ask, "", body)
	}
	posted, err := d.Host.Comment(ctx, d.Snapshot.Ref, body)
	return d.posted(posted, err)
}

// stands reports that a request to an account is pending.
func (d deed) stands(login string) bool {
	login = pull.NormalLogin(login)
	return slices.ContainsFunc(d.Snapshot.Asked, func(a pull.Asked) bool {
		shown := pull.NormalLogin(a.Login)
		return shown == login || shown == "copilot" && strings.HasPrefix(login, shown)
	})
}

// ready marks the pull request ready for review.
func (d deed) ready(ctx context.Context) (*journal.Outcome, error) {
	if d.Policy.NoReady {
		return nil, action.Fail(action.Refused, errNoReady)
	}
	if _, err := d.expect(ctx, ""); err != nil {
		return nil, err
	}
	return nil, d.Host.MarkReady(ctx, d.Snapshot.Ref, d.Snapshot.NodeID)
}
