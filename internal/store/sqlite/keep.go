package sqlite

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/store"
)

// Verdicts reads the stored verdicts of a pull request, oldest first.
func (s *Store) Verdicts(ctx context.Context, ref pull.Ref) ([]store.Stored, error) {
	return s.verdicts(ctx, `SELECT seq, at, verdict FROM verdict WHERE ref = ? ORDER BY id`, ref)
}

// Last reads the newest verdict; store.ErrAbsent when there is none.
func (s *Store) Last(ctx context.Context, ref pull.Ref) (store.Stored, error) {
	found, err := s.verdicts(ctx, `SELECT seq, at, verdict FROM verdict WHERE ref = ? ORDER BY id DESC LIMIT 1`, ref)
	if err == nil && len(found) == 0 {
		err = fmt.Errorf("verdict of %s: %w", ref, store.ErrAbsent)
	}
	if err != nil {
		return store.Stored{}, err
	}
	return found[0], nil
}

func (s *Store) verdicts(ctx context.Context, query string, ref pull.Ref) ([]store.Stored, error) {
	rows, err := s.db.QueryContext(ctx, query, ref.String())
	if err != nil {
		return nil, fmt.Errorf("read verdicts: %w", classify(err))
	}
	defer func() { _ = rows.Close() }()
	var found []store.Stored
	for rows.Next() {
		var one store.Stored
		var at int64
		var text []byte
		if err := rows.Scan(&one.Seq, &at, &text); err != nil {
			return nil, fmt.Errorf("read verdict: %w", err)
		}
		if err := json.Unmarshal(text, &one.Verdict); err != nil {
			return nil, fmt.Errorf("%w: verdict of %s: %w", store.ErrDamaged, ref, err)
		}
		one.At = time.Unix(0, at).UTC()
		found = append(found, one)
	}
	return found, rows.Err()
}

// Observe keeps one snapshot, compressed; a known digest is not written again.
func (s *Store) Observe(ctx context.Context, ref pull.Ref, digest string, snapshot pull.Snapshot) error {
	var known int
	row := s.db.QueryRowContext(ctx, `SELECT count(*) FROM observation WHERE ref = ? AND digest = ?`, ref.String(), digest)
	if err := row.Scan(&known); err != nil {
		return fmt.Errorf("look for observation: %w", classify(err))
	}
	if known > 0 {
		return nil
	}
	packed, err := pack(snapshot)
	if err != nil {
		return err
	}
	return s.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO observation (ref, digest, snapshot) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`, ref.String(), digest, packed)
		if err != nil {
			return fmt.Errorf("keep observation: %w", err)
		}
		return nil
	})
}

func pack(v any) ([]byte, error) {
	var buffer bytes.Buffer
	w := gzip.NewWriter(&buffer)
	if err := errors.Join(json.NewEncoder(w).Encode(v), w.Close()); err != nil {
		return nil, fmt.Errorf("pack observation: %w", err)
	}
	return buffer.Bytes(), nil
}

// Observation reads a snapshot again.
func (s *Store) Observation(ctx context.Context, ref pull.Ref, digest string) (snapshot pull.Snapshot, err error) {
	var packed []byte
	row := s.db.QueryRowContext(ctx, `SELECT snapshot FROM observation WHERE ref = ? AND digest = ?`, ref.String(), digest)
	if err := row.Scan(&packed); err != nil {
		return snapshot, fmt.Errorf("observation %s of %s: %w", digest, ref, absent(err))
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return snapshot, fmt.Errorf("%w: observation %s: %w", store.ErrDamaged, digest, err)
	}
	text, err := io.ReadAll(r)
	if err == nil {
		err = json.Unmarshal(text, &snapshot)
	}
	if err != nil {
		return snapshot, fmt.Errorf("%w: observation %s: %w", store.ErrDamaged, digest, err)
	}
	return snapshot, nil
}

func absent(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return store.ErrAbsent
	}
	return classify(err)
}

// PutBlob keeps bytes by the SHA-256 of their content.
func (s *Store) PutBlob(ctx context.Context, data []byte) (string, error) {
	sum := sha256.Sum256(data)
	digest := hex.EncodeToString(sum[:])
	err := s.write(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `INSERT INTO blob (digest, data) VALUES (?, ?) ON CONFLICT DO NOTHING`, digest, data); err != nil {
			return fmt.Errorf("keep blob: %w", err)
		}
		return nil
	})
	return digest, err
}

// Blob reads bytes again; store.ErrAbsent when nobody kept them.
func (s *Store) Blob(ctx context.Context, digest string) ([]byte, error) {
	var data []byte
	if err := s.db.QueryRowContext(ctx, `SELECT data FROM blob WHERE digest = ?`, digest).Scan(&data); err != nil {
		return nil, fmt.Errorf("blob %s: %w", digest, absent(err))
	}
	return data, nil
}

// Refs lists every known pull request, by name.
func (s *Store) Refs(ctx context.Context) ([]pull.Ref, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT name FROM pull ORDER BY ref`)
	if err != nil {
		return nil, fmt.Errorf("list pull requests: %w", classify(err))
	}
	defer func() { _ = rows.Close() }()
	var refs []pull.Ref
	for rows.Next() {
		var text []byte
		var ref pull.Ref
		if err := rows.Scan(&text); err != nil {
			return nil, fmt.Errorf("read name: %w", err)
		}
		if err := json.Unmarshal(text, &ref); err != nil {
			return nil, fmt.Errorf("%w: name of a pull request: %w", store.ErrDamaged, err)
		}
		refs = append(refs, ref)
	}
	return refs, rows.Err()
}

// Secret is the key of our marks, made at the first call.
func (s *Store) Secret(ctx context.Context) (secret []byte, err error) {
	fresh := make([]byte, 32)
	if _, err := rand.Read(fresh); err != nil {
		return nil, fmt.Errorf("make secret: %w", err)
	}
	err = s.write(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `INSERT INTO secret (id, data) VALUES (1, ?) ON CONFLICT DO NOTHING`, fresh); err != nil {
			return fmt.Errorf("keep secret: %w", err)
		}
		return tx.QueryRowContext(ctx, `SELECT data FROM secret WHERE id = 1`).Scan(&secret)
	})
	return secret, err
}

// Prune drops the observations and verdict texts of pull requests that ended
// before a time, and every blob that no journal line names any more. Journal
// lines stay.
func (s *Store) Prune(ctx context.Context, before time.Time) error {
	return s.write(ctx, func(tx *sql.Tx) error {
		const old = `SELECT ref FROM pull WHERE ended > 0 AND ended < ?`
		for _, query := range []string{
			`DELETE FROM observation WHERE ref IN (` + old + `)`,
			`DELETE FROM verdict WHERE ref IN (` + old + `)`,
			`DELETE FROM blob WHERE EXISTS (` + old + `) AND NOT EXISTS (
				SELECT 1 FROM journal WHERE ref NOT IN (` + old + `) AND instr(entry, blob.digest) > 0)`,
		} {
			args := []any{before.UnixNano(), before.UnixNano()}
			if _, err := tx.ExecContext(ctx, query, args[:countMarks(query)]...); err != nil {
				return fmt.Errorf("drop what is old: %w", err)
			}
		}
		return nil
	})
}

func countMarks(query string) int { return bytes.Count([]byte(query), []byte("?")) }
