package git

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/review"
)

var _ review.Code = (*Code)(nil)

// numbered is a file of so many lines, those of change replaced.
func numbered(lines int, change map[int]string) string {
	var text strings.Builder
	for n := 1; n <= lines; n++ {
		line, ok := change[n]
		if !ok {
			line = "line " + strings.Repeat("i", n)
		}
		text.WriteString(line + "\n")
	}
	return text.String()
}

// grown puts a longer history on the branch "cart": main has a file of forty
// lines, and the branch leaves it before main goes on.
func grown(t *testing.T) (h *host, base, found, head pull.Oid) {
	t.Helper()
	h = newHost(t)
	h.git(h.clone, "switch", "-q", "main")
	h.commit("sum.txt", numbered(40, nil), "Sum")
	h.commit("gone.txt", numbered(20, nil), "Gone")
	h.git(h.clone, "switch", "-q", "-C", "cart")
	found = h.commit("sum.txt", numbered(40, map[int]string{20: "changed", 36: "also"}), "Change")
	h.git(h.clone, "rm", "-q", "gone.txt")
	h.git(h.clone, "mv", "sum.txt", "total.txt")
	head = h.commit("total.txt", numbered(40, map[int]string{20: "changed again", 36: "also"}), "Move")
	h.git(h.clone, "push", "-q", "-f", "origin", "cart")
	h.git(h.clone, "switch", "-q", "main")
	base = h.commit("other.txt", "on main\n", "Onward")
	h.git(h.clone, "push", "-q", "origin", "main")
	return h, base, found, head
}

// tree opens the tip of "cart" with the base beside it.
func (h *host) reviewed(base pull.Oid) *Tree {
	h.t.Helper()
	repos := h.repos(h.remote())
	tree := h.open(repos)
	if err := repos.Fetch(h.t.Context(), shop, base); err != nil {
		h.t.Fatal(err)
	}
	return tree
}

func TestReachIsTheDiffWithThreeLinesRound(t *testing.T) {
	h, base, _, _ := grown(t)
	reach, err := h.reviewed(base).Reach(t.Context(), base)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what, path, side string
		start, line      int
		want             bool
	}{
		{"the changed line", "total.txt", "RIGHT", 0, 20, true},
		{"first line of its context", "total.txt", "RIGHT", 0, 17, true},
		{"one above", "total.txt", "RIGHT", 0, 16, false},
		{"last line of its context", "total.txt", "RIGHT", 0, 23, true},
		{"one below", "total.txt", "RIGHT", 0, 24, false},
		{"a range in one hunk", "total.txt", "RIGHT", 18, 22, true},
		{"a range over two hunks", "total.txt", "RIGHT", 20, 36, false},
		{"a range that begins above", "total.txt", "RIGHT", 10, 20, false},
		{"backwards", "total.txt", "RIGHT", 22, 18, false},
		{"the whole file", "total.txt", "RIGHT", 0, 0, false},
		{"the old line under the new name", "total.txt", "LEFT", 0, 20, true},
		{"the old name of a renamed file", "sum.txt", "RIGHT", 0, 20, false},
		{"a deleted file, as it was", "gone.txt", "LEFT", 1, 20, true},
		{"a deleted file, as it is", "gone.txt", "RIGHT", 0, 1, false},
		{"a file that main changed", "other.txt", "RIGHT", 0, 1, false},
	} {
		if got := reach.Holds(c.path, c.side, c.start, c.line); got != c.want {
			t.Errorf("%s: %v", c.what, got)
		}
	}
	for path, want := range map[string]bool{"total.txt": true, "gone.txt": true, "sum.txt": false, "other.txt": false, "cart.go": false} {
		if got := reach.InDiff(path); got != want {
			t.Errorf("%s in the diff: %v", path, got)
		}
	}
}

func TestAFileIsFollowedSinceACommit(t *testing.T) {
	h, base, found, head := grown(t)
	tree := h.reviewed(base)
	moved, err := tree.Since(t.Context(), found, base, "sum.txt")
	if err != nil || moved.Path != "total.txt" || moved.From != found || moved.Lost ||
		!strings.Contains(moved.Diff, "-changed\n+changed again\n") || strings.Contains(moved.Diff, "also") && strings.Contains(moved.Diff, "+also") {
		t.Errorf("moved: %+v, %v", moved, err)
	}
	same, err := tree.Since(t.Context(), head, base, "total.txt")
	if err != nil || same.Path != "total.txt" || same.Diff != "" {
		t.Errorf("untouched: %+v, %v", same, err)
	}
	gone, err := tree.Since(t.Context(), found, base, "gone.txt")
	if err != nil || gone.Path != "" || !strings.Contains(gone.Diff, "deleted file") {
		t.Errorf("deleted: %+v, %v", gone, err)
	}
}

