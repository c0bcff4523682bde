package git

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/pull"
)

// Commit is one commit as its message tells. Items and Key are our trailers,
// empty for other people's commits.
type Commit struct {
	Oid     pull.Oid
	Parents []pull.Oid
	Author  Identity
	At      time.Time // committer's date
	Message string
	Items   []string // item@version
	Key     mark.Digest
}

// IsAncestor reports whether ancestor is reachable from commit; a commit
// reaches itself.
func (m *Mirror) IsAncestor(ctx context.Context, ancestor, commit pull.Oid) (bool, error) {
	_, err := m.store.line(ctx, "merge-base", "--is-ancestor", string(ancestor), string(commit))
	var failed *Error
	if errors.As(err, &failed) && failed.Exit == 1 && failed.Err == nil {
		return false, nil
	}
	return err == nil, fail(action.Gone, "compare commits", err)
}

// MergeBase is the best common ancestor; "" when there is none.
func (m *Mirror) MergeBase(ctx context.Context, a, b pull.Oid) (pull.Oid, error) {
	out, err := m.store.line(ctx, "merge-base", string(a), string(b))
	var failed *Error
	if errors.As(err, &failed) && failed.Exit == 1 && failed.Err == nil {
		return "", nil
	}
	return pull.Oid(out), fail(action.Gone, "find merge base", err)
}

// File reads a file as a commit has it; Gone where it has none.
func (m *Mirror) File(ctx context.Context, commit pull.Oid, path string) ([]byte, error) {
	out, err := m.store.run(ctx, call{args: []string{"cat-file", "blob", string(commit) + ":" + path}})
	if err != nil {
		return nil, fail(action.Gone, "read "+path, err)
	}
	return []byte(out), nil
}

// logFormat separates fields by 0x1f and commits by 0; a message holds neither.
const logFormat = "--format=%H%x1f%P%x1f%an%x1f%ae%x1f%ct%x1f%B"

// Log gives the commits that are reachable from head and not from base, newest first.
func (m *Mirror) Log(ctx context.Context, base, head pull.Oid) ([]Commit, error) {
	out, err := m.store.run(ctx, call{args: []string{"log", "-z", logFormat, string(head), "^" + string(base), "--"}})
	if err != nil {
		return nil, fail(action.Gone, "read log", err)
	}
	commits, err := readLog(out)
	return commits, fail(action.Broken, "read log", err)
}

func readLog(out string) ([]Commit, error) {
	var commits []Commit
	for record := range strings.SplitSeq(strings.TrimSuffix(out, "\x00"), "\x00") {
		if record == "" {
			continue
		}
		c, err := readCommit(record)
		if err != nil {
			return nil, err
		}
		commits = append(commits, c)
	}
	return commits, nil
}

func readCommit(record string) (Commit, error) {
	f := strings.SplitN(record, "\x1f", 6)
	if len(f) != 6 {
		return Commit{}, fmt.Errorf("commit has %d fields", len(f))
	}
	seconds, err := strconv.ParseInt(f[4], 10, 64)
	if err != nil {
		return Commit{}, err
	}
	c := Commit{Oid: pull.Oid(f[0]), Author: Identity{f[2], f[3]}, At: time.Unix(seconds, 0).UTC(), Message: f[5]}
	for parent := range strings.FieldsSeq(f[1]) {
		c.Parents = append(c.Parents, pull.Oid(parent))
	}
	c.Items, c.Key = mark.ReadTrailers(c.Message)
	return c, nil
}

// Stat is how much of a file changed. A binary file has no lines.
type Stat struct {
	Path           string
	Added, Deleted int
	Binary         bool
}

// Diff gives the change from one commit to another as text; renames are shown
// as a deletion and an addition.
func (m *Mirror) Diff(ctx context.Context, from, to pull.Oid) (string, error) {
	out, err := m.store.run(ctx, call{args: []string{"diff", "--no-ext-diff", "--no-textconv", "--no-renames", string(from), string(to), "--"}})
	return out, fail(action.Gone, "read diff", err)
}

// Stats counts the lines that changed from one commit to another, by path.
func (m *Mirror) Stats(ctx context.Context, from, to pull.Oid) ([]Stat, error) {
	out, err := m.store.run(ctx, call{args: []string{"diff", "--numstat", "-z", "--no-ext-diff", "--no-renames", string(from), string(to), "--"}})
	if err != nil {
		return nil, fail(action.Gone, "count changes", err)
	}
	return readStats(out), nil
}

func readStats(out string) []Stat {
	var stats []Stat
	for record := range strings.SplitSeq(out, "\x00") {
		f := strings.SplitN(record, "\t", 3)
		if len(f) != 3 {
			continue
		}
		added, errA := strconv.Atoi(f[0])
		deleted, errD := strconv.Atoi(f[1])
		stats = append(stats, Stat{Path: f[2], Added: added, Deleted: deleted, Binary: errA != nil || errD != nil})
	}
	return stats
}
