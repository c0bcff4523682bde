package git

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/sandbox"
)

// Tree is a working tree at a commit, free of credentials. What runs in it may
// edit and commit as it likes: Head is what we know, and every answer compares
// the files with that. One goroutine uses a Tree at a time.
type Tree struct {
	mirror  *Mirror
	name    string
	head    pull.Oid
	author  Identity
	signing Signing
	now     func() time.Time
	unlock  func()
}

// AddTree makes a working tree of its own at a commit that is here. It is
// locked by this process; Close removes it, and Prune where a process died.
func (m *Mirror) AddTree(ctx context.Context, commit pull.Oid) (*Tree, error) {
	dir, err := os.MkdirTemp(m.trees(), commit.Short()+"-")
	if err != nil {
		return nil, fail(action.Later, "add tree", err)
	}
	t := &Tree{mirror: m, name: filepath.Base(dir), head: commit, now: time.Now}
	if err := t.make(ctx); err != nil {
		return nil, fail(action.Later, "add tree", errors.Join(err, t.Close(context.WithoutCancel(ctx))))
	}
	return t, nil
}

func (t *Tree) make(ctx context.Context) (err error) {
	if t.unlock, err = lock(ctx, t.lockFile()); err != nil {
		return err
	}
	// A Prune of another process may have seen the folder before its lock.
	if err := os.MkdirAll(t.Dir(), 0o700); err != nil {
		return err
	}
	unlock, err := lock(ctx, filepath.Join(t.mirror.dir, "lock"))
	if err != nil {
		return err
	}
	defer unlock()
	if err := t.mirror.restore(); err != nil {
		return err
	}
	_, err = t.mirror.work.line(ctx, "worktree", "add", "--quiet", "--detach", "--lock", "--reason", "in use", t.Dir(), string(t.head))
	return err
}

// Dir is where the files are, absolute.
func (t *Tree) Dir() string { return filepath.Join(t.mirror.trees(), t.name) }

// Head is the commit that the tree stands for: the one it was opened at, or
// the last that Commit made or Reset went to.
func (t *Tree) Head() pull.Oid { return t.head }

// Tip is where git's own HEAD is: elsewhere than Head when somebody committed
// in the tree.
func (t *Tree) Tip(ctx context.Context) (pull.Oid, error) {
	out, err := t.place().line(ctx, "rev-parse", "--verify", "HEAD^{commit}")
	return pull.Oid(out), fail(action.Broken, "read tip", err)
}

// restore makes the git side of the tree ours again, whatever was done to it.
func (t *Tree) restore() error {
	if err := t.mirror.restore(); err != nil {
		return err
	}
	if err := replaceFile(filepath.Join(t.mirror.admin(t.name), "commondir"), "../..\n"); err != nil {
		return err
	}
	link := filepath.Join(t.Dir(), ".git")
	if info, err := os.Lstat(link); err == nil && !info.Mode().IsRegular() {
		if err := sandbox.RemoveAll(link); err != nil {
			return err
		}
	}
	return replaceFile(link, "gitdir: "+t.mirror.admin(t.name)+"\n")
}

// Close removes the tree and what git knows of it. A second Close does nothing.
func (t *Tree) Close(context.Context) error {
	err := t.mirror.removeTree(t.name)
	if t.unlock != nil {
		t.unlock()
		t.unlock = nil
	}
	return err
}

// Prune removes the trees that no living process holds.
func (m *Mirror) Prune(context.Context) error {
	entries, err := os.ReadDir(m.trees())
	if err != nil {
		return fail(action.Later, "prune trees", err)
	}
	for _, entry := range entries {
		if name, ok := strings.CutSuffix(entry.Name(), ".lock"); ok {
			if err := m.pruneOne(name); err != nil {
				return err
			}
		}
	}
	return nil
}

func (m *Mirror) pruneOne(name string) error {
	unlock, err := tryLock(filepath.Join(m.trees(), name+".lock"))
	if err != nil || unlock == nil {
		return fail(action.Later, "prune trees", err)
	}
	defer unlock()
	return m.removeTree(name)
}

// removeTree does not ask git to: it must also work on what a killed process
// left half made, and on folders that were made unwritable.
func (m *Mirror) removeTree(name string) error {
	dir := filepath.Join(m.trees(), name)
	err := errors.Join(sandbox.RemoveAll(dir), os.RemoveAll(m.admin(name)))
	if err == nil {
		err = os.RemoveAll(dir + ".lock")
	}
	return fail(action.Later, "remove tree", err)
}

func (t *Tree) lockFile() string { return t.Dir() + ".lock" }

// place names the git directory outright: a .git file in the tree that points
// elsewhere is not followed.
func (t *Tree) place() place { return place{dir: t.mirror.admin(t.name), tree: t.Dir()} }
