package simtest

import (
	"context"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verdict"
)

// bounded is the memory as a process reaches it: each write is a boundary at
// which the process can die, and a dead one writes nothing more.
type bounded struct {
	*memory
	sim *Sim
}

func (b bounded) Note(ctx context.Context, l journal.Lease, r pull.Ref, now time.Time, saw journal.Saw) (journal.Entry, error) {
	if err := b.sim.boundary(); err != nil {
		return journal.Entry{}, err
	}
	return b.memory.Note(ctx, l, r, now, saw)
}

func (b bounded) Intend(ctx context.Context, l journal.Lease, r pull.Ref, now time.Time, v verdict.Verdict, steps []journal.Did) error {
	if err := b.sim.boundary(); err != nil {
		return err
	}
	return b.memory.Intend(ctx, l, r, now, v, steps)
}

func (b bounded) Begin(ctx context.Context, l journal.Lease, r pull.Ref, now time.Time, key action.Key, seq int64) (journal.Entry, error) {
	if err := b.sim.boundary(); err != nil {
		return journal.Entry{}, err
	}
	e, err := b.memory.Begin(ctx, l, r, now, key, seq)
	if h := b.memory.history(); err == nil && h.Told.Seq > seq {
		b.sim.fail("9 a person's word: %s began after it was spoken", key)
	}
	return e, err
}

func (b bounded) Settle(ctx context.Context, l journal.Lease, r pull.Ref, now time.Time, did journal.Did) (journal.Entry, error) {
	if err := b.sim.boundary(); err != nil {
		return journal.Entry{}, err
	}
	return b.memory.Settle(ctx, l, r, now, did)
}

// Release by a dead process does not happen: its lease runs out.
func (b bounded) Release(ctx context.Context, l journal.Lease) error {
	if b.sim.dead {
		return errCrash
	}
	return b.memory.Release(ctx, l)
}
