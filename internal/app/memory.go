package app

import (
	"context"
	"time"

	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/queue/local"
	"github.com/settlehq/settle/internal/reconcile"
	"github.com/settlehq/settle/internal/store"
	"github.com/settlehq/settle/internal/verdict"
)

// memory is the store with the wake that belongs to a verdict: both are one
// transaction.
type memory struct {
	store.Store
	queue *local.Queue
	ready func(context.Context, pull.Ref, verdict.Verdict) error // hears of each verdict that says ready; may be nil
}

var _ reconcile.Memory = memory{}

// wake asks for a look inside a transaction; the zero time asks for none.
func (m memory) wake(ref pull.Ref, at time.Time) func(context.Context, store.Tx) error {
	if at.IsZero() {
		return nil
	}
	return func(ctx context.Context, tx store.Tx) error { return m.queue.Wake(ctx, tx, ref, at) }
}

// Intend stores a verdict with its wake.
func (m memory) Intend(ctx context.Context, lease journal.Lease, ref pull.Ref, now time.Time, v verdict.Verdict, steps []journal.Did) error {
	err := m.Store.Intend(ctx, lease, ref, now, store.Intention{Verdict: v, Steps: steps, Wake: m.wake(ref, v.Wake)})
	if err == nil && v.Phase == verdict.Ready && m.ready != nil {
		err = m.ready(ctx, ref, v)
	}
	return err
}

// Finish ends a work and wakes its pull request at once.
func (m memory) Finish(ctx context.Context, job journal.Lease, ref pull.Ref, now time.Time, did journal.Did) (journal.Entry, error) {
	entry, err := m.Store.Finish(ctx, job, ref, now, did, m.wake(ref, now))
	m.queue.Nudge()
	return entry, err
}

// running lets words that are told in this process reach a queue at once, until
// the queue ends.
func (a *App) running(q *local.Queue) (ended func()) {
	a.waking.Lock()
	defer a.waking.Unlock()
	if a.queues == nil {
		a.queues = map[*local.Queue]bool{}
	}
	a.queues[q] = true
	return func() {
		a.waking.Lock()
		defer a.waking.Unlock()
		delete(a.queues, q)
	}
}

// nudge lets every queue of this process look for what is due.
func (a *App) nudge() {
	a.waking.Lock()
	defer a.waking.Unlock()
	for q := range a.queues {
		q.Nudge()
	}
}
