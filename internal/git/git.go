// Package git is the only package that runs git: mirrors of repositories,
// working trees for agents and checks, bundles, and the one push.
//
// It promises that credentials live in the environment of the one command that
// speaks to the host and nowhere else: not in arguments, not on disk, never in
// a process that works in a tree. No hook, no alias, no configuration of the
// user or of a tree takes part in what it runs. A push is compare-and-swap on
// the commit that was expected, and is verified at the host; only Rewrite lets
// a branch lose commits, and only those that it was told.
// It refuses addresses that carry a password. Errors that leave the package
// are of type *action.Failure.
//
// A repository has two git directories beside each other: store.git speaks to
// the host and never sees a tree; work.git owns the working trees and borrows
// the store's objects. So whatever is written into the configuration that a
// tree can reach never meets a credential. A commit travels from the one to
// the other as a bundle.
package git

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/pull"
)

// Identity is who a commit is by.
type Identity struct{ Name, Email string }

// Repos gives trees of pull requests and moves their branches. All fields are
// required but Signing. Safe for use by several goroutines and processes on one Root.
type Repos struct {
	Root    string // directory of our own, 0700
	Author  Identity
	Signing Signing          // of our commits
	Now     func() time.Time // dates of commits
	Remote  func(ctx context.Context, ref pull.Ref) (Remote, error)

	mu     sync.Mutex
	opened map[string]*Mirror
}

// Open makes a tree at commit. Bundle, when not empty, holds commits that the
// host does not have; what it builds on is fetched.
func (r *Repos) Open(ctx context.Context, ref pull.Ref, commit pull.Oid, bundle []byte) (*Tree, error) {
	mirror, remote, err := r.reach(ctx, ref)
	if err != nil {
		return nil, err
	}
	if err := mirror.Bring(ctx, remote, commit, bundle); err != nil {
		return nil, err
	}
	tree, err := mirror.AddTree(ctx, commit)
	if err != nil {
		return nil, err
	}
	tree.author, tree.now, tree.signing = r.Author, r.Now, r.Signing
	return tree, nil
}

// Fork is where a head left its base: their newest common commit. Gone where
// they have none.
func (r *Repos) Fork(ctx context.Context, ref pull.Ref, head, base pull.Oid) (pull.Oid, error) {
	mirror, remote, err := r.reach(ctx, ref)
	if err != nil {
		return "", err
	}
	for _, commit := range []pull.Oid{head, base} {
		if err := mirror.Bring(ctx, remote, commit, nil); err != nil {
			return "", err
		}
	}
	fork, err := mirror.MergeBase(ctx, head, base)
	if err == nil && fork == "" {
		err = fail(action.Gone, "find merge base", fmt.Errorf("%s and %s have no common commit", head.Short(), base.Short()))
	}
	return fork, err
}

// Push moves the branch of the pull request from parent to commit.
func (r *Repos) Push(ctx context.Context, ref pull.Ref, branch string, parent, commit pull.Oid, bundle []byte) error {
	mirror, remote, err := r.reach(ctx, ref)
	if err != nil {
		return err
	}
	if err := mirror.Bring(ctx, remote, commit, bundle); err != nil {
		return err
	}
	return mirror.Push(ctx, remote, branch, parent, commit)
}

// Rewrite moves the branch of the pull request to a commit that replaces from.
func (r *Repos) Rewrite(ctx context.Context, ref pull.Ref, branch string, from, to pull.Oid, bundle []byte) error {
	mirror, remote, err := r.reach(ctx, ref)
	if err != nil {
		return err
	}
	if err := mirror.Bring(ctx, remote, to, bundle); err != nil {
		return err
	}
	return mirror.Rewrite(ctx, remote, branch, from, to)
}

// Kept is how a person pushes a commit of ours by hand, with a login of their
// own; empty where it is not here.
func (r *Repos) Kept(ctx context.Context, ref pull.Ref, branch string, commit pull.Oid) string {
	mirror, remote, err := r.reach(ctx, ref)
	if err != nil || !mirror.Has(ctx, commit) {
		return ""
	}
	return fmt.Sprintf("git -C %s push %s %s:refs/heads/%s", mirror.store.dir, remote.URL, commit, branch)
}

// Fetch brings a commit of the repository into reach of every tree.
func (r *Repos) Fetch(ctx context.Context, ref pull.Ref, commit pull.Oid) error {
	mirror, remote, err := r.reach(ctx, ref)
	if err != nil {
		return err
	}
	return mirror.Fetch(ctx, remote, commit)
}

// Mirror gives the repository's mirror, made where there is none. Trees that a
// dead process left behind are removed when a process first asks.
func (r *Repos) Mirror(ctx context.Context, ref pull.Ref) (*Mirror, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	dir, err := r.dirOf(ref)
	if err != nil {
		return nil, err
	}
	if mirror := r.opened[dir]; mirror != nil {
		return mirror, nil
	}
	mirror, err := OpenMirror(ctx, dir)
	if err != nil {
		return nil, err
	}
	if err := mirror.Prune(ctx); err != nil {
		return nil, err
	}
	if r.opened == nil {
		r.opened = map[string]*Mirror{}
	}
	r.opened[dir] = mirror
	return mirror, nil
}

func (r *Repos) reach(ctx context.Context, ref pull.Ref) (*Mirror, Remote, error) {
	mirror, err := r.Mirror(ctx, ref)
	if err != nil {
		return nil, Remote{}, err
	}
	remote, err := r.Remote(ctx, ref)
	if err != nil {
		return nil, Remote{}, fail(action.Later, "find remote", err)
	}
	return mirror, remote, nil
}

func (r *Repos) dirOf(ref pull.Ref) (string, error) {
	host := ref.Host
	if host == "" {
		host = "github.com"
	}
	for _, name := range []string{host, ref.Owner, ref.Repo} {
		if name == "" || name == "." || name == ".." || strings.ContainsAny(name, `/\`) {
			return "", fail(action.Refused, "open mirror", fmt.Errorf("%q cannot be a folder", name))
		}
	}
	root, err := filepath.Abs(r.Root)
	if err != nil {
		return "", fail(action.Later, "open mirror", err)
	}
	return filepath.Join(root, host, ref.Owner, ref.Repo), nil
}

// fail classifies an error once; one that is classified already keeps its class.
func fail(class action.FailureClass, op string, err error) error {
	if err == nil {
		return nil
	}
	var known *action.Failure
	if errors.As(err, &known) {
		return &action.Failure{Class: known.Class, Until: known.Until, Err: fmt.Errorf("%s: %w", op, known.Err)}
	}
	return action.Fail(class, fmt.Errorf("%s: %w", op, err))
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
