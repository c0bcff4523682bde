package reconcile

import (
	"context"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verdict"
)

// Observer looks at a pull request. What it could not read is a gap of the
// snapshot; an error means that nothing at all could be read.
type Observer interface {
	Observe(ctx context.Context, ref pull.Ref) (pull.Snapshot, error)
}

// Performer carries out one begun deed and says what became of it: the Did has
// the state done, lapsed, barred or doubtful. It never fails in another way.
// Work may take long; ctx ends when the job's lease is lost.
type Performer interface {
	Do(ctx context.Context, scene Scene) journal.Did
}

// Works runs the works of this process outside the ticks; Jobs is the one of
// production.
type Works interface {
	// Start takes the job's lease and lets the work run; it returns before the
	// work ends. The work's end is written with Memory.Finish.
	Start(ctx context.Context, loop *Loop, ref pull.Ref, scene Scene) error
	// Cancel ends the running work of a key, if it is ours.
	Cancel(ref pull.Ref, key action.Key)
}

// Scene is what a performer is given.
type Scene struct {
	Snapshot pull.Snapshot
	Policy   policy.Policy
	History  journal.History
	Deed     journal.Deed // the started deed: its key and try
	Action   action.Action
	From     journal.Deed // for verify, repair and push: the deed whose outcome holds the commit
	Verdict  verdict.Verdict
}

// Memory is the part of the store that the loop needs. Refusals are those of
// the journal: ErrHeld, ErrStale, ErrTold, ErrState.
type Memory interface {
	Acquire(ctx context.Context, name string, holder journal.Holder, now time.Time, ttl time.Duration) (journal.Lease, error)
	Renew(ctx context.Context, lease journal.Lease, now time.Time, ttl time.Duration) (journal.Lease, error)
	Release(ctx context.Context, lease journal.Lease) error
	Leases(ctx context.Context, prefix string) ([]journal.Lease, error)
	Recall(ctx context.Context, ref pull.Ref) ([]journal.Entry, error)
	Note(ctx context.Context, lease journal.Lease, ref pull.Ref, now time.Time, saw journal.Saw) (journal.Entry, error)
	// Intend stores the verdict, its steps and the wake in one transaction.
	Intend(ctx context.Context, lease journal.Lease, ref pull.Ref, now time.Time, v verdict.Verdict, steps []journal.Did) error
	Begin(ctx context.Context, lease journal.Lease, ref pull.Ref, now time.Time, key action.Key, seq int64) (journal.Entry, error)
	Settle(ctx context.Context, lease journal.Lease, ref pull.Ref, now time.Time, did journal.Did) (journal.Entry, error)
	// Finish ends a work under its own lease and wakes the pull request at once.
	Finish(ctx context.Context, job journal.Lease, ref pull.Ref, now time.Time, did journal.Did) (journal.Entry, error)
	Observe(ctx context.Context, ref pull.Ref, digest string, snapshot pull.Snapshot) error
}

// Policies gives the policy in force for what a snapshot shows.
type Policies interface {
	For(snapshot pull.Snapshot) policy.Policy
}

// Clock is time as the program lives it: the system's or a play's.
type Clock interface {
	Now() time.Time
	// Until returns when the time has come or ctx has ended.
	Until(ctx context.Context, at time.Time) error
	// Busy keeps a scripted clock from jumping until idle is called.
	Busy() (idle func())
}
