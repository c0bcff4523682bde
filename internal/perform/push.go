package perform

import (
	"context"
	"fmt"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/view"
)

// push moves the head branch, where it lives, from the commit that was decided
// on to the proven one. The host refuses when the branch has moved; that nobody
// closed or merged the pull request meanwhile is ours to ask.
func (d deed) push(ctx context.Context) (*journal.Outcome, error) {
	order := d.Action.Push
	where, err := d.headRepo()
	if err != nil {
		return nil, err
	}
	bundle, err := d.bundle(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := d.expect(ctx, ""); err != nil {
		return nil, err
	}
	move := d.Repo.Push
	if order.Rewrite {
		move = d.Repo.Rewrite
	}
	if err := move(ctx, where, d.Snapshot.HeadRef, order.Parent, order.Commit, bundle); err != nil {
		return d.unpushed(ctx, where, err), err
	}
	return &journal.Outcome{Commit: order.Commit}, nil
}

// unpushed tells, where the host refuses a push for good, what is left to do and
// where the commits are; nil for what is tried again.
func (d deed) unpushed(ctx context.Context, where pull.Ref, err error) *journal.Outcome {
	if class := action.ClassOf(err); class != action.Refused && class != action.NotAllowed {
		return nil
	}
	kept := d.Repo.Kept(context.WithoutCancel(ctx), where, d.Snapshot.HeadRef, d.Action.Push.Commit)
	return &journal.Outcome{Text: view.Unpushed(d.Snapshot.HeadRef, said(err), kept)}
}

// headRepo is the repository that the head branch lives in: a fork's, or the
// pull request's own.
func (d deed) headRepo() (pull.Ref, error) {
	owner, repo, ok := strings.Cut(d.Snapshot.HeadRepo, "/")
	if !ok {
		return pull.Ref{}, action.Fail(action.Refused, fmt.Errorf("the repository of the head branch %s was deleted", d.Snapshot.HeadRef))
	}
	ref := d.Snapshot.Ref
	ref.Owner, ref.Repo = owner, repo
	return ref, nil
}

// bundle holds the commits that the host does not have yet.
func (d deed) bundle(ctx context.Context) ([]byte, error) {
	digest := d.From.Outcome.Blob
	if digest == "" {
		return nil, action.Fail(action.Broken, fmt.Errorf("the work %s left no commits", d.From.Key))
	}
	data, err := d.Blobs.Blob(ctx, digest)
	if err != nil {
		return nil, action.Fail(action.Broken, fmt.Errorf("read commits of %s: %w", d.From.Key, err))
	}
	return data, nil
}
