package perform

import (
	"context"
	"errors"
	"slices"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
)

// gathering takes over what several agents made at the same time: each is held
// against its own tree, and committed, hooks and all, where all comes together.
type gathering struct {
	*fixing
	shares []*share
	start  pull.Oid // where all of them began
}

// gather takes over the shares in the order of their items. One that fails costs
// no other anything.
func (f *fixing) gather(ctx context.Context, shares []*share) (again []feedback.Standing, short []shortfall) {
	g := gathering{fixing: f, shares: shares, start: f.tree.Head()}
	mixed, cannot := g.mixed(ctx)
	for _, s := range shares {
		var redo []feedback.Standing
		err := errors.Join(s.err, cannot)
		if err == nil {
			redo, err = g.takeOver(ctx, s, mixed)
		}
		if again = append(again, redo...); err != nil {
			err = errors.Join(err, s.setAside(ctx, s.asked, "unfinished"), f.setAside(ctx, s.asked, "unfinished"))
			short = append(short, shortfall{s.asked, err})
		}
		if s.kept != "" {
			f.kept = s.kept
		}
	}
	return again, short
}

// mixed looks at what each agent left. It reports that one of them reached out of
// its tree, into git's own files or into the tree where all comes together:
// nobody can tell which one, so nothing of what they left is taken.
func (g gathering) mixed(ctx context.Context) (bool, error) {
	mixed := false
	for _, s := range g.shares {
		g.spend(runs{agent: s.used.agent, count: s.used.count, seconds: s.used.seconds, spent: s.used.spent})
		var err error
		if s.left, s.broken, err = s.traces(ctx); err != nil {
			s.err = errors.Join(s.err, err)
		}
		mixed = mixed || slices.ContainsFunc(s.broken, common)
	}
	l, broken, err := g.traces(ctx)
	if err != nil || !mixed && len(broken) == 0 && l.whole == "" {
		return mixed, err
	}
	return true, g.setAside(ctx, g.Action.Work.Standing, "left by several agents")
}

// common: what was done is seen from every tree of the repository.
func common(v feedback.Violation) bool {
	return v.Code == feedback.Planted || v.Code == feedback.Pushed || v.Code == feedback.Outside
}

// takeOver commits what holds of one share, and keeps the rest under a name. again
// are the items whose work has to be done once more on top of what stands.
func (g gathering) takeOver(ctx context.Context, s *share, mixed bool) (again []feedback.Standing, err error) {
	crossed, err := g.crossed(ctx, s)
	if err != nil {
		return nil, err
	}
	if mixed || crossed {
		return s.asked, s.setAside(ctx, s.asked, "not apart from the others")
	}
	parts, err := s.audited(ctx, s.asked, s.report, s.left, s.broken)
	if err != nil {
		return nil, err
	}
	if _, err := s.asideRefused(ctx, parts); err != nil {
		return nil, err
	}
	if again, err = g.bring(ctx, parts); err != nil {
		return again, err
	}
	if len(again) > 0 {
		err = s.setAside(ctx, again, "does not apply")
	}
	if len(s.broken) > 0 || err != nil {
		return again, err
	}
	g.used.clusters = append(g.used.clusters, s.used.clusters...)
	return again, g.others(ctx, s.asked, s.report)
}

// crossed: the agent changed a file that another one's items are about, or that
// is not any more as they all found it. Two fixes of one file are never laid
// over each other without somebody looking.
func (g gathering) crossed(ctx context.Context, s *share) (bool, error) {
	if len(s.broken) > 0 || s.left.whole == "" {
		return false, nil
	}
	own, err := s.tree.Changes(ctx, g.start, s.left.whole)
	if err != nil {
		return false, err
	}
	stands, err := g.tree.Changes(ctx, g.start, g.tree.Head())
	if err != nil {
		return false, err
	}
	foreign := pathsOf(stands)
	for _, other := range g.shares {
		if other != s {
			foreign = append(foreign, g.filesOf(other.asked...)...)
		}
	}
	return slices.ContainsFunc(pathsOf(own), func(file string) bool { return slices.Contains(foreign, file) }), nil
}

// bring commits the parts of a share on top of what stands. A part that does not
// apply is given back, with those that were made on top of it.
func (g gathering) bring(ctx context.Context, parts []part) (again []feedback.Standing, err error) {
	for _, p := range parts {
		fits := len(again) == 0
		if fits && len(p.broken) == 0 {
			if fits, err = g.applies(ctx, p.commit); err != nil {
				return again, err
			}
		}
		if !fits && len(p.broken) == 0 {
			again = append(again, p.items...)
		} else if err := g.commitPart(ctx, p, true); err != nil {
			return again, err
		}
	}
	return again, nil
}

// applies lays the change of a commit into the files, where it fits.
func (g gathering) applies(ctx context.Context, commit pull.Oid) (bool, error) {
	err := g.tree.Pick(ctx, commit)
	if err == nil || ctx.Err() != nil {
		return err == nil, err
	}
	return false, g.back(ctx)
}
