package app

import (
	"context"
	"time"

	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/view"
)

// glanceFor is how long one glance at the whole fleet is believed.
const glanceFor = 15 * time.Second

// glance is what the last one showed, and at what each pull request was looked
// at. A look is always later than the glance that stands for it, so that what
// happened between the two is seen by the look.
type glance struct {
	at    time.Time
	shown map[pull.Ref]string
	base  map[pull.Ref]string
}

// glimpse takes one glance at all that are driven: one request for fifty.
func (f *fleet) glimpse(ctx context.Context) error {
	refs := f.driven()
	at := f.clock.Now()
	shown, err := f.client.Glance(ctx, refs)
	if err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.at, f.shown = at, shown
	return nil
}

// looks notes that a pull request is looked at now.
func (f *fleet) looks(r *run) {
	r.mu.Lock()
	r.acted = false
	r.mu.Unlock()
	f.mu.Lock()
	defer f.mu.Unlock()
	f.base[r.ref] = f.shown[r.ref]
}

// still reports that nothing has changed since the last look at a pull request
// that waits, and when it wants the next one. A glance does not show all: a look
// still comes as often as policy's poll says, and whenever the time alone would
// change the verdict.
func (f *fleet) still(ctx context.Context, r *run) (time.Time, bool) {
	next, waits := r.waits(ctx)
	if !waits {
		return time.Time{}, false
	}
	f.mu.Lock()
	stale := !f.clock.Now().Before(f.at.Add(glanceFor))
	f.mu.Unlock()
	if stale {
		if f.glimpse(ctx) != nil {
			return time.Time{}, false // the look tells what is wrong
		}
		f.wakeChanged(ctx)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	shown, there := f.shown[r.ref]
	return next, there && shown == f.base[r.ref]
}

// wakeChanged wakes every pull request that a glance shows changed: it need not
// wait for its own time. Where we did something since, that is the change.
func (f *fleet) wakeChanged(ctx context.Context) {
	for _, r := range f.driving() {
		f.mu.Lock()
		changed := f.shown[r.ref] != f.base[r.ref]
		f.mu.Unlock()
		r.mu.Lock()
		changed = changed && !r.acted
		r.mu.Unlock()
		if _, waits := r.waits(ctx); changed && waits {
			_ = f.queue.Wake(ctx, f.store.DB(), r.ref, f.clock.Now()) // else its own time comes
		}
	}
}

// waits judges what was seen last once more, at this time: whether nothing but
// the outside can move it, and until when that holds. What the journal has heard
// since, or a look that is older than the poll, want a look.
func (r *run) waits(ctx context.Context) (until time.Time, waits bool) {
	r.mu.Lock()
	snapshot, last := r.snapshot, r.verdict
	r.mu.Unlock()
	now := r.clock.Now()
	if snapshot == nil || !resting(last) || len(snapshot.Gaps) > 0 {
		return time.Time{}, false
	}
	entries, err := r.store.Recall(ctx, r.ref)
	if err != nil {
		return time.Time{}, false
	}
	history, rules := journal.Fold(entries), policies{r.App}.For(*snapshot)
	look := snapshot.At.Add(rules.Timing.Poll)
	if history.Seq != last.Basis.Seq || !now.Before(look) {
		return time.Time{}, false
	}
	again := r.loop.Judge.Next(*snapshot, history, rules, now)
	if !resting(again) || !again.Says(last) {
		return time.Time{}, false
	}
	if again.Wake.Before(look) {
		return again.Wake, true
	}
	return look, true
}

// tell and failed pass on what the runs tell, one call at a time.
func (f *fleet) tell(facts view.Facts, deed *journal.Did) {
	if f.options.Tell == nil {
		return
	}
	f.telling.Lock()
	defer f.telling.Unlock()
	f.options.Tell(facts, deed)
}

func (f *fleet) failed(ref pull.Ref, err error, until time.Time) {
	if f.options.Failed == nil {
		return
	}
	f.telling.Lock()
	defer f.telling.Unlock()
	f.options.Failed(ref, err, until)
}
