package sqlite

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/settlehq/settle/internal/store"
	"github.com/settlehq/settle/internal/store/storetest"
)

func open(t *testing.T) store.Store {
	t.Helper()
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "state", "settle.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func TestExam(t *testing.T) { storetest.Run(t, open) }

func TestTheFileIsItsOwnersAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state", "settle.db")
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	for name, want := range map[string]os.FileMode{path: 0o600, filepath.Dir(path): 0o700} {
		info, err := os.Stat(name)
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v; want %o", name, info.Mode(), err, want)
		}
	}
}

func TestANewerDatabaseIsRefusedUnchanged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settle.db")
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.db.Exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (9, 1)`); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = Open(t.Context(), path)
	var version *store.VersionError
	if !errors.As(err, &version) || version.Found != 9 || version.Known != Version {
		t.Fatalf("got %v", err)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the file changed (%v)", err)
	}
}

// A file of an earlier release keeps what it holds and gets what it lacks.
func TestAnEarlierDatabaseIsBroughtUp(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settle.db")
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	key, err := s.Secret(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.db.Exec(`DROP TABLE reviewing; DELETE FROM goose_db_version WHERE version_id > 2`); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s, err = Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	if kept, err := s.Secret(t.Context()); err != nil || !bytes.Equal(kept, key) {
		t.Errorf("the key of the marks is another one (%v)", err)
	}
	if _, err := s.Reviewing(t.Context(), pullRequest(1)); !errors.Is(err, store.ErrAbsent) {
		t.Errorf("what a review was about to say: %v", err)
	}
}

func TestWhatIsNoDatabaseIsRefusedUnchanged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settle.db")
	junk := bytes.Repeat([]byte("not a database "), 400)
	if err := os.WriteFile(path, junk, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), path); !errors.Is(err, store.ErrDamaged) {
		t.Fatalf("got %v", err)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(junk, after) {
		t.Errorf("the file changed (%v)", err)
	}
}

func TestAFullDiskLosesNothing(t *testing.T) {
	s := open(t).(*Store)
	digest, err := s.PutBlob(t.Context(), []byte("kept"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.db.Exec(`PRAGMA max_page_count = 40`); err != nil {
		t.Fatal(err)
	}
	if _, err := s.PutBlob(t.Context(), make([]byte, 1<<20)); !errors.Is(err, store.ErrFull) {
		t.Fatalf("got %v", err)
	}
	if data, err := s.Blob(t.Context(), digest); err != nil || string(data) != "kept" {
		t.Errorf("got %q, %v", data, err)
	}
}
