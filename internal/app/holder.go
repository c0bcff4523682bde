package app

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"

	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/queue/local"
)

// newHolder names this process.
func newHolder(now time.Time) (journal.Holder, error) {
	var nonce [8]byte
	if _, err := rand.Read(nonce[:]); err != nil {
		return journal.Holder{}, fmt.Errorf("name this process: %w", err)
	}
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return journal.Holder{Host: host, PID: os.Getpid(), Nonce: hex.EncodeToString(nonce[:]), Since: now}, nil
}

// runTTL is how long a process that gives no sign keeps a pull request;
// sign is how often it gives one.
const (
	runTTL = 45 * time.Second
	sign   = 10 * time.Second
)

// overslept is how late a sign may come before the machine is taken to have slept.
const overslept = 15 * time.Second

// wakeUp looks again at once: while the machine slept the world went on. What
// cannot be woken now comes at its own time.
func (a *App) wakeUp(ctx context.Context, ref pull.Ref) {
	queue := local.New(a.store.DB(), a.clock, 1)
	if queue.Wake(ctx, a.store.DB(), ref, a.clock.Now()) == nil {
		a.nudge()
	}
}

// hold takes the pull request for this process until release. Another process
// that lives keeps it (*journal.HeldError); one that is known dead does not.
func (a *App) hold(ctx context.Context, ref pull.Ref) (release func(), err error) {
	_, release, err = a.take(ctx, journal.RunLease(ref), func(gone journal.Holder) error { return a.inherit(ctx, ref, gone) }, func(beating context.Context) { a.wakeUp(beating, ref) })
	return release, err
}

// take takes a lease and renews it until release. Heir hears of a dead process
// that it was taken from, late that this machine has slept.
func (a *App) take(ctx context.Context, name string, heir func(journal.Holder) error, late func(context.Context)) (lease journal.Lease, release func(), err error) {
	lease, err = a.store.Acquire(ctx, name, a.holder, a.clock.Now(), runTTL)
	var held *journal.HeldError
	if errors.As(err, &held) && a.dead(held.Lease.Holder) {
		lease, err = a.store.Seize(ctx, name, a.holder, a.clock.Now(), runTTL)
		if err == nil {
			err = heir(held.Lease.Holder)
		}
	}
	if err != nil {
		return lease, nil, err
	}
	return lease, a.renewed(ctx, lease, late), nil
}

// renewed gives a sign of life for a lease until release.
func (a *App) renewed(ctx context.Context, lease journal.Lease, late func(context.Context)) (release func()) {
	beating, stop := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for next := a.clock.Now().Add(sign); a.clock.Until(beating, next) == nil; next = a.clock.Now().Add(sign) {
			if renewed, err := a.store.Renew(beating, lease, a.clock.Now(), runTTL); err == nil {
				lease = renewed
			}
			if a.clock.Now().Sub(next) > overslept {
				late(beating)
			}
		}
	}()
	return func() {
		stop()
		<-ended
		_ = a.store.Release(context.WithoutCancel(ctx), lease)
	}
}

// dead reports that a holder was a process of this machine that is no more.
func (a *App) dead(h journal.Holder) bool {
	if h.Host != a.holder.Host || h.PID == a.holder.PID {
		return false
	}
	return errors.Is(syscall.Kill(h.PID, 0), syscall.ESRCH)
}

// inherit takes over the leases that a dead process left on a pull request, so
// that nothing waits for them to run out.
func (a *App) inherit(ctx context.Context, ref pull.Ref, gone journal.Holder) error {
	leases, err := a.store.Leases(ctx, "")
	if err != nil {
		return fmt.Errorf("list leases: %w", err)
	}
	for _, lease := range leases {
		mine := lease.Name == journal.TickLease(ref) || isJobOf(lease.Name, ref)
		if !mine || lease.Holder.Nonce != gone.Nonce {
			continue
		}
		taken, err := a.store.Seize(ctx, lease.Name, a.holder, a.clock.Now(), time.Nanosecond)
		if err != nil {
			return fmt.Errorf("take over %s: %w", lease.Name, err)
		}
		if err := a.store.Release(ctx, taken); err != nil {
			return fmt.Errorf("give back %s: %w", lease.Name, err)
		}
	}
	return nil
}

func isJobOf(name string, ref pull.Ref) bool {
	prefix := "job/" + ref.String() + "/"
	return len(name) > len(prefix) && name[:len(prefix)] == prefix
}
