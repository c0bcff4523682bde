// Package reconcile is the loop: observe, decide, record, perform, look again.
//
// One Tick brings a pull request as far as it can go now and says when to look
// again. It promises that every outward deed is written down before it is
// tried, that nothing begins after a person's word that its verdict had not
// read, and that a lost answer is looked up and never blindly repeated. It
// refuses to judge: that is decide's; and to wait: that is the queue's.
package reconcile

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verdict"
)

// Times of the leases (architecture.md, amendment 2). They are on the Clock.
const (
	TickTTL   = time.Minute
	JobTTL    = 45 * time.Second
	Heartbeat = 10 * time.Second
)

// passes bounds one tick; more are never needed while each pass settles a deed,
// and a bound makes an unforeseen ring visible as an error.
const passes = 200

// Loop holds what a tick needs. The fields are set once, before the first Tick.
// It is safe for several goroutines.
type Loop struct {
	Observer  Observer
	Memory    Memory
	Policies  Policies
	Judge     Judge // Decide, but in experiments
	Performer Performer
	Clock     Clock
	Works     Works
	Holder    journal.Holder
	Code      string       // version of settle, for the basis of verdicts
	Notice    func(Notice) // hears of each step; may be nil
	DryRun    bool         // observe and decide only: nothing is stored, begun or sent
}

// Notice is one step of a tick, for whoever tells people.
type Notice struct {
	Ref      pull.Ref
	At       time.Time
	Snapshot *pull.Snapshot
	Verdict  *verdict.Verdict
	Deed     *journal.Did
}

// Tick takes the lease tick/<ref>, makes passes until nothing is left to do,
// and returns the next wake: zero when the pull request has ended. While
// another holds the lease it returns the time when that runs out.
func (l *Loop) Tick(ctx context.Context, ref pull.Ref) (time.Time, error) {
	defer l.Clock.Busy()()
	lease, err := l.Memory.Acquire(ctx, journal.TickLease(ref), l.Holder, l.Clock.Now(), TickTTL)
	var held *journal.HeldError
	if errors.As(err, &held) {
		return held.Lease.Until, nil
	}
	if err != nil {
		return time.Time{}, fmt.Errorf("take lease: %w", err)
	}
	defer l.release(ctx, lease)
	for range passes {
		if lease, err = l.Memory.Renew(ctx, lease, l.Clock.Now(), TickTTL); err != nil {
			return time.Time{}, fmt.Errorf("renew lease: %w", err)
		}
		p := &pass{Loop: l, ref: ref, lease: lease}
		again, err := p.run(ctx)
		if err != nil || !again {
			return p.verdict.Wake, err
		}
	}
	return time.Time{}, fmt.Errorf("%s does not come to rest: %d passes in one tick", ref, passes)
}

// release gives the lease back even when ctx has ended; a lease that cannot be
// given back runs out by itself.
func (l *Loop) release(ctx context.Context, lease journal.Lease) {
	_ = l.Memory.Release(context.WithoutCancel(ctx), lease)
}

func (l *Loop) notice(n Notice) {
	if l.Notice != nil {
		n.At = l.Clock.Now()
		l.Notice(n)
	}
}
