package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/store"
)

// write runs one immediate transaction: whole, or not at all.
func (s *Store) write(ctx context.Context, body func(*sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin transaction: %w", classify(err))
	}
	if err := body(tx); err != nil {
		return errors.Join(classify(err), rollback(tx))
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", classify(err))
	}
	return nil
}

func rollback(tx *sql.Tx) error {
	if err := tx.Rollback(); err != nil && !errors.Is(err, sql.ErrTxDone) {
		return fmt.Errorf("roll back: %w", err)
	}
	return nil
}

// under refuses a writer whose lease has passed on.
func under(ctx context.Context, tx *sql.Tx, lease journal.Lease) error {
	var term, until int64
	err := tx.QueryRowContext(ctx, `SELECT term, until FROM lease WHERE name = ?`, lease.Name).Scan(&term, &until)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("read lease: %w", err)
	}
	if err != nil || term != lease.Term || until == 0 {
		return fmt.Errorf("%s, term %d: %w", lease.Name, lease.Term, store.ErrStale)
	}
	return nil
}

// add appends a line and gives it its number.
func add(ctx context.Context, tx *sql.Tx, ref pull.Ref, e journal.Entry) (journal.Entry, error) {
	if err := know(ctx, tx, ref); err != nil {
		return e, err
	}
	row := tx.QueryRowContext(ctx, `SELECT coalesce(max(seq), 0) + 1 FROM journal WHERE ref = ?`, ref.String())
	if err := row.Scan(&e.Seq); err != nil {
		return e, fmt.Errorf("number the line: %w", err)
	}
	text, err := json.Marshal(e)
	if err != nil {
		return e, fmt.Errorf("write the line: %w", err)
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO journal (ref, seq, entry, told) VALUES (?, ?, ?, ?)`, ref.String(), e.Seq, string(text), e.Told != nil)
	if err != nil {
		return e, fmt.Errorf("add the line: %w", err)
	}
	return e, nil
}

// know keeps the name of a pull request that has lines.
func know(ctx context.Context, tx *sql.Tx, ref pull.Ref) error {
	name, err := json.Marshal(ref)
	if err != nil {
		return fmt.Errorf("write the name: %w", err)
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO pull (ref, name) VALUES (?, ?) ON CONFLICT (ref) DO NOTHING`, ref.String(), string(name))
	if err != nil {
		return fmt.Errorf("keep the name: %w", err)
	}
	return nil
}

// step adds a Did line after checking that it is legal from where the deed stands.
func step(ctx context.Context, tx *sql.Tx, ref pull.Ref, now time.Time, term int64, did journal.Did) (journal.Entry, error) {
	state, try, err := stateOf(ctx, tx, ref, did.Key)
	if err != nil {
		return journal.Entry{}, err
	}
	if err := journal.Check(state, did); err != nil {
		return journal.Entry{}, fmt.Errorf("%w: %w", store.ErrState, err)
	}
	if state.Open() && state != journal.Wanted && did.Try != try {
		return journal.Entry{}, fmt.Errorf("%s is at try %d, not %d: %w", did.Key, try, did.Try, store.ErrState)
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO deed (ref, key, state, try) VALUES (?, ?, ?, ?)
		ON CONFLICT (ref, key) DO UPDATE SET state = excluded.state, try = excluded.try`,
		ref.String(), string(did.Key), string(did.State), did.Try)
	if err != nil {
		return journal.Entry{}, fmt.Errorf("index the deed: %w", err)
	}
	return add(ctx, tx, ref, journal.Entry{At: now, Term: term, Did: &did})
}

func stateOf(ctx context.Context, tx *sql.Tx, ref pull.Ref, key action.Key) (state journal.State, try int, err error) {
	row := tx.QueryRowContext(ctx, `SELECT state, try FROM deed WHERE ref = ? AND key = ?`, ref.String(), string(key))
	if err := row.Scan(&state, &try); err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", 0, fmt.Errorf("read the deed: %w", err)
	}
	return state, try, nil
}
