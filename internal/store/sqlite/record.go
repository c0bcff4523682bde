package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/store"
	"github.com/settlehq/settle/internal/verdict"
)

// PutRecord keeps what ready at a head rested on.
func (s *Store) PutRecord(ctx context.Context, ref pull.Ref, r verdict.Record) error {
	text, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("write record: %w", err)
	}
	return s.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO record (ref, head, at, record) VALUES (?, ?, ?, ?)
			ON CONFLICT (ref, head) DO UPDATE SET at = excluded.at, record = excluded.record`,
			ref.String(), string(r.Head), r.At.UnixNano(), string(text))
		if err != nil {
			return fmt.Errorf("keep record: %w", err)
		}
		return nil
	})
}

// Record reads the newest record of a pull request.
func (s *Store) Record(ctx context.Context, ref pull.Ref) (r verdict.Record, err error) {
	var text []byte
	row := s.db.QueryRowContext(ctx, `SELECT record FROM record WHERE ref = ? ORDER BY at DESC LIMIT 1`, ref.String())
	if err := row.Scan(&text); err != nil {
		return r, fmt.Errorf("record of %s: %w", ref, absent(err))
	}
	if err := json.Unmarshal(text, &r); err != nil {
		return r, fmt.Errorf("%w: record of %s: %w", store.ErrDamaged, ref, err)
	}
	return r, nil
}
