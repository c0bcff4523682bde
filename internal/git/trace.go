package git

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bluekeyes/go-gitdiff/gitdiff"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
)

// Blame gives the commits that brought the lines start to end of a file at
// Head, each once, in order of the lines. Gone where the file has no such lines.
func (t *Tree) Blame(ctx context.Context, path string, start, end int) ([]pull.Oid, error) {
	lines := fmt.Sprintf("%d,%d", start, end)
	out, err := t.mirror.work.run(ctx, call{args: []string{"blame", "-s", "-l", "--root", "-L", lines, string(t.head), "--", path}})
	if err != nil {
		return nil, fail(action.Gone, "blame "+path, err)
	}
	var commits []pull.Oid
	for line := range strings.Lines(out) {
		oid, _, _ := strings.Cut(strings.TrimPrefix(line, "^"), " ") // a caret marks the oldest commit that is here
		if commit := pull.Oid(oid); !slices.Contains(commits, commit) {
			commits = append(commits, commit)
		}
	}
	return commits, nil
}

// mostEdits of one work are kept; a larger change is no back and forth.
const mostEdits = 200

// Edits gives what the commits from one to Head changed, run of lines by run of
// lines; binary files and renames without a change have none.
func (t *Tree) Edits(ctx context.Context, from pull.Oid) ([]feedback.Edit, error) {
	out, err := t.mirror.work.run(ctx, call{args: []string{
		"diff", "--unified=0", "--no-ext-diff", "--no-textconv", "--no-renames", "--no-color", string(from), string(t.head), "--",
	}})
	if err != nil {
		return nil, fail(action.Broken, "read edits", err)
	}
	files, _, err := gitdiff.Parse(strings.NewReader(out))
	if err != nil {
		return nil, fail(action.Broken, "read edits", err)
	}
	var edits []feedback.Edit
	for _, file := range files {
		for _, run := range file.TextFragments {
			if edit, ok := editOf(file, run); ok && len(edits) < mostEdits {
				edits = append(edits, edit)
			}
		}
	}
	return edits, nil
}

func editOf(file *gitdiff.File, run *gitdiff.TextFragment) (feedback.Edit, bool) {
	var removed, added []string
	for _, line := range run.Lines {
		switch line.Op {
		case gitdiff.OpDelete:
			removed = append(removed, line.Line)
		case gitdiff.OpAdd:
			added = append(added, line.Line)
		}
	}
	path := file.NewName
	if path == "" {
		path = file.OldName
	}
	return feedback.EditOf(path, removed, added)
}
