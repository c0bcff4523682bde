package git

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/pull"
)

// Mirror is what we keep of one repository. Safe for use by several goroutines
// and processes.
type Mirror struct {
	dir   string
	store place // speaks to the host
	work  place // owns the trees
}

// workConfig is the whole configuration of work.git. It is written before each
// use, because what runs in a tree can reach the file.
const workConfig = "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n"

// OpenMirror makes or opens the mirror in dir.
func OpenMirror(ctx context.Context, dir string) (*Mirror, error) {
	m := &Mirror{
		dir:   dir,
		store: place{dir: filepath.Join(dir, "store.git")},
		work:  place{dir: filepath.Join(dir, "work.git")},
	}
	if err := os.MkdirAll(m.trees(), 0o700); err != nil {
		return nil, fail(action.Later, "open mirror", err)
	}
	unlock, err := lock(ctx, filepath.Join(dir, "lock"))
	if err != nil {
		return nil, fail(action.Later, "open mirror", err)
	}
	defer unlock()
	for _, p := range []place{m.store, m.work} {
		if _, err := p.run(ctx, call{args: []string{"init", "--quiet", "--bare", "--template=", p.dir}}); err != nil {
			return nil, fail(action.Later, "open mirror", err)
		}
	}
	return m, fail(action.Later, "open mirror", m.restore())
}

func (m *Mirror) trees() string { return filepath.Join(m.dir, "trees") }

// restore puts the parts of work.git that could make git run something, or
// overlook something, back to what we wrote.
func (m *Mirror) restore() error {
	info := filepath.Join(m.work.dir, "objects", "info")
	if err := os.MkdirAll(info, 0o700); err != nil {
		return err
	}
	for _, name := range []string{"info", "hooks"} {
		if err := os.RemoveAll(filepath.Join(m.work.dir, name)); err != nil {
			return err
		}
	}
	objects := filepath.Join(m.store.dir, "objects") + "\n"
	if err := replaceFile(filepath.Join(info, "alternates"), objects); err != nil {
		return err
	}
	return replaceFile(filepath.Join(m.work.dir, "config"), workConfig)
}

// replaceFile never lets a reader see half a file.
func replaceFile(path, text string) error {
	if old, err := os.ReadFile(path); err == nil && string(old) == text {
		return nil
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".new-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	if _, err := f.WriteString(text); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// Has reports whether the commit is here.
func (m *Mirror) Has(ctx context.Context, commit pull.Oid) bool {
	if !isOid(commit) {
		return false
	}
	_, err := m.store.line(ctx, "cat-file", "-e", string(commit)+"^{commit}")
	return err == nil
}

// Fetch brings a commit and its history from the host, if it is not here.
// Failures: Gone (the host does not have it), NotAllowed, Later.
func (m *Mirror) Fetch(ctx context.Context, remote Remote, commit pull.Oid) error {
	if !isOid(commit) {
		return fail(action.Refused, "fetch", fmt.Errorf("%q is not an object id", commit))
	}
	if m.Has(ctx, commit) {
		return nil
	}
	unlock, err := lock(ctx, filepath.Join(m.dir, "lock"))
	if err != nil {
		return fail(action.Later, "fetch", err)
	}
	defer unlock()
	spec := string(commit) + ":" + keep(commit)
	args := []string{"fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--no-auto-gc", remote.URL, spec}
	if _, err := m.speak(ctx, remote, args...); err != nil {
		return fail(remoteClass(err), "fetch "+commit.Short(), err)
	}
	return nil
}

// keep is the ref that keeps a commit of ours from being swept away.
func keep(commit pull.Oid) string { return "refs/settle/" + string(commit) }

func isOid(oid pull.Oid) bool {
	return (len(oid) == 40 || len(oid) == 64) && strings.Trim(string(oid), "0123456789abcdef") == ""
}
