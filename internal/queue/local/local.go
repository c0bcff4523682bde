// Package local wakes pull requests on one machine: one row each in the SQLite
// file of the store, and a channel for those who are in the same process.
//
// It promises the queue contract across processes that share the file: a row is
// held by one run at a time, and a run whose process died is taken over when
// its hold runs out. Exclusion that matters is the tick lease's; the hold only
// saves vain runs.
package local

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/queue"
	"github.com/settlehq/settle/internal/store"
)

// Bounds of the queue, on its clock.
const (
	hold      = 2 * time.Minute  // of a row by a run; longer than any tick
	poll      = 5 * time.Second  // how late a wake by another process may be seen
	delayFrom = 5 * time.Second  // after a first error, doubling
	delayMost = 10 * time.Minute // and no longer
)

// Queue implements queue.Queue. Safe for several goroutines.
type Queue struct {
	db       *sql.DB
	clock    queue.Clock
	parallel int
	only     map[string]bool // nil: every pull request
	nudge    chan struct{}
}

var _ queue.Queue = (*Queue)(nil)

// New makes a queue on the store's file that runs at most parallel handlers at
// once. With only given, it runs those pull requests and no others: a process
// that was asked for one must not work on what another one watches.
func New(db *sql.DB, clock queue.Clock, parallel int, only ...pull.Ref) *Queue {
	q := &Queue{db: db, clock: clock, parallel: max(parallel, 1), nudge: make(chan struct{}, 1)}
	if len(only) > 0 {
		q.only = map[string]bool{}
		for _, ref := range only {
			q.only[ref.String()] = true
		}
	}
	return q
}

