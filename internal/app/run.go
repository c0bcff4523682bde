package app

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/queue/local"
	"github.com/settlehq/settle/internal/reconcile"
	"github.com/settlehq/settle/internal/store"
	"github.com/settlehq/settle/internal/verdict"
	"github.com/settlehq/settle/internal/view"
)

// RunOptions of one run.
type RunOptions struct {
	Once   bool   // one tick, then stop wherever it stands
	DryRun bool   // observe and decide only
	Item   string // fragment of a URL: only the item it points to; empty: all
	// Tell hears of each step with the facts at that time: a look and its
	// verdict, or, with deed, a step of a deed. One call at a time; may be nil.
	Tell func(f view.Facts, deed *journal.Did)
	// Failed hears of a look that failed and will be tried again, at the time
	// where that is known; may be nil.
	Failed func(err error, until time.Time)
	// Ask shows the person at the terminal a round's questions and planned fixes,
	// once, before any of them begins, where policy says escalation.mode: prompt.
	// What it gives is written down in the name of Who. nil: nobody is there.
	Ask func(ctx context.Context, plan view.Plan) ([]feedback.Judgment, error)
	Who string

	narrow func(reconcile.Judge) reconcile.Judge // what of the judgment this run acts on; nil: all of it
	first  func(context.Context) error           // done when the pull request is held, before the first look; may be nil
}

// Run drives a pull request until it is ready, where policy watches after that
// until it is merged, closed or stopped, or only a person or the world
// can move it further, or ctx ends. It gives the facts at the end; with an
// error they are what was known by then. While another process drives the pull
// request the error is a *journal.HeldError.
func (a *App) Run(ctx context.Context, ref pull.Ref, o RunOptions) (view.Facts, error) {
	r := &run{App: a, ref: ref, options: o, begun: a.clock.Now(), closed: func() {}}
	if o.DryRun {
		return r.dry(ctx)
	}
	r.opened = sync.OnceFunc(a.clock.Busy()) // until the first tick: no time passes while the house is opened
	defer r.opened()
	defer func() { r.closed() }()
	release, err := a.hold(ctx, ref)
	if err != nil {
		return view.Facts{Ref: ref, Now: a.clock.Now()}, err
	}
	defer release()
	if o.first != nil {
		if err := o.first(ctx); err != nil {
			return view.Facts{Ref: ref, Now: a.clock.Now()}, err
		}
	}
	err = r.drive(ctx)
	facts, gathered := a.remember(context.WithoutCancel(ctx), ref)
	if err == nil {
		err = gathered
	}
	r.addTo(&facts)
	return facts, err
}

// run is one run of one pull request.
type run struct {
	*App
	ref     pull.Ref
	options RunOptions
	begun   time.Time
	opened  func()
	closed  func() // no time passes either once the run has come to its end

	queue  *local.Queue
	loop   *reconcile.Loop
	jobs   *reconcile.Jobs
	cancel context.CancelFunc // of the works

	release func() // of the run lease; set where a fleet holds it
	acted   bool   // something was done since a fleet looked last

	telling  sync.Mutex
	mu       sync.Mutex
	snapshot *pull.Snapshot
	verdict  verdict.Verdict
	idle     idle
	attended attended
	refused  bool // the host refused the account at the last look
}

// addTo completes facts with what this run has seen and cost.
func (r *run) addTo(f *view.Facts) {
	r.mu.Lock()
	defer r.mu.Unlock()
	stats := r.client.Stats()
	f.Requests, f.Points, f.Bytes, f.Waited, f.DryRun = stats.Requests, stats.Points, stats.Bytes, r.idle.sum, r.options.DryRun
	if r.snapshot != nil {
		f.Snapshot, f.ObservedAt = r.snapshot, r.snapshot.At
		f.Verdict = r.verdict
		f.Policy = policies{r.App}.For(*r.snapshot)
	}
}

// drive lets the queue tick until the run has come to its end.
func (r *run) drive(ctx context.Context) error {
	running, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	r.furnish(ctx, local.New(r.store.DB(), r.clock, 1, r.ref), nil)
	defer r.cancel()
	defer r.running(r.queue)()
	if err := r.knock(ctx); err != nil {
		return err
	}
	err := r.queue.Run(running, func(ctx context.Context, _ pull.Ref) (time.Time, error) { return r.tick(ctx, stop) })
	r.leave(context.Cause(running))
	switch cause := context.Cause(running); {
	case err != nil:
		return err
	case errors.Is(cause, errEnd), cause == nil:
		return nil
	case ctx.Err() != nil:
		return context.Cause(ctx)
	default:
		return cause
	}
}

// errEnd ends a run that has come to its end.
var errEnd = errors.New("the run has come to its end")

