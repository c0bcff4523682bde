package decide

import (
	"slices"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/journal"
)

// funnel is the one way for a wish into the verdict. Without it a rule may wish
// what is done, and a pull request is "working" with nothing to do.
type funnel struct {
	judge    *judge
	wishes   []action.Action
	inFlight []action.Key // dropped because they are under way or in doubt
	held     []action.Key // dropped because their not-before has not come
	barred   []action.Key
	notUntil time.Time // the earliest not-before of the held ones
}

// fate of a wish at the funnel.
type fate int

const (
	isWished fate = iota
	isDone
	isInFlight
	isHeld
	isBarred
)

// wish adds an action unless its key bars it, and tells what became of it.
func (f *funnel) wish(a action.Action) fate {
	deed := f.judge.h.Deed(a.Key)
	switch {
	case deed.State == journal.Done:
		return isDone
	case deed.State.InFlight():
		f.inFlight = append(f.inFlight, a.Key)
		if a.Kind != action.Work { // by then its absence proves something
			f.judge.until(deed.StartedAt.Add(f.judge.p.Timing.Doubt()))
		}
		return isInFlight
	case deed.State == journal.Barred:
		f.barred = append(f.barred, a.Key)
		return isBarred
	case deed.State == journal.Lapsed && deed.NotBefore.After(f.judge.now):
		f.hold(a.Key, deed.NotBefore)
		return isHeld
	}
	if !slices.ContainsFunc(f.wishes, func(w action.Action) bool { return w.Key == a.Key }) {
		f.wishes = append(f.wishes, a)
	}
	return isWished
}

func (f *funnel) hold(key action.Key, until time.Time) {
	f.held = append(f.held, key)
	if f.notUntil.IsZero() || until.Before(f.notUntil) {
		f.notUntil = until
	}
	f.judge.until(until)
}
