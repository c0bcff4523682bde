package app

import (
	"context"
	"errors"
	"fmt"

	"github.com/settlehq/settle/internal/decide"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/queue/local"
	"github.com/settlehq/settle/internal/reviewer"
	"github.com/settlehq/settle/internal/store"
	"github.com/settlehq/settle/internal/view"
)

// Look observes a pull request now and judges what it sees. It writes nothing.
func (a *App) Look(ctx context.Context, ref pull.Ref) (view.Facts, error) {
	facts, err := a.recall(ctx, ref)
	if err != nil {
		return facts, err
	}
	snapshot, err := observer{a}.Observe(ctx, ref)
	stats := a.client.Stats()
	facts.Requests, facts.Points, facts.Bytes = stats.Requests, stats.Points, stats.Bytes
	if err != nil {
		return facts, err
	}
	a.judge(&facts, snapshot)
	return facts, nil
}

// Remembered gives the last observation with the verdict on it, without asking
// the host. Snapshot is nil where there never was one.
func (a *App) Remembered(ctx context.Context, ref pull.Ref) (view.Facts, error) {
	return a.remember(ctx, ref)
}

func (a *App) remember(ctx context.Context, ref pull.Ref) (view.Facts, error) {
	facts, err := a.recall(ctx, ref)
	if err != nil || a.store == nil || len(facts.Recorded) == 0 {
		return facts, err
	}
	if facts.Record, err = a.Record(ctx, ref); err != nil {
		return facts, err
	}
	last := facts.Recorded[len(facts.Recorded)-1].Verdict
	snapshot, err := a.store.Observation(ctx, ref, last.Basis.Snapshot)
	if errors.Is(err, store.ErrAbsent) {
		facts.Verdict = last
		return facts, nil // dropped some time after the pull request ended
	}
	if err != nil {
		return facts, fmt.Errorf("read last observation of %s: %w", ref, err)
	}
	a.judge(&facts, snapshot)
	facts.Verdict = last
	return facts, nil
}

func (a *App) judge(facts *view.Facts, snapshot pull.Snapshot) {
	facts.Snapshot, facts.ObservedAt = &snapshot, snapshot.At
	facts.Policy = policies{a}.For(snapshot)
	facts.Unnamed = reviewer.Unnamed(snapshot, facts.Policy.Reviewers)
	facts.Verdict = decide.Next(snapshot, facts.History, facts.Policy, facts.Now)
}

// recall gathers what the journal knows.
func (a *App) recall(ctx context.Context, ref pull.Ref) (view.Facts, error) {
	facts := view.Facts{Ref: ref, Now: a.clock.Now()}
	if a.store == nil {
		facts.History = journal.Fold(nil)
		return facts, nil
	}
	entries, err := a.store.Recall(ctx, ref)
	if err != nil {
		return facts, fmt.Errorf("read journal of %s: %w", ref, err)
	}
	facts.Entries, facts.History = entries, journal.Fold(entries)
	stored, err := a.store.Verdicts(ctx, ref)
	if err != nil {
		return facts, fmt.Errorf("read verdicts of %s: %w", ref, err)
	}
	for _, v := range stored {
		facts.Recorded = append(facts.Recorded, view.Recorded{Seq: v.Seq, At: v.At, Verdict: v.Verdict})
	}
	facts.Holder, err = a.holderOf(ctx, ref)
	return facts, err
}

// holderOf is the process that drives a pull request now, nil for none.
func (a *App) holderOf(ctx context.Context, ref pull.Ref) (*journal.Holder, error) {
	leases, err := a.store.Leases(ctx, journal.RunLease(ref))
	if err != nil {
		return nil, fmt.Errorf("list leases: %w", err)
	}
	for _, lease := range leases {
		if lease.Name == journal.RunLease(ref) && lease.Until.After(a.clock.Now()) && !a.dead(lease.Holder) {
			return &lease.Holder, nil
		}
	}
	return nil, nil
}

// Known lists every pull request that the database has heard of.
func (a *App) Known(ctx context.Context) ([]pull.Ref, error) {
	if a.store == nil {
		return nil, nil
	}
	return a.store.Refs(ctx)
}

// Tell writes a person's line down and wakes the pull request.
func (a *App) Tell(ctx context.Context, ref pull.Ref, told journal.Told) error {
	wakes := memory{queue: local.New(a.store.DB(), a.clock, 1)}
	_, err := a.store.Tell(ctx, ref, a.clock.Now(), told, wakes.wake(ref, a.clock.Now()))
	a.nudge()
	return err
}
