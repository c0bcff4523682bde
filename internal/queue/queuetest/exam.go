// Package queuetest is the exam that every queue passes.
package queuetest

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/queue"
)

// Bench is what the exam needs of an implementation: a queue on a Clock of the
// exam's, and how to set a wake in a committed transaction.
type Bench struct {
	Queue queue.Queue
	Wake  func(ref pull.Ref, at time.Time) error
}

var (
	one = pull.Ref{Owner: "acme", Repo: "shop", Number: 1}
	two = pull.Ref{Owner: "acme", Repo: "shop", Number: 2}
)

// Run examines what open makes: each call a new, empty queue on the clock.
func Run(t *testing.T, open func(*testing.T, queue.Clock) Bench) {
	for name, exam := range map[string]func(*testing.T, Bench, *Clock){
		"a wake leads to a run":                          leadsToRun,
		"the handler's next is another run":              nextRun,
		"a later wake does not put an earlier one off":   earliestWins,
		"a wake during a run causes another run":         wakeDuringRun,
		"two pull requests run, one never twice at once": neverTwice,
		"an error is tried again":                        errorTriedAgain,
		"the zero time ends the running":                 zeroEnds,
	} {
		t.Run(name, func(t *testing.T) {
			clock := NewClock()
			exam(t, open(t, clock), clock)
		})
	}
}

// play runs the queue until the handler has been called n times, and returns
// when it was.
func play(t *testing.T, b Bench, n int, handler func(call int, ref pull.Ref) (time.Time, error)) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	var mu sync.Mutex
	calls := 0
	err := b.Queue.Run(ctx, func(_ context.Context, ref pull.Ref) (time.Time, error) {
		mu.Lock()
		calls++
		call := calls
		mu.Unlock()
		next, err := handler(call, ref)
		if call >= n {
			cancel()
		}
		return next, err
	})
	if err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if calls < n {
		t.Fatalf("%d runs, want %d", calls, n)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func leadsToRun(t *testing.T, b Bench, clock *Clock) {
	at := clock.Now().Add(time.Hour)
	must(t, b.Wake(one, at))
	play(t, b, 1, func(_ int, ref pull.Ref) (time.Time, error) {
		if ref != one || clock.Now().Before(at) {
			t.Errorf("%s ran at %s, want %s", ref, clock.Now(), at)
		}
		return time.Time{}, nil
	})
}

func nextRun(t *testing.T, b Bench, clock *Clock) {
	must(t, b.Wake(one, clock.Now()))
	var next time.Time
	play(t, b, 3, func(int, pull.Ref) (time.Time, error) {
		if clock.Now().Before(next) {
			t.Errorf("ran at %s, not due before %s", clock.Now(), next)
		}
		next = clock.Now().Add(10 * time.Minute)
		return next, nil
	})
}

func earliestWins(t *testing.T, b Bench, clock *Clock) {
	start := clock.Now()
	must(t, b.Wake(one, start.Add(time.Minute)))
	must(t, b.Wake(one, start.Add(time.Hour)))
	play(t, b, 1, func(int, pull.Ref) (time.Time, error) {
		if late := clock.Now().Sub(start); late > 10*time.Minute {
			t.Errorf("ran %s late", late)
		}
		return time.Time{}, nil
	})
}

func wakeDuringRun(t *testing.T, b Bench, clock *Clock) {
	must(t, b.Wake(one, clock.Now()))
	var again time.Time
	play(t, b, 2, func(call int, _ pull.Ref) (time.Time, error) {
		if call == 1 {
			again = clock.Now()
			must(t, b.Wake(one, again))
			return again.Add(24 * time.Hour), nil
		}
		if late := clock.Now().Sub(again); late > time.Minute {
			t.Errorf("the wake during the run was answered after %s", late)
		}
		return time.Time{}, nil
	})
}

func neverTwice(t *testing.T, b Bench, clock *Clock) {
	must(t, b.Wake(one, clock.Now()))
	must(t, b.Wake(two, clock.Now()))
	var mu sync.Mutex
	running := map[pull.Ref]int{}
	seen := map[pull.Ref]bool{}
	play(t, b, 20, func(_ int, ref pull.Ref) (time.Time, error) {
		mu.Lock()
		running[ref]++
		if running[ref] > 1 {
			t.Errorf("%s runs twice at once", ref)
		}
		seen[ref] = true
		mu.Unlock()
		err := b.Wake(ref, clock.Now())
		mu.Lock()
		running[ref]--
		mu.Unlock()
		return clock.Now(), err
	})
	if len(seen) != 2 {
		t.Errorf("ran %v, want both", seen)
	}
}

func errorTriedAgain(t *testing.T, b Bench, clock *Clock) {
	must(t, b.Wake(one, clock.Now()))
	var times []time.Time
	play(t, b, 4, func(int, pull.Ref) (time.Time, error) {
		times = append(times, clock.Now())
		return time.Time{}, errors.New("unreachable")
	})
	first, last := times[1].Sub(times[0]), times[3].Sub(times[2])
	if first <= 0 || last <= first {
		t.Errorf("tried again after %s, then %s: the delay does not grow", first, last)
	}
}

func zeroEnds(t *testing.T, b Bench, clock *Clock) {
	must(t, b.Wake(one, clock.Now()))
	must(t, b.Wake(two, clock.Now().Add(time.Hour)))
	var order []pull.Ref
	play(t, b, 2, func(_ int, ref pull.Ref) (time.Time, error) {
		order = append(order, ref)
		return time.Time{}, nil
	})
	if order[0] != one || order[1] != two {
		t.Errorf("ran %v: a pull request that wants no run ran again", order)
	}
}