// furnish wires what a run needs: its loop, and works of its own that end with
// ctx. Desks, where there are any, bound how many works are under way at once.
func (r *run) furnish(ctx context.Context, queue *local.Queue, at desks) {
	working, cancel := context.WithCancel(ctx)
	r.queue, r.jobs, r.cancel = queue, reconcile.NewJobs(working), cancel
	r.loop = &reconcile.Loop{
		Observer: observer{r.App}, Memory: memory{Store: r.store, queue: r.queue, ready: r.keepRecord}, Policies: policies{r.App}, Judge: reconcile.Decide,
		Performer: r.performer(), Clock: r.clock, Works: r.jobs, Holder: r.holder, Code: r.App.options.Version, Notice: r.notice,
	}
	if r.options.Item != "" {
		r.loop.Judge = focused(r.loop.Judge, itemOfFragment(r.options.Item))
	}
	if r.options.Ask != nil {
		r.loop.Judge = r.attended.judge(r.loop.Judge)
	}
	if r.options.narrow != nil {
		r.loop.Judge = r.options.narrow(r.loop.Judge)
	}
	if r.App.options.Wrap != nil {
		r.App.options.Wrap(r.loop)
	}
	r.loop.Performer = seated{r.loop.Performer, at}
}

// tick looks once and does what is due; stop hears why the run is over.
func (r *run) tick(ctx context.Context, stop context.CancelCauseFunc) (time.Time, error) {
	r.before()
	next, err := r.loop.Tick(ctx, r.ref)
	if err == nil {
		var asked bool
		if asked, err = r.ask(ctx); asked {
			return r.clock.Now(), nil
		}
	}
	return r.after(next, err, stop)
}

// leave ends the works that are still under way, and returns when they have.
func (r *run) leave(cause error) {
	if !errors.Is(cause, errEnd) || !r.mayEnd() {
		r.cancel()
	}
	r.jobs.Wait()
}

// mayEnd: one look's works belong to it, and what a person holds or takes over
// keeps what was begun; both end by themselves.
func (r *run) mayEnd() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.options.Once || r.verdict.Phase == verdict.Paused
}

// knock asks for a first look now. The run lease is ours, so that a hold on the
// row is a dead process's.
func (r *run) knock(ctx context.Context) error {
	if err := r.queue.Free(ctx, r.ref); err != nil {
		return err
	}
	return r.queue.Wake(ctx, r.store.DB(), r.ref, r.clock.Now())
}

// notice keeps what the end of the run tells, and passes it on.
func (r *run) notice(n reconcile.Notice) {
	r.mu.Lock()
	r.idle.notice(n)
	r.acted = r.acted || n.Deed != nil
	if n.Snapshot != nil {
		r.snapshot, r.verdict = n.Snapshot, *n.Verdict
	}
	r.mu.Unlock()
	if r.options.Tell == nil {
		return
	}
	facts, err := r.recall(context.Background(), r.ref)
	if err != nil {
		return // telling is no reason to stop; the loop meets the error itself
	}
	r.addTo(&facts)
	r.telling.Lock()
	defer r.telling.Unlock()
	r.options.Tell(facts, n.Deed)
}

// before marks that a tick begins.
func (r *run) before() {
	r.opened()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.idle.turn(r.clock.Now())
	r.idle.ticking = true
}

// after looks at a tick that has ended. What the host refuses for a while is
// tried again when it said, other failures by the queue's own delays; one that
// no waiting changes, or that kept the run from ever seeing the pull request,
// ends it. An account that is refused is tried once more.
func (r *run) after(next time.Time, err error, stop context.CancelCauseFunc) (time.Time, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.idle.turn(r.clock.Now())
	r.idle.ticking = false
	var failure *action.Failure
	limited := errors.As(err, &failure) && failure.Class == action.Limited
	switch {
	case err == nil && (r.options.Once || atRest(r.verdict)):
		r.closed = r.clock.Busy()
		stop(errEnd)
	case err == nil:
		r.refused = false
	case r.blinks(failure):
		r.refused = true
		r.tellFailed(err, time.Time{})
	case r.options.Once || final(err) || r.snapshot == nil && !limited:
		r.closed = r.clock.Busy()
		stop(err)
	case limited:
		r.tellFailed(err, failure.Until)
		return failure.Until, nil
	default:
		r.tellFailed(err, time.Time{})
	}
	return next, err
}

// blinks: a host may refuse for a moment whom it takes at the next look. Twice
// running is no moment.
func (r *run) blinks(failure *action.Failure) bool {
	return failure != nil && failure.Class == action.NotAllowed && !r.refused && r.snapshot != nil && !r.options.Once
}

func (r *run) tellFailed(err error, until time.Time) {
	if r.options.Failed != nil {
		r.options.Failed(err, until)
	}
}

// final: no waiting changes this.
func final(err error) bool {
	if errors.Is(err, ErrUnanswered) || errors.Is(err, store.ErrFull) || errors.Is(err, store.ErrDamaged) || errors.Is(err, journal.ErrState) {
		return true
	}
	var failure *action.Failure
	if !errors.As(err, &failure) {
		return false
	}
	return failure.Class == action.NotAllowed || failure.Class == action.Refused || failure.Class == action.Gone
}

// atRest: nothing is due, and only a person can move it, or nobody.
func atRest(v verdict.Verdict) bool {
	if len(v.Actions) > 0 {
		return false
	}
	switch v.Phase {
	case verdict.Ready:
		return !v.Watched()
	case verdict.NeedsYou, verdict.Blocked, verdict.Paused, verdict.Ended:
		return true
	}
	return v.Why.Code == oneItem || v.Why.Code == fileApplied
}

// dry observes and decides once, and changes nothing.
func (r *run) dry(ctx context.Context) (view.Facts, error) {
	facts, err := r.Look(ctx, r.ref)
	r.addTo(&facts)
	facts.DryRun = true
	return facts, err
}
