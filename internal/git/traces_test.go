package git

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/settlehq/settle/internal/pull"
)

func TestWhatWasPlantedIsNamedAndPutBack(t *testing.T) {
	h := newHost(t)
	tree := h.open(h.repos(h.remote()))
	if planted, err := tree.Planted(t.Context()); err != nil || len(planted) != 0 {
		t.Fatalf("a fresh tree: %q, %v", planted, err)
	}
	h.git(tree.Dir(), "config", "user.name", "agent") // everybody may say who he is
	if planted, err := tree.Planted(t.Context()); err != nil || len(planted) != 0 {
		t.Fatalf("a name: %q, %v", planted, err)
	}
	work := tree.mirror.work.dir
	h.git(tree.Dir(), "config", "core.hooksPath", "/tmp/hooks")
	h.git(tree.Dir(), "config", "filter.evil.clean", "cat")
	write(t, filepath.Join(work, "hooks/pre-push"), "#!/bin/sh\n")
	write(t, filepath.Join(work, "info/exclude"), "*\n")
	write(t, filepath.Join(tree.Dir(), ".git"), "gitdir: elsewhere\n")
	planted, err := tree.Planted(t.Context())
	want := []string{".git", "core.hookspath", "filter.evil.clean", "hooks/pre-push", "info/exclude"}
	if err != nil || !slices.Equal(planted, want) {
		t.Errorf("planted %q, %v", planted, err)
	}
	if again, err := tree.Planted(t.Context()); err != nil || len(again) != 0 {
		t.Errorf("not put back: %q, %v", again, err)
	}
}

