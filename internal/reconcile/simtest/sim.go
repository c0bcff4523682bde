package simtest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/reconcile"
	"github.com/settlehq/settle/internal/verdict"
)

var (
	ref      = pull.Ref{Owner: "a", Repo: "b", Number: 1}
	errCrash = errors.New("crashed")
)

// plan is the adversity of one tick.
type plan struct {
	crash int  // die at this boundary, counted from 1; 0: do not
	lose  int  // lose the answer of this write, counted from 1; 0: none
	lands bool // the lost write took effect
	limit int  // this write, counted from 1, is refused for a minute; 0: none
	late  bool // the lost write takes effect later, after its time-out
	cold  bool // and much later: its sender, or the network, was frozen
	stale string
	race  string // an adversity that strikes inside the tick, at boundary at
	at    int
}

// Sim is one run: a world, what we remember of it, the works under way, and
// the requests that are still somewhere in the network.
type Sim struct {
	w      world
	m      memory
	jobs   []jobRun
	flying []flight
	judge  reconcile.Judge
	rules  policy.Policy
	blind  bool          // variant: effects do not look at what they expect
	nonce  int           // names this process
	others int           // processes that came beside it
	skew   time.Duration // of this process's clock
	frozen bool          // in this tick: others have worked meanwhile
	plan   plan
	steps  int // boundaries met in this tick
	writes int
	pushes int // in this tick
	dead   bool
	Broken []string // invariants that did not hold
	Soft   int      // races that no client can close
	Idle   int      // works begun whose result nobody needed
}

type jobRun struct {
	lease journal.Lease
	scene reconcile.Scene
	begun time.Time
}

// flight is a request that lands after we gave up on it.
type flight struct {
	scene reconcile.Scene
	sent  time.Time
	lands time.Time
	cold  bool
}

// New makes a run of a world: threads as "author:words", and the findings that
// bugbot still has, one for each of its reviews, "" for clean.
func New(threads, script []string) *Sim {
	s := &Sim{w: newWorld(threads, script), m: newMemory(), judge: reconcile.Decide, rules: rules()}
	s.w.remember()
	return s
}

// WithLast lets a last reviewer take part, whose findings are put off.
func (s *Sim) WithLast(findings []string) {
	copilot := bot("copilot", policy.Last)
	copilot.FollowUp = true
	s.rules.Reviewers = append(slices.Clone(s.rules.Reviewers), copilot)
	s.w.later = findings
}

// Clone copies the run, so that a search can go on from here in many ways.
func (s *Sim) Clone() *Sim {
	c := *s
	c.w, c.m = s.w.clone(), s.m.clone()
	c.jobs, c.flying, c.Broken = slices.Clone(s.jobs), slices.Clone(s.flying), slices.Clone(s.Broken)
	return &c
}

// Phase is what the newest stored verdict says.
func (s *Sim) Phase() verdict.Phase { return s.m.verdict.Phase }

// tick lets the loop run once under a plan.
func (s *Sim) tick(p plan) {
	s.plan, s.steps, s.writes, s.pushes, s.dead, s.frozen = p, 0, 0, 0, false, false
	loop := &reconcile.Loop{
		Observer: s, Memory: bounded{&s.m, s}, Policies: s, Judge: s.judge, Performer: s, Clock: s, Works: s,
		Holder: journal.Holder{Nonce: fmt.Sprint(s.nonce)}, Code: "sim", Notice: s.check,
	}
	next, err := loop.Tick(context.Background(), ref)
	switch {
	case err == nil:
		if s.m.wake = next; !next.IsZero() { // as the queue does, by the clock of its machine
			s.m.wake = next.Add(-s.skew)
		}
	case s.frozen && errors.Is(err, journal.ErrStale): // it woke, and others had its lease
	case !s.dead:
		s.fail("tick: %v", err)
	}
	if s.dead { // the process is gone, with its works; its leases run out
		s.nonce++
		s.skew = 0
		s.jobs = nil
		if s.m.wake.IsZero() || s.m.wake.After(s.w.now.Add(reconcile.TickTTL)) {
			s.m.wake = s.w.now.Add(reconcile.TickTTL)
		}
	}
	s.w.remember()
}

// boundary is a place where a process can die.
func (s *Sim) boundary() error {
	s.steps++
	if s.dead || s.steps == s.plan.crash {
		s.dead = true
		return errCrash
	}
	if s.plan.race != "" && s.steps == s.plan.at {
		adversities[s.plan.race](s)
		s.w.remember()
	}
	return nil
}

func (s *Sim) fail(format string, args ...any) {
	s.Broken = append(s.Broken, fmt.Sprintf(format, args...))
}

// Now, Until and Busy make the Sim a clock; nothing waits inside a tick.
func (s *Sim) Now() time.Time                               { return s.w.now.Add(s.skew) }
func (s *Sim) Until(ctx context.Context, _ time.Time) error { return ctx.Err() }
func (s *Sim) Busy() func()                                 { return func() {} }
func (s *Sim) For(pull.Snapshot) policy.Policy              { return s.rules }

// Observe reads the world, or what a replica still shows of it.
func (s *Sim) Observe(context.Context, pull.Ref) (pull.Snapshot, error) {
	if err := s.boundary(); err != nil {
		return pull.Snapshot{}, err
	}
	now := s.w.snapshot()
	old, ok := s.replica()
	if !ok {
		return now, nil
	}
	switch s.plan.stale {
	case "whole":
		old.At = now.At
		return old, nil
	case "threads":
		now.Threads = old.Threads
	case "words":
		now.Threads, now.Comments, now.Reviews = old.Threads, old.Comments, old.Reviews
	case "head":
		now.Head, now.HeadAt, now.Ours, now.Checks = old.Head, old.HeadAt, old.Ours, old.Checks
	case "draft":
		now.Draft = old.Draft
	case "gap":
		now.Threads, now.Gaps = nil, []pull.Gap{{Surface: pull.SurfaceThreads, What: "page 1", Why: "502"}}
	}
	return now, nil
}

