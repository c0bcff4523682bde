package perform

import (
	"slices"

	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/review"
)

// see takes over what a look shows. A new finding whose mark is in the summary
// stands there.
func (p *publication) see(s pull.Snapshot) {
	p.now, p.memory = s, review.Recall(s)
	for _, old := range p.memory.Published {
		if old.Thread != "" {
			p.standing[old.ID] = old.URL
			continue
		}
		if _, better := p.standing[old.ID]; !better {
			p.fall(old.ID, review.Summary)
		}
	}
}

// missing are the new findings that are to be posted at an anchor and do not stand.
func (p *publication) missing(at review.Anchor) []review.Posting {
	return slices.DeleteFunc(slices.Clone(p.plan.New), func(one review.Posting) bool {
		_, stands := p.standing[one.ID]
		return stands || one.Anchor != at
	})
}

// fall lets a finding be tried at another anchor.
func (p *publication) fall(id mark.Digest, to review.Anchor) {
	for i := range p.plan.New {
		if p.plan.New[i].ID == id {
			p.plan.New[i].Anchor = to
		}
	}
}

// count tells where each new finding came to stand.
func (p *publication) count() {
	for _, one := range p.plan.New {
		_, stands := p.standing[one.ID]
		if stands {
			p.out.Threads = append(p.out.Threads, one.ID)
		}
		switch {
		case p.already[one.ID]:
			p.out.Already++
		case one.Anchor == review.Summary:
			if p.told && !slices.Contains(p.left, one.ID) {
				p.out.InSummary++
			}
		case stands && one.Anchor == review.Inline:
			p.out.Inline++
		case stands:
			p.out.File++
		}
	}
}
