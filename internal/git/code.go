package git

import (
	"context"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/pull"
)

// Code is what a review of ours has to know of the code at a head: where the
// host takes comments, how lines read, what files are called. It is read once
// and does not change.
type Code struct {
	reach      Reach
	head, left map[string][]string // lines by path; left: at the base
	names      map[pull.Oid]names
}

// Code reads the diff of a pull request, the files of paths, and what files of
// earlier commits are called now. What is not there is no error.
func (t *Tree) Code(ctx context.Context, base pull.Oid, paths []string, since []pull.Oid) (*Code, error) {
	reach, err := t.Reach(ctx, base)
	if err != nil {
		return nil, err
	}
	c := &Code{reach: reach, head: map[string][]string{}, left: map[string][]string{}, names: map[pull.Oid]names{}}
	for _, commit := range since {
		if _, known := c.names[commit]; known {
			continue
		}
		if c.names[commit], err = t.names(ctx, commit, base); err != nil {
			return nil, err
		}
	}
	return c, c.read(ctx, t, paths)
}

func (c *Code) read(ctx context.Context, t *Tree, paths []string) error {
	head, err := t.paths(ctx, t.head)
	if err != nil {
		return err
	}
	before, err := t.paths(ctx, c.reach.base)
	if err != nil {
		return err
	}
	for _, path := range paths {
		if c.head[path], err = t.lines(ctx, t.head, path, head); err != nil {
			return err
		}
		old := path
		if file, ok := c.reach.files[path]; ok && file.old != "" {
			old = file.old
		}
		if c.left[path], err = t.lines(ctx, c.reach.base, old, before); err != nil {
			return err
		}
	}
	return nil
}

// lines of a file at a commit whose files are given; none where it is not one of them.
func (t *Tree) lines(ctx context.Context, commit pull.Oid, path string, files []string) ([]string, error) {
	if _, here := slices.BinarySearch(files, path); !here {
		return nil, nil
	}
	out, err := t.mirror.work.run(ctx, call{args: []string{"cat-file", "-p", string(commit) + ":" + path}})
	return strings.Split(strings.ReplaceAll(out, "\r\n", "\n"), "\n"), fail(action.Gone, "read "+path, err)
}

// Reach reports that the host takes a comment there: all lines lie inside one hunk.
func (c *Code) Reach(path, side string, start, line int) bool {
	return c.reach.Holds(path, side, start, line)
}

// InDiff reports that a comment on the file is possible.
func (c *Code) InDiff(path string) bool { return c.reach.InDiff(path) }

// Region gives the lines start to line of a file that was asked for, at head;
// LEFT: where head left the base. Start 0: only line. Empty where they are not.
func (c *Code) Region(path, side string, start, line int) string {
	lines := c.head[path]
	if side == "LEFT" {
		lines = c.left[path]
	}
	if start == 0 {
		start = line
	}
	if start < 1 || line < start || line > len(lines) {
		return ""
	}
	return strings.Join(lines[start-1:line], "\n")
}

// Renamed gives the name that a file has now which had another at a commit that
// was asked for; the same where nothing is known, empty where it is gone.
func (c *Code) Renamed(old string, since pull.Oid) string {
	names, known := c.names[since]
	if !known {
		return old
	}
	return names.now(old)
}
