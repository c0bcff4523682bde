package reviewer

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/policy"
)

func waited(name string, n int, at time.Time, took time.Duration) feedback.Reading {
	asked := at.Add(time.Duration(n) * time.Hour)
	return feedback.Reading{Reviewer: name, AskedAt: asked, AnsweredAt: asked.Add(took)}
}

func TestAfterTwentyWaitsTheLatencyIsKnown(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var readings []feedback.Reading
	var sample []time.Duration
	for n := range 20 {
		took := time.Duration(60+r.IntN(240)) * time.Second
		sample = append(sample, took)
		one := waited("bugbot", n, noon, took)
		readings = append(readings, one, one) // a reading is recorded with every verdict
		if n == 3 {
			if l := Learn(readings)["bugbot"]; l.Known() {
				t.Error("four waits are taken for knowledge")
			}
		}
	}
	slices.Sort(sample)
	l := Learn(readings)["bugbot"]
	near := func(got, want time.Duration) bool { return got >= want*9/10 && got <= want*11/10 }
	if l.Waits != 20 || !l.Known() || !near(l.P50, (sample[9]+sample[10])/2) || !near(l.P90, sample[17]) {
		t.Fatalf("%+v of %v", l, sample)
	}
}

func TestWhatWasNotAskedOrNotAnsweredIsNoWait(t *testing.T) {
	got := Learn([]feedback.Reading{
		{Reviewer: "a", AskedAt: noon}, {Reviewer: "a", AnsweredAt: noon}, {Reviewer: "a", AskedAt: noon, AnsweredAt: noon.Add(-time.Minute)},
	})
	if len(got) != 0 {
		t.Fatalf("got %v", got)
	}
}

func TestLearnedWaitsSizeThePolicy(t *testing.T) {
	p := policy.Policy{Reviewers: []policy.Reviewer{{Name: "bugbot", Define: policy.Definition{Ask: policy.Ask{Latency: time.Minute, Window: 10 * time.Minute}}}}}
	sized := Sized(p, map[string]policy.Learned{"bugbot": {Waits: 5, P50: 3 * time.Minute, P90: 8 * time.Minute}})
	if ask := sized.Reviewers[0].Define.Ask; ask.Latency != 3*time.Minute || ask.Window != 16*time.Minute {
		t.Fatalf("%+v", ask)
	}
	if p.Reviewers[0].Define.Ask.Latency != time.Minute {
		t.Fatal("the policy that was given has changed")
	}
	if few := Sized(p, map[string]policy.Learned{"bugbot": {Waits: 4, P50: time.Hour}}); few.Reviewers[0].Define.Ask.Latency != time.Minute {
		t.Fatal("four waits size a wait")
	}
}

// When it begins is learned too, and only ever makes the wait longer: the
// definition's own promise is the least, a few times that the most.
func TestLearnedStartsStretchTheStartWindow(t *testing.T) {
	var readings []feedback.Reading
	for n := range 8 {
		asked := noon.Add(time.Duration(n) * time.Hour)
		first := feedback.Reading{Reviewer: "bugbot", AskedAt: asked, Acknowledged: asked.Add(90 * time.Second)}
		again := first
		again.Acknowledged = asked.Add(10 * time.Minute) // a later sign of the same ask
		readings = append(readings, first, again)
	}
	learned := Learn(readings)["bugbot"]
	if learned.Starts != 8 || learned.Start != 90*time.Second || learned.Known() || !learned.KnownStart() {
		t.Fatalf("learned %+v", learned)
	}
	define := policy.Definition{Started: []policy.Signal{{Reaction: "eyes", Within: time.Minute}, {Check: "Bugbot"}}}
	p := policy.Policy{Reviewers: []policy.Reviewer{{Name: "bugbot", Define: define}}}
	for seen, want := range map[time.Duration]time.Duration{90 * time.Second: 3 * time.Minute, time.Second: time.Minute, time.Hour: 4 * time.Minute} {
		sized := Sized(p, map[string]policy.Learned{"bugbot": {Starts: 8, Start: seen}}).Reviewers[0].Define.Started
		if sized[0].Within != want || sized[1].Within != 0 {
			t.Errorf("begun after %s: %+v", seen, sized)
		}
	}
	if define.Started[0].Within != time.Minute {
		t.Error("the definition that was given has changed")
	}
}

func TestLearnedWaitsAreBounded(t *testing.T) {
	p := policy.Policy{Reviewers: []policy.Reviewer{{Name: "bugbot", Define: policy.Definition{Ask: policy.Ask{Latency: time.Minute, Window: 10 * time.Minute}}}}}
	for name, c := range map[string]struct{ p50, p90, latency, window time.Duration }{
		"at once":   {time.Second, 2 * time.Second, leastLook, 10 * time.Minute},
		"for hours": {3 * time.Hour, 5 * time.Hour, 40 * time.Minute, 40 * time.Minute},
	} {
		ask := Sized(p, map[string]policy.Learned{"bugbot": {Waits: 9, P50: c.p50, P90: c.p90}}).Reviewers[0].Define.Ask
		if ask.Latency != c.latency || ask.Window != c.window {
			t.Errorf("%s: %+v", name, ask)
		}
	}
}
