package githubsim

import (
	"context"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/settlehq/settle/internal/scenario"
)

// faults are the scenario's, with how often each target was hit.
type faults struct {
	list []scenario.Fault
	mu   sync.Mutex
	hits map[int]int
}

// staleKey carries the time that a read is answered as of.
type staleKey struct{}

// due gives the faults that strike now, and counts the hit.
func (f *faults) due(matches func(scenario.Fault) bool) []scenario.Fault {
	f.mu.Lock()
	defer f.mu.Unlock()
	var struck []scenario.Fault
	for i, fault := range f.list {
		if !matches(fault) {
			continue
		}
		f.hits[i]++
		if n := f.hits[i]; n >= fault.Nth && n < fault.Nth+fault.Times {
			struck = append(struck, fault)
		}
	}
	return struck
}

// withFaults runs the effect as the scenario lets it go wrong.
func (s *Sim) withFaults(w http.ResponseWriter, answer *reply, c *call, effect func()) {
	struck := s.faults.due(func(f scenario.Fault) bool {
		return c.hits(f.Hit) && (f.Page == 0 || f.Page == c.page(f.Hit, s.file.Host.PageSize))
	})
	before, after := true, []scenario.Fault{}
	for _, f := range struck {
		switch {
		case f.Partial != "":
			c.disturb.Partial = f.Partial
		case f.Cursor != "":
			c.disturb.Repeat = true
		case f.Stale != nil:
			c.request = c.request.WithContext(context.WithValue(c.request.Context(), staleKey{}, s.staleAt(f)))
		case f.Delay != nil:
			time.Sleep(time.Duration(*f.Delay))
			c.slept += time.Duration(*f.Delay)
		case f.AfterEffect:
			after = append(after, f)
		default:
			s.strike(w, answer, c, f)
			before = false
		}
	}
	if !before {
		return
	}
	effect()
	for _, f := range after {
		answer.reset()
		s.strike(w, answer, c, f)
	}
}

func (s *Sim) staleAt(f scenario.Fault) time.Time {
	if f.Stale.By == 0 {
		return s.World.BeforeLastWrite()
	}
	return s.Clock.Now().Add(-time.Duration(f.Stale.By))
}

// strike answers with what went wrong.
func (s *Sim) strike(w http.ResponseWriter, answer *reply, c *call, f scenario.Fault) {
	switch {
	case f.Limit != "":
		s.ledger.limit(answer, f.Limit, time.Duration(f.RetryAfter), c.graphql)
	case f.Drop:
		c.dropped = true
		hangUp(w)
	default:
		answer.fail(f.Answer, http.StatusText(f.Answer))
		if f.RetryAfter > 0 {
			answer.header.Set("Retry-After", strconv.Itoa(int(time.Duration(f.RetryAfter)/time.Second)))
		}
	}
}

// hangUp ends the connection without an answer.
func hangUp(w http.ResponseWriter) {
	if hijacker, ok := w.(http.Hijacker); ok {
		if conn, _, err := hijacker.Hijack(); err == nil {
			_ = conn.Close()
		}
	}
}

// Break puts other faults in the place of those that the scenario names.
func (s *Sim) Break(list ...scenario.Fault) {
	s.faults.mu.Lock()
	defer s.faults.mu.Unlock()
	s.faults.list, s.faults.hits = list, map[int]int{}
}
