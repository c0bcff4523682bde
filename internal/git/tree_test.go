package git

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/pull"
)

func TestAnAgentsEditsBecomeOneCommitThatIsPushed(t *testing.T) {
	h := newHost(t)
	repos := h.repos(h.remote())
	tree := h.open(repos)
	before := tree.Head()
	write(t, filepath.Join(tree.Dir(), "cart.go"), "package shop\n\nvar total = 2\n")
	write(t, filepath.Join(tree.Dir(), "new dir/ünïcode.go"), "package x\n")

	changed, err := tree.Changed(t.Context())
	if want := []string{"cart.go", "new dir/ünïcode.go"}; err != nil || !slices.Equal(changed, want) {
		t.Fatalf("changed %q, %v", changed, err)
	}
	message := "Fix totals\n\nRounded once.\n\n" + mark.Trailers([]string{"t5@6.7"}, "fix/x")
	commit, err := tree.Commit(t.Context(), message)
	if err != nil || commit == "" || tree.Head() != commit {
		t.Fatalf("commit %q, head %q, %v", commit, tree.Head(), err)
	}
	bundle, err := tree.Bundle(t.Context(), before)
	if err != nil {
		t.Fatal(err)
	}

	// Another machine, which has nothing but the bundle and the host, pushes.
	other := h.repos(h.remote())
	if err := other.Push(t.Context(), shop, "cart", before, commit, bundle); err != nil {
		t.Fatal(err)
	}
	if h.tip("cart") != commit {
		t.Errorf("the branch is at %s", h.tip("cart"))
	}
	mirror, err := other.Mirror(t.Context(), shop)
	if err != nil {
		t.Fatal(err)
	}
	log, err := mirror.Log(t.Context(), before, commit)
	if err != nil || len(log) != 1 {
		t.Fatalf("log %+v, %v", log, err)
	}
	c := log[0]
	if c.Oid != commit || !slices.Equal(c.Items, []string{"t5@6.7"}) || c.Key != mark.DigestOf("fix/x") || c.Message != message ||
		c.Author != repos.Author || !c.At.Equal(repos.Now()) || !slices.Equal(c.Parents, []pull.Oid{before}) {
		t.Errorf("the commit is %+v", c)
	}
}

func TestTheSameEditsGiveTheSameCommitAndBundle(t *testing.T) {
	h := newHost(t)
	var commits []pull.Oid
	var bundles []string
	for range 2 {
		tree := h.open(h.repos(h.remote()))
		before := tree.Head()
		write(t, filepath.Join(tree.Dir(), "cart.go"), "package shop\n")
		commit, err := tree.Commit(t.Context(), "Undo")
		if err != nil {
			t.Fatal(err)
		}
		bundle, err := tree.Bundle(t.Context(), before)
		if err != nil {
			t.Fatal(err)
		}
		commits, bundles = append(commits, commit), append(bundles, string(bundle))
	}
	if commits[0] != commits[1] || bundles[0] != bundles[1] {
		t.Error("a second run made another commit")
	}
}

func TestNothingChangedMakesNoCommitAndNoBundle(t *testing.T) {
	tree := func() *Tree { h := newHost(t); return h.open(h.repos(h.remote())) }()
	commit, err := tree.Commit(t.Context(), "Nothing")
	if err != nil || commit != "" {
		t.Errorf("commit %q, %v", commit, err)
	}
	bundle, err := tree.Bundle(t.Context(), tree.Head())
	if err != nil || bundle != nil {
		t.Errorf("bundle of %d bytes, %v", len(bundle), err)
	}
	if changed, err := tree.Changed(t.Context()); err != nil || len(changed) != 0 {
		t.Errorf("changed %q, %v", changed, err)
	}
}

func TestWhatAnAgentCommittedIsTakenOver(t *testing.T) {
	h := newHost(t)
	tree := h.open(h.repos(h.remote()))
	before := tree.Head()
	write(t, filepath.Join(tree.Dir(), "a.go"), "package shop\n")
	h.git(tree.Dir(), "add", "-A")
	h.git(tree.Dir(), "commit", "-q", "-m", "mine")
	write(t, filepath.Join(tree.Dir(), "b.go"), "package shop\n")

	if tip, err := tree.Tip(t.Context()); err != nil || tip == before {
		t.Errorf("tip %s, %v", tip, err)
	}
	commit, err := tree.Commit(t.Context(), "Ours")
	if err != nil {
		t.Fatal(err)
	}
	stats, err := statsOf(t, tree, before, commit)
	if err != nil || len(stats) != 2 || stats[0].Path != "a.go" || stats[1].Added != 1 {
		t.Errorf("stats %+v, %v", stats, err)
	}
	if status := h.git(tree.Dir(), "status", "--porcelain"); status != "" {
		t.Errorf("the tree is not clean afterwards: %s", status)
	}
	if subjects := h.git(tree.Dir(), "log", "--format=%s", string(before)+".."); subjects != "Ours" {
		t.Errorf("log is %q", subjects)
	}
}

func statsOf(t *testing.T, tree *Tree, from, to pull.Oid) ([]Stat, error) {
	t.Helper()
	bundle, err := tree.Bundle(t.Context(), from)
	if err != nil {
		return nil, err
	}
	if err := tree.mirror.Unbundle(t.Context(), to, bundle); err != nil {
		return nil, err
	}
	return tree.mirror.Stats(t.Context(), from, to)
}

