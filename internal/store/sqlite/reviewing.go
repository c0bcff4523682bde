package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/store"
)

// PutReviewing keeps what a review is about to publish, in place of an earlier one.
func (s *Store) PutReviewing(ctx context.Context, lease journal.Lease, ref pull.Ref, r journal.Reviewing) error {
	text, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("write reviewing: %w", err)
	}
	return s.write(ctx, func(tx *sql.Tx) error {
		if err := under(ctx, tx, lease); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO reviewing (ref, reviewing) VALUES (?, ?)
			ON CONFLICT (ref) DO UPDATE SET reviewing = excluded.reviewing`, ref.String(), string(text))
		if err != nil {
			return fmt.Errorf("keep reviewing: %w", err)
		}
		return nil
	})
}

// Reviewing reads what the newest review was about to publish.
func (s *Store) Reviewing(ctx context.Context, ref pull.Ref) (r journal.Reviewing, err error) {
	var text []byte
	row := s.db.QueryRowContext(ctx, `SELECT reviewing FROM reviewing WHERE ref = ?`, ref.String())
	if err := row.Scan(&text); err != nil {
		return r, fmt.Errorf("reviewing of %s: %w", ref, absent(err))
	}
	if err := json.Unmarshal(text, &r); err != nil {
		return r, fmt.Errorf("%w: reviewing of %s: %w", store.ErrDamaged, ref, err)
	}
	return r, nil
}
