package git

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/pull"
)

// Merge lays the changes of another commit, which must be here, into the tree.
// CommitMerge commits it.
func (t *Tree) Merge(ctx context.Context, other pull.Oid) (pull.Joined, error) {
	held, err := t.mirror.work.line(ctx, "merge-base", string(t.head), string(other))
	if err != nil {
		return pull.Joined{}, fail(action.Broken, "merge "+other.Short(), err)
	}
	if held == string(other) {
		return pull.Joined{}, nil
	}
	joined, err := t.join(ctx, string(t.head), string(other))
	return joined, fail(action.Broken, "merge "+other.Short(), err)
}

// CommitMerge commits the tree with Head and another commit for its parents,
// also where their files are those of Head.
func (t *Tree) CommitMerge(ctx context.Context, message string, other pull.Oid) (pull.Oid, error) {
	return t.commit(ctx, message, t.signature(), other)
}

// Replay lays what one commit changed against its parent onto the tree, as a
// rebase does with each. CommitLike commits it.
func (t *Tree) Replay(ctx context.Context, commit pull.Oid) (pull.Joined, error) {
	// git merges over the common ancestor only, so both sides get one: the
	// content before the commit.
	base, err := t.content(ctx, string(commit)+"^")
	if err != nil {
		return pull.Joined{}, fail(action.Broken, "replay "+commit.Short(), err)
	}
	ours, err := t.content(ctx, string(t.head), base)
	if err != nil {
		return pull.Joined{}, fail(action.Broken, "replay "+commit.Short(), err)
	}
	theirs, err := t.content(ctx, string(commit), base)
	if err != nil {
		return pull.Joined{}, fail(action.Broken, "replay "+commit.Short(), err)
	}
	joined, err := t.join(ctx, ours, theirs)
	return joined, fail(action.Broken, "replay "+commit.Short(), err)
}

// content is a commit of nobody's with the files of another.
func (t *Tree) content(ctx context.Context, of string, parents ...string) (string, error) {
	args := []string{"commit-tree", of + "^{tree}", "-m", "content"}
	for _, parent := range parents {
		args = append(args, "-p", parent)
	}
	out, err := t.mirror.work.run(ctx, call{args: args, env: t.signature()})
	return strings.TrimSpace(out), err
}

// join merges two commits without looking at the tree, and then lays the
// outcome into it.
func (t *Tree) join(ctx context.Context, ours, theirs string) (pull.Joined, error) {
	if err := t.restore(); err != nil {
		return pull.Joined{}, err
	}
	out, err := t.mirror.work.run(ctx, call{args: []string{"merge-tree", "--write-tree", "-z", "--name-only", "--no-messages", ours, theirs}})
	var failed *Error
	if err != nil && !(errors.As(err, &failed) && failed.Err == nil && failed.Exit == 1) {
		return pull.Joined{}, err
	}
	names := strings.FieldsFunc(out, func(r rune) bool { return r == 0 || r == '\n' })
	if len(names) == 0 || !isOid(pull.Oid(names[0])) {
		return pull.Joined{}, fmt.Errorf("git made nothing of %s and %s", ours, theirs)
	}
	joined := pull.Joined{Content: pull.Oid(names[0]), Conflicts: names[1:]}
	_, err = t.place().line(ctx, "read-tree", "--reset", "-u", string(joined.Content))
	return joined, err
}

// Strayed lists the paths that differ from what git had made of both, sorted.
func (t *Tree) Strayed(ctx context.Context, from pull.Joined) ([]string, error) {
	p, err := t.stage(ctx)
	if err != nil {
		return nil, fail(action.Broken, "list changes", err)
	}
	out, err := p.run(ctx, call{args: []string{"diff", "--cached", "--no-ext-diff", "--no-textconv", "--no-renames", "--name-only", "-z", string(from.Content), "--"}})
	return strings.FieldsFunc(out, func(r rune) bool { return r == 0 }), fail(action.Broken, "list changes", err)
}

// CommitLike commits the tree with the author, the time and the words of
// another commit. An empty id means that nothing was left of it.
func (t *Tree) CommitLike(ctx context.Context, commit pull.Oid) (pull.Oid, error) {
	out, err := t.mirror.work.run(ctx, call{args: []string{"log", "-1", "--no-show-signature", "--date=raw", "--format=%an%x1f%ae%x1f%ad%x1f%B", string(commit), "--"}})
	if err != nil {
		return "", fail(action.Broken, "read "+commit.Short(), err)
	}
	f := strings.SplitN(strings.TrimRight(out, "\n"), "\x1f", 4)
	if len(f) != 4 {
		return "", fail(action.Broken, "read "+commit.Short(), errors.New("it has another form"))
	}
	env := append(t.signature(), "GIT_AUTHOR_NAME="+f[0], "GIT_AUTHOR_EMAIL="+f[1], "GIT_AUTHOR_DATE="+f[2])
	return t.commit(ctx, f[3]+"\n", env)
}

// Series gives the commits between base and the head, oldest first. plain is
// false where one of them is a merge, which cannot be replayed.
func (t *Tree) Series(ctx context.Context, base pull.Oid) (series []pull.Change, plain bool, err error) {
	out, err := t.mirror.work.run(ctx, call{args: []string{"log", "-z", "--reverse", "--topo-order", logFormat, string(t.head), "^" + string(base), "--"}})
	if err != nil {
		return nil, false, fail(action.Broken, "read log", err)
	}
	commits, err := readLog(out)
	plain = true
	for _, c := range commits {
		plain = plain && len(c.Parents) == 1
		series = append(series, pull.Change{Commit: c.Oid, Author: c.Author.Email})
	}
	return series, plain, fail(action.Broken, "read log", err)
}
