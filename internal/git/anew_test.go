package git

import (
	"testing"

	"github.com/settlehq/settle/internal/pull"
)

// A rebase gives a commit another name and leaves its change: it is found again
// by git's patch-id, wherever its lines are by then.
func TestACommitIsFoundAgainByItsChange(t *testing.T) {
	h := newHost(t)
	repos := h.repos(h.remote())
	h.commit("lines", "1\n2\n3\n4\n5\n6\n7\n8\n", "Count to eight")
	was := h.commit("lines", "1\n2\n3\n4\n5\n6\n7\n8 and a half\n", "A half more")
	h.git(h.clone, "push", "-q", "origin", "cart")
	h.open(repos) // by then it was seen
	h.git(h.clone, "reset", "-q", "--hard", "HEAD~1")
	other := h.commit("lines", "0\n1\n2\n3\n4\n5\n6\n7\n8\n", "From zero")
	is := h.commit("lines", "0\n1\n2\n3\n4\n5\n6\n7\n8 and a half\n", "A half more, told better")
	back := h.commit("lines", "0\n1\n2\n3\n4\n5\n6\n7\n8\n", "No half")
	twice := h.commit("lines", "0\n1\n2\n3\n4\n5\n6\n7\n8 and a half\n", "A half after all")
	h.git(h.clone, "push", "-q", "-f", "origin", "cart")
	for name, c := range map[string]struct {
		was   pull.Oid
		among []pull.Oid
		want  pull.Oid
	}{
		"the same change":          {was, []pull.Oid{other, is}, is},
		"none of them":             {was, []pull.Oid{other}, ""},
		"two that do the same":     {was, []pull.Oid{other, is, back, twice}, ""},
		"a commit that is nowhere": {"1111111111111111111111111111111111111111", []pull.Oid{is}, ""},
		"an empty branch":          {was, nil, ""},
	} {
		got, err := repos.Anew(t.Context(), shop, c.was, c.among)
		if err != nil || got != c.want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}
