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

// Commit takes everything that differs from Head into one commit on top of it,
// also what was committed in the tree meanwhile; ignored files stay out. An
// empty id means that nothing changed. The date is Repos.Now, in seconds.
func (t *Tree) Commit(ctx context.Context, message string) (pull.Oid, error) {
	return t.commit(ctx, message, t.signature())
}

func (t *Tree) commit(ctx context.Context, message string, signature []string, others ...pull.Oid) (pull.Oid, error) {
	staged, err := t.stage(ctx)
	if err != nil {
		return "", fail(action.Broken, "commit", err)
	}
	content, err := staged.line(ctx, "write-tree")
	if err != nil {
		return "", fail(action.Broken, "commit", err)
	}
	before, err := staged.line(ctx, "rev-parse", "--verify", string(t.head)+"^{tree}")
	if err != nil || before == content && len(others) == 0 {
		return "", fail(action.Broken, "commit", err)
	}
	args := []string{"commit-tree", content, "-p", string(t.head)}
	for _, other := range others {
		args = append(args, "-p", string(other))
	}
	out, err := staged.run(ctx, t.signing.apply(call{args: append(args, "-F", "-"), stdin: strings.NewReader(message), env: signature}))
	if err != nil && len(t.signing.env) > 0 {
		return "", fail(action.Later, "commit with your signature", err) // a key that is locked now is no fault of the change
	}
	if err != nil {
		return "", fail(action.Broken, "commit", err)
	}
	commit := pull.Oid(strings.TrimSpace(out))
	return commit, fail(action.Broken, "commit", t.settleAt(ctx, commit))
}

// Changed lists the paths that differ from Head, sorted, new files included;
// both names of a renamed file.
func (t *Tree) Changed(ctx context.Context) ([]string, error) {
	out, err := t.compare(ctx, "--name-only", "-z")
	return strings.FieldsFunc(out, func(r rune) bool { return r == 0 }), fail(action.Broken, "list changes", err)
}

// Stats counts the changed lines against Head, by path.
func (t *Tree) Stats(ctx context.Context) ([]Stat, error) {
	out, err := t.compare(ctx, "--numstat", "-z")
	return readStats(out), fail(action.Broken, "count changes", err)
}

// Diff is the change against Head as text.
func (t *Tree) Diff(ctx context.Context) (string, error) {
	out, err := t.compare(ctx, "--patch")
	return out, fail(action.Broken, "read diff", err)
}

// Reset puts the tree back to a commit and keeps nothing else, not even
// ignored files.
func (t *Tree) Reset(ctx context.Context, to pull.Oid) error {
	if err := t.restore(); err != nil {
		return fail(action.Later, "reset", err)
	}
	for _, name := range []string{"index", "index.lock", "HEAD.lock"} {
		_ = os.Remove(filepath.Join(t.mirror.admin(t.name), name))
	}
	if err := t.settleAt(ctx, to); err != nil {
		return fail(action.Broken, "reset", err)
	}
	if _, err := t.place().line(ctx, "reset", "--quiet", "--hard", string(to)); err != nil {
		return fail(action.Broken, "reset", err)
	}
	_, err := t.place().line(ctx, "clean", "--quiet", "-ffdx")
	return fail(action.Broken, "reset", err)
}

// settleAt makes HEAD and the index agree with a commit and touches no file.
func (t *Tree) settleAt(ctx context.Context, commit pull.Oid) error {
	if _, err := t.place().line(ctx, "update-ref", "--no-deref", "HEAD", string(commit)); err != nil {
		return err
	}
	if _, err := t.place().line(ctx, "read-tree", string(commit)); err != nil {
		return err
	}
	t.head = commit
	return nil
}

// stage takes every file into an index of our own: the tree's may have been
// told to overlook some.
func (t *Tree) stage(ctx context.Context) (place, error) {
	if err := t.restore(); err != nil {
		return place{}, err
	}
	p := t.place()
	p.index = filepath.Join(p.dir, "settle-index")
	if err := os.RemoveAll(p.index); err != nil {
		return place{}, err
	}
	if _, err := p.line(ctx, "read-tree", string(t.head)); err != nil {
		return place{}, err
	}
	_, err := p.line(ctx, "add", "--all", ".")
	return p, err
}

func (t *Tree) compare(ctx context.Context, form ...string) (string, error) {
	p, err := t.stage(ctx)
	if err != nil {
		return "", err
	}
	args := append([]string{"diff", "--cached", "--no-ext-diff", "--no-textconv", "--no-renames"}, form...)
	return p.run(ctx, call{args: append(args, string(t.head), "--")})
}

func (t *Tree) signature() []string {
	at := fmt.Sprintf("@%d +0000", t.now().Unix())
	return []string{
		"GIT_AUTHOR_NAME=" + t.author.Name, "GIT_AUTHOR_EMAIL=" + t.author.Email, "GIT_AUTHOR_DATE=" + at,
		"GIT_COMMITTER_NAME=" + t.author.Name, "GIT_COMMITTER_EMAIL=" + t.author.Email, "GIT_COMMITTER_DATE=" + at,
	}
}
