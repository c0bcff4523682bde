package perform

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/view"
)

// joining is one branch as it is brought together with its base.
type joining struct {
	fixing
	solved []string              // paths that an agent brought together
	moved  map[pull.Oid]pull.Oid // rebase: what each commit became
}

// join brings the branch together with its base: the base is merged into it, or
// the branch's commits are made anew on top of the base. It yields a commit;
// proof and push come later, as for a fix. No commit means that there was
// nothing to do.
func (d deed) join(ctx context.Context) (*journal.Outcome, error) {
	order := d.Action.Work
	tree, closeTree, err := d.open(ctx, order.Head, nil)
	if err != nil {
		return nil, err
	}
	defer closeTree()
	if err := d.Repo.Fetch(ctx, d.Snapshot.Ref, order.Base); err != nil {
		return nil, err
	}
	j := &joining{fixing: fixing{deed: d, tree: tree}, moved: map[pull.Oid]pull.Oid{}}
	series, rebase, err := j.series(ctx)
	if err != nil {
		return nil, err
	}
	if rebase {
		err = j.rebase(ctx, series)
	} else {
		err = j.merge(ctx)
	}
	if err != nil {
		outcome := j.used.outcome()
		outcome.Text = said(err)
		return outcome, err
	}
	return j.packed(ctx)
}

// series are the commits to make anew. What git shows may still speak against a
// rebase: a merge among them, or more than one author.
func (j *joining) series(ctx context.Context) (series []pull.Change, rebase bool, err error) {
	if j.Action.Work.Task != action.Rebase {
		return nil, false, nil
	}
	series, plain, err := j.tree.Series(ctx, j.Action.Work.Base)
	authors := map[string]bool{}
	for _, c := range series {
		authors[strings.ToLower(c.Author)] = true
	}
	return series, plain && len(series) > 0 && len(authors) <= 2 && j.oursAmong(authors), err
}

// oursAmong: one author, or one and the account that we act as.
func (j *joining) oursAmong(authors map[string]bool) bool {
	if len(authors) == 1 {
		return true
	}
	ours := fmt.Sprintf("%d+%s@users.noreply.github.com", j.Snapshot.Viewer.ID, j.Snapshot.Viewer.Login)
	return authors[strings.ToLower(ours)]
}

func (j *joining) merge(ctx context.Context) error {
	base := j.Action.Work.Base
	joined, err := j.tree.Merge(ctx, base)
	if err != nil || joined.Content == "" {
		return err
	}
	if err := j.solve(ctx, joined); err != nil {
		return err
	}
	_, err = j.tree.CommitMerge(ctx, view.MergeCommit(j.Snapshot.BaseRef, j.Snapshot.HeadRef, j.solved, j.Deed.Key), base)
	return err
}

func (j *joining) rebase(ctx context.Context, series []pull.Change) error {
	if err := j.tree.Reset(ctx, j.Action.Work.Base); err != nil {
		return err
	}
	for _, c := range series {
		joined, err := j.tree.Replay(ctx, c.Commit)
		if err != nil {
			return err
		}
		if err := j.solve(ctx, joined); err != nil {
			return err
		}
		anew, err := j.tree.CommitLike(ctx, c.Commit)
		if err != nil {
			return err
		}
		if anew != "" { // of one that the base has taken over nothing is left
			j.moved[c.Commit] = anew
		}
	}
	return nil
}

// solve lets an agent bring together what git could not. What policy keeps for
// people is theirs also here; what an agent changes beside the conflict is no
// part of it, and nothing of it is taken.
func (j *joining) solve(ctx context.Context, joined pull.Joined) error {
	if len(joined.Conflicts) == 0 {
		return nil
	}
	if guarded := j.guarded(joined.Conflicts); len(guarded) > 0 {
		return action.Fail(action.Broken, fmt.Errorf("the conflict is in files that wait for a person: %s", strings.Join(guarded, ", ")))
	}
	kept, err := j.tree.Seal(ctx, j.tree.Head())
	if err != nil {
		return err
	}
	_, used, err := j.run(ctx, j.tree, j.Policy.Agents.Fix, j.conflict(joined.Conflicts), kept)
	j.used = j.used.and(used)
	if err != nil {
		return err
	}
	if err := j.honest(ctx, joined); err != nil {
		return err
	}
	for _, path := range joined.Conflicts {
		if !slices.Contains(j.solved, path) {
			j.solved = append(j.solved, path)
		}
	}
	return nil
}

// conflict words the job.
func (j *joining) conflict(paths []string) agent.Request {
	r, words := j.ordered(j.Action.Work.Task, j.tree, nil)
	r.Conflicts, words.Conflicts, words.Onto = paths, paths, j.Snapshot.BaseRef
	r.Prompt, r.Short = words.Text(), words.Brief(agent.RequestFile)
	return r
}

// honest holds what the agent left against what it was asked for.
func (j *joining) honest(ctx context.Context, joined pull.Joined) error {
	planted, err := j.tree.Planted(ctx)
	if err != nil {
		return err
	}
	strays, err := j.tree.Strays(ctx)
	if err != nil {
		return err
	}
	if bad := slices.Concat(planted, strays); len(bad) > 0 {
		return action.Fail(action.Broken, fmt.Errorf("the agent changed git itself: %s", strings.Join(bad, ", ")))
	}
	strayed, err := j.tree.Strayed(ctx, joined)
	if err != nil {
		return err
	}
	strayed = slices.DeleteFunc(strayed, func(path string) bool { return slices.Contains(joined.Conflicts, path) })
	if len(strayed) > 0 {
		return action.Fail(action.Broken, fmt.Errorf("the agent changed files beside the conflict: %s", strings.Join(strayed, ", ")))
	}
	if left, err := unsolved(j.tree.Dir(), joined.Conflicts); err != nil || len(left) > 0 {
		return action.Fail(action.Broken, errors.Join(err, fmt.Errorf("the conflict is still there: %s", strings.Join(left, ", "))))
	}
	return nil
}

// unsolved are the files in which git's marks of a conflict still stand.
func unsolved(dir string, paths []string) ([]string, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer func() { _ = root.Close() }()
	var left []string
	for _, path := range paths {
		info, err := root.Lstat(path)
		if errors.Is(err, os.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
			continue // taken out, which is an answer too
		}
		text, err := root.ReadFile(path)
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(text)) {
			if strings.HasPrefix(line, "<<<<<<< ") || strings.HasPrefix(line, ">>>>>>> ") {
				left = append(left, path)
				break
			}
		}
	}
	return left, nil
}

// packed keeps the commits, so that they outlive the tree.
func (j *joining) packed(ctx context.Context) (*journal.Outcome, error) {
	outcome, order := j.used.outcome(), j.Action.Work
	if j.tree.Head() == order.Head {
		return outcome, nil
	}
	bundle, err := j.tree.Bundle(ctx, order.Head, order.Base)
	if err != nil {
		return nil, err
	}
	outcome.Commit, outcome.Moved = j.tree.Head(), j.moved
	if outcome.Blob, err = j.Blobs.PutBlob(ctx, bundle); err != nil {
		return nil, action.Fail(action.Later, fmt.Errorf("keep the commits: %w", err))
	}
	return outcome, nil
}
