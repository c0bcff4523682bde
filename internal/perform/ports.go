package perform

import (
	"context"
	"time"

	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
)

// Host is what a deed needs of GitHub. Every error is an action.Failure.
type Host interface {
	Reply(ctx context.Context, ref pull.Ref, root int64, body string) (pull.Posted, error)
	Comment(ctx context.Context, ref pull.Ref, body string) (pull.Posted, error)
	EditComment(ctx context.Context, ref pull.Ref, id int64, body string) (pull.Posted, error)
	DeleteComment(ctx context.Context, ref pull.Ref, id int64, inline bool) error
	Resolve(ctx context.Context, ref pull.Ref, thread string) error
	// RequestReview asks an account for a review; again withdraws a request that
	// still stands first, because asking twice would be no event.
	RequestReview(ctx context.Context, ref pull.Ref, login string, again bool) error
	MarkReady(ctx context.Context, ref pull.Ref, node string) error
	AddLabel(ctx context.Context, ref pull.Ref, name string) error
	// Publish says under our own check's name how a commit stands, in place of what was said before.
	Publish(ctx context.Context, ref pull.Ref, p pull.Publication) error
	// Rerun starts a check run that has ended once more.
	Rerun(ctx context.Context, ref pull.Ref, check int64) error
	// EditReply rewrites a comment of a thread.
	EditReply(ctx context.Context, ref pull.Ref, id int64, body string) (pull.Posted, error)
	// OpenPull opens a pull request beside ref, or gives the one that was opened
	// from a branch of the same family.
	OpenPull(ctx context.Context, ref pull.Ref, o pull.Opening) (pull.Posted, error)
	// OpenIssue opens an issue, or gives the one of creator whose body holds receipt.
	OpenIssue(ctx context.Context, ref pull.Ref, creator, receipt, title, body string) (pull.Posted, error)

	// Tip reads by node id, and never by the list query that made the snapshot,
	// what a deed expects: the pull request's own state and, where item is not
	// empty, that thread, comment or review.
	Tip(ctx context.Context, ref pull.Ref, node, item string) (pull.Tip, error)
}

// Tree is a working tree at a commit, free of credentials.
type Tree interface {
	Dir() string
	Head() pull.Oid
	// Commit takes everything changed into one commit; an empty oid means nothing changed.
	Commit(ctx context.Context, message string) (pull.Oid, error)
	// Changed lists the paths that differ from the head.
	Changed(ctx context.Context) ([]string, error)
	// Reset puts the tree back to a commit, keeping nothing.
	Reset(ctx context.Context, to pull.Oid) error
	// Blame gives the commits that brought some lines of a file at the head, in their order.
	Blame(ctx context.Context, path string, start, end int) ([]pull.Oid, error)
	// Edits gives what the commits after from changed, run of lines by run of lines.
	Edits(ctx context.Context, from pull.Oid) ([]feedback.Edit, error)
	// Tip is git's HEAD; New gives the commits from the head to it, oldest first,
	// and false where they are no line that builds on it. Branch is what git's
	// HEAD was put on. Planted, Strays and Outside list what was done to git itself and beside the tree, and
	// undo it; Planted comes before all else.
	Tip(ctx context.Context) (pull.Oid, error)
	New(ctx context.Context, tip pull.Oid) (commits []pull.Oid, onward bool, err error)
	Branch() string
	Planted(ctx context.Context) ([]string, error)
	Strays(ctx context.Context) ([]string, error)
	Outside(ctx context.Context) ([]string, error)
	// SetAside puts the tree back to its head and keeps all that was done under a
	// name; where tells a person how to see it, empty: there was nothing.
	SetAside(ctx context.Context, name string) (where string, err error)
	// Seal makes a commit of the files on top of parent that nothing else knows of.
	Seal(ctx context.Context, parent pull.Oid) (pull.Oid, error)
	// Pick brings the change of one commit into the files; Lay whole files of one.
	Pick(ctx context.Context, commit pull.Oid) error
	Lay(ctx context.Context, commit pull.Oid, paths []string) error
	// Merge lays the changes of another commit into the files, Replay those of one
	// commit of a Series; Strayed lists what differs from what git made of both.
	// CommitMerge has both for its parents; CommitLike keeps author, time and words.
	Merge(ctx context.Context, other pull.Oid) (pull.Joined, error)
	Replay(ctx context.Context, commit pull.Oid) (pull.Joined, error)
	Series(ctx context.Context, base pull.Oid) (series []pull.Change, plain bool, err error)
	Strayed(ctx context.Context, from pull.Joined) ([]string, error)
	CommitMerge(ctx context.Context, message string, other pull.Oid) (pull.Oid, error)
	CommitLike(ctx context.Context, commit pull.Oid) (pull.Oid, error)
	// Stage puts every change into git's own index, for the hooks to see.
	Stage(ctx context.Context) error

	// Changes and Text tell what differs between two commits.
	Changes(ctx context.Context, from, to pull.Oid) ([]feedback.Change, error)
	Text(ctx context.Context, from, to pull.Oid) (string, error)
	// History gives the commits that changed a file, newest first; Touched what
	// one of them did to it. Below finds the commits that another builds on.
	History(ctx context.Context, path string) ([]pull.Oid, error)
	Touched(ctx context.Context, commit pull.Oid, path string) ([]feedback.Run, error)
	Below(ctx context.Context, commit, top pull.Oid) (pull.Oid, bool)
	Mentions(ctx context.Context, commit pull.Oid, word string) (bool, error)

	// Bundle packs the commits up to the head that none of the others reaches.
	Bundle(ctx context.Context, without ...pull.Oid) ([]byte, error)
	Close(ctx context.Context) error
}

