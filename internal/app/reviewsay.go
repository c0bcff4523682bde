package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/perform"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/review"
)

// says publishes what the auditor of a run found, by the steps of a review: the
// same memory, the same plan, the same publication, under the same lease.
type says struct{ *App }

// Say publishes findings. What was published before and is found again is not
// said twice; what a person has put aside is not raised again, and is no finding
// of the run either.
func (p says) Say(ctx context.Context, s pull.Snapshot, rules policy.Policy, answer review.Answer) (perform.Said, error) {
	r := &reviewing{App: p.App, rules: rules, answer: answer, idle: func() {}, timeless: p.options.Pause != nil, host: &reviewHost{paced{p.client, p.App}}}
	r.run.Ref = s.Ref
	if err := r.hold(ctx); err != nil {
		return perform.Said{}, err
	}
	defer r.release()
	if err := r.lookAgain(ctx, s); err != nil {
		return perform.Said{}, err
	}
	if err := r.open(ctx); err != nil {
		return perform.Said{}, err
	}
	defer func() { _ = r.tree.Close(context.WithoutCancel(ctx)) }()
	if err := r.decide(ctx); err != nil {
		return perform.Said{}, err
	}
	threads, err := r.publish(ctx)
	return r.said(threads), err
}

// lookAgain reads what people have said while the auditor looked.
func (r *reviewing) lookAgain(ctx context.Context, before pull.Snapshot) (err error) {
	if r.snapshot, err = r.reviews(r.rules.Timing).Settled(ctx, before.Ref); err != nil {
		return err
	}
	if r.snapshot.Head != before.Head {
		return action.Fail(action.Moved, fmt.Errorf("the head is %s, and %s was looked over", r.snapshot.Head.Short(), before.Head.Short()))
	}
	r.memory = review.Recall(r.snapshot)
	return nil
}

// said sorts the findings by whether they have a thread.
func (r *reviewing) said(threads []mark.Digest) perform.Said {
	said := perform.Said{Threads: len(threads), Posted: r.run.Posted.Inline + r.run.Posted.File}
	for _, one := range r.run.Plan.New {
		if !slices.Contains(threads, one.ID) {
			said.Rest = append(said.Rest, one.Finding)
		}
	}
	for _, old := range r.run.Plan.Retained {
		if old.Thread == "" {
			said.Rest = append(said.Rest, old.Finding)
			continue
		}
		said.Threads++
	}
	return said
}

// errTimeless: a rehearsal's time stands while an agent works, so that nothing
// can be waited for.
var errTimeless = errors.New("what was sent cannot be seen yet")

// pause lets time pass.
func (r *reviewing) pause(ctx context.Context, d time.Duration) error {
	if r.timeless {
		return action.Fail(action.Later, errTimeless)
	}
	r.idle()
	defer func() { r.idle = r.clock.Busy() }()
	return r.clock.Until(ctx, r.clock.Now().Add(d))
}