// What runs in a tree may try to make our own git run its code, look elsewhere
// or overlook files.
func TestATreeCannotTurnOurGitAgainstUs(t *testing.T) {
	h := newHost(t)
	tree := h.open(h.repos(h.remote()))
	trap := filepath.Join(t.TempDir(), "sprung")
	script := filepath.Join(t.TempDir(), "evil")
	write(t, script, "#!/bin/sh\ntouch "+trap+"\ncat\n")
	if err := os.Chmod(script, 0o755); err != nil {
		t.Fatal(err)
	}
	h.git(tree.Dir(), "config", "core.fsmonitor", script)
	h.git(tree.Dir(), "config", "filter.evil.clean", script)
	h.git(tree.Dir(), "config", "diff.external", script)
	h.git(tree.Dir(), "config", "core.hooksPath", filepath.Dir(script))
	write(t, filepath.Join(tree.Dir(), ".gitattributes"), "* filter=evil\n")
	write(t, filepath.Join(tree.mirror.work.dir, "info/exclude"), "cart.go\nhidden.go\n")
	write(t, filepath.Join(tree.Dir(), "hidden.go"), "package shop\n")
	write(t, filepath.Join(tree.Dir(), "cart.go"), "package shop // changed\n")
	h.git(tree.Dir(), "update-index", "--assume-unchanged", "cart.go")
	if err := os.Remove(trap); err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	elsewhere := filepath.Join(t.TempDir(), "elsewhere")
	h.git("", "init", "-q", elsewhere)
	write(t, filepath.Join(tree.Dir(), ".git"), "gitdir: "+elsewhere+"/.git\n")

	changed, err := tree.Changed(t.Context())
	if want := []string{".gitattributes", "cart.go", "hidden.go"}; err != nil || !slices.Equal(changed, want) {
		t.Errorf("changed %q, %v", changed, err)
	}
	if _, err := tree.Commit(t.Context(), "All of it"); err != nil {
		t.Error(err)
	}
	if err := tree.Reset(t.Context(), tree.Head()); err != nil {
		t.Error(err)
	}
	if exists(trap) {
		t.Error("a program of the tree's was run by our git")
	}
}

func TestResetKeepsNothing(t *testing.T) {
	h := newHost(t)
	tree := h.open(h.repos(h.remote()))
	before := tree.Head()
	write(t, filepath.Join(tree.Dir(), "cart.go"), "gone")
	if _, err := tree.Commit(t.Context(), "One"); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(tree.Dir(), ".gitignore"), "ignored\n")
	write(t, filepath.Join(tree.Dir(), "ignored"), "x")
	write(t, filepath.Join(tree.mirror.admin(tree.name), "index.lock"), "")
	if err := tree.Reset(t.Context(), before); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(tree.Dir(), "cart.go"))
	if err != nil || string(text) != "package shop\n\nvar total = 1\n" || exists(filepath.Join(tree.Dir(), "ignored")) || tree.Head() != before {
		t.Errorf("cart.go is %q, head %s, %v", text, tree.Head(), err)
	}
}

func TestTreesOfADeadProcessAreRemoved(t *testing.T) {
	h := newHost(t)
	repos := h.repos(h.remote())
	dead, alive := h.open(repos), h.open(repos)
	write(t, filepath.Join(dead.Dir(), "cache/mod.go"), "package mod\n")
	if err := os.Chmod(filepath.Join(dead.Dir(), "cache"), 0o500); err != nil {
		t.Fatal(err)
	}
	dead.unlock()
	next := &Repos{Root: repos.Root, Author: repos.Author, Now: repos.Now, Remote: repos.Remote}
	if _, err := next.Mirror(t.Context(), shop); err != nil {
		t.Fatal(err)
	}
	if exists(dead.Dir()) || !exists(alive.Dir()) {
		t.Errorf("dead tree there: %v, living tree there: %v", exists(dead.Dir()), exists(alive.Dir()))
	}
	if list := h.git(alive.Dir(), "worktree", "list"); strings.Contains(list, dead.name) {
		t.Errorf("git still knows it: %s", list)
	}
	if err := dead.Close(t.Context()); err != nil {
		t.Errorf("closing it: %v", err)
	}
}

func TestACommitThatNobodyHasIsGone(t *testing.T) {
	h := newHost(t)
	_, err := h.repos(h.remote()).Open(t.Context(), shop, pull.Oid(strings.Repeat("ab", 20)), nil)
	wantClass(t, err, action.Gone)
	_, err = h.repos(h.remote()).Open(t.Context(), shop, "--upload-pack=x", nil)
	wantClass(t, err, action.Refused)
	_, err = h.repos(h.remote()).Open(t.Context(), pull.Ref{Owner: "acme", Repo: ".."}, h.tip("cart"), nil)
	wantClass(t, err, action.Refused)
}

func TestTreesSideBySide(t *testing.T) {
	h := newHost(t)
	repos := h.repos(h.remote())
	tip := h.tip("cart")
	done := make(chan error)
	for range 6 {
		go func() {
			tree, err := repos.Open(t.Context(), shop, tip, nil)
			if err == nil {
				err = tree.Close(t.Context())
			}
			done <- err
		}()
	}
	for range 6 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}
