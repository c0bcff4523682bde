package app

import (
	"context"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/reconcile"
)

// desks bound how many works, agents and the repository's checks, are under way
// at once over all pull requests of a process. nil has room for all.
type desks chan struct{}

// seated lets a work begin only when there is a desk for it. What waits for one
// keeps its lease, so that nobody else begins it.
type seated struct {
	reconcile.Performer
	desks desks
}

// Do carries out one deed; a work waits for its desk. One that was called off
// while it waited has done nothing, and its end says so elsewhere.
func (s seated) Do(ctx context.Context, scene reconcile.Scene) journal.Did {
	if s.desks == nil || scene.Action.Kind != action.Work {
		return s.Performer.Do(ctx, scene)
	}
	select {
	case s.desks <- struct{}{}:
		defer func() { <-s.desks }()
		return s.Performer.Do(ctx, scene)
	case <-ctx.Done():
		return journal.Did{Key: scene.Deed.Key, Try: scene.Deed.Try, State: journal.Lapsed, Why: journal.Died}
	}
}
