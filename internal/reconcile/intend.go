package reconcile

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/verdict"
)

// intend stores the verdict with the steps that it means for the journal.
func (p *pass) intend(ctx context.Context) error {
	p.verdict.Basis.Seq = p.history.Seq
	p.verdict.Basis.Snapshot = p.snapshot.Identity()
	p.verdict.Basis.Policy = p.policy.Digest
	steps := intentions(p.history, p.verdict)
	if err := p.Memory.Intend(ctx, p.lease, p.ref, p.Clock.Now(), p.verdict, steps); err != nil {
		return fmt.Errorf("record verdict: %w", err)
	}
	for _, key := range p.verdict.Void {
		p.Works.Cancel(p.ref, key)
	}
	return nil
}

// intentions gives the steps of a verdict: new wishes are wanted, wanted deeds
// that are no longer wished lapse, and jobs that make no sense are void. A
// wanted deed that is wished again stays as it is: an intention is not an
// obligation, and not a fact.
func intentions(h journal.History, v verdict.Verdict) []journal.Did {
	var steps []journal.Did
	wished := map[action.Key]bool{}
	for _, wish := range v.Actions {
		wished[wish.Key] = true
		if deed := h.Deed(wish.Key); deed.State != journal.Wanted {
			steps = append(steps, want(wish, deed.Try+1, v))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(h.Deeds)) {
		if deed := h.Deeds[key]; deed.State == journal.Wanted && !wished[key] {
			steps = append(steps, journal.Did{Key: key, Try: deed.Try, State: journal.Lapsed, Why: journal.Unwished})
		}
	}
	for _, key := range v.Void {
		if deed := h.Deed(key); deed.State == journal.Started {
			steps = append(steps, journal.Did{Key: key, Try: deed.Try, State: journal.Lapsed, Why: journal.Void})
		}
	}
	return steps
}

func want(wish action.Action, try int, v verdict.Verdict) journal.Did {
	did := journal.Did{Key: wish.Key, Try: try, State: journal.Wanted, Head: v.Head, Round: v.Round}
	switch {
	case wish.Work != nil:
		did.Items = wish.Work.Items
	case wish.Push != nil:
		did.Items = wish.Push.Items
	case wish.FollowUp != nil:
		did.Items = wish.FollowUp.Items
	}
	return did
}

// Bounds of the back-off of one key (architecture.md, amendment 9).
const (
	backOffFirst = 15 * time.Second
	backOffMost  = 15 * time.Minute
)

// backOff bars a new try of a lapsed key, doubling with each lapse. A deed that
// named a later time itself (a rate limit) keeps it; one that lapsed because
// nobody wished it, or because its job was void, is free at once.
func backOff(deed journal.Deed, did journal.Did, now time.Time) time.Time {
	if did.State != journal.Lapsed || did.Why == journal.Unwished || did.Why == journal.Void || did.Why == journal.Died {
		return did.NotBefore
	}
	wait := min(backOffFirst<<min(deed.Lapses, 10), backOffMost)
	if at := now.Add(wait); at.After(did.NotBefore) {
		return at
	}
	return did.NotBefore
}
