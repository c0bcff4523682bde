package app

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/queue/local"
	"github.com/settlehq/settle/internal/verdict"
	"github.com/settlehq/settle/internal/view"
)

// OpenPulls lists the open pull requests of a repository, oldest first; where
// author is not empty only those that it has opened, @me being whom we act as.
func (a *App) OpenPulls(ctx context.Context, in pull.Ref, author string) ([]pull.Ref, error) {
	return a.client.Pulls(ctx, in, author)
}

// ManyOptions of a run of several pull requests. Tell, Failed and Ended hear of
// each of them, one call at a time.
type ManyOptions struct {
	RunOptions
	Parallel int // how many are looked at, and how many works are under way, at once; at least 1
	// Unruled drives also where the base branch has no policy file; else such a
	// pull request is only looked at, as in a dry run.
	Unruled bool
	// Failed hears of a look that failed and will be tried again; may be nil.
	Failed func(ref pull.Ref, err error, until time.Time)
	// Ended hears of each that has come to its end, as Run returns it; may be nil.
	Ended func(End)
}

// End is how the run of one of several pull requests ended.
type End struct {
	Ref   pull.Ref
	Facts view.Facts
	Err   error
}

// RunMany drives several pull requests at once, each under a lease and in a
// worktree of its own, until each has come to the end that Run would bring it
// to, or ctx ends. That one fails stops no other. The ends are in the order of
// refs; a pull request that is named twice is driven once.
func (a *App) RunMany(ctx context.Context, refs []pull.Ref, o ManyOptions) []End {
	o.Parallel = max(o.Parallel, 1)
	f := &fleet{App: a, options: o, runs: map[pull.Ref]*run{}, ends: map[pull.Ref]End{}, glance: glance{base: map[pull.Ref]string{}}}
	f.refs = distinct(refs)
	opened := a.clock.Busy() // no time passes while the house is opened
	driving, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	f.stop = stop
	f.open(ctx)
	if len(f.runs) > 0 {
		err := f.drive(ctx, driving, opened)
		f.abandon(ctx, err)
	}
	opened()
	f.ending.Wait()
	ends := make([]End, 0, len(f.refs))
	for _, ref := range f.refs {
		ends = append(ends, f.ends[ref])
	}
	return ends
}

func distinct(refs []pull.Ref) []pull.Ref {
	var once []pull.Ref
	for _, ref := range refs {
		if !slices.Contains(once, ref) {
			once = append(once, ref)
		}
	}
	return once
}

// fleet is one run of several pull requests: one queue, one glance, and a run
// for each of them.
type fleet struct {
	*App
	options ManyOptions
	refs    []pull.Ref
	queue   *local.Queue
	stop    context.CancelCauseFunc
	ending  sync.WaitGroup
	telling sync.Mutex

	mu   sync.Mutex
	runs map[pull.Ref]*run // still to be driven
	ends map[pull.Ref]End
	glance
}

// open begins the run of each pull request, some at once.
func (f *fleet) open(ctx context.Context) {
	var group sync.WaitGroup
	places := make(chan struct{}, f.options.Parallel)
	for _, ref := range f.refs {
		places <- struct{}{}
		group.Go(func() {
			defer func() { <-places }()
			f.begin(ctx, ref)
		})
	}
	group.Wait()
}

// begin takes one pull request into the fleet, or ends it where there is
// nothing to drive.
func (f *fleet) begin(ctx context.Context, ref pull.Ref) {
	r := &run{App: f.App, ref: ref, options: f.options.RunOptions, begun: f.clock.Now(), opened: func() {}, closed: func() {}}
	r.options.Tell = f.tell
	r.options.Failed = func(err error, until time.Time) { f.failed(ref, err, until) }
	facts, err := f.Look(ctx, ref)
	if err != nil || f.options.DryRun || !drivable(facts, f.options.Unruled) {
		r.options.DryRun = true
		r.addTo(&facts)
		f.end(End{Ref: ref, Facts: facts, Err: err})
		return
	}
	if err := Placed(ref, facts.Policy); err != nil {
		f.end(End{Ref: ref, Facts: facts, Err: err})
		return
	}
	release, err := f.hold(ctx, ref)
	if err != nil {
		f.end(End{Ref: ref, Facts: view.Facts{Ref: ref, Now: f.clock.Now()}, Err: err})
		return
	}
	r.release = release
	f.mu.Lock()
	f.runs[ref] = r
	f.mu.Unlock()
}

