package simtest

import (
	"fmt"
	"slices"
	"time"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/reconcile"
	"github.com/settlehq/settle/internal/verdict"
)

// Budget says how often each adversity may still strike.
type Budget map[string]int

// adversities by name. A name that starts a tick is tried with every place
// where it can strike.
var adversities = map[string]func(*Sim) bool{
	"human push":    (*Sim).humanPush,
	"reset":         (*Sim).reset,
	"new thread":    func(s *Sim) bool { s.w.open("maria", "also here"); return s.stir() },
	"comment":       (*Sim).comment,
	"talk":          (*Sim).talk,
	"edit":          (*Sim).edit,
	"reopen":        (*Sim).reopen,
	"draft":         (*Sim).redraft,
	"pause":         (*Sim).pause,
	"resume":        (*Sim).resume,
	"answer":        (*Sim).answer,
	"close":         func(s *Sim) bool { s.w.state = pull.Closed; return s.stir() },
	"conflict":      (*Sim).conflict,
	"tangle":        (*Sim).tangle,
	"job dies":      (*Sim).jobDies,
	"silent":        (*Sim).silent,
	"database lost": (*Sim).databaseLost,
	"wake-ups lost": func(s *Sim) bool { s.w.now = s.w.now.Add(time.Minute); return true },
	"not allowed":   (*Sim).forbid,
	"allowed":       (*Sim).allow,
	"skew":          (*Sim).skewed,
	"review body":   (*Sim).reviewBody,
	"ci red":        func(s *Sim) bool { return s.checked(pull.CheckFailure) },
	"ci broke off":  func(s *Sim) bool { return s.checked(pull.CheckCancelled) },
	"queue":         (*Sim).queue,
}

// inTick are the adversities of a tick: each gives the plans it may have.
var inTick = map[string]func(place int) plan{
	"crash":   func(at int) plan { return plan{crash: at} },
	"lost":    func(at int) plan { return plan{lose: 1 + at/2, lands: at%2 == 0} },
	"late":    func(at int) plan { return plan{lose: at, late: true} },
	"frozen":  func(at int) plan { return plan{lose: at, late: true, cold: true} },
	"limited": func(at int) plan { return plan{limit: at} },
	"stale": func(at int) plan {
		return plan{stale: []string{"whole", "threads", "words", "head", "draft", "gap"}[at%6]}
	},
}

// Some adversities also strike inside a tick, between two of its boundaries.
func init() {
	for _, name := range []string{"comment", "new thread", "pause", "human push", "reset", "edit", "close", "draft"} {
		inTick["race "+name] = func(at int) plan { return plan{race: name, at: at + 1} }
	}
	adversities["workers"] = (*Sim).workers
	inTick["workers"] = func(at int) plan { return plan{race: "workers", at: at + 1} }
}

// Choice is one way on from here.
type Choice struct {
	Name  string // "tick", "wait", "finish" or an adversity
	Place int    // of an adversity in a tick
}

func (c Choice) String() string {
	if _, ok := inTick[c.Name]; ok {
		return fmt.Sprintf("%s@%d", c.Name, c.Place)
	}
	return c.Name
}

// Choices lists every way on, in a fixed order: what happens in peace first.
func (s *Sim) Choices(budget Budget) []Choice {
	var all []Choice
	if len(s.jobs) > 0 {
		all = append(all, Choice{Name: "finish"})
		if s.w.now.Sub(s.jobs[0].begun) > longestWork {
			return all // its time is over
		}
	}
	due := s.m.verdict.Phase != verdict.Ended && !s.m.wake.After(s.w.now)
	if due {
		all = append(all, Choice{Name: "tick"})
	} else {
		all = append(all, Choice{Name: "wait"})
	}
	for _, name := range sortedNames(budget) {
		if budget[name] == 0 {
			continue
		}
		if _, ok := inTick[name]; !ok {
			all = append(all, Choice{Name: name})
			continue
		}
		for place := 1; due && place <= 8; place++ {
			all = append(all, Choice{name, place})
		}
	}
	return all
}

// longestWork bounds a work, as the policy's time for agents does.
const longestWork = 15 * time.Minute

// beat is what living works do while time goes by: each renews its lease. One
// that has lost it ends.
func (s *Sim) beat() {
	s.jobs = slices.DeleteFunc(s.jobs, func(j jobRun) bool { return s.m.current(j.lease) != nil })
	for i, j := range s.jobs {
		s.jobs[i].lease, _ = s.m.Renew(nil, j.lease, s.w.now, reconcile.JobTTL)
	}
}

