// Package store is the contract of our memory: journal lines, leases,
// observations, blobs, and the wake that goes with a verdict.
//
// It promises that a line once written is read again in order, that every
// write under a lease is refused when the lease has passed on, and that Intend
// is one transaction. store/sqlite implements it, storetest is the exam.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verdict"
)

// Errors that callers act on; match them with errors.Is.
var (
	ErrHeld  = journal.ErrHeld // as *HeldError
	ErrStale = journal.ErrStale
	ErrTold  = journal.ErrTold
	ErrState = journal.ErrState

	ErrVersion = errors.New("database is of another version") // as VersionError
	ErrAbsent  = journal.ErrAbsent
	ErrFull    = errors.New("no space left for the database")
	ErrDamaged = errors.New("database is damaged")
)

// HeldError names who holds a lease. It matches ErrHeld.
type HeldError = journal.HeldError

// VersionError says which versions do not fit. It matches ErrVersion.
type VersionError struct{ Found, Known int64 }

func (e *VersionError) Error() string {
	return fmt.Sprintf("database is of version %d, this settle knows %d", e.Found, e.Known)
}

// Unwrap makes it match ErrVersion.
func (e *VersionError) Unwrap() error { return ErrVersion }

// Tx is the part of a transaction that a queue needs to add its row.
type Tx interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Intention is what one verdict changes: new wanted deeds, those no longer
// wished, jobs to void, and the next wake. Wake is called inside the
// transaction; nil sets none.
type Intention struct {
	Verdict verdict.Verdict
	Steps   []journal.Did // wanted, lapsed(unwished), lapsed(void)
	Wake    func(context.Context, Tx) error
}

// Store is the whole contract. All methods are safe for several goroutines and
// several processes. now is always an argument: the store reads no clock.
type Store interface {
	// Acquire takes a lease, or fails with HeldError while another holder's
	// lease has not run out. The same holder nonce renews its own.
	Acquire(ctx context.Context, name string, holder journal.Holder, now time.Time, ttl time.Duration) (journal.Lease, error)
	// Seize takes a lease whoever holds it: for a holder that is known dead.
	Seize(ctx context.Context, name string, holder journal.Holder, now time.Time, ttl time.Duration) (journal.Lease, error)
	Renew(ctx context.Context, lease journal.Lease, now time.Time, ttl time.Duration) (journal.Lease, error)
	Release(ctx context.Context, lease journal.Lease) error
	// Leases lists the leases whose name starts with prefix, run out or not.
	Leases(ctx context.Context, prefix string) ([]journal.Lease, error)

	// Recall reads the journal of a pull request, oldest first.
	Recall(ctx context.Context, ref pull.Ref) ([]journal.Entry, error)
	// Note adds a Saw line under the tick lease.
	Note(ctx context.Context, lease journal.Lease, ref pull.Ref, now time.Time, saw journal.Saw) (journal.Entry, error)
	// Tell adds a person's line; it needs no lease and sets the wake.
	Tell(ctx context.Context, ref pull.Ref, now time.Time, told journal.Told, wake func(context.Context, Tx) error) (journal.Entry, error)
	// Intend stores the verdict, its steps and the wake in one transaction.
	Intend(ctx context.Context, lease journal.Lease, ref pull.Ref, now time.Time, intention Intention) error
	// Begin moves a deed from wanted to started; ErrTold when a told line is newer than seq.
	Begin(ctx context.Context, lease journal.Lease, ref pull.Ref, now time.Time, key action.Key, seq int64) (journal.Entry, error)
	// Settle ends a step of a deed under the tick lease.
	Settle(ctx context.Context, lease journal.Lease, ref pull.Ref, now time.Time, did journal.Did) (journal.Entry, error)
	// Finish ends a work under its job lease, fenced by (key, try), and sets the wake.
	Finish(ctx context.Context, job journal.Lease, ref pull.Ref, now time.Time, did journal.Did, wake func(context.Context, Tx) error) (journal.Entry, error)

	// Verdicts reads the stored verdicts of a pull request with their times, oldest first; Last the newest.
	Verdicts(ctx context.Context, ref pull.Ref) ([]Stored, error)
	Last(ctx context.Context, ref pull.Ref) (Stored, error)
	// Observe keeps one snapshot by the digest of its text; a known digest is not written again.
	Observe(ctx context.Context, ref pull.Ref, digest string, snapshot pull.Snapshot) error
	Observation(ctx context.Context, ref pull.Ref, digest string) (pull.Snapshot, error)

	// PutRecord keeps what ready at a head rested on, in place of an earlier record of
	// that head; Record reads the newest, store.ErrAbsent where there is none.
	PutRecord(ctx context.Context, ref pull.Ref, r verdict.Record) error
	Record(ctx context.Context, ref pull.Ref) (verdict.Record, error)

	// PutReviewing keeps, under a lease, what a review of ours is about to publish, in
	// place of an earlier one; Reviewing reads it, store.ErrAbsent where there is none.
	PutReviewing(ctx context.Context, lease journal.Lease, ref pull.Ref, r journal.Reviewing) error
	Reviewing(ctx context.Context, ref pull.Ref) (journal.Reviewing, error)

	// PutBlob keeps bytes by their digest, which it returns; Blob reads them again.
	PutBlob(ctx context.Context, data []byte) (string, error)
	Blob(ctx context.Context, digest string) ([]byte, error)

	// Refs lists every known pull request.
	Refs(ctx context.Context) ([]pull.Ref, error)
	// Book takes a place in a budget of requests, shared by all processes of one
	// file. Where there is no room it takes none and tells when there will be; the
	// zero time is a place.
	Book(ctx context.Context, budget string, now time.Time, limits ...Limit) (until time.Time, err error)
	// Secret is the key of our marks: made once, kept for ever.
	Secret(ctx context.Context) ([]byte, error)
	// Prune drops observations and blobs of pull requests that ended before the time.
	Prune(ctx context.Context, before time.Time) error
	Close() error
}

// Limit is how many requests a host takes within a time.
type Limit struct {
	Within time.Duration
	Most   int
}

// Stored is a verdict as it was recorded.
type Stored struct {
	Seq     int64 // journal position after which it was made
	At      time.Time
	Verdict verdict.Verdict
}