func TestNewCommitsAreALineThatBuildsOnTheHead(t *testing.T) {
	h := newHost(t)
	tree := h.open(h.repos(h.remote()))
	commit := func(path string) pull.Oid {
		write(t, filepath.Join(tree.Dir(), path), path)
		h.git(tree.Dir(), "add", "-A")
		h.git(tree.Dir(), "commit", "-q", "-m", path)
		return pull.Oid(h.git(tree.Dir(), "rev-parse", "HEAD"))
	}
	first, second := commit("a"), commit("b")
	got, onward, err := tree.New(t.Context(), second)
	if err != nil || !onward || !slices.Equal(got, []pull.Oid{first, second}) {
		t.Errorf("%s, %v, %v", got, onward, err)
	}
	if tree.Branch() != "" {
		t.Errorf("on branch %q", tree.Branch())
	}
	h.git(tree.Dir(), "switch", "-q", "-c", "mine")
	if tree.Branch() != "mine" {
		t.Errorf("on branch %q", tree.Branch())
	}
	h.git(tree.Dir(), "reset", "-q", "--soft", "HEAD~3")
	h.git(tree.Dir(), "commit", "-q", "-m", "told anew")
	tip, err := tree.Tip(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, onward, err := tree.New(t.Context(), tip); err != nil || onward {
		t.Errorf("a history told anew passes: %v", err)
	}
}

func TestARefThatSomebodyPushedPastUsIsFound(t *testing.T) {
	h := newHost(t)
	tree := h.open(h.repos(h.remote()))
	if strays, err := tree.Strays(t.Context()); err != nil || len(strays) != 0 {
		t.Fatalf("%q, %v", strays, err)
	}
	h.git(tree.Dir(), "push", "-q", tree.mirror.store.dir, "HEAD:refs/heads/mine")
	if strays, err := tree.Strays(t.Context()); err != nil || !slices.Equal(strays, []string{"refs/heads/mine"}) {
		t.Errorf("%q, %v", strays, err)
	}
	if strays, err := tree.Strays(t.Context()); err != nil || len(strays) != 0 {
		t.Errorf("still there: %q, %v", strays, err)
	}
}

// Trees of one repository share a stash: what each sets aside is found under the
// words that it was given for it.
func TestTreesSetAsideAtOnceAndEachFindsItsOwn(t *testing.T) {
	h := newHost(t)
	repos := h.repos(h.remote())
	where := make([]string, 6)
	var all sync.WaitGroup
	for i := range where {
		tree := h.open(repos)
		write(t, filepath.Join(tree.Dir(), "cart.go"), fmt.Sprintf("package shop // by %d\n", i))
		all.Go(func() {
			var err error
			if where[i], err = tree.SetAside(t.Context(), fmt.Sprintf("by %d", i)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for i, command := range where {
		out, err := exec.Command("sh", "-c", command).CombinedOutput()
		if err != nil || !strings.Contains(string(out), fmt.Sprintf("+package shop // by %d\n", i)) {
			t.Errorf("%s: %v\n%s", command, err, out)
		}
	}
}

// Commits, edits and new files of a refused work come back as one stash of a
// name; nothing is lost, and the tree is as it was.
func TestARefusedWorkIsSetAsideWhole(t *testing.T) {
	h := newHost(t)
	tree := h.open(h.repos(h.remote()))
	before := tree.Head()
	write(t, filepath.Join(tree.Dir(), "committed.go"), "package a\n")
	h.git(tree.Dir(), "switch", "-q", "-c", "mine")
	h.git(tree.Dir(), "add", "-A")
	h.git(tree.Dir(), "commit", "-q", "-m", "mine")
	write(t, filepath.Join(tree.Dir(), "cart.go"), "package edited\n")
	write(t, filepath.Join(tree.Dir(), "deep/new.go"), "package new\n")
	where, err := tree.SetAside(t.Context(), "t5 of acme/shop#42")
	if err != nil || !strings.Contains(where, " diff ") {
		t.Fatalf("%q, %v", where, err)
	}
	if status := h.git(tree.Dir(), "status", "--porcelain"); status != "" || tree.Head() != before || tree.Branch() != "" {
		t.Errorf("status %q, head %s, branch %q", status, tree.Head(), tree.Branch())
	}
	if list := h.git(tree.Dir(), "stash", "list"); !strings.HasSuffix(list, ": t5 of acme/shop#42") {
		t.Errorf("stash list %q", list)
	}
	files := h.git(tree.mirror.work.dir, "diff", "--name-only", "refs/stash^", "refs/stash")
	if want := "cart.go\ncommitted.go\ndeep/new.go"; files != want {
		t.Errorf("kept %q", files)
	}
	if where, err := tree.SetAside(t.Context(), "again"); err != nil || where != "" {
		t.Errorf("nothing to keep: %q, %v", where, err)
	}
	for i := range mostAside + 2 {
		write(t, filepath.Join(tree.Dir(), "more.go"), strings.Repeat("x", i+1))
		if _, err := tree.SetAside(t.Context(), "more"); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(strings.Split(h.git(tree.Dir(), "stash", "list"), "\n")); n != mostAside {
		t.Errorf("%d are kept", n)
	}
}

func TestChangesAreToldFileByFile(t *testing.T) {
	h := newHost(t)
	tree := h.open(h.repos(h.remote()))
	before := tree.Head()
	write(t, filepath.Join(tree.Dir(), "cart.go"), "package shop\n\nvar total = 2\n")
	write(t, filepath.Join(tree.Dir(), "new.go"), "package shop\n")
	changes, err := tree.Changes(t.Context(), before, "")
	if err != nil || len(changes) != 2 {
		t.Fatalf("%+v, %v", changes, err)
	}
	cart, added := changes[0], changes[1]
	if cart.Path != "cart.go" || cart.Old != "cart.go" || len(cart.Runs) != 1 || cart.Runs[0].Start != 3 ||
		!slices.Equal(cart.Runs[0].Removed, []string{"var total = 1"}) || !slices.Equal(cart.Runs[0].Added, []string{"var total = 2"}) {
		t.Errorf("%+v", cart)
	}
	if added.Path != "new.go" || added.Old != "" || added.Gone {
		t.Errorf("%+v", added)
	}
	commit, err := tree.Commit(t.Context(), "Two")
	if err != nil {
		t.Fatal(err)
	}
	same, err := tree.Changes(t.Context(), before, commit)
	if err != nil || len(same) != 2 || same[0].Runs[0].Added[0] != "var total = 2" {
		t.Errorf("between commits: %+v, %v", same, err)
	}
	if err := os.Remove(filepath.Join(tree.Dir(), "new.go")); err != nil {
		t.Fatal(err)
	}
	if gone, err := tree.Changes(t.Context(), commit, ""); err != nil || len(gone) != 1 || !gone[0].Gone || gone[0].Path != "new.go" {
		t.Errorf("%+v, %v", gone, err)
	}
}

func TestWhatACommitTouchedAndWhoIsBelow(t *testing.T) {
	h := newHost(t)
	tree := h.open(h.repos(h.remote()))
	history, err := tree.History(t.Context(), "cart.go")
	if err != nil || len(history) != 2 || history[0] != tree.Head() {
		t.Fatalf("%s, %v", history, err)
	}
	runs, err := tree.Touched(t.Context(), history[0], "cart.go")
	if err != nil || len(runs) != 1 || !slices.Equal(runs[0].Added, []string{"", "var total = 1"}) {
		t.Errorf("%+v, %v", runs, err)
	}
	if runs, err := tree.Touched(t.Context(), history[0], "other.go"); err != nil || runs != nil {
		t.Errorf("%+v, %v", runs, err)
	}
	h.commit("other.go", "package other\n", "Another file")
	h.git(h.clone, "push", "-q", "origin", "cart")
	later := h.open(h.repos(h.remote()))
	if runs, err := later.Touched(t.Context(), later.Head(), "cart.go"); err != nil || runs != nil {
		t.Errorf("what an earlier commit did is told of a later one: %+v, %v", runs, err)
	}
	if whole, ok := tree.Below(t.Context(), history[1][:9], tree.Head()); !ok || whole != history[1] {
		t.Errorf("%s, %v", whole, ok)
	}
	for _, none := range []pull.Oid{"", "HEAD", "main", pull.Oid(strings.Repeat("0bad", 10)), "--all"} {
		if _, ok := tree.Below(t.Context(), none, tree.Head()); ok {
			t.Errorf("%q is below", none)
		}
	}
}

func TestOneCommitIsPickedAndFilesAreLaid(t *testing.T) {
	h := newHost(t)
	tree := h.open(h.repos(h.remote()))
	before := tree.Head()
	write(t, filepath.Join(tree.Dir(), "a_test.go"), "package a\n")
	write(t, filepath.Join(tree.Dir(), "a.go"), "package a\n")
	commit, err := tree.Commit(t.Context(), "A")
	if err != nil {
		t.Fatal(err)
	}
	if err := tree.Reset(t.Context(), before); err != nil {
		t.Fatal(err)
	}
	if err := tree.Lay(t.Context(), commit, []string{"a_test.go"}); err != nil || exists(filepath.Join(tree.Dir(), "a.go")) || !exists(filepath.Join(tree.Dir(), "a_test.go")) {
		t.Errorf("laid: %v", err)
	}
	if err := tree.Reset(t.Context(), before); err != nil {
		t.Fatal(err)
	}
	if err := tree.Pick(t.Context(), commit); err != nil {
		t.Fatal(err)
	}
	if err := tree.Stage(t.Context()); err != nil {
		t.Fatal(err)
	}
	if staged := h.git(tree.Dir(), "diff", "--cached", "--name-only"); staged != "a.go\na_test.go" || tree.Head() != before {
		t.Errorf("staged %q at %s", staged, tree.Head())
	}
}