func TestACommitThatAForcePushTookIsStoodInForAndSaid(t *testing.T) {
	h, base, found, _ := grown(t)
	h.git(h.clone, "switch", "-q", "-C", "cart", "origin/main~1")
	head := h.commit("sum.txt", numbered(40, map[int]string{20: "told anew"}), "Anew")
	h.git(h.clone, "push", "-q", "-f", "origin", "cart")
	here := h.reviewed(base)
	if err := h.repos(h.remote()).Fetch(t.Context(), shop, found); err != nil {
		t.Logf("the host lost it too: %v", err)
	}
	since, err := here.Since(t.Context(), found, base, "sum.txt")
	if err != nil || !since.Lost || since.From == found || since.Path != "sum.txt" || !strings.Contains(since.Diff, "+told anew") {
		t.Fatalf("gone: %+v, %v", since, err)
	}
	if err := here.mirror.Fetch(t.Context(), h.remote(), found); err != nil {
		t.Skipf("git does not serve what no branch holds: %v", err)
	}
	since, err = here.Since(t.Context(), found, base, "sum.txt")
	if err != nil || since.Lost || since.From != found || !strings.Contains(since.Diff, "-changed\n+told anew\n") || here.Head() != head {
		t.Errorf("still served: %+v, %v", since, err)
	}
}

func TestWhatAReviewHasToKnowOfTheCode(t *testing.T) {
	h, base, found, _ := grown(t)
	tree := h.reviewed(base)
	lost := pull.Oid(strings.Repeat("ab", 20))
	code, err := tree.Code(t.Context(), base, []string{"total.txt", "gone.txt", "cart.go", "nowhere"}, []pull.Oid{found, lost, found, ""})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path, side  string
		start, line int
		want        string
	}{
		{"total.txt", "RIGHT", 0, 20, "changed again"},
		{"total.txt", "RIGHT", 1, 2, "line i\nline ii"},
		{"total.txt", "LEFT", 0, 20, "line " + strings.Repeat("i", 20)},
		{"gone.txt", "LEFT", 0, 1, "line i"},
		{"gone.txt", "RIGHT", 0, 1, ""},
		{"total.txt", "RIGHT", 0, 400, ""},
		{"total.txt", "RIGHT", 3, 2, ""},
		{"total.txt", "RIGHT", 0, 0, ""},
		{"nowhere", "RIGHT", 0, 1, ""},
	} {
		if got := code.Region(c.path, c.side, c.start, c.line); got != c.want {
			t.Errorf("%s %s %d-%d: %q", c.path, c.side, c.start, c.line, got)
		}
	}
	if !code.Reach("total.txt", "RIGHT", 0, 20) || code.Reach("cart.go", "RIGHT", 0, 1) || !code.InDiff("gone.txt") {
		t.Error("reach is another")
	}
	for _, c := range []struct {
		old   string
		since pull.Oid
		want  string
	}{
		{"sum.txt", found, "total.txt"}, {"gone.txt", found, ""}, {"cart.go", found, "cart.go"}, {"never", found, "never"},
		{"sum.txt", lost, "total.txt"}, {"sum.txt", "", "total.txt"}, {"sum.txt", base, "sum.txt"},
	} {
		if got := code.Renamed(c.old, c.since); got != c.want {
			t.Errorf("%s since %s: %q, want %q", c.old, c.since.Short(), got, c.want)
		}
	}
}

func TestAFileThatChangesAsItMovesIsFollowedStepByStep(t *testing.T) {
	h, base, _, head := grown(t)
	h.git(h.clone, "switch", "-q", "cart")
	h.commit("total.txt", strings.Repeat("rewritten\n", 40), "Rewrite")
	h.git(h.clone, "mv", "total.txt", "amount.txt")
	h.git(h.clone, "commit", "-q", "-m", "Move on")
	h.git(h.clone, "push", "-q", "origin", "cart")
	since, err := h.reviewed(base).Since(t.Context(), head, base, "total.txt")
	if err != nil || since.Path != "amount.txt" || !strings.Contains(since.Diff, "+rewritten") {
		t.Errorf("%+v, %v", since, err)
	}
}

func TestABaseThatIsNotHereIsGone(t *testing.T) {
	h, base, _, _ := grown(t)
	tree := h.reviewed(base)
	if err := os.WriteFile(filepath.Join(tree.Dir(), "x"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []pull.Oid{pull.Oid(strings.Repeat("cd", 20)), "main", "--output=x"} {
		if _, err := tree.Reach(t.Context(), bad); action.ClassOf(err) != action.Gone {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
