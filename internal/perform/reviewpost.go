package perform

import (
	"context"
	"errors"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/review"
	"github.com/settlehq/settle/internal/view"
)

var errPart = errors.New("the host took a part of the review")

// inline posts one review with all comments. The host refuses it whole for one
// bad place and does not say which, so that each is then posted alone; the same
// where it took only a part.
func (p *publication) inline(ctx context.Context) error {
	many := len(p.missing(review.Inline))
	if many == 0 {
		return nil
	}
	err := p.certain(ctx, func() bool { return len(p.missing(review.Inline)) == 0 }, func() error {
		rest := p.missing(review.Inline)
		if len(rest) < many {
			return action.Fail(action.Refused, errPart)
		}
		return p.together(ctx, rest)
	})
	if err == nil || action.ClassOf(err) != action.Refused {
		return err
	}
	if err := p.still(ctx); err != nil {
		return err
	}
	return p.each(ctx, review.Inline, review.File)
}

// together posts findings as one review.
func (p *publication) together(ctx context.Context, list []review.Posting) error {
	draft := pull.ReviewDraft{Head: p.plan.Head, Body: p.sealed(view.ReviewBody(p.plan.Head, len(list)), p.receipt(""))}
	for _, one := range list {
		comment, err := p.comment(one)
		if err != nil {
			return err
		}
		draft.Comments = append(draft.Comments, comment)
	}
	posted, err := p.Host.Review(ctx, p.plan.Ref, draft)
	if err != nil {
		return err
	}
	p.out.Review = posted
	for _, one := range list {
		p.standing[one.ID] = ""
	}
	return nil
}

// files posts what is about a file, and what its line was refused for.
func (p *publication) files(ctx context.Context) error {
	return p.each(ctx, review.File, review.Summary)
}

// each posts findings one by one; one that is refused is tried at the next anchor.
func (p *publication) each(ctx context.Context, at, next review.Anchor) error {
	for _, one := range p.missing(at) {
		stands := func() bool { _, ok := p.standing[one.ID]; return ok }
		err := p.certain(ctx, stands, func() error {
			comment, err := p.comment(one)
			if err != nil {
				return err
			}
			posted, err := p.Host.ReviewComment(ctx, p.plan.Ref, p.plan.Head, comment)
			if err == nil {
				p.standing[one.ID] = posted.URL
			}
			return err
		})
		if err != nil && action.ClassOf(err) == action.Refused {
			err = p.still(ctx)
			p.fall(one.ID, next)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// comment words a finding for its anchor, with the mark that it is known by.
func (p *publication) comment(one review.Posting) (pull.Inline, error) {
	text, err := view.FindingBody(one)
	if err != nil {
		return pull.Inline{}, action.Fail(action.Refused, err)
	}
	at := one.Finding.Where()
	comment := pull.Inline{Path: at.Path, Side: at.Side, Start: at.Start, Line: at.Line, Body: p.sealed(text, p.seal(one.ID, p.plan.Head, one.Signature))}
	if one.Anchor == review.File {
		comment.Start, comment.Line = 0, 0
	}
	return comment, nil
}

// sealed ends a text with its mark, on a line of its own.
func (p *publication) sealed(text, line string) string { return text + "\n\n" + line }

// seal is the mark of one finding.
func (p *publication) seal(id mark.Digest, head pull.Oid, signature string) string {
	return p.Marks.Write(p.plan.Ref.String(), mark.Mark{Kind: mark.Finding, Digest: id, Word: string(head) + "." + signature})
}

// receipt is the mark of the summary, with its word, and of a review's own
// words, which say nothing of how the head stands.
func (p *publication) receipt(word string) string {
	digest := mark.DigestOf("review/" + p.plan.Ref.String())
	return p.Marks.Write(p.plan.Ref.String(), mark.Mark{Kind: mark.Review, Digest: digest, Word: word})
}

// still tells a place that the host will not take from a pull request that takes
// nothing: a draft review was opened, somebody pushed, it was closed.
func (p *publication) still(ctx context.Context) error {
	tip, err := p.tip(ctx, "")
	switch {
	case err != nil:
		return err
	case tip.PendingReview:
		return action.Fail(action.Refused, ErrOwnDraft)
	}
	return p.unmoved(tip)
}

// unmoved: the pull request is what was reviewed.
func (p *publication) unmoved(tip pull.Tip) error {
	switch {
	case tip.State != pull.Open:
		return moved("the pull request is %s", tip.State)
	case tip.Head != p.plan.Head:
		return moved("the head is %s, and %s was reviewed", tip.Head.Short(), p.plan.Head.Short())
	}
	return nil
}
