package app_test

import (
	"testing"
	"time"

	"github.com/settlehq/settle/internal/app"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verdict"
)

// cost is what bringing pull requests to ready took: requests of the host, and
// time as the scenario lives it.
type cost struct {
	requests int
	waited   time.Duration
	real     time.Duration
}

// together drives all of a fleet in one run, apart one after the other, each in a
// process of its own.
func together(t testing.TB, text string, refs []pull.Ref) cost {
	w := worldOf(t, text)
	begun, real := w.sim.Clock.Now(), time.Now()
	house, leave := w.process()
	for _, e := range house.RunMany(t.Context(), refs, app.ManyOptions{Parallel: 4}) {
		if e.Err != nil || e.Facts.Verdict.Phase != verdict.Ready {
			t.Fatalf("%s: %s, %v", e.Ref, e.Facts.Verdict.Phase, e.Err)
		}
	}
	leave()
	return cost{w.sim.Stats().Requests, w.sim.Clock.Now().Sub(begun), time.Since(real)}
}

func apart(t testing.TB, text string, refs []pull.Ref) cost {
	w := worldOf(t, text)
	begun, real := w.sim.Clock.Now(), time.Now()
	for _, ref := range refs {
		house, leave := w.process()
		if _, err := house.Look(t.Context(), ref); err != nil { // the command looks for a policy first
			t.Fatal(err)
		}
		facts, err := house.Run(t.Context(), ref, app.RunOptions{})
		leave()
		if err != nil || facts.Verdict.Phase != verdict.Ready {
			t.Fatalf("%s: %s, %v", ref, facts.Verdict.Phase, err)
		}
	}
	return cost{w.sim.Stats().Requests, w.sim.Clock.Now().Sub(begun), time.Since(real)}
}

// Ten at once under one token ask the host for at most a tenth more than ten one
// after the other, and are ready in a fifth of their time.
func TestTenAtOnceCostNoMoreThanTenAloneAndAFractionOfTheTime(t *testing.T) {
	n := 10
	if testing.Short() {
		n = 4
	}
	text, refs := fleet(n)
	all, each := together(t, text, refs), apart(t, text, refs)
	t.Logf("%d at once: %d requests, %s; one after the other: %d requests, %s", n, all.requests, all.waited, each.requests, each.waited)
	if all.requests > each.requests*11/10 {
		t.Errorf("%d requests at once, %d alone", all.requests, each.requests)
	}
	if all.requests > 40*len(refs) {
		t.Errorf("%d requests for %d pull requests", all.requests, len(refs))
	}
	if all.waited > each.waited*2/time.Duration(n) {
		t.Errorf("%s at once, %s alone", all.waited, each.waited)
	}
}

// BenchmarkTenAtOnce tells ten pull requests at once in ratios of ten single runs.
func BenchmarkTenAtOnce(b *testing.B) {
	text, refs := fleet(10)
	for b.Loop() {
		all, each := together(b, text, refs), apart(b, text, refs)
		b.ReportMetric(float64(all.requests)/float64(each.requests), "requests/alone")
		b.ReportMetric(float64(all.waited)/float64(each.waited), "waited/alone")
		b.ReportMetric(float64(all.real)/float64(each.real), "real/alone")
		b.ReportMetric(float64(all.requests)/float64(len(refs)), "requests/pull")
	}
}
