package perform

import (
	"context"
	"slices"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/review"
	"github.com/settlehq/settle/internal/view"
)

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
	body, err := p.words()
	if err != nil {
		return err
	}
	stands := func() bool { return p.memory.Summary != nil && p.memory.Summary.Body == body }
	if !stands() {
		err = p.certain(ctx, stands, func() (err error) {
			p.out.Summary, err = p.upsert(ctx, body)
			return err
		})
	}
	if err != nil {
		return err
	}
	if p.told = true; p.out.Summary.ID == 0 {
		p.out.Summary = pull.Posted{ID: p.memory.Summary.ID, URL: p.memory.Summary.URL}
	}
	return nil
}

// words are the summary's, with the mark of each finding that stands there only.
func (p *publication) words() (string, error) {
	text, left, err := view.ReviewSummary(view.ReviewComment{Plan: p.plan, URLs: p.standing, Mark: p.seal})
	if err != nil {
		return "", action.Fail(action.Refused, err)
	}
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
func (p *publication) upsert(ctx context.Context, body string) (pull.Posted, error) {
	if old := p.memory.Summary; old != nil {
		posted, err := p.Host.EditComment(ctx, p.plan.Ref, old.ID, body)
		if err == nil || action.ClassOf(err) != action.Gone {
			return posted, err
		}
		p.memory.Summary = nil
	}
	return p.Host.Comment(ctx, p.plan.Ref, body)
}

// resolves closes the threads of the plan, unless something could not be said.
func (p *publication) resolves(ctx context.Context) error {
	if len(p.out.Failed) > 0 {
		return nil
	}
	for _, old := range p.plan.Resolve {
		if old.Thread == "" {
			continue
		}
		if err := p.close(ctx, old); err != nil {
			return err
		}
	}
	return nil
}

// close resolves one thread in which no person has spoken since.
func (p *publication) close(ctx context.Context, old feedback.Published) error {
	tip, err := p.tip(ctx, old.Thread)
	switch {
	case err != nil && action.ClassOf(err) == action.Gone:
		return p.still(ctx) // a person deleted the thread, or all of it is gone
	case err != nil:
		return err
	}
	if err := p.unmoved(tip); err != nil {
		return err
	}
	switch {
	case tip.Thread.Resolved:
		return nil
	case slices.ContainsFunc(tip.Thread.Comments, func(c pull.Comment) bool { return personal(c, old.Root) }):
		p.out.Left = append(p.out.Left, review.Left{Published: old, Why: review.Discussed})
		return nil
	}
	err = p.certain(ctx, func() bool { return p.closed(old.Thread) }, func() error { return p.Host.Resolve(ctx, p.plan.Ref, old.Thread) })
	switch {
	case err == nil:
		p.out.Resolved++
	case action.ClassOf(err) == action.Gone:
		return nil
	}
	return err
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
