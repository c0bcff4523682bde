package git

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/pull"
)

// baseMoves gives main a commit of its own while the branch stands.
func (h *host) baseMoves(path, text string) pull.Oid {
	h.t.Helper()
	h.git(h.clone, "switch", "-q", "main")
	oid := h.commit(path, text, "On main")
	h.git(h.clone, "push", "-q", "origin", "main")
	h.git(h.clone, "switch", "-q", "cart")
	return oid
}

// beside opens a tree at the branch's tip with main within reach.
func (h *host) beside(r *Repos, base pull.Oid) *Tree {
	h.t.Helper()
	tree := h.open(r)
	if err := r.Fetch(h.t.Context(), shop, base); err != nil {
		h.t.Fatal(err)
	}
	return tree
}

func read(t *testing.T, tree *Tree, path string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(tree.Dir(), path))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestAMergeHasBothForParentsAndIsPushedLikeAnyCommit(t *testing.T) {
	h := newHost(t)
	base := h.baseMoves("other.go", "package shop\n")
	repos := h.repos(h.remote())
	tree := h.beside(repos, base)
	head := tree.Head()
	joined, err := tree.Merge(t.Context(), base)
	if err != nil || len(joined.Conflicts) > 0 || read(t, tree, "other.go") != "package shop\n" {
		t.Fatalf("conflicts %v, %v", joined.Conflicts, err)
	}
	commit, err := tree.CommitMerge(t.Context(), "Merge main", base)
	if err != nil || commit == "" {
		t.Fatal(commit, err)
	}
	bundle, err := tree.Bundle(t.Context(), head, base)
	if err != nil {
		t.Fatal(err)
	}
	if err := repos.Push(t.Context(), shop, "cart", head, commit, bundle); err != nil {
		t.Fatal(err)
	}
	if got := h.git(h.bare, "log", "-1", "--format=%P", "cart"); got != string(head)+" "+string(base) {
		t.Errorf("parents %s", got)
	}
	if again, err := tree.Merge(t.Context(), base); err != nil || again.Content != "" {
		t.Errorf("merged a second time: %+v, %v", again, err)
	}
}

func TestAConflictStandsInTheTreeWithItsMarks(t *testing.T) {
	h := newHost(t)
	base := h.baseMoves("cart.go", "package shop\n\nvar total = 2\n")
	tree := h.beside(h.repos(h.remote()), base)
	joined, err := tree.Merge(t.Context(), base)
	if err != nil || !slices.Equal(joined.Conflicts, []string{"cart.go"}) || !strings.Contains(read(t, tree, "cart.go"), "<<<<<<< ") {
		t.Fatalf("%+v, %v", joined, err)
	}
	if strayed, err := tree.Strayed(t.Context(), joined); err != nil || len(strayed) > 0 {
		t.Errorf("before anybody touched it: %v, %v", strayed, err)
	}
	write(t, filepath.Join(tree.Dir(), "cart.go"), "package shop\n\nvar total = 3\n")
	write(t, filepath.Join(tree.Dir(), "beside.go"), "package shop\n")
	strayed, err := tree.Strayed(t.Context(), joined)
	if err != nil || !slices.Equal(strayed, []string{"beside.go", "cart.go"}) {
		t.Errorf("%v, %v", strayed, err)
	}
}

func TestWhatTheBaseTookOverIsStillMerged(t *testing.T) {
	h := newHost(t)
	base := h.baseMoves("cart.go", "package shop\n\nvar total = 1\n") // the same change
	tree := h.beside(h.repos(h.remote()), base)
	if _, err := tree.Merge(t.Context(), base); err != nil {
		t.Fatal(err)
	}
	commit, err := tree.CommitMerge(t.Context(), "Merge main", base)
	if err != nil || commit == "" || commit == h.tip("cart") {
		t.Errorf("%q, %v", commit, err)
	}
}

