package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/settlehq/settle/internal/store"
)

// Book takes a place in a budget, or tells when there will be one.
func (s *Store) Book(ctx context.Context, budget string, now time.Time, limits ...store.Limit) (until time.Time, err error) {
	err = s.write(ctx, func(tx *sql.Tx) error {
		longest := time.Duration(0)
		for _, limit := range limits {
			longest = max(longest, limit.Within)
			free, err := freeAt(ctx, tx, budget, now, limit)
			if err != nil {
				return err
			}
			if free.After(until) {
				until = free
			}
		}
		if !until.IsZero() {
			return nil
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO place (budget, at) VALUES (?, ?)`, budget, now.UnixNano()); err != nil {
			return fmt.Errorf("take a place in budget %s: %w", budget, err)
		}
		if _, err := tx.ExecContext(ctx, `DELETE FROM place WHERE budget = ? AND at <= ?`, budget, now.Add(-longest).UnixNano()); err != nil {
			return fmt.Errorf("clear budget %s: %w", budget, err)
		}
		return nil
	})
	return until, err
}

// freeAt is when a limit has room again; zero where it has now.
func freeAt(ctx context.Context, tx *sql.Tx, budget string, now time.Time, limit store.Limit) (time.Time, error) {
	var oldest sql.NullInt64
	row := tx.QueryRowContext(ctx, `SELECT at FROM place WHERE budget = ? AND at > ? ORDER BY at DESC LIMIT 1 OFFSET ?`,
		budget, now.Add(-limit.Within).UnixNano(), limit.Most-1)
	if err := row.Scan(&oldest); errors.Is(err, sql.ErrNoRows) {
		return time.Time{}, nil
	} else if err != nil {
		return time.Time{}, fmt.Errorf("read budget %s: %w", budget, err)
	}
	return time.Unix(0, oldest.Int64).UTC().Add(limit.Within), nil
}
