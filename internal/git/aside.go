package git

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/pull"
)

// mostAside are the refused works of a repository that are kept.
const mostAside = 20

// SetAside puts the tree back to Head and loses nothing: HEAD is moved, commits
// made meanwhile become edits again, and all edits go to a stash of this name.
// Where says how a person finds it; empty where there was nothing to keep.
func (t *Tree) SetAside(ctx context.Context, name string) (where string, err error) {
	if err := t.Stage(ctx); err != nil {
		return "", err
	}
	unlock, err := lock(ctx, filepath.Join(t.mirror.dir, "lock")) // all trees of a repository have one stash
	if err != nil {
		return "", fail(action.Later, "set aside", err)
	}
	defer unlock()
	before, _ := t.place().line(ctx, "rev-parse", "--verify", "--quiet", "refs/stash")
	_, err = t.place().run(ctx, call{
		args: []string{"stash", "push", "--quiet", "--message", name}, env: t.signature(),
	})
	if err != nil {
		return "", fail(action.Broken, "set aside", err)
	}
	after, _ := t.place().line(ctx, "rev-parse", "--verify", "--quiet", "refs/stash")
	if after == before {
		return "", nil
	}
	t.forget(ctx)
	oid := pull.Oid(after).Short()
	return fmt.Sprintf("git -C %s diff %s^ %s", t.mirror.work.dir, oid, oid), nil
}

// forget drops the oldest of what was set aside, so that the disk stays bounded.
func (t *Tree) forget(ctx context.Context) {
	out, err := t.place().line(ctx, "stash", "list", "--format=%gd")
	if err != nil {
		return // nothing is lost by keeping one too many
	}
	for range max(0, strings.Count(out, "\n")+1-mostAside) {
		_, _ = t.place().line(ctx, "stash", "drop", "--quiet", fmt.Sprintf("stash@{%d}", mostAside))
	}
}

// Pick brings what one commit changed into the files, on top of Head.
func (t *Tree) Pick(ctx context.Context, commit pull.Oid) error {
	if err := t.restore(); err != nil {
		return fail(action.Later, "pick", err)
	}
	_, err := t.place().run(ctx, call{args: []string{"cherry-pick", "--no-commit", "--allow-empty", string(commit)}, env: t.signature()})
	return fail(action.Broken, "pick "+commit.Short(), err)
}

// Stage puts everything that differs from Head into git's own index, as it is
// before a commit: what the repository's hooks look at.
func (t *Tree) Stage(ctx context.Context) error {
	if err := t.restore(); err != nil {
		return fail(action.Later, "stage", err)
	}
	if err := t.settleAt(ctx, t.head); err != nil {
		return fail(action.Broken, "stage", err)
	}
	_, err := t.place().line(ctx, "add", "--all", ".")
	return fail(action.Broken, "stage", err)
}

// Lay puts files into the tree as a commit has them; it has all of them.
func (t *Tree) Lay(ctx context.Context, commit pull.Oid, paths []string) error {
	if err := t.restore(); err != nil {
		return fail(action.Later, "lay files", err)
	}
	args := append([]string{"restore", "--source", string(commit), "--worktree", "--"}, paths...)
	_, err := t.place().line(ctx, args...)
	return fail(action.Broken, "lay files", err)
}
