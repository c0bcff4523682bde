package git

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/pull"
)

func TestALineIsTracedToTheCommitThatBroughtIt(t *testing.T) {
	h := newHost(t)
	tree := h.open(h.repos(h.remote()))
	file := filepath.Join(tree.Dir(), "sum.go")
	commit := func(text string) pull.Oid {
		t.Helper()
		write(t, file, text)
		oid, err := tree.Commit(t.Context(), "Change")
		if err != nil || oid == "" {
			t.Fatalf("commit %q, %v", oid, err)
		}
		return oid
	}
	first := commit("package shop\n\nvar sum = 1\nvar total = 2\n")
	second := commit("package shop\n\nvar sum = 1\nvar total = 3\n")

	for _, c := range []struct {
		start, end int
		want       []pull.Oid
	}{{3, 3, []pull.Oid{first}}, {4, 4, []pull.Oid{second}}, {1, 4, []pull.Oid{first, second}}} {
		got, err := tree.Blame(t.Context(), "sum.go", c.start, c.end)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("lines %d to %d: %v, %v; want %v", c.start, c.end, got, err, c.want)
		}
	}
	for path, line := range map[string]int{"sum.go": 9, "none.go": 1} {
		if _, err := tree.Blame(t.Context(), path, line, line); action.ClassOf(err) != action.Gone {
			t.Errorf("%s:%d: %v", path, line, err)
		}
	}
}

func TestEditsThatAreTakenBackAreKnownAgain(t *testing.T) {
	h := newHost(t)
	tree := h.open(h.repos(h.remote()))
	change := func(text string) (from pull.Oid) {
		t.Helper()
		from = tree.Head()
		write(t, filepath.Join(tree.Dir(), "sum.go"), text)
		if _, err := tree.Commit(t.Context(), "Change"); err != nil {
			t.Fatal(err)
		}
		return from
	}
	change("package shop\n\nvar subtotal = 1\n")
	from := change("package shop\n\nvar subtotal = 1 * discount\n")
	there, err := tree.Edits(t.Context(), from)
	if err != nil || len(there) != 1 {
		t.Fatalf("edits %+v, %v", there, err)
	}
	from = change("package shop\n\n// A comment moves the line.\n\nvar subtotal = 1\n")
	back, err := tree.Edits(t.Context(), from)
	if err != nil || len(back) != 1 {
		t.Fatalf("edits %+v, %v", back, err)
	}
	if back[0].Undoes(there[0]) {
		t.Error("a line that came back with a comment is not the way back: it is another edit")
	}
	change("package shop\n\nvar subtotal = 1 * discount\n")
	from = change("package shop\n\n  var subtotal = 1\n")
	back, err = tree.Edits(t.Context(), from)
	if err != nil || len(back) != 1 || !back[0].Undoes(there[0]) {
		t.Errorf("edits %+v, %v; want the way back of %+v", back, err, there)
	}
}
