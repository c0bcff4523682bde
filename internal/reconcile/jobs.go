package reconcile

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
)

// Jobs runs the works of this process: agents and checks, outside the ticks,
// each under a lease of its own that a heartbeat renews. The zero value is not
// ready; use NewJobs. Safe for several goroutines.
type Jobs struct {
	ctx     context.Context
	mu      sync.Mutex
	running map[string]context.CancelFunc
	group   sync.WaitGroup
}

// NewJobs makes a runner whose jobs end with ctx.
func NewJobs(ctx context.Context) *Jobs {
	return &Jobs{ctx: ctx, running: map[string]context.CancelFunc{}}
}

// Start takes the job's lease and lets it run. It returns before the job ends.
func (j *Jobs) Start(ctx context.Context, loop *Loop, ref pull.Ref, scene Scene) error {
	name := journal.JobLease(ref, scene.Deed.Key, scene.Deed.Try)
	lease, err := loop.Memory.Acquire(ctx, name, loop.Holder, loop.Clock.Now(), JobTTL)
	if err != nil {
		return fmt.Errorf("take lease of job: %w", err)
	}
	run, cancel := context.WithCancel(j.ctx)
	j.mu.Lock()
	j.running[name] = cancel
	j.mu.Unlock()
	idle := loop.Clock.Busy()
	j.group.Go(func() {
		defer idle()
		defer cancel()
		job{loop: loop, ref: ref, scene: scene, lease: lease}.run(run, cancel)
		j.mu.Lock()
		delete(j.running, name)
		j.mu.Unlock()
	})
	return nil
}

// Cancel ends the running job of a key, if it is ours; its result is refused anyway.
func (j *Jobs) Cancel(ref pull.Ref, key action.Key) {
	j.mu.Lock()
	defer j.mu.Unlock()
	prefix := journal.JobLease(ref, key, 0)
	prefix = prefix[:len(prefix)-1]
	for name, cancel := range j.running {
		if len(name) > len(prefix) && name[:len(prefix)] == prefix {
			cancel()
		}
	}
}

// Wait returns when every job has ended.
func (j *Jobs) Wait() { j.group.Wait() }

// job is one running work.
type job struct {
	loop  *Loop
	ref   pull.Ref
	scene Scene
	lease journal.Lease
}

// run performs the work and writes its end. Whatever happened, a job whose
// context ended says "died": the world moved, or we were told to stop, and
// neither spends an attempt.
func (j job) run(ctx context.Context, cancel context.CancelFunc) {
	beat := make(chan journal.Lease, 1)
	go j.heartbeat(ctx, cancel, beat)
	did := j.loop.Performer.Do(ctx, j.scene)
	if ctx.Err() != nil {
		did = journal.Did{Key: j.scene.Deed.Key, Try: j.scene.Deed.Try, State: journal.Lapsed, Why: journal.Died}
	}
	cancel()
	lease := <-beat
	now := j.loop.Clock.Now()
	did.NotBefore = backOff(j.scene.Deed, did, now)
	last := context.WithoutCancel(ctx)
	// A refusal means that the try is void or somebody else's: its result is nobody's.
	if _, err := j.loop.Memory.Finish(last, lease, j.ref, now, did); err == nil {
		j.loop.notice(Notice{Ref: j.ref, Deed: &did})
	}
	j.loop.release(last, lease)
}

// heartbeat renews the lease until ctx ends and then hands it back. A lease
// that cannot be renewed ends the job.
func (j job) heartbeat(ctx context.Context, cancel context.CancelFunc, last chan<- journal.Lease) {
	lease := j.lease
	defer func() { last <- lease }()
	for {
		if j.loop.Clock.Until(ctx, j.loop.Clock.Now().Add(Heartbeat)) != nil {
			return
		}
		renewed, err := j.loop.Memory.Renew(ctx, lease, j.loop.Clock.Now(), JobTTL)
		if err != nil {
			cancel()
			return
		}
		lease = renewed
	}
}

// System is the clock of the machine.
type System struct{}

// Now is the time in UTC.
func (System) Now() time.Time { return time.Now().UTC() }

// slice bounds one timer: a timer stands still while the machine sleeps, and
// the clock on the wall does not.
const slice = 15 * time.Second

// Until waits until the clock on the wall shows the time: a machine that slept
// over it goes on within a slice of waking up.
func (System) Until(ctx context.Context, at time.Time) error {
	for at = at.Round(0); ; {
		left := time.Until(at)
		if left <= 0 {
			return ctx.Err()
		}
		timer := time.NewTimer(min(left, slice))
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-timer.C:
		}
	}
}

// Busy takes no notice.
func (System) Busy() func() { return func() {} }
