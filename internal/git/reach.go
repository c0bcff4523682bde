package git

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bluekeyes/go-gitdiff/gitdiff"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/pull"
)

// Reach is where the host takes review comments: the lines of the diff of a pull
// request, which is base...head with renames found and three lines of context
// (docs.github.com, "Create a review comment"). It is a value; copies share it.
type Reach struct {
	base  pull.Oid // where head left the base
	files map[string]reached
}

// reached is one file of the diff, by the name that it has at head, or had last.
type reached struct {
	old   string // its name at the base
	hunks []hunk
}

// hunk is a run of lines on both sides, ends included; of none the last is below the first.
type hunk struct{ left, right [2]int }

// Reach reads the diff of a pull request whose head the tree stands for. Gone
// where base is not here, or has no commit in common with head.
func (t *Tree) Reach(ctx context.Context, base pull.Oid) (Reach, error) {
	fork, err := t.fork(ctx, base)
	if err != nil {
		return Reach{}, fail(action.Gone, "read reach", err)
	}
	out, err := t.mirror.work.run(ctx, call{args: diff("--unified=3", string(fork), string(t.head), "--")})
	if err != nil {
		return Reach{}, fail(action.Broken, "read reach", err)
	}
	files, _, err := gitdiff.Parse(strings.NewReader(out))
	if err != nil {
		return Reach{}, fail(action.Broken, "read reach", err)
	}
	r := Reach{base: fork, files: map[string]reached{}}
	for _, f := range files {
		name, file := f.NewName, reached{old: f.OldName}
		if f.IsDelete {
			name = f.OldName
		}
		for _, run := range f.TextFragments {
			file.hunks = append(file.hunks, hunk{span(run.OldPosition, run.OldLines), span(run.NewPosition, run.NewLines)})
		}
		r.files[name] = file
	}
	return r, nil
}

// diff is a comparison in which nothing of a repository's own settings takes part.
func diff(args ...string) []string {
	return append([]string{"diff", "--no-ext-diff", "--no-textconv", "--find-renames", "--no-color"}, args...)
}

// fork is where Head left a base.
func (t *Tree) fork(ctx context.Context, base pull.Oid) (pull.Oid, error) {
	if err := t.mirror.restore(); err != nil {
		return "", err
	}
	if !isOid(base) {
		return "", fmt.Errorf("%q is not an object id", base)
	}
	out, err := t.mirror.work.line(ctx, "merge-base", string(base), string(t.head))
	return pull.Oid(out), err
}

func span(position, lines int64) [2]int { return [2]int{int(position), int(position + lines - 1)} }

// Holds reports that the lines start to line of a side, LEFT or RIGHT, lie
// inside one hunk. Start 0: only line.
func (r Reach) Holds(path, side string, start, line int) bool {
	if start == 0 {
		start = line
	}
	return start > 0 && start <= line && slices.ContainsFunc(r.files[path].hunks, func(h hunk) bool {
		within := h.right
		if side == "LEFT" {
			within = h.left
		}
		return within[0] <= start && line <= within[1]
	})
}

// InDiff reports that a file is part of the diff.
func (r Reach) InDiff(path string) bool {
	_, ok := r.files[path]
	return ok
}
