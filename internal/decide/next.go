// Package decide is judgment, and nothing else: a snapshot, a history, a policy
// and a time in, a verdict out.
//
// Next promises to be a pure function: the same input gives the same verdict,
// byte for byte. Seventeen rules stand in a fixed order (architecture.md 5);
// the first that ends, ends; the others add to the verdict. What is merely
// wanted is invisible to it. All wishes pass one funnel, which drops what is
// done, under way, barred, or not yet due again. It refuses to guess: a gap, a
// lag or a doubt never makes a gate hold.
package decide

import (
	"time"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verdict"
)

// rule adds to the judgment and reports whether it ends it.
type rule func(*judge) (ends bool)

// rules in their order; the number is the one of architecture.md 5.
var rules = []rule{
	ended,      // 1
	paused,     // 2
	gap,        // 3
	highWater,  // 4
	headMoving, // 5
	overrun,    // 5, where the head has come to rest: somebody else moved it, or the base
	items,      // 6
	twins,      // 7
	answers,    // 8
	queued,     // 8, what may not be pushed to is only answered
	stacked,    // 8, and so is what stands on something unfinished
	triage,     // 9
	bench,      // 10
	working,    // 11
	stuck,      // 11, where nothing is owed: no reviewer is asked for more
	stages,     // 12
	followUp,   // 13
	gates,      // 14
	doubtful,   // 15
	quiet,      // 16
	ready,      // 17
}

// Next judges. now is the only time that it knows.
func Next(s pull.Snapshot, h journal.History, p policy.Policy, now time.Time) verdict.Verdict {
	j := newJudge(s, h, p, now)
	for _, rule := range rules {
		if rule(j) {
			break
		}
	}
	j.report()
	j.notice()
	j.publish()
	return j.verdict()
}

// judge is the state of one judgment.
type judge struct {
	s   pull.Snapshot
	h   journal.History
	p   policy.Policy
	now time.Time

	standings []feedback.Standing
	clusters  []feedback.Cluster // which of them belong together
	readings  []feedback.Reading
	judged    bool // the items are known
	course    trajectory
	stop      verdict.Reason // why fixing was stopped; no code: it was not
	funnel    funnel
	owed      []verdict.Reason // what keeps the head from being shown to reviewers
	phase     verdict.Phase
	why       verdict.Reason
	wake      time.Time
	fixes     []chain // at this head, once they were asked for
}

func newJudge(s pull.Snapshot, h journal.History, p policy.Policy, now time.Time) *judge {
	j := &judge{s: s, h: h, p: p, now: now, phase: verdict.Waiting}
	j.funnel.judge = j
	return j
}

// end sets the headline.
func (j *judge) end(phase verdict.Phase, why verdict.Reason) bool {
	j.phase, j.why = phase, why
	return true
}

// until asks for a look at a time, if it is still to come.
func (j *judge) until(at time.Time) {
	if at.After(j.now) && (j.wake.IsZero() || at.Before(j.wake)) {
		j.wake = at
	}
}

func (j *judge) verdict() verdict.Verdict {
	gates := j.allGates() // it reads the reviewers that no rule came to
	v := verdict.Verdict{
		Phase: j.phase, Head: j.s.Head, Why: j.why, Gates: gates, Items: j.standings, Readings: j.readings, Clusters: j.clusters, Halt: j.halted(),
		Gaps: j.s.Gaps, Round: j.h.Rounds, Actions: j.funnel.wishes, Void: j.void(),
		Basis: verdict.Basis{Snapshot: j.s.Identity(), Seq: j.h.Seq, Policy: j.p.Digest, Now: j.now},
	}
	if j.phase != verdict.Ended {
		j.until(j.now.Add(j.p.Timing.Poll)) // a lost webhook must not be the end
		v.Wake = j.wake
	}
	return v
}
