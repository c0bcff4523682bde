package perform_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/review"
)

// weather is how a host and a machine behave for a while.
type weather struct {
	*rand.Rand
	g     *gallery
	calm  bool
	kills int
}

// strikes: one request in five goes wrong, one in twelve ends the process.
func (w *weather) strikes(string) (before, after error) {
	if w.calm {
		return nil, nil
	}
	switch w.IntN(60) {
	case 0, 1, 2:
		return action.Fail(action.Lost, errors.New("502, and nothing was done")), nil
	case 3, 4, 5:
		return nil, action.Fail(action.Lost, errors.New("502, and it was done"))
	case 6, 7:
		return &action.Failure{Class: action.Limited, Until: w.g.time.Add(time.Minute), Err: errors.New("403: a rate limit")}, nil
	case 8, 9:
		return action.Fail(action.Later, errors.New("409")), nil
	case 10:
		return &action.Failure{Class: action.Limited, Until: w.g.time.Add(time.Hour), Err: errors.New("403: a rate limit of an hour")}, nil
	case 11, 12:
		w.kill()
		return errDead, nil
	case 13, 14:
		w.kill()
		return nil, errDead
	}
	return nil, nil
}

func (w *weather) kill() { w.kills, w.g.dead = w.kills+1, true }

// people act between two runs, and then time passes.
func (w *weather) people() {
	g := w.g
	g.time = g.time.Add(time.Duration(w.IntN(3)) * time.Second)
	if w.IntN(4) > 0 {
		return
	}
	earlier := g.plan.Resolve[w.IntN(len(g.plan.Resolve))].Thread
	switch t := g.thread(earlier); w.IntN(4) {
	case 0:
		if t != nil && !t.Resolved {
			g.spoken(earlier, "I am not so sure.")
		}
	case 1:
		g.threads = slices.DeleteFunc(g.threads, func(t *pull.Thread) bool { return t.NodeID == earlier })
	case 2:
		g.comments = nil
	case 3:
		for _, c := range g.comments {
			c.Body = "Edited.\n\n" + c.Body
		}
	}
	g.keep()
	g.time = g.time.Add(2 * doubt)
}

// exhibition is a plan with places of every kind, some of them bad.
func exhibition(r *rand.Rand) (review.Plan, func(*gallery)) {
	plan := exhibits(2 + r.IntN(7))
	for n := range plan.New {
		plan.New[n].Anchor = []review.Anchor{review.Inline, review.Inline, review.Inline, review.File, review.Summary}[r.IntN(5)]
	}
	return plan, func(g *gallery) {
		for _, one := range g.plan.New {
			f := one.Finding
			switch r.IntN(8) {
			case 0:
				delete(g.places, placeOf(f.Path, f.Line))
			case 1:
				delete(g.places, f.Path)
				delete(g.places, placeOf(f.Path, f.Line))
			}
		}
	}
}

// Whatever answers are lost, limits set and processes killed, under reads that
// are behind, and whatever people do between: in the end each finding stands
// once, in one summary, and what is closed is of the plan and was closed after
// everything was said (gallery.Resolve).
func TestInAnyWeatherEachFindingStandsOnce(t *testing.T) {
	worlds, runs, kills := 600, 0, 0
	if testing.Short() {
		worlds = 100
	}
	for seed := range worlds {
		r := rand.New(rand.NewPCG(uint64(seed), 8))
		plan, spoil := exhibition(r)
		g := newGallery(t, plan)
		spoil(g)
		g.plan.Resolve = g.earlier(1 + r.IntN(3))
		g.time = g.time.Add(time.Hour)
		g.lag = []time.Duration{0, 20 * time.Second, doubt - 5*time.Second}[r.IntN(3)]
		w := &weather{Rand: r, g: g}
		g.disturb = w.strikes
		for try := 0; ; try++ {
			w.calm, g.dead = try == 8, false
			runs++
			if _, err := g.publish(); err == nil {
				break
			} else if w.calm {
				t.Fatalf("seed %d: in calm weather: %v", seed, err)
			}
			w.people()
		}
		kills += w.kills
		if g.exact(); t.Failed() {
			t.Fatalf("seed %d: requests %q", seed, fmt.Sprint(g.requests))
		}
	}
	t.Logf("%d worlds, %d runs, %d of them killed", worlds, runs, kills)
}
