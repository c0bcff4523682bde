package app

import (
	"context"
	"fmt"
	"strings"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/git"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/review"
)

// mostDiff bounds what is told of a file that has changed since, in bytes; the
// reviewer has the whole in its tree.
const mostDiff = 40_000

// open checks out the head, and brings the base beside it.
func (r *reviewing) open(ctx context.Context) (err error) {
	s := r.snapshot
	r.repos = r.performer()
	r.repos.repos.by(s.Viewer)
	if r.base = s.BaseTip; r.base == "" {
		r.base = s.Base
	}
	if r.tree, err = r.repos.repos.Repos.Open(ctx, s.Ref, s.Head, nil); err != nil {
		return err
	}
	if _, err = r.repos.repos.Fork(ctx, s.Ref, s.Head, r.base); err != nil {
		_ = r.tree.Close(context.WithoutCancel(ctx))
	}
	return err
}

// recall reads what was published, and what became of it since. What a file of
// the person's says instead is told to the reviewer; what may be closed rests on
// the pull request alone.
func (r *reviewing) recall(ctx context.Context) error {
	r.memory = review.Recall(r.snapshot)
	r.run.Forged = r.memory.Forged
	if given := r.options.Feedback; given != nil {
		r.earlier, r.run.Notes = given.Findings, given.Notes
		return nil
	}
	now := Feedback{Ref: r.run.Ref, Head: r.snapshot.Head}
	files := map[source]git.Since{}
	for _, p := range r.memory.Published {
		if !isTold(p) {
			continue
		}
		e, err := r.since(ctx, p, files)
		if err != nil {
			return err
		}
		now.Findings = append(now.Findings, e)
	}
	r.earlier, r.run.Told = now.Findings, len(now.Findings)
	if r.options.Keep != nil && !r.options.DryRun {
		return r.options.Keep(now)
	}
	return nil
}

// isTold: what we closed ourselves is settled, and one of an old form has no name
// to call it by.
func isTold(p feedback.Published) bool {
	return !p.Old && (!p.Resolved || !p.Own || p.Discussed() || p.Reasoned)
}

// source is a file as it stood at a commit.
type source struct {
	commit pull.Oid
	path   string
}

// since gives a finding with what its file has gone through. A diff is told
// once, by the first finding of its file.
func (r *reviewing) since(ctx context.Context, p feedback.Published, files map[source]git.Since) (feedback.Earlier, error) {
	e := feedback.Earlier{Published: p}
	at := source{p.Head, p.Finding.Path}
	if at.path == "" || at.commit == "" {
		return e, nil
	}
	since, known := files[at]
	if !known {
		var err error
		if since, err = r.tree.Since(ctx, at.commit, r.base, at.path); err != nil {
			return e, err
		}
		files[at] = since
	}
	e.Notes = notesOf(since, at)
	switch {
	case known && since.Diff != "":
		e.Notes = append(e.Notes, "What "+at.path+" has gone through since then is told above, with an earlier finding of the same file.")
	case len(since.Diff) > mostDiff:
		e.Diff = since.Diff[:strings.LastIndexByte(since.Diff[:mostDiff], '\n')+1]
		e.Notes = append(e.Notes, fmt.Sprintf("The diff is cut after %d of %d bytes; git diff %s %s shows all of it.", len(e.Diff), len(since.Diff), since.From, r.snapshot.Head))
	default:
		e.Diff = since.Diff
	}
	return e, nil
}

// notesOf says what of a file is not as it was.
func notesOf(since git.Since, at source) (notes []string) {
	if since.Lost {
		notes = append(notes, fmt.Sprintf("Commit %s, at which this was found, is gone, as after a force push; the diff is from %s, where the branch left its base.", at.commit.Short(), since.From.Short()))
	}
	switch {
	case since.Path == "":
		notes = append(notes, "The file "+at.path+" is gone.")
	case since.Path != at.path:
		notes = append(notes, "The file "+at.path+" is called "+since.Path+" now.")
	}
	return notes
}

// paths are the files that the plan has to know: of every finding, old and new,
// under the names of now.
func (r *reviewing) paths() []string {
	var paths []string
	add := func(f feedback.Finding) {
		if f.Path != "" {
			paths = append(paths, f.Path)
		}
	}
	for _, f := range r.answer.Findings {
		add(f)
	}
	for _, p := range r.memory.Published {
		add(p.Finding)
	}
	return paths
}

// heads are the commits at which findings were published.
func (r *reviewing) heads() []pull.Oid {
	var heads []pull.Oid
	for _, p := range r.memory.Published {
		if p.Head != "" {
			heads = append(heads, p.Head)
		}
	}
	return heads
}
