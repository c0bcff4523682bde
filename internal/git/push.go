package git

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/pull"
)

// Push moves a branch of the host from parent to commit and looks whether it
// is there. It never rewrites: commit must build on parent. No hook takes part.
//
// Failures: Moved (the branch is elsewhere), Refused (the host will not take
// it, or it is no descendant), NotAllowed, Gone, Later (the branch is still at
// parent), Lost (nobody could be asked whether it arrived).
func (m *Mirror) Push(ctx context.Context, remote Remote, branch string, parent, commit pull.Oid) error {
	if !isOid(parent) || !isOid(commit) || parent == commit {
		return fail(action.Refused, "push", fmt.Errorf("%q to %q is no step forward", parent, commit))
	}
	// A commit that we hold is here with all that it builds on.
	onward, err := m.IsAncestor(ctx, parent, commit)
	if err != nil && m.Has(ctx, parent) {
		return fail(action.Later, "push", err)
	}
	if !onward {
		return fail(action.Refused, "push", fmt.Errorf("%s does not build on %s", commit.Short(), parent.Short()))
	}
	return m.move(ctx, remote, branch, parent, commit)
}

// Rewrite moves a branch of the host from one commit to another that need not
// build on it, as after a rebase. The lease is pinned to what is replaced, so
// that nobody's commit is lost. Failures are those of Push.
func (m *Mirror) Rewrite(ctx context.Context, remote Remote, branch string, from, to pull.Oid) error {
	if !isOid(from) || !isOid(to) || from == to {
		return fail(action.Refused, "rewrite", fmt.Errorf("%q to %q is no step", from, to))
	}
	return m.move(ctx, remote, branch, from, to)
}

// move is compare-and-swap at the host.
func (m *Mirror) move(ctx context.Context, remote Remote, branch string, parent, commit pull.Oid) error {
	ref := "refs/heads/" + branch
	out, sent := m.speak(ctx, remote, "push", "--porcelain", "--no-verify", "--no-follow-tags",
		"--force-with-lease="+ref+":"+string(parent), remote.URL, string(commit)+":"+ref)
	return fail(action.Lost, "push "+branch, m.arrived(ctx, remote, branch, parent, commit, out, sent))
}

// arrived asks the host where the branch is, whatever the push said, and
// explains what it finds.
func (m *Mirror) arrived(ctx context.Context, remote Remote, branch string, parent, commit pull.Oid, out string, sent error) error {
	if class := remoteClass(sent); sent != nil && (class == action.NotAllowed || class == action.Gone || action.ClassOf(sent) == action.Refused) {
		return action.Fail(class, sent)
	}
	now, err := m.RemoteHead(ctx, remote, branch)
	switch {
	case action.ClassOf(err) == action.Gone && err != nil:
		return action.Fail(action.Moved, errors.New("the branch was deleted"))
	case err != nil:
		return action.Fail(action.Lost, errors.Join(sent, err))
	case now == commit:
		return nil
	case sent == nil:
		return action.Fail(action.Lost, fmt.Errorf("the host took %s but shows %s", commit.Short(), now.Short()))
	case now != parent:
		return action.Fail(action.Moved, fmt.Errorf("the branch is at %s, expected %s", now.Short(), parent.Short()))
	}
	return unmoved(out, sent)
}

// unmoved explains a failed push that left the branch where it was.
func unmoved(out string, sent error) error {
	for line := range strings.Lines(out) {
		flag, rest, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if flag != "!" {
			continue
		}
		_, summary, _ := strings.Cut(rest, "\t")
		if strings.HasPrefix(summary, "[rejected]") {
			return action.Fail(action.Moved, errors.New(summary))
		}
		return action.Fail(action.Refused, fmt.Errorf("%s: %w", summary, sent))
	}
	return action.Fail(action.Later, sent)
}