// drivable: somebody wrote a policy, else nothing is changed; and the pull request
// is there, or once was.
func drivable(facts view.Facts, unruled bool) bool {
	switch facts.Snapshot.State {
	case pull.Open:
		return unruled || facts.Policy.Source != "defaults"
	case pull.Gone:
		return len(facts.Entries) > 0
	}
	return true
}

// drive lets the queue tick until driving ends: every run has come to its end,
// or ctx has. Works live as long as ctx, so that one may outlive the last tick.
func (f *fleet) drive(ctx, driving context.Context, opened func()) error {
	f.queue = local.New(f.store.DB(), f.clock, f.options.Parallel, f.driven()...)
	defer f.running(f.queue)()
	at := make(desks, f.options.Parallel)
	for _, r := range f.driving() {
		r.furnish(ctx, f.queue, at)
		if err := r.knock(ctx); err != nil {
			return err
		}
	}
	if err := f.glimpse(ctx); err != nil && final(err) {
		return err
	}
	return f.queue.Run(driving, func(visiting context.Context, ref pull.Ref) (time.Time, error) {
		opened()
		return f.visit(ctx, visiting, ref)
	})
}

func (f *fleet) driven() []pull.Ref {
	f.mu.Lock()
	defer f.mu.Unlock()
	var refs []pull.Ref
	for _, ref := range f.refs {
		if f.runs[ref] != nil {
			refs = append(refs, ref)
		}
	}
	return refs
}

func (f *fleet) driving() []*run {
	var runs []*run
	for _, ref := range f.driven() {
		runs = append(runs, f.of(ref))
	}
	return runs
}

func (f *fleet) of(ref pull.Ref) *run {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.runs[ref]
}

// visit ticks one pull request, unless a glance shows that a look would find
// what the last one found.
func (f *fleet) visit(ctx, visiting context.Context, ref pull.Ref) (time.Time, error) {
	r := f.of(ref)
	if r == nil {
		return time.Time{}, nil
	}
	if next, still := f.still(visiting, r); still {
		return next, nil
	}
	f.looks(r)
	return r.tick(visiting, func(cause error) { f.over(ctx, r, cause) })
}

// over ends one run, away from the queue: its works may take their time.
func (f *fleet) over(ctx context.Context, r *run, cause error) {
	f.mu.Lock()
	delete(f.runs, r.ref)
	f.mu.Unlock()
	f.ending.Go(func() {
		r.leave(cause)
		facts, err := f.remember(context.WithoutCancel(ctx), r.ref)
		if cause != nil && !errors.Is(cause, errEnd) {
			err = cause
		}
		r.addTo(&facts)
		r.release()
		f.end(End{Ref: r.ref, Facts: facts, Err: err})
		r.closed()
		if len(f.driven()) == 0 {
			f.stop(errEnd)
		}
	})
}

// abandon ends what is still driven when the queue has stopped: by ctx, or
// because it could not go on.
func (f *fleet) abandon(ctx context.Context, err error) {
	if err == nil {
		err = context.Cause(ctx)
	}
	for _, r := range f.driving() {
		if r.cancel == nil { // never furnished
			r.furnish(ctx, f.queue, nil)
		}
		f.over(ctx, r, err)
	}
}

// end keeps how a pull request ended, and tells it.
func (f *fleet) end(e End) {
	f.mu.Lock()
	f.ends[e.Ref] = e
	f.mu.Unlock()
	if f.options.Ended == nil {
		return
	}
	f.telling.Lock()
	defer f.telling.Unlock()
	f.options.Ended(e)
}

// resting: only the outside can move it on, and nothing of ours is under way.
func resting(v verdict.Verdict) bool {
	return (v.Phase == verdict.Waiting || v.Watched()) && len(v.Actions) == 0
}