func sortedNames(b Budget) []string {
	var names []string
	for name := range b {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Take goes on by a choice; false when it changed nothing.
func (s *Sim) Take(c Choice) bool {
	switch c.Name {
	case "finish":
		s.finish()
	case "tick":
		s.tick(plan{})
	case "wait":
		s.wait()
	default:
		if plan, ok := inTick[c.Name]; ok {
			s.tick(plan(c.Place))
			p := s.plan
			struck := p.lose > 0 && s.writes >= p.lose || p.limit > 0 && s.writes >= p.limit || p.race != "" && s.steps >= p.at
			return s.dead || struck || p.stale != ""
		}
		done := adversities[c.Name](s)
		s.landLate()
		s.w.remember()
		return done
	}
	return true
}

// wait goes to the next thing that happens by itself: an actor's deed, the
// wake, or the end of a lease.
func (s *Sim) wait() {
	next := s.m.wake
	if !next.After(s.w.now) {
		next = time.Time{} // passed: of one that has ended
	}
	for _, d := range s.w.due {
		if next.IsZero() || d.at.Before(next) {
			next = d.at
		}
	}
	for _, f := range s.flying {
		if next.IsZero() || f.lands.Before(next) {
			next = f.lands
		}
	}
	if next.After(s.w.now) {
		s.w.now = next
	}
	s.beat()
	if s.w.queued && s.m.verdict.Why.Code == "queued" { // the queue gives it back in the end
		s.queue()
	}
	s.landLate()
	s.w.due = slices.DeleteFunc(s.w.due, func(d due) bool {
		if d.at.After(s.w.now) {
			return false
		}
		s.w.review(d.who, d.head)
		return true
	})
	s.w.remember()
}

// stir is a webhook: somebody did something, so we are woken.
func (s *Sim) stir() bool {
	s.w.now = s.w.now.Add(time.Second)
	if s.m.wake.After(s.w.now) {
		s.m.wake = s.w.now
	}
	return true
}

// landLate delivers the requests whose time has come. The host knows no fence:
// whether anybody still wants them is not its question.
func (s *Sim) landLate() {
	s.flying = slices.DeleteFunc(s.flying, func(f flight) bool {
		if f.lands.After(s.w.now) {
			return false
		}
		s.land(f.scene, f.cold)
		s.stir()
		return true
	})
}

func (s *Sim) jobDies() bool {
	if len(s.jobs) == 0 {
		return false
	}
	s.jobs = s.jobs[1:]
	return true
}

func (s *Sim) silent() bool {
	if len(s.w.due) == 0 {
		return false
	}
	s.w.due = s.w.due[1:]
	return true
}

// databaseLost leaves the world, and nothing of us.
func (s *Sim) databaseLost() bool {
	if len(s.m.entries) == 0 {
		return false
	}
	deaf := s.m.deaf
	s.w.found = map[feedback.ItemID]found{}
	s.m = newMemory()
	s.m.deaf = deaf
	s.jobs = nil
	s.nonce++
	s.w.now = s.w.now.Add(time.Minute)
	return true
}

// peaceSteps bounds the way to a fixed point (architecture.md 1).
const peaceSteps = 600

// Peace goes on without adversity until nothing changes any more, and holds the
// end against the invariants that speak of ends.
func (s *Sim) Peace() {
	still := 0
	for range peaceSteps {
		if len(s.Broken) > 0 {
			return
		}
		if s.atRest() {
			if still++; still > 2 {
				s.checkEnd()
				return
			}
		} else {
			still = 0
		}
		s.Take(s.Choices(nil)[0])
	}
	s.fail("11 progress: %s (%s) after %d steps in peace; %d jobs, %d requests, %d events of the world and %d wishes are left",
		s.m.verdict.Phase, s.m.verdict.Why.Code, peaceSteps, len(s.jobs), len(s.flying), len(s.w.due), len(s.m.verdict.Actions))
}

// atRest: a phase in which only the outside can change something, and the
// outside has nothing to say that was not seen.
func (s *Sim) atRest() bool {
	v := s.m.verdict
	if len(s.jobs) > 0 || len(s.flying) > 0 || len(s.w.due) > 0 || len(v.Actions) > 0 {
		return false
	}
	seen := v.Basis.Snapshot == s.w.snapshot().Identity() || v.Phase == verdict.Ended
	return seen && v.Phase != "" && v.Phase != verdict.Working && v.Phase != verdict.Waiting
}

func (s *Sim) checkEnd() {
	v := s.m.verdict
	if v.Phase == verdict.Ready && !s.w.readyIsTrue() {
		s.fail("1 ready is true: the run ended ready, and it is not")
	}
	if twins := s.twins(); twins > 0 && v.Phase != verdict.Ended && v.Phase != verdict.Paused {
		s.fail("3 once: %d twins left at the end", twins)
	}
	if v.Phase == verdict.Ended || v.Phase == verdict.Paused {
		return
	}
	for _, st := range v.Items {
		told := st.Disposition == feedback.Escalated || st.Disposition == feedback.Failed
		if st.Item.ID.Kind() == feedback.CheckItem && v.Phase != verdict.Ready {
			continue // a check is answered by its next run
		}
		if st.Item.FYI || told && st.Replied || st.Replied && st.Disposition != feedback.Open {
			continue
		}
		if v.Phase == verdict.Blocked && (v.Why.Gate == verdict.GateMergeable || v.Why.Code == "not_allowed") {
			continue
		}
		s.fail("4 no ask lost: %s is %s at the end (%s %s)", st.Item.ID, st.Disposition, v.Phase, v.Why.Code)
	}
	if v.Phase == verdict.NeedsYou && s.w.readyIsTrue() && v.Why.Code == "reviewer_answered" {
		s.fail("11 progress: a person is asked, and there is nothing to decide")
	}
	s.checkCaps()
}

// checkCaps is invariant 8.
func (s *Sim) checkCaps() {
	h := s.m.history()
	if h.Rounds > s.rules.Limits.Rounds {
		s.fail("8 caps: %d rounds, the cap is %d", h.Rounds, s.rules.Limits.Rounds)
	}
	for at, n := range h.Failures {
		if n > s.rules.Limits.Attempts {
			s.fail("8 caps: %d failures of %s", n, at)
		}
	}
}
