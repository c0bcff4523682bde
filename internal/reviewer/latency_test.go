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
	sized := Sized(p, map[string]Latency{"bugbot": {Waits: 5, P50: 3 * time.Minute, P90: 8 * time.Minute}})
	if ask := sized.Reviewers[0].Define.Ask; ask.Latency != 3*time.Minute || ask.Window != 16*time.Minute {
		t.Fatalf("%+v", ask)
	}
	if p.Reviewers[0].Define.Ask.Latency != time.Minute {
		t.Fatal("the policy that was given has changed")
	}
	if few := Sized(p, map[string]Latency{"bugbot": {Waits: 4, P50: time.Hour}}); few.Reviewers[0].Define.Ask.Latency != time.Minute {
		t.Fatal("four waits size a wait")
	}
}
