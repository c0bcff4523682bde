package perform_test

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/review"
	"github.com/settlehq/settle/internal/scenario"
)

// Whatever goes wrong at whichever request of a publication, read or write: in
// the end all stands as if nothing had been. A summary stands from before. With
// -short every third request.
func TestAFaultAtAnyRequestChangesNothingInTheEnd(t *testing.T) {
	faults := map[string]scenario.Fault{
		"502 before the effect": {Answer: 502},
		"no answer, and done":   {Drop: true, AfterEffect: true},
		"403 with retry-after":  {Limit: "secondary", RetryAfter: scenario.Duration(90 * time.Second)},
	}
	for name, fault := range faults {
		t.Run(name, func(t *testing.T) {
			s, struck := newSalon(t, true), 0
			for method, many := range s.count() {
				for n := range many {
					if testing.Short() && n%3 != 0 {
						continue
					}
					fault.Hit, fault.Nth, fault.Times = method+" *", n+1, 1
					s.struck(fault)
					struck++
				}
			}
			if struck < 20 && !testing.Short() {
				t.Errorf("only %d requests", struck)
			}
			t.Logf("%d requests, each struck once", struck)
		})
	}
}

// count tells how many requests of each method a publication makes.
func (s *salon) count() map[string]int {
	s.t.Helper()
	behind, err := url.Parse(s.sim.URL)
	if err != nil {
		s.t.Fatal(err)
	}
	var mu sync.Mutex
	methods, proxy := map[string]int{}, httputil.NewSingleHostReverseProxy(behind)
	counting := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		methods[r.Method]++
		mu.Unlock()
		proxy.ServeHTTP(w, r)
	}))
	defer counting.Close()
	r := s.begin()
	r.URL = counting.URL
	if _, _, err := r.publish(s.t.Context()); err != nil {
		s.t.Fatal(err)
	}
	return methods
}

// struck publishes with one fault on the way.
func (s *salon) struck(fault scenario.Fault) {
	s.t.Helper()
	r := s.begin()
	s.sim.Break(fault)
	if _, _, err := r.publish(s.t.Context()); err != nil {
		s.finish(r)
	}
	s.sim.Break()
	if got := s.stands(); got != inTheEnd {
		s.t.Fatalf("%s, the %d.:\n%s\nwant\n%s", fault.Hit, fault.Nth, got, inTheEnd)
	}
}

// The token of a job publishes, and may close no thread.
func TestATokenThatMayNotPushPublishesAndClosesNothing(t *testing.T) {
	s := newSalon(t, false)
	r := s.begin()
	s.do(func() error { s.sim.World.Allow("contents:write", false); return nil })
	out, _, err := r.publish(t.Context())
	if err != nil || out.Inline != 2 || out.Resolved != 0 || len(out.Left) != 3 || out.Left[0].Why != review.NotAllowed {
		t.Errorf("%s, left %+v: %v", sorted(out), out.Left, err)
	}
	if got := s.stands(); strings.Contains(got, "cart.go true") {
		t.Errorf("closed: %s", got)
	}
}
