// Package sqlite is the memory of one machine: one file, written with full
// synchronisation, shared by the processes of one user.
//
// It promises what the store contract promises, and that a file of another
// version is refused before a byte of it changes.
package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	"github.com/pressly/goose/v3"
	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"github.com/settlehq/settle/internal/store"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Version is the newest database version that this program knows.
const Version = 3

// Store implements store.Store on one SQLite file.
type Store struct{ db *sql.DB }

var _ store.Store = (*Store)(nil)

// Open opens the file at path, making it (0600, in a folder 0700) and bringing
// it to Version. A file of a newer version is refused with *store.VersionError
// and stays as it is; one that is no database with store.ErrDamaged.
func Open(ctx context.Context, path string) (*Store, error) {
	if err := prepare(ctx, path); err != nil {
		return nil, err
	}
	return connect(ctx, path)
}

func connect(ctx context.Context, path string) (*Store, error) {
	db, err := sql.Open("sqlite", dsn(path, false))
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	db.SetMaxOpenConns(1) // one connection: a write never waits for a read of its own process
	s := &Store{db: db}
	if err := s.migrate(ctx); err != nil {
		return nil, errors.Join(classify(err), db.Close())
	}
	return s, nil
}

// DB is the handle for a queue that keeps its rows beside ours.
func (s *Store) DB() *sql.DB { return s.db }

// Close closes the file.
func (s *Store) Close() error { return s.db.Close() }

// prepare makes the file where there is none, or looks at the version of an
// existing one without writing.
func prepare(ctx context.Context, path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return create(ctx, path)
	case err != nil:
		return fmt.Errorf("look at database: %w", err)
	case info.Size() > 0:
		return checkVersion(ctx, path)
	}
	return nil
}

// create makes a whole database under another name and then gives it its own:
// of two processes that start at once, neither sees a half-made one.
func create(ctx context.Context, path string) error {
	folder := filepath.Dir(path)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return fmt.Errorf("make state directory: %w", err)
	}
	file, err := os.CreateTemp(folder, "."+filepath.Base(path)+"-*") // 0600
	if err != nil {
		return fmt.Errorf("make database: %w", err)
	}
	fresh := file.Name()
	defer func() { _ = os.Remove(fresh) }()
	if err := file.Close(); err != nil {
		return fmt.Errorf("make database: %w", err)
	}
	s, err := connect(ctx, fresh)
	if err != nil {
		return err
	}
	if err := s.Close(); err != nil {
		return fmt.Errorf("make database: %w", err)
	}
	if err := os.Link(fresh, path); err != nil && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("name database: %w", err)
	}
	return nil
}

func checkVersion(ctx context.Context, path string) error {
	db, err := sql.Open("sqlite", dsn(path, true))
	if err != nil {
		return fmt.Errorf("open database: %w", err)
	}
	defer func() { _ = db.Close() }()
	var found sql.NullInt64
	err = db.QueryRowContext(ctx, `SELECT max(version_id) FROM goose_db_version`).Scan(&found)
	var broken *sqlite.Error
	if errors.As(err, &broken) && broken.Code() == lib.SQLITE_ERROR {
		return nil // no such table: a new file whose making was interrupted
	}
	if err != nil {
		return fmt.Errorf("read database version: %w", classify(err))
	}
	if found.Int64 > Version {
		return &store.VersionError{Found: found.Int64, Known: Version}
	}
	return nil
}

func dsn(path string, readOnly bool) string {
	options := url.Values{}
	options.Add("_pragma", "busy_timeout(10000)")
	if readOnly {
		options.Set("mode", "ro")
	} else {
		options.Set("_txlock", "immediate")
		options.Add("_pragma", "journal_mode(WAL)")
		options.Add("_pragma", "synchronous(FULL)")
	}
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + options.Encode()
}

func (s *Store) migrate(ctx context.Context) error {
	folder, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return fmt.Errorf("find migrations: %w", err)
	}
	provider, err := goose.NewProvider(goose.DialectSQLite3, s.db, folder)
	if err != nil {
		return fmt.Errorf("read migrations: %w", err)
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("bring database to version %d: %w", Version, err)
	}
	return nil
}

// classify gives the store's own errors for what SQLite says.
func classify(err error) error {
	var broken *sqlite.Error
	if !errors.As(err, &broken) {
		return err
	}
	switch broken.Code() & 0xff {
	case lib.SQLITE_FULL:
		return fmt.Errorf("%w: %w", store.ErrFull, err)
	case lib.SQLITE_NOTADB, lib.SQLITE_CORRUPT:
		return fmt.Errorf("%w: %w", store.ErrDamaged, err)
	}
	return err
}
