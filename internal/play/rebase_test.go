package play_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/pull"
)

// After a rebase the one answer that was given cites a commit that is there.
func TestAnAnswerCitesTheCommitAsItIsAfterARebase(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/converge-rebase.txtar")
	if err != nil {
		t.Fatal(err)
	}
	r := run(t, staged(t, text))
	mustMeet(t, r)
	items := r.Facts.Snapshot.Ours
	fix := slices.IndexFunc(items, func(c pull.Trailer) bool { return len(c.Items) == 1 })
	if fix < 0 || len(r.Truth.Said) != 1 {
		t.Fatalf("%d commits of ours, %d answers", len(items), len(r.Truth.Said))
	}
	if said := r.Truth.Said[0]; !strings.HasPrefix(said, "Fixed in "+items[fix].Commit.Short()+": ") {
		t.Errorf("%s is in the branch, and the answer is: %s", items[fix].Commit.Short(), said)
	}
	if len(r.Truth.Commits) != 2 {
		t.Errorf("the branch has %d commits after the rebase: %q", len(r.Truth.Commits), r.Truth.Commits)
	}
}

// A person rebases the branch after the answers were given: each answer cites a
// commit that is in it, one of ours and one that was there before.
func TestAnswersFollowAPersonsRebase(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/converge-persons-rebase.txtar")
	if err != nil {
		t.Fatal(err)
	}
	r := run(t, staged(t, text))
	mustMeet(t, r)
	commits := r.Facts.Snapshot.Commits
	if len(r.Truth.Said) != 2 || len(commits) != 3 {
		t.Fatalf("%d answers, %d commits", len(r.Truth.Said), len(commits))
	}
	for _, said := range r.Truth.Said {
		if !slices.ContainsFunc(commits, func(c pull.Oid) bool { return strings.Contains(said, c.Short()) }) {
			t.Errorf("of %v none is cited by: %s", commits, said)
		}
	}
}
