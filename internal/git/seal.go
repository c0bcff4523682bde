package git

import (
	"context"
	"errors"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/pull"
)

// Seal makes a commit of the files as they are, on top of parent, and moves
// nothing: neither Head nor the files nor a branch know of it. It is empty where
// the files are those of parent.
func (t *Tree) Seal(ctx context.Context, parent pull.Oid) (pull.Oid, error) {
	staged, err := t.stage(ctx)
	if err != nil {
		return "", fail(action.Broken, "seal", err)
	}
	content, err := staged.line(ctx, "write-tree")
	if err != nil {
		return "", fail(action.Broken, "seal", err)
	}
	before, err := staged.line(ctx, "rev-parse", "--verify", string(parent)+"^{tree}")
	if err != nil || before == content {
		return "", fail(action.Broken, "seal", err)
	}
	out, err := staged.run(ctx, call{
		args: []string{"commit-tree", content, "-p", string(parent), "-F", "-"}, stdin: strings.NewReader("sealed\n"), env: t.signature(),
	})
	return pull.Oid(strings.TrimSpace(out)), fail(action.Broken, "seal", err)
}

// Mentions reports that some file of a commit holds a word.
func (t *Tree) Mentions(ctx context.Context, commit pull.Oid, word string) (bool, error) {
	_, err := t.place().line(ctx, "grep", "--quiet", "--fixed-strings", "--no-textconv", "-e", word, string(commit))
	var failed *Error
	if errors.As(err, &failed) && failed.Exit == 1 && failed.Err == nil {
		return false, nil
	}
	return err == nil, fail(action.Broken, "look for a word", err)
}