// Wake asks for a run at or after a time. Wakes merge to the earliest.
func (q *Queue) Wake(ctx context.Context, tx store.Tx, ref pull.Ref, at time.Time) error {
	name, err := json.Marshal(ref)
	if err != nil {
		return fmt.Errorf("write name: %w", err)
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO wake (ref, name, at) VALUES (?, ?, ?)
		ON CONFLICT (ref) DO UPDATE SET at = min(at, excluded.at), seq = seq + 1`,
		ref.String(), string(name), at.UnixNano())
	if err != nil {
		return fmt.Errorf("set wake: %w", err)
	}
	// The transaction is not committed yet; a dispatcher that looks too early
	// looks again at its next poll at the latest, and Nudge after the commit.
	q.Nudge()
	return nil
}

// Nudge lets the dispatcher of this process look at once.
func (q *Queue) Nudge() {
	select {
	case q.nudge <- struct{}{}:
	default:
	}
}

// Free ends the hold that a run of a dead process left on a row. Only who
// knows that no run is under way may call it.
func (q *Queue) Free(ctx context.Context, ref pull.Ref) error {
	if _, err := q.db.ExecContext(ctx, `UPDATE wake SET running = 0 WHERE ref = ?`, ref.String()); err != nil {
		return fmt.Errorf("free %s: %w", ref, err)
	}
	return nil
}

// due is one row taken for a run.
type due struct{ ref pull.Ref }

// Run calls the handler for each due pull request until ctx ends. It returns
// when every handler has returned.
func (q *Queue) Run(ctx context.Context, handler queue.Handler) error {
	var group sync.WaitGroup
	defer group.Wait()
	slots := make(chan struct{}, q.parallel)
	for ctx.Err() == nil {
		select {
		case slots <- struct{}{}:
		case <-ctx.Done():
			return nil
		}
		one, next, err := q.claim(ctx)
		if err != nil && ctx.Err() == nil {
			return err
		}
		if err != nil {
			return nil
		}
		if one == nil {
			<-slots
			q.sleep(ctx, next)
			continue
		}
		done := q.clock.Busy()
		group.Go(func() {
			defer done()
			q.handle(ctx, handler, *one)
			<-slots
			q.Nudge()
		})
	}
	return nil
}

// sleep waits for the next due time, a poll, or a nudge, whichever is first.
func (q *Queue) sleep(ctx context.Context, next time.Time) {
	until := q.clock.Now().Add(poll)
	if !next.IsZero() && next.Before(until) {
		until = next
	}
	waiting, cancel := context.WithCancel(ctx)
	defer cancel()
	stop := make(chan struct{})
	go func() {
		defer close(stop)
		select {
		case <-q.nudge:
			cancel()
		case <-waiting.Done():
		}
	}()
	_ = q.clock.Until(waiting, until) // its end, a nudge or ctx's: the caller looks again
	cancel()
	<-stop
}

// claim takes the earliest due row, or tells when the next one will be due. A
// row that is taken wants nothing but what is asked for during its run, and is
// due again when its hold runs out.
func (q *Queue) claim(ctx context.Context) (*due, time.Time, error) {
	tx, err := q.db.BeginTx(ctx, nil)
	if err != nil {
		return nil, time.Time{}, fmt.Errorf("look for due pull requests: %w", err)
	}
	defer func() { _ = tx.Rollback() }()
	rows, err := tx.QueryContext(ctx, `SELECT ref, name, CASE WHEN running > 0 THEN running ELSE at END AS due
		FROM wake WHERE at < ? OR running > 0 ORDER BY due`, never)
	if err != nil {
		return nil, time.Time{}, fmt.Errorf("look for due pull requests: %w", err)
	}
	one, next, err := q.earliest(rows)
	if err != nil || one == nil {
		return nil, next, err
	}
	if next.After(q.clock.Now()) {
		return nil, next, nil
	}
	until := q.clock.Now().Add(hold).UnixNano()
	if _, err := tx.ExecContext(ctx, `UPDATE wake SET running = ?, at = ? WHERE ref = ?`, until, never, one.ref.String()); err != nil {
		return nil, time.Time{}, fmt.Errorf("hold %s: %w", one.ref, err)
	}
	if err := tx.Commit(); err != nil {
		return nil, time.Time{}, fmt.Errorf("hold %s: %w", one.ref, err)
	}
	return one, next, nil
}

// never is the time of a row that wants no run.
const never = int64(1) << 62

func (q *Queue) earliest(rows *sql.Rows) (*due, time.Time, error) {
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var ref, name string
		var at int64
		var one due
		if err := rows.Scan(&ref, &name, &at); err != nil {
			return nil, time.Time{}, fmt.Errorf("read wake: %w", err)
		}
		if q.only != nil && !q.only[ref] {
			continue
		}
		if err := json.Unmarshal([]byte(name), &one.ref); err != nil {
			return nil, time.Time{}, fmt.Errorf("read name of %s: %w", ref, err)
		}
		return &one, time.Unix(0, at).UTC(), nil
	}
	return nil, time.Time{}, rows.Err()
}

// handle runs the handler and stores when to look again: when the handler said,
// or when somebody asked during the run, whichever is earlier.
func (q *Queue) handle(ctx context.Context, handler queue.Handler, one due) {
	next, err := handler(ctx, one.ref)
	at, errs := never, 0
	if !next.IsZero() {
		at = next.UnixNano()
	}
	last := context.WithoutCancel(ctx)
	if err != nil {
		errs = q.errors(last, one.ref) + 1
		at = q.clock.Now().Add(delay(errs)).UnixNano()
	}
	if err != nil && errors.Is(err, context.Canceled) {
		at, errs = q.clock.Now().UnixNano(), 0 // we were told to stop; nothing is wrong
	}
	_, _ = q.db.ExecContext(last, `UPDATE wake SET running = 0, errors = ?, at = min(at, ?) WHERE ref = ?`,
		errs, at, one.ref.String()) // a row that cannot be written is taken over when its hold ends
}

func (q *Queue) errors(ctx context.Context, ref pull.Ref) int {
	var n int
	_ = q.db.QueryRowContext(ctx, `SELECT errors FROM wake WHERE ref = ?`, ref.String()).Scan(&n)
	return n
}

func delay(errs int) time.Duration { return min(delayFrom<<min(errs-1, 10), delayMost) }
