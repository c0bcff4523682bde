package perform

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/review"
)

// Bounds of one publication.
const (
	tries    = 3                // of one request
	patience = 10 * time.Minute // with one limit of the host; beyond it a later run goes on
	breath   = 10 * time.Second // before a request that failed for now is sent again
)

// Settled looks at a pull request as far as an earlier review of it can be seen:
// what was sent last may not be visible at once, and an answer may have been
// lost. Failures: Later, with what could not be read.
func (r *Reviews) Settled(ctx context.Context, ref pull.Ref) (pull.Snapshot, error) {
	before, err := r.Memory.Reviewing(ctx, ref)
	if err != nil && !errors.Is(err, journal.ErrAbsent) {
		return pull.Snapshot{}, err
	}
	s, err := r.look(ctx, ref)
	rest := before.At.Add(r.Doubt).Sub(r.Clock.Now())
	if err != nil || before.At.IsZero() || rest <= 0 || shows(s, before.IDs) {
		return s, err
	}
	if err := r.Pause(ctx, rest); err != nil {
		return s, err
	}
	return r.look(ctx, ref)
}

// shows reports that a look shows all of a publication that could be made twice:
// its summary and its findings. What else may be on its way, an edit or a closed
// thread, comes to the same when it is done again.
func shows(s pull.Snapshot, ids []mark.Digest) bool {
	m := review.Recall(s)
	seen := map[mark.Digest]bool{}
	for _, p := range m.Published {
		seen[p.ID] = true
	}
	for _, id := range ids {
		if !seen[id] {
			return false
		}
	}
	return m.Summary != nil
}

// look reads all that a publication rests on.
func (r *Reviews) look(ctx context.Context, ref pull.Ref) (s pull.Snapshot, err error) {
	err = r.patiently(ctx, func() error {
		if s, err = r.Host.Observe(ctx, ref); err != nil {
			return later(err)
		}
		gap, missing := s.Missing(pull.SurfaceHead, pull.SurfaceThreads, pull.SurfaceComments, pull.SurfaceReviews)
		if missing && s.State == pull.Open {
			return action.Fail(action.Later, fmt.Errorf("%s could not be read, %s: %s", gap.Surface, gap.What, gap.Why))
		}
		return nil
	})
	return s, err
}

// tip reads the pull request, and where item is not empty that thread, by node id.
func (p *publication) tip(ctx context.Context, item string) (tip pull.Tip, err error) {
	err = p.patiently(ctx, func() error {
		tip, err = p.Host.Tip(ctx, p.plan.Ref, p.now.NodeID, item)
		return later(err)
	})
	return tip, err
}

// patiently asks again where a read failed for now.
func (r *Reviews) patiently(ctx context.Context, read func() error) error {
	for try := 1; ; try++ {
		err := read()
		if err == nil || try == tries || !passing(err) {
			return err
		}
		if err := r.linger(ctx, err); err != nil {
			return err
		}
	}
}

// passing: what the host said may be another word later.
func passing(err error) bool {
	class := action.ClassOf(err)
	return class == action.Later || class == action.Limited || class == action.Lost
}

// linger waits for as long as a failure asks, within bounds.
func (r *Reviews) linger(ctx context.Context, failed error) error {
	wait := breath
	if at := until(failed); !at.IsZero() {
		wait = at.Sub(r.Clock.Now())
	}
	if wait > patience {
		return failed
	}
	return r.Pause(ctx, max(wait, 0))
}

// certain sends a request until the host has taken it or refused it for good.
// Before each send it is written down that one is about to be sent. After a lost
// answer it is sent again only when what it does cannot be seen after the time
// in which it would show.
func (p *publication) certain(ctx context.Context, stands func() bool, send func() error) error {
	for try := 1; ; try++ {
		if err := p.intend(ctx); err != nil {
			return err
		}
		err := send()
		lost := err != nil && action.ClassOf(err) == action.Lost
		if err == nil || !passing(err) || try == tries && !lost {
			return err
		}
		if lost {
			if err := p.find(ctx, stands); err != nil {
				return err
			}
		} else if err := p.linger(ctx, err); err != nil {
			return err
		}
		switch {
		case stands():
			return nil
		case try == tries:
			return err
		}
	}
}

// find looks for what a lost answer would have told, at once and after the time
// in which it shows.
func (p *publication) find(ctx context.Context, stands func() bool) error {
	for {
		s, err := p.look(ctx, p.plan.Ref)
		if err != nil {
			return err
		}
		p.see(s)
		wait := p.asked.Add(p.Doubt).Sub(p.Clock.Now())
		if stands() || wait <= 0 {
			return nil
		}
		if err := p.Pause(ctx, wait); err != nil {
			return err
		}
	}
}

// intend writes down that something is about to be sent. It fails when the lease
// has passed on.
func (p *publication) intend(ctx context.Context) error {
	p.asked = p.Clock.Now()
	r := journal.Reviewing{Head: p.plan.Head, At: p.asked}
	for _, one := range p.plan.New {
		r.IDs = append(r.IDs, one.ID)
	}
	return p.Memory.PutReviewing(ctx, p.lease, p.plan.Ref, r)
}
