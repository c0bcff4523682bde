package perform

import (
	"context"
	"errors"
	"slices"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/review"
)

// resolves closes the threads of the plan, unless something could not be said.
// What stays open against the plan is told, and the summary says so, which had
// counted it as closed.
func (p *publication) resolves(ctx context.Context) error {
	if len(p.out.Failed) > 0 {
		return nil
	}
	closed, err := p.closing(ctx)
	if len(p.out.Left) == 0 || err != nil && action.ClassOf(err) != action.Moved {
		return err
	}
	p.plan.Resolve, p.plan.Left = closed, slices.Concat(p.plan.Left, p.out.Left)
	return errors.Join(err, p.state(ctx))
}

// closing goes from thread to thread and tells which are closed. After a push it
// ends; so it does where the account may close none, which a token of a job or
// an App may not without contents: write (github/gh-aw#35726, oven-sh/bun#40468).
func (p *publication) closing(ctx context.Context) (closed []feedback.Published, err error) {
	for i, old := range p.plan.Resolve {
		talked, err := p.close(ctx, old)
		class := action.ClassOf(err)
		switch {
		case err != nil && class == action.NotAllowed:
			p.leave(review.NotAllowed, p.plan.Resolve[i:]...)
			return closed, nil
		case err != nil && class == action.Moved:
			p.leave(review.Moved, p.plan.Resolve[i:]...)
			return closed, err
		case err != nil:
			return closed, err
		case talked:
			p.leave(review.Discussed, old)
		default:
			closed = append(closed, old)
		}
	}
	return closed, nil
}

// leave keeps threads open.
func (p *publication) leave(why review.Reason, list ...feedback.Published) {
	for _, old := range list {
		p.out.Left = append(p.out.Left, review.Left{Published: old, Why: why})
	}
}

// close resolves one thread in which no person has spoken since; talked: one has.
// A thread that somebody deleted or closed meanwhile is no failure.
func (p *publication) close(ctx context.Context, old feedback.Published) (talked bool, err error) {
	tip, err := p.tip(ctx, old.Thread)
	switch {
	case err != nil && action.ClassOf(err) == action.Gone:
		return false, p.still(ctx) // the thread, or the whole pull request
	case err != nil:
		return false, err
	}
	if err := p.unmoved(tip); err != nil {
		return false, err
	}
	switch {
	case tip.Thread.Resolved:
		return false, nil
	case slices.ContainsFunc(tip.Thread.Comments, func(c pull.Comment) bool { return personal(c, old.Root) }):
		return true, nil
	}
	err = p.certain(ctx, func() bool { return p.closed(old.Thread) }, func() error { return p.Host.Resolve(ctx, p.plan.Ref, old.Thread) })
	switch {
	case err == nil:
		p.out.Resolved++
	case action.ClassOf(err) == action.Gone:
		return false, nil
	}
	return false, err
}

// closed reports that the last look showed a thread resolved.
func (p *publication) closed(thread string) bool {
	return slices.ContainsFunc(p.now.Threads, func(t pull.Thread) bool { return t.NodeID == thread && t.Resolved })
}

// personal: a word in a thread that leaves it to people. Words of bots, and our
// own, which a mark tells, do not.
func personal(c pull.Comment, root int64) bool {
	ours := c.Ours && len(c.Marks) > 0
	return c.ID != root && !ours && !c.Pending && c.Author.Kind != pull.Bot
}
