package reviewer

import (
	"fmt"
	"slices"
	"time"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/policy"
)

// newest waits that count: what was long ago says little of today.
const newest = 50

// Learn works out what asking each reviewer has come to, from readings as they
// were recorded, oldest first: one wait for each ask that was answered, and one
// for each after which it was seen to have begun.
func Learn(readings []feedback.Reading) map[string]policy.Learned {
	answers, starts := spans{}, spans{}
	for _, r := range readings {
		answers.add(r, r.AnsweredAt)
		starts.add(r, r.Acknowledged)
	}
	learned := map[string]policy.Learned{}
	for name, all := range answers {
		sorted := all.newest()
		learned[name] = policy.Learned{Waits: len(sorted), P50: quantile(sorted, 50), P90: quantile(sorted, 90)}
	}
	for name, all := range starts {
		sorted, l := all.newest(), learned[name]
		l.Starts, l.Start = len(sorted), quantile(sorted, 90)
		learned[name] = l
	}
	return learned
}

// spans are how long something took after each ask, by reviewer.
type spans map[string]*waits

type waits struct {
	of  map[int64]bool // asks that are counted
	all []time.Duration
}

// add counts the first time that something is told of an ask.
func (s spans) add(r feedback.Reading, at time.Time) {
	took := at.Sub(r.AskedAt)
	if r.AskedAt.IsZero() || at.IsZero() || took <= 0 {
		return
	}
	w := s[r.Reviewer]
	if w == nil {
		w = &waits{of: map[int64]bool{}}
		s[r.Reviewer] = w
	}
	if ask := r.AskedAt.Unix(); !w.of[ask] {
		w.of[ask] = true
		w.all = append(w.all, took)
	}
}

func (w waits) newest() []time.Duration {
	all := slices.Clone(w.all[max(0, len(w.all)-newest):])
	slices.Sort(all)
	return all
}

// quantile of a sorted list, by the nearest rank.
func quantile(sorted []time.Duration, percent int) time.Duration {
	rank := (len(sorted)*percent + 99) / 100
	return sorted[max(rank, 1)-1]
}

// mostStretch bounds how far a learned wait goes beyond the definition's own.
const mostStretch = 4

// Sized gives a policy whose waits are those that were learned: a verdict is
// looked for when half of them had come, is silent only after twice the time in
// which nine of ten had, and has not begun only after twice the time in which
// nine of ten had. What the definition says may take that long is never called
// late sooner, and nothing is waited for more than a few times as long.
func Sized(p policy.Policy, learned map[string]policy.Learned) policy.Policy {
	p.Reviewers = slices.Clone(p.Reviewers)
	for i := range p.Reviewers {
		r := &p.Reviewers[i]
		r.Learned = learned[r.Name]
		if l := r.Learned; l.Known() {
			r.Define.Ask.Window = stretched(r.Define.Ask.Window, 2*l.P90)
			r.Define.Ask.Latency = min(max(l.P50, leastLook), max(r.Define.Ask.Window, leastLook))
			p.Digest += fmt.Sprintf("+%s:%s/%s", r.Name, l.P50, l.P90) // another policy than without
		}
		if l := r.Learned; l.KnownStart() {
			r.Define.Started = slices.Clone(r.Define.Started)
			for n, sign := range r.Define.Started {
				r.Define.Started[n].Within = stretched(sign.Within, 2*l.Start)
			}
			p.Digest += fmt.Sprintf("+%s:starts %s", r.Name, l.Start)
		}
	}
	return p
}

// stretched is a wait of the definition, made longer by what was seen; one that
// it does not promise stays none.
func stretched(own, seen time.Duration) time.Duration {
	return min(max(own, seen), mostStretch*own)
}
