package git

import (
	"context"
	"strconv"
	"strings"

	"github.com/bluekeyes/go-gitdiff/gitdiff"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
)

// Changes gives what differs between two commits, file by file and run by run;
// to empty: between a commit and the files of the tree. A renamed file is one
// that is gone and one that is new.
func (t *Tree) Changes(ctx context.Context, from, to pull.Oid) ([]feedback.Change, error) {
	p, args, err := t.between(ctx, from, to)
	if err != nil {
		return nil, fail(action.Broken, "read changes", err)
	}
	out, err := p.run(ctx, call{args: append([]string{"diff", "--unified=0"}, args...)})
	if err != nil {
		return nil, fail(action.Broken, "read changes", err)
	}
	changes, err := readChanges(out)
	return changes, fail(action.Broken, "read changes", err)
}

// Text is the same as a diff to read, with ten lines round each change.
func (t *Tree) Text(ctx context.Context, from, to pull.Oid) (string, error) {
	p, args, err := t.between(ctx, from, to)
	if err != nil {
		return "", fail(action.Broken, "read diff", err)
	}
	out, err := p.run(ctx, call{args: append([]string{"diff", "--unified=10"}, args...)})
	return out, fail(action.Broken, "read diff", err)
}

func (t *Tree) between(ctx context.Context, from, to pull.Oid) (place, []string, error) {
	args := []string{"--no-ext-diff", "--no-textconv", "--no-renames", "--no-color"}
	if to != "" {
		return t.place(), append(args, string(from), string(to), "--"), t.restore()
	}
	p, err := t.stage(ctx)
	return p, append(args, "--cached", string(from), "--"), err
}

// Touched gives the runs of lines of a file that one commit changed, against
// its first parent.
func (t *Tree) Touched(ctx context.Context, commit pull.Oid, path string) ([]feedback.Run, error) {
	out, err := t.place().run(ctx, call{args: []string{
		"log", "--no-walk", "--format=", "--patch", "--unified=0", "--diff-merges=first-parent", "--no-ext-diff", "--no-textconv", "--no-renames", "--no-color",
		string(commit), "--", path,
	}})
	if err != nil {
		return nil, fail(action.Gone, "read commit", err)
	}
	changes, err := readChanges(out)
	if err != nil || len(changes) == 0 {
		return nil, fail(action.Broken, "read commit", err)
	}
	return changes[0].Runs, nil
}

// mostHistory bounds how far back a file's history is looked through.
const mostHistory = 300

// History gives the commits below Head that changed a file, newest first.
func (t *Tree) History(ctx context.Context, path string) ([]pull.Oid, error) {
	out, err := t.place().run(ctx, call{args: []string{"log", "--format=%H", "-n", strconv.Itoa(mostHistory), string(t.head), "--", path}})
	if err != nil {
		return nil, fail(action.Broken, "read history of "+path, err)
	}
	var commits []pull.Oid
	for oid := range strings.FieldsSeq(out) {
		commits = append(commits, pull.Oid(oid))
	}
	return commits, nil
}

// Below reports that a commit, whole or shortened, is one that top builds on, or
// top itself, and gives its whole name.
func (t *Tree) Below(ctx context.Context, commit, top pull.Oid) (pull.Oid, bool) {
	if strings.Trim(string(commit), "0123456789abcdef") != "" || len(commit) < 7 {
		return "", false
	}
	whole, err := t.place().line(ctx, "rev-parse", "--verify", "--quiet", string(commit)+"^{commit}")
	if err != nil {
		return "", false
	}
	_, err = t.place().line(ctx, "merge-base", "--is-ancestor", whole, string(top))
	return pull.Oid(whole), err == nil
}

// Modes of entries that are no files (git's index format).
const (
	modeLink       = 0o120000
	modeRepository = 0o160000
)

func readChanges(diff string) ([]feedback.Change, error) {
	files, _, err := gitdiff.Parse(strings.NewReader(diff))
	if err != nil {
		return nil, err
	}
	var changes []feedback.Change
	for _, f := range files {
		c := feedback.Change{Path: f.NewName, Old: f.OldName, Gone: f.IsDelete, Binary: f.IsBinary, Mode: f.OldMode != 0 && f.NewMode != 0 && f.OldMode != f.NewMode}
		c.Link = f.NewMode == modeLink || f.NewMode == modeRepository
		if f.IsDelete {
			c.Path = f.OldName
		}
		for _, fragment := range f.TextFragments {
			c.Runs = append(c.Runs, runOf(fragment))
		}
		changes = append(changes, c)
	}
	return changes, nil
}

func runOf(f *gitdiff.TextFragment) feedback.Run {
	run := feedback.Run{Start: int(f.OldPosition)}
	for _, line := range f.Lines {
		text := strings.TrimSuffix(line.Line, "\n")
		switch line.Op {
		case gitdiff.OpDelete:
			run.Removed = append(run.Removed, text)
		case gitdiff.OpAdd:
			run.Added = append(run.Added, text)
		}
	}
	return run
}