func TestARebaseKeepsAuthorTimeAndWords(t *testing.T) {
	h := newHost(t)
	h.commit("more.go", "package shop\n", "More\n\nWith a reason.")
	h.git(h.clone, "push", "-q", "origin", "cart")
	base := h.baseMoves("other.go", "package shop\n")
	repos := h.repos(h.remote())
	tree := h.beside(repos, base)
	head := tree.Head()
	series, plain, err := tree.Series(t.Context(), base)
	if err != nil || !plain || len(series) != 2 || series[0].Author != "maria@example.com" {
		t.Fatalf("%+v %v %v", series, plain, err)
	}
	if err := tree.Reset(t.Context(), base); err != nil {
		t.Fatal(err)
	}
	for _, c := range series {
		if joined, err := tree.Replay(t.Context(), c.Commit); err != nil || len(joined.Conflicts) > 0 {
			t.Fatalf("%+v, %v", joined, err)
		}
		if _, err := tree.CommitLike(t.Context(), c.Commit); err != nil {
			t.Fatal(err)
		}
	}
	bundle, err := tree.Bundle(t.Context(), base)
	if err != nil {
		t.Fatal(err)
	}
	wantClass(t, repos.Push(t.Context(), shop, "cart", head, tree.Head(), bundle), action.Refused)
	if err := repos.Rewrite(t.Context(), shop, "cart", head, tree.Head(), bundle); err != nil {
		t.Fatal(err)
	}
	const form = "--format=%an <%ae> %s %b"
	was, is := h.git(h.clone, "log", "-2", form, string(head)), h.git(h.bare, "log", "-2", form, "cart")
	if was != is || h.git(h.bare, "rev-parse", "cart~2") != string(base) {
		t.Errorf("was:\n%s\nis:\n%s", was, is)
	}
}

func TestACommitOfWhichNothingIsLeftIsLeftOut(t *testing.T) {
	h := newHost(t)
	base := h.baseMoves("cart.go", "package shop\n\nvar total = 1\n")
	tree := h.beside(h.repos(h.remote()), base)
	head := tree.Head()
	if err := tree.Reset(t.Context(), base); err != nil {
		t.Fatal(err)
	}
	if _, err := tree.Replay(t.Context(), head); err != nil {
		t.Fatal(err)
	}
	if commit, err := tree.CommitLike(t.Context(), head); err != nil || commit != "" || tree.Head() != base {
		t.Errorf("%q, %v", commit, err)
	}
}

func TestARewriteWaitsForNobodysCommit(t *testing.T) {
	h := newHost(t)
	base := h.baseMoves("other.go", "package shop\n")
	repos := h.repos(h.remote())
	tree := h.beside(repos, base)
	head := tree.Head()
	if err := tree.Reset(t.Context(), base); err != nil {
		t.Fatal(err)
	}
	if _, err := tree.Replay(t.Context(), head); err != nil {
		t.Fatal(err)
	}
	if _, err := tree.CommitLike(t.Context(), head); err != nil {
		t.Fatal(err)
	}
	bundle, err := tree.Bundle(t.Context(), base)
	if err != nil {
		t.Fatal(err)
	}
	theirs := h.commit("theirs.go", "package shop\n", "Theirs")
	h.git(h.clone, "push", "-q", "origin", "cart")
	wantClass(t, repos.Rewrite(t.Context(), shop, "cart", head, tree.Head(), bundle), action.Moved)
	if h.tip("cart") != theirs {
		t.Error("their commit was lost")
	}
}

func TestASeriesWithAMergeIsNotPlain(t *testing.T) {
	h := newHost(t)
	base := h.baseMoves("other.go", "package shop\n")
	h.git(h.clone, "merge", "-q", "-m", "Merge", "main")
	h.git(h.clone, "push", "-q", "origin", "cart")
	later := h.baseMoves("third.go", "package shop\n")
	_, plain, err := h.beside(h.repos(h.remote()), later).Series(t.Context(), later)
	if err != nil || plain || base == later {
		t.Errorf("plain %v, %v", plain, err)
	}
}
