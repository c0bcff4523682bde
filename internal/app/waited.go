package app

import (
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/reconcile"
)

// idle measures the time in which nothing was done: no tick, no work.
type idle struct {
	ticking bool
	works   map[action.Key]bool
	since   time.Time
	sum     time.Duration
}

// turn books the time up to now before something changes.
func (i *idle) turn(now time.Time) {
	if !i.ticking && len(i.works) == 0 && !i.since.IsZero() {
		i.sum += now.Sub(i.since)
	}
	i.since = now
}

// notice follows which works are under way.
func (i *idle) notice(n reconcile.Notice) {
	i.turn(n.At)
	if i.works == nil {
		i.works = map[action.Key]bool{}
	}
	if n.Verdict != nil {
		for _, key := range n.Verdict.Void {
			delete(i.works, key)
		}
	}
	if n.Deed == nil || n.Deed.Key.Kind() != action.Work {
		return
	}
	if n.Deed.State == journal.Started {
		i.works[n.Deed.Key] = true
	} else {
		delete(i.works, n.Deed.Key)
	}
}
