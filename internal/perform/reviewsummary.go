package perform

import (
	"context"
	"errors"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/view"
)

var errNoSummary = errors.New("there is no summary")

// summary writes the one summary comment, in place of what it said before,
// whoever changed it: it is ours. The look before it gives the addresses of what
// was posted, and is the receipt of the review.
func (p *publication) summary(ctx context.Context) error {
	if p.out.Review.ID != 0 {
		s, err := p.look(ctx, p.plan.Ref)
		if err != nil {
			return err
		}
		p.see(s)
	}
	return p.state(ctx)
}

// state makes the summary say what the plan says now.
func (p *publication) state(ctx context.Context) error {
	body, err := p.words()
	if err != nil {
		return err
	}
	stands := func() bool { return p.memory.Summary != nil && p.memory.Summary.Body == body }
	if !stands() {
		err = p.certain(ctx, stands, func() error { return p.upsert(ctx, body) })
	}
	if err != nil {
		return err
	}
	p.told, p.out.Summary = true, pull.Posted{ID: p.memory.Summary.ID, URL: p.memory.Summary.URL}
	return nil
}

// words are the summary's, with the mark of each finding that stands there only.
func (p *publication) words() (string, error) {
	text, left, err := view.ReviewSummary(view.ReviewComment{Plan: p.plan, URLs: p.standing, Mark: p.seal})
	if err != nil {
		return "", action.Fail(action.Refused, err)
	}
	p.left = left
	for _, id := range left {
		p.out.Failed = append(p.out.Failed, p.pathOf(id)+": there was no room for it in the summary")
	}
	return p.sealed(text, p.receipt(p.plan.Word())), nil
}

// pathOf is the file of a finding of the plan, new or from before.
func (p *publication) pathOf(id mark.Digest) string {
	for _, one := range p.plan.New {
		if one.ID == id {
			return one.Finding.Path
		}
	}
	for _, old := range p.memory.Published {
		if old.ID == id {
			return old.Finding.Path
		}
	}
	return string(id)
}

// upsert rewrites our summary; one that a person deleted is made anew.
func (p *publication) upsert(ctx context.Context, body string) error {
	var posted pull.Posted
	err := action.Fail(action.Gone, errNoSummary)
	if old := p.memory.Summary; old != nil {
		posted, err = p.Host.EditComment(ctx, p.plan.Ref, old.ID, body)
	}
	if err != nil && action.ClassOf(err) == action.Gone {
		p.memory.Summary = nil
		posted, err = p.Host.Comment(ctx, p.plan.Ref, body)
	}
	if err == nil {
		p.memory.Summary = &pull.Comment{ID: posted.ID, URL: posted.URL, Body: body}
	}
	return err
}
