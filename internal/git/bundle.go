package git

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/pull"
)

// Bring makes a commit available: it is here, or in the bundle, or at the host.
func (m *Mirror) Bring(ctx context.Context, remote Remote, commit pull.Oid, bundle []byte) error {
	switch {
	case m.Has(ctx, commit):
		return nil
	case len(bundle) == 0:
		return m.Fetch(ctx, remote, commit)
	}
	for _, base := range prerequisites(bundle) {
		if err := m.Fetch(ctx, remote, base); err != nil {
			return err
		}
	}
	return m.Unbundle(ctx, commit, bundle)
}

// Unbundle takes the commit, and what lies below it, out of a bundle. What the
// bundle builds on must be here.
func (m *Mirror) Unbundle(ctx context.Context, commit pull.Oid, bundle []byte) error {
	f, err := os.CreateTemp(m.dir, ".bundle-*")
	if err != nil {
		return fail(action.Later, "unbundle", err)
	}
	defer os.Remove(f.Name())
	_, err = f.Write(bundle)
	if err := errors.Join(err, f.Close()); err != nil {
		return fail(action.Later, "unbundle", err)
	}
	if _, err := m.store.line(ctx, "bundle", "unbundle", f.Name()); err != nil {
		return fail(action.Broken, "unbundle", err)
	}
	if !m.Has(ctx, commit) {
		return fail(action.Broken, "unbundle", fmt.Errorf("%s is not in it", commit.Short()))
	}
	_, err = m.store.line(ctx, "update-ref", keep(commit), string(commit))
	return fail(action.Later, "unbundle", err)
}

// Bundle packs the commits of the tree up to its head that none of the others
// reaches; nil when there are none. The same commits give the same bytes.
func (t *Tree) Bundle(ctx context.Context, without ...pull.Oid) ([]byte, error) {
	if slices.Contains(without, t.head) {
		return nil, nil
	}
	if err := t.restore(); err != nil {
		return nil, fail(action.Later, "bundle", err)
	}
	if _, err := t.mirror.work.line(ctx, "update-ref", keep(t.head), string(t.head)); err != nil {
		return nil, fail(action.Later, "bundle", err)
	}
	args := []string{"bundle", "create", "--quiet", "-", keep(t.head)}
	for _, base := range without {
		args = append(args, "^"+string(base))
	}
	out, err := t.mirror.work.run(ctx, call{args: args})
	if err != nil {
		return nil, fail(action.Broken, "bundle", err)
	}
	return []byte(out), nil
}

// prerequisites reads what a bundle builds on from its header: lines "-<oid> …"
// up to the first empty one (git's bundle-format, versions 2 and 3).
func prerequisites(bundle []byte) []pull.Oid {
	var oids []pull.Oid
	lines := bufio.NewScanner(bytes.NewReader(bundle))
	for lines.Scan() && lines.Text() != "" {
		if rest, ok := strings.CutPrefix(lines.Text(), "-"); ok {
			oid, _, _ := strings.Cut(rest, " ")
			oids = append(oids, pull.Oid(oid))
		}
	}
	return oids
}

// admin is the git directory of one tree.
func (m *Mirror) admin(name string) string { return filepath.Join(m.work.dir, "worktrees", name) }
