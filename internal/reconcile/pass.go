package reconcile

import (
	"context"
	"errors"
	"fmt"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verdict"
)

// pass is one walk from observation to deeds.
type pass struct {
	*Loop
	ref      pull.Ref
	lease    journal.Lease
	snapshot pull.Snapshot
	policy   policy.Policy
	history  journal.History
	verdict  verdict.Verdict
}

// run reports whether something was done, so that the world must be looked at again.
func (p *pass) run(ctx context.Context) (again bool, err error) {
	if err := p.observe(ctx); err != nil {
		return false, err
	}
	if err := p.recall(ctx); err != nil {
		return false, err
	}
	if err := p.reconcileDoubts(ctx); err != nil {
		return false, err
	}
	if err := p.note(ctx); err != nil {
		return false, err
	}
	p.verdict = p.Judge.Next(p.snapshot, p.history, p.policy, p.Clock.Now())
	p.verdict.Basis.Code = p.Code
	p.notice(Notice{Ref: p.ref, Snapshot: &p.snapshot, Verdict: &p.verdict})
	if p.DryRun {
		return false, nil
	}
	if err := p.intend(ctx); err != nil {
		return false, err
	}
	return p.act(ctx)
}

func (p *pass) observe(ctx context.Context) (err error) {
	if p.snapshot, err = p.Observer.Observe(ctx, p.ref); err != nil {
		return fmt.Errorf("observe %s: %w", p.ref, err)
	}
	p.policy = p.Policies.For(p.snapshot)
	if p.DryRun {
		return nil
	}
	if err := p.Memory.Observe(ctx, p.ref, p.snapshot.Identity(), p.snapshot); err != nil {
		return fmt.Errorf("keep observation: %w", err)
	}
	return nil
}

func (p *pass) recall(ctx context.Context) error {
	entries, err := p.Memory.Recall(ctx, p.ref)
	if err != nil {
		return fmt.Errorf("recall %s: %w", p.ref, err)
	}
	p.history = journal.Fold(entries)
	return nil
}

// note writes what we saw, when it changed.
func (p *pass) note(ctx context.Context) error {
	saw := p.Judge.Sighting(p.snapshot, p.history, p.policy)
	if saw == nil || p.DryRun {
		return nil
	}
	entry, err := p.Memory.Note(ctx, p.lease, p.ref, p.Clock.Now(), *saw)
	if err != nil {
		return fmt.Errorf("note sighting: %w", err)
	}
	return p.learn(ctx, entry)
}

// learn adds a line of ours to the history. When somebody else's line came
// before it, a person's word perhaps, the journal is read again: a history with
// a hole would pass for one that has read everything up to its end.
func (p *pass) learn(ctx context.Context, entry journal.Entry) error {
	if entry.Seq != p.history.Seq+1 {
		return p.recall(ctx)
	}
	p.history = p.history.With(entry)
	return nil
}

// act begins and carries out the wishes in order. A person's word in between
// ends the pass: the next verdict reads it.
func (p *pass) act(ctx context.Context) (again bool, err error) {
	for _, wish := range p.verdict.Actions {
		entry, err := p.Memory.Begin(ctx, p.lease, p.ref, p.Clock.Now(), wish.Key, p.verdict.Basis.Seq)
		if errors.Is(err, journal.ErrTold) {
			return true, nil
		}
		if err != nil {
			return false, fmt.Errorf("begin %s: %w", wish.Key, err)
		}
		again = true
		p.notice(Notice{Ref: p.ref, Deed: entry.Did})
		if err := p.learn(ctx, entry); err != nil {
			return false, err
		}
		if err := p.carryOut(ctx, wish); err != nil {
			return false, err
		}
	}
	return again, nil
}

func (p *pass) carryOut(ctx context.Context, wish action.Action) error {
	scene := p.scene(wish)
	if wish.Kind == action.Work {
		return p.Works.Start(ctx, p.Loop, p.ref, scene)
	}
	// The request deadline lies inside the lease, so that the lease cannot pass
	// on while an honest request is in flight.
	bounded, cancel := context.WithTimeout(ctx, p.policy.Timing.Deadline)
	defer cancel()
	did := p.Performer.Do(bounded, scene)
	return p.settle(context.WithoutCancel(ctx), did)
}

func (p *pass) scene(wish action.Action) Scene {
	scene := Scene{Snapshot: p.snapshot, Policy: p.policy, History: p.history, Deed: p.history.Deed(wish.Key), Action: wish, Verdict: p.verdict}
	switch {
	case wish.Work != nil:
		scene.From = p.history.Deed(wish.Work.From)
	case wish.Push != nil:
		scene.From = p.history.Deed(wish.Push.From)
	}
	return scene
}

func (p *pass) settle(ctx context.Context, did journal.Did) error {
	now := p.Clock.Now()
	did.NotBefore = backOff(p.history.Deed(did.Key), did, now)
	entry, err := p.Memory.Settle(ctx, p.lease, p.ref, now, did)
	if err != nil {
		return fmt.Errorf("settle %s: %w", did.Key, err)
	}
	p.notice(Notice{Ref: p.ref, Deed: &did})
	return p.learn(ctx, entry)
}
