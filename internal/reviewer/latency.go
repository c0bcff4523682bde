package reviewer

import (
	"fmt"
	"slices"
	"time"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/policy"
)

// Latency is how long a reviewer took, from the ask to its verdict.
type Latency struct {
	Waits    int
	P50, P90 time.Duration
}

// enough waits make a latency known; below, the definition's own figure counts.
const enough = 5

// Known reports that there were enough waits to say something.
func (l Latency) Known() bool { return l.Waits >= enough }

// newest waits that count: what was long ago says little of today.
const newest = 50

// Learn works out the latency of each reviewer from readings as they were
// recorded, oldest first: one wait for each ask that was answered.
func Learn(readings []feedback.Reading) map[string]Latency {
	type ask struct {
		reviewer string
		at       int64
	}
	seen := map[ask]bool{}
	waits := map[string][]time.Duration{}
	for _, r := range readings {
		took := r.AnsweredAt.Sub(r.AskedAt)
		one := ask{r.Reviewer, r.AskedAt.Unix()}
		if r.AskedAt.IsZero() || r.AnsweredAt.IsZero() || took <= 0 || seen[one] {
			continue
		}
		seen[one] = true
		waits[r.Reviewer] = append(waits[r.Reviewer], took)
	}
	learned := map[string]Latency{}
	for name, all := range waits {
		all = slices.Clone(all[max(0, len(all)-newest):])
		slices.Sort(all)
		learned[name] = Latency{Waits: len(all), P50: quantile(all, 50), P90: quantile(all, 90)}
	}
	return learned
}

// quantile of a sorted list, by the nearest rank.
func quantile(sorted []time.Duration, percent int) time.Duration {
	rank := (len(sorted)*percent + 99) / 100
	return sorted[max(rank, 1)-1]
}

// Sized gives a policy whose waits are those that were learned: a verdict is
// looked for when half of them had come, and is silent only after twice the
// time in which nine of ten had, or the definition's own where that is more.
func Sized(p policy.Policy, learned map[string]Latency) policy.Policy {
	p.Reviewers = slices.Clone(p.Reviewers)
	for i := range p.Reviewers {
		r := &p.Reviewers[i]
		if l := learned[r.Name]; l.Known() {
			r.Define.Ask.Latency = max(l.P50, leastLook)
			r.Define.Ask.Window = max(r.Define.Ask.Window, 2*l.P90)
			p.Digest += fmt.Sprintf("+%s:%s/%s", r.Name, l.P50, l.P90) // another policy than without
		}
	}
	return p
}
