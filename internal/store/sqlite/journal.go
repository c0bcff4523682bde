package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/store"
	"github.com/settlehq/settle/internal/verdict"
)

// Recall reads the journal of a pull request, oldest line first.
func (s *Store) Recall(ctx context.Context, ref pull.Ref) ([]journal.Entry, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT entry FROM journal WHERE ref = ? ORDER BY seq`, ref.String())
	if err != nil {
		return nil, fmt.Errorf("read journal: %w", classify(err))
	}
	defer func() { _ = rows.Close() }()
	var entries []journal.Entry
	for rows.Next() {
		var text []byte
		if err := rows.Scan(&text); err != nil {
			return nil, fmt.Errorf("read line: %w", err)
		}
		var e journal.Entry
		if err := json.Unmarshal(text, &e); err != nil {
			return nil, fmt.Errorf("%w: line %d of %s: %w", store.ErrDamaged, len(entries)+1, ref, err)
		}
		entries = append(entries, e)
	}
	return entries, rows.Err()
}

// Note adds a Saw line.
func (s *Store) Note(ctx context.Context, lease journal.Lease, ref pull.Ref, now time.Time, saw journal.Saw) (entry journal.Entry, err error) {
	err = s.write(ctx, func(tx *sql.Tx) error {
		if err := under(ctx, tx, lease); err != nil {
			return err
		}
		entry, err = add(ctx, tx, ref, journal.Entry{At: now, Term: lease.Term, Saw: &saw})
		return err
	})
	return entry, err
}

// Tell adds a person's line and sets the wake; it needs no lease.
func (s *Store) Tell(ctx context.Context, ref pull.Ref, now time.Time, told journal.Told, wake func(context.Context, store.Tx) error) (entry journal.Entry, err error) {
	err = s.write(ctx, func(tx *sql.Tx) error {
		if entry, err = add(ctx, tx, ref, journal.Entry{At: now, Told: &told}); err != nil {
			return err
		}
		return call(ctx, tx, wake)
	})
	return entry, err
}

func call(ctx context.Context, tx *sql.Tx, wake func(context.Context, store.Tx) error) error {
	if wake == nil {
		return nil
	}
	return wake(ctx, tx)
}

// Intend stores a verdict, its steps and its wake in one transaction.
func (s *Store) Intend(ctx context.Context, lease journal.Lease, ref pull.Ref, now time.Time, in store.Intention) error {
	return s.write(ctx, func(tx *sql.Tx) error {
		if err := under(ctx, tx, lease); err != nil {
			return err
		}
		if err := keepVerdict(ctx, tx, ref, now, in.Verdict); err != nil {
			return err
		}
		for _, did := range in.Steps {
			if _, err := step(ctx, tx, ref, now, lease.Term, did); err != nil {
				return err
			}
		}
		return call(ctx, tx, in.Wake)
	})
}

func keepVerdict(ctx context.Context, tx *sql.Tx, ref pull.Ref, now time.Time, v verdict.Verdict) error {
	if err := know(ctx, tx, ref); err != nil {
		return err
	}
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("write verdict: %w", err)
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO verdict (ref, seq, at, verdict) VALUES (?, ?, ?, ?)`, ref.String(), v.Basis.Seq, now.UnixNano(), string(text))
	if err != nil {
		return fmt.Errorf("keep verdict: %w", err)
	}
	var ended int64
	if v.Phase == verdict.Ended {
		ended = now.UnixNano()
	}
	if _, err := tx.ExecContext(ctx, `UPDATE pull SET ended = ? WHERE ref = ? AND (ended = 0 OR ? = 0)`, ended, ref.String(), ended); err != nil {
		return fmt.Errorf("keep the end: %w", err)
	}
	return nil
}

// Begin moves a deed from wanted to started, unless a person has spoken since seq.
func (s *Store) Begin(ctx context.Context, lease journal.Lease, ref pull.Ref, now time.Time, key action.Key, seq int64) (entry journal.Entry, err error) {
	err = s.write(ctx, func(tx *sql.Tx) error {
		if err := under(ctx, tx, lease); err != nil {
			return err
		}
		var newer int
		row := tx.QueryRowContext(ctx, `SELECT count(*) FROM journal WHERE ref = ? AND seq > ? AND told = 1`, ref.String(), seq)
		if err := row.Scan(&newer); err != nil {
			return fmt.Errorf("look for a person's word: %w", err)
		}
		if newer > 0 {
			return store.ErrTold
		}
		_, try, err := stateOf(ctx, tx, ref, key)
		if err != nil {
			return err
		}
		entry, err = step(ctx, tx, ref, now, lease.Term, journal.Did{Key: key, Try: try, State: journal.Started})
		return err
	})
	return entry, err
}

// Settle ends a step of a deed under the tick lease.
func (s *Store) Settle(ctx context.Context, lease journal.Lease, ref pull.Ref, now time.Time, did journal.Did) (entry journal.Entry, err error) {
	err = s.write(ctx, func(tx *sql.Tx) error {
		if err := under(ctx, tx, lease); err != nil {
			return err
		}
		entry, err = step(ctx, tx, ref, now, lease.Term, did)
		return err
	})
	return entry, err
}

// Finish ends a work under its own lease and sets the wake.
func (s *Store) Finish(ctx context.Context, job journal.Lease, ref pull.Ref, now time.Time, did journal.Did, wake func(context.Context, store.Tx) error) (entry journal.Entry, err error) {
	err = s.write(ctx, func(tx *sql.Tx) error {
		if err := under(ctx, tx, job); err != nil {
			return err
		}
		if entry, err = step(ctx, tx, ref, now, job.Term, did); err != nil {
			return err
		}
		return call(ctx, tx, wake)
	})
	return entry, err
}
