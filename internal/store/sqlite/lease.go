package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/store"
)

// Acquire takes a lease unless another holder's has not run out.
func (s *Store) Acquire(ctx context.Context, name string, holder journal.Holder, now time.Time, ttl time.Duration) (journal.Lease, error) {
	return s.take(ctx, name, holder, now, ttl, false)
}

// Seize takes a lease whoever holds it.
func (s *Store) Seize(ctx context.Context, name string, holder journal.Holder, now time.Time, ttl time.Duration) (journal.Lease, error) {
	return s.take(ctx, name, holder, now, ttl, true)
}

func (s *Store) take(ctx context.Context, name string, holder journal.Holder, now time.Time, ttl time.Duration, force bool) (journal.Lease, error) {
	lease := journal.Lease{Name: name, Until: now.Add(ttl), Holder: holder}
	err := s.write(ctx, func(tx *sql.Tx) error {
		old, err := leaseIn(ctx, tx, name)
		if err != nil {
			return err
		}
		if !force && old.Until.After(now) && old.Holder.Nonce != holder.Nonce {
			return &store.HeldError{Lease: old}
		}
		lease.Term = old.Term + 1
		return putLease(ctx, tx, lease)
	})
	if err != nil {
		return journal.Lease{}, err
	}
	return lease, nil
}

// leaseIn reads a lease; one that nobody ever took has term 0.
func leaseIn(ctx context.Context, tx *sql.Tx, name string) (journal.Lease, error) {
	row := tx.QueryRowContext(ctx, `SELECT name, term, until, holder FROM lease WHERE name = ?`, name)
	lease, err := scanLease(row)
	if errors.Is(err, sql.ErrNoRows) {
		return journal.Lease{Name: name}, nil
	}
	return lease, err
}

func scanLease(row interface{ Scan(...any) error }) (journal.Lease, error) {
	var lease journal.Lease
	var until int64
	var holder string
	if err := row.Scan(&lease.Name, &lease.Term, &until, &holder); err != nil {
		return lease, fmt.Errorf("read lease: %w", err)
	}
	if until != 0 {
		lease.Until = time.Unix(0, until).UTC()
	}
	if err := json.Unmarshal([]byte(holder), &lease.Holder); err != nil {
		return lease, fmt.Errorf("read holder: %w", err)
	}
	return lease, nil
}

func putLease(ctx context.Context, tx *sql.Tx, lease journal.Lease) error {
	holder, err := json.Marshal(lease.Holder)
	if err != nil {
		return fmt.Errorf("write holder: %w", err)
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO lease (name, term, until, holder) VALUES (?, ?, ?, ?)
		ON CONFLICT (name) DO UPDATE SET term = excluded.term, until = excluded.until, holder = excluded.holder`,
		lease.Name, lease.Term, lease.Until.UnixNano(), string(holder))
	if err != nil {
		return fmt.Errorf("write lease: %w", err)
	}
	return nil
}

// Renew puts the end of a lease off, as long as the term is current.
func (s *Store) Renew(ctx context.Context, lease journal.Lease, now time.Time, ttl time.Duration) (journal.Lease, error) {
	lease.Until = now.Add(ttl)
	err := s.write(ctx, func(tx *sql.Tx) error {
		if err := under(ctx, tx, lease); err != nil {
			return err
		}
		return putLease(ctx, tx, lease)
	})
	return lease, err
}

// Release ends a lease. Its row stays, so that terms never fall; rows of jobs,
// which nobody takes twice, go.
func (s *Store) Release(ctx context.Context, lease journal.Lease) error {
	return s.write(ctx, func(tx *sql.Tx) error {
		if err := under(ctx, tx, lease); err != nil {
			return err
		}
		query := `UPDATE lease SET until = 0 WHERE name = ?`
		if strings.HasPrefix(lease.Name, "job/") {
			query = `DELETE FROM lease WHERE name = ?`
		}
		if _, err := tx.ExecContext(ctx, query, lease.Name); err != nil {
			return fmt.Errorf("release lease: %w", err)
		}
		return nil
	})
}

// Leases lists the leases whose name starts with prefix.
func (s *Store) Leases(ctx context.Context, prefix string) ([]journal.Lease, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT name, term, until, holder FROM lease WHERE substr(name, 1, length(?1)) = ?1 ORDER BY name`, prefix)
	if err != nil {
		return nil, fmt.Errorf("list leases: %w", classify(err))
	}
	defer func() { _ = rows.Close() }()
	var found []journal.Lease
	for rows.Next() {
		lease, err := scanLease(rows)
		if err != nil {
			return nil, err
		}
		found = append(found, lease)
	}
	return found, rows.Err()
}
