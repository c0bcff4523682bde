package git

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/pull"
)

// Commits reads commits in a working tree of ours, by its folder. The zero
// value is ready.
type Commits struct{}

func at(tree string) place { return place{dir: filepath.Join(tree, ".git"), tree: tree} }

// Differ lists the paths that differ between two commits; Gone where one of
// them is not here.
func (Commits) Differ(ctx context.Context, tree string, from, to pull.Oid) ([]string, error) {
	out, err := at(tree).run(ctx, call{args: []string{"diff", "--name-only", "--no-renames", "-z", string(from), string(to), "--"}})
	return listed(out), fail(action.Gone, "compare commits", err)
}

// Paths lists the files of a commit.
func (Commits) Paths(ctx context.Context, tree string, commit pull.Oid) ([]string, error) {
	out, err := at(tree).run(ctx, call{args: []string{"ls-tree", "-r", "--name-only", "-z", string(commit)}})
	return listed(out), fail(action.Gone, "list files", err)
}

// File reads a file as a commit has it; Gone where it has none.
func (Commits) File(ctx context.Context, tree string, commit pull.Oid, path string) ([]byte, error) {
	out, err := at(tree).run(ctx, call{args: []string{"cat-file", "blob", string(commit) + ":" + path}})
	return []byte(out), fail(action.Gone, "read "+path, err)
}

func listed(out string) []string {
	return strings.FieldsFunc(out, func(r rune) bool { return r == 0 })
}
