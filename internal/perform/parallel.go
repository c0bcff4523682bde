package perform

import (
	"context"
	"slices"
	"sync"

	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/view"
)

// share is what one of several agents does that work at once: its items, a
// working tree of its own, what it reports and what it left.
type share struct {
	fixing
	asked  []feedback.Standing
	report agent.Report
	err    error // why there is no report, or nothing can be read from the tree
	left   left
	broken []feedback.Violation
	close  func()
}

// byAgents lets agents change the code for items: one for all of them or, where
// policy lets them and the files do not touch, several at once. What could not be
// taken over then is worked on once more by one, on top of what stands. What
// points at no file comes last.
func (f *fixing) byAgents(ctx context.Context, asked []feedback.Standing) []shortfall {
	parts, alone := f.shares(asked)
	if len(parts) == 0 {
		return f.byOne(ctx, asked)
	}
	again, short := f.atOnce(ctx, parts)
	short = append(short, f.byOne(ctx, again)...)
	return append(short, f.byOne(ctx, alone)...)
}

func (f *fixing) byOne(ctx context.Context, asked []feedback.Standing) []shortfall {
	if len(asked) == 0 {
		return nil
	}
	if err := f.agent(ctx, asked); err != nil {
		return []shortfall{{asked, err}}
	}
	return nil
}

// atOnce lets an agent work on each share at the same time and, when all have
// ended, takes over what they made. again are items whose work is still to be
// done, by one agent: all of them where there is no room for the trees.
func (f *fixing) atOnce(ctx context.Context, parts [][]feedback.Standing) (again []feedback.Standing, short []shortfall) {
	shares, err := f.deal(ctx, parts)
	defer func() {
		for _, s := range shares {
			s.close()
		}
	}()
	if err != nil {
		return slices.Concat(parts...), nil // one agent needs no tree beside the one that is here
	}
	inTurns(shares)
	var all sync.WaitGroup
	for _, s := range shares {
		all.Go(func() {
			s.report, s.used, s.err = s.run(ctx, s.tree, s.Policy.Agents.Fix, s.request(s.tree, s.asked), "")
		})
	}
	all.Wait()
	return f.gather(ctx, shares)
}

// deal makes the shares. Those that were made are given beside an error too.
func (f *fixing) deal(ctx context.Context, parts [][]feedback.Standing) (shares []*share, err error) {
	bundle, err := f.tree.Bundle(ctx, f.Action.Work.Head)
	if err != nil {
		return nil, err
	}
	for _, asked := range parts {
		s, err := f.share(ctx, asked, bundle, len(parts))
		if err != nil {
			return shares, err
		}
		shares = append(shares, s)
	}
	return shares, nil
}

// share gives one of several agents a working tree at what stands, and its part
// of the money that is left.
func (f *fixing) share(ctx context.Context, asked []feedback.Standing, bundle []byte, of int) (*share, error) {
	tree, closeTree, err := f.open(ctx, f.tree.Head(), bundle)
	if err != nil {
		return nil, err
	}
	d := f.deed
	if limit := d.Policy.Limits.Cost; limit > 0 {
		d.Policy.Limits.Cost = d.History.Spent + max(1, (limit-d.History.Spent)/policy.Money(of))
	}
	return &share{fixing: fixing{deed: d, tree: tree}, asked: asked, close: closeTree}, nil
}

// inTurns lets agents that speak at the same time speak a line each, and say for
// which items.
func inTurns(shares []*share) {
	var turn sync.Mutex
	for _, s := range shares {
		line := s.Line
		if line == nil {
			return
		}
		own := *s.Performer
		own.Line = func(text string) {
			turn.Lock()
			defer turn.Unlock()
			line(view.SaidFor(s.asked, text))
		}
		s.Performer = &own
	}
}