// Repo gives working trees and moves the head branch. Every error is an
// action.Failure.
type Repo interface {
	// Open makes a tree at commit; bundle, when not empty, holds commits that the host does not have.
	Open(ctx context.Context, ref pull.Ref, commit pull.Oid, bundle []byte) (Tree, error)
	// Fork is where a head left its base: their newest common commit.
	Fork(ctx context.Context, ref pull.Ref, head, base pull.Oid) (pull.Oid, error)
	// Push moves a branch of the repository in ref from parent to commit,
	// compare-and-swap, and verifies the remote head.
	Push(ctx context.Context, ref pull.Ref, branch string, parent, commit pull.Oid, bundle []byte) error
	// Kept is the command with which a person pushes a commit of ours by hand.
	Kept(ctx context.Context, ref pull.Ref, branch string, commit pull.Oid) string
	// Rewrite moves it to a commit that replaces from, under the same condition.
	Rewrite(ctx context.Context, ref pull.Ref, branch string, from, to pull.Oid, bundle []byte) error
	// Anew finds among the commits of a branch the one with the change of a commit
	// that a rebase has replaced; empty where nothing tells.
	Anew(ctx context.Context, ref pull.Ref, was pull.Oid, among []pull.Oid) (pull.Oid, error)
	// Fetch brings a commit within reach of every tree.
	Fetch(ctx context.Context, ref pull.Ref, commit pull.Oid) error
}

// Checks runs the repository's own checks in a folder that holds the files of a
// commit, and its own hooks; found is false where it has none of that name.
type Checks interface {
	Hook(ctx context.Context, dir string, commit pull.Oid, rules policy.Verify, hook feedback.Hook) (proof feedback.Proof, found bool, err error)
	Run(ctx context.Context, dir string, commit pull.Oid, rules policy.Verify, gate string) (feedback.Proof, error)
}

// Agents gives the runner of one entry of a chain; an error of kind
// agent.Absent lets the next entry try.
type Agents interface {
	Runner(all policy.Agents, use policy.AgentUse) (agent.Runner, error)
}

// Blobs keeps bundles and long outputs by digest.
type Blobs interface {
	PutBlob(ctx context.Context, data []byte) (string, error)
	Blob(ctx context.Context, digest string) ([]byte, error)
}

// Clock is time as the program lives it.
type Clock interface{ Now() time.Time }
