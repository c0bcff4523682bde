package agentsim

import (
	"path/filepath"
	"sync"
	"testing"
)

// Two runs in two working trees of a repository pass together, and leave nothing
// behind, so that the same two can meet again.
func TestTwoRunsMeet(t *testing.T) {
	w := newWorld(t, "")
	other := filepath.Join(t.TempDir(), "other")
	w.git("worktree", "add", "-q", "--detach", other)
	first, second := w.sim(head+"    []\n"+tail), w.sim(head+"    []\n"+tail)
	second.asked.Worktree = other
	for range 3 {
		var both sync.WaitGroup
		for _, s := range []*sim{first, second} {
			both.Go(func() {
				if err := s.meet("here"); err != nil {
					t.Error(err)
				}
			})
		}
		both.Wait()
		left, err := filepath.Glob(filepath.Join(w.worktree, ".git", "objects", "meeting-*"))
		if err != nil || len(left) > 0 {
			t.Fatalf("left are %v, %v", left, err)
		}
	}
}
