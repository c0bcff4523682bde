package reconcile

import (
	"context"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/store"
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

// Scene is what a performer is given.
type Scene struct {
	Snapshot pull.Snapshot
	Policy   policy.Policy
	Deed     journal.Deed // the started deed: its key and try
	Action   action.Action
	From     journal.Deed // for verify, repair and push: the deed whose outcome holds the commit
}

// Memory is the part of the store that the loop needs.
type Memory interface {
	Acquire(ctx context.Context, name string, holder journal.Holder, now time.Time, ttl time.Duration) (journal.Lease, error)
	Renew(ctx context.Context, lease journal.Lease, now time.Time, ttl time.Duration) (journal.Lease, error)
	Release(ctx context.Context, lease journal.Lease) error
	Leases(ctx context.Context, prefix string) ([]journal.Lease, error)
	Recall(ctx context.Context, ref pull.Ref) ([]journal.Entry, error)
	Note(ctx context.Context, lease journal.Lease, ref pull.Ref, now time.Time, saw journal.Saw) (journal.Entry, error)
	Intend(ctx context.Context, lease journal.Lease, ref pull.Ref, now time.Time, intention store.Intention) error
	Begin(ctx context.Context, lease journal.Lease, ref pull.Ref, now time.Time, key action.Key, seq int64) (journal.Entry, error)
	Settle(ctx context.Context, lease journal.Lease, ref pull.Ref, now time.Time, did journal.Did) (journal.Entry, error)
	Finish(ctx context.Context, job journal.Lease, ref pull.Ref, now time.Time, did journal.Did, wake func(context.Context, store.Tx) error) (journal.Entry, error)
	Observe(ctx context.Context, ref pull.Ref, digest string, snapshot pull.Snapshot) error
}

// Policies gives the policy in force for what a snapshot shows.
type Policies interface {
	For(snapshot pull.Snapshot) policy.Policy
}

// Clock is time as the program lives it.
type Clock interface {
	Now() time.Time
	Until(ctx context.Context, at time.Time) error
}

// Waker sets the next look at a pull request.
type Waker interface {
	Wake(ctx context.Context, tx store.Tx, ref pull.Ref, at time.Time) error
}