// replica is the oldest picture that the lag still allows.
func (s *Sim) replica() (pull.Snapshot, bool) {
	if s.plan.stale == "" {
		return pull.Snapshot{}, false
	}
	for _, old := range s.w.past {
		if s.w.now.Sub(old.At) < s.rules.Timing.Lag {
			return old, true
		}
	}
	return pull.Snapshot{}, s.plan.stale == "gap"
}

// Start begins a work; it ends when a choice says so.
func (s *Sim) Start(ctx context.Context, loop *reconcile.Loop, _ pull.Ref, scene reconcile.Scene) error {
	name := journal.JobLease(ref, scene.Deed.Key, scene.Deed.Try)
	lease, err := loop.Memory.Acquire(ctx, name, loop.Holder, s.w.now, reconcile.JobTTL)
	if err != nil {
		return err
	}
	s.checkFacts(scene)
	s.jobs = append(s.jobs, jobRun{lease, scene, s.w.now})
	return nil
}

// Cancel drops a running work.
func (s *Sim) Cancel(_ pull.Ref, key action.Key) {
	s.jobs = slices.DeleteFunc(s.jobs, func(j jobRun) bool { return j.scene.Deed.Key == key })
}

// Do carries out an outward deed, unless the plan says what else becomes of it.
func (s *Sim) Do(_ context.Context, scene reconcile.Scene) journal.Did {
	did := journal.Did{Key: scene.Deed.Key, Try: scene.Deed.Try, State: journal.Done}
	if s.boundary() != nil {
		return did // died before the effect; nothing of this is written down
	}
	s.writes++
	if s.writes == s.plan.lose && (s.plan.late || !s.plan.lands) {
		if s.plan.late {
			s.flying = append(s.flying, s.fly(scene))
		}
		did.State = journal.Doubtful
		return did
	}
	switch {
	case s.writes == s.plan.limit:
		did.State, did.Why, did.NotBefore = journal.Lapsed, journal.Limited, s.Now().Add(time.Minute)
		s.w.limited, s.w.limitedUntil = scene.Deed.Key, did.NotBefore
		return did
	case scene.Deed.Key == s.w.limited && s.Now().Before(s.w.limitedUntil) && !s.frozen:
		s.fail("18 limits: %s is tried again before the host allows it", scene.Deed.Key)
	case s.w.barred:
		did.State, did.Why = journal.Barred, journal.Refused
		return did
	}
	if !s.blind && !s.expected(scene.Action) {
		did.State, did.Why = journal.Lapsed, journal.Moved
		return did
	}
	outcome := s.land(scene, s.frozen)
	if s.writes == s.plan.lose {
		did.State = journal.Doubtful
		return did
	}
	if !outcome {
		did.State, did.Why = journal.Lapsed, journal.Moved
		return did
	}
	switch a := scene.Action; {
	case a.Push != nil:
		did.Outcome = &journal.Outcome{Commit: a.Push.Commit}
	case a.FollowUp != nil:
		did.Outcome = &journal.Outcome{URL: "https://github.com/a/b/pull/2"}
	}
	_ = s.boundary() // died after the effect: Settle will not be reached
	return did
}

// fly puts a request on its way: an honest one lands within its deadline, one
// of a frozen sender long after everybody has given it up.
func (s *Sim) fly(scene reconcile.Scene) flight {
	f := flight{scene: scene, sent: s.w.now, lands: s.w.now.Add(s.rules.Timing.Deadline - time.Second), cold: s.plan.cold}
	if f.cold {
		f.lands = s.w.now.Add(5 * time.Minute)
	}
	return f
}

// expected re-reads refs and nodes, as perform does.
func (s *Sim) expected(a action.Action) bool {
	e := a.Expect
	snapshot := s.w.snapshot()
	if e.Head != "" && e.Head != snapshot.Head || e.Draft != nil && *e.Draft != snapshot.Draft {
		return false
	}
	if e.Reaches != "" && !slices.ContainsFunc(snapshot.Ours, func(t pull.Trailer) bool { return t.Commit == e.Reaches }) {
		return false
	}
	return e.At == nil || s.w.version(e.At.Item) == e.At.Version
}

func (w *world) version(id feedback.ItemID) feedback.Version {
	var newest feedback.Version
	offer := func(c pull.Comment) {
		if v := (feedback.Version{Comment: c.ID, Unix: c.LastWord().Unix()}); !c.Ours && newest.Less(v) {
			newest = v
		}
	}
	for _, t := range w.threads {
		if id == feedback.ItemID(fmt.Sprintf("t%d", t.Root().ID)) {
			for _, c := range t.Comments {
				offer(c)
			}
		}
	}
	for _, c := range w.talk {
		if id == feedback.ItemID(fmt.Sprintf("c%d", c.ID)) {
			offer(c)
		}
	}
	for _, r := range w.reviews {
		if id == feedback.ItemID(fmt.Sprintf("r%d.1", r.ID)) {
			newest = feedback.Version{Comment: r.ID, Unix: r.SubmittedAt.Unix()}
		}
	}
	return newest
}
