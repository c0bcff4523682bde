package pull

import (
	"testing"
	"time"
)

func world() Snapshot {
	return Snapshot{
		Head:   "aaaa",
		Viewer: Viewer{Login: "dev"},
		Threads: []Thread{{NodeID: "T", Path: "cart.go", Comments: []Comment{
			{ID: 1, Author: Author{Login: "bugbot"}, Body: "wrong"},
		}}},
	}
}

func TestOurOwnWritesDoNotDisturbTheQuiet(t *testing.T) {
	before := world().Digest()
	after := world()
	after.At = time.Unix(99, 0)
	after.Threads[0].Comments = append(after.Threads[0].Comments, Comment{ID: 2, Ours: true, Body: "Fixed."})
	after.Threads[0].Resolved, after.Threads[0].ResolvedBy = true, "dev"
	after.Comments = []Comment{{ID: 3, Ours: true, Body: "bugbot run"}}
	after.Asked = []Asked{{Login: "copilot", By: "dev"}}
	after.Labels = []string{"needs-human"}
	after.Draft, after.Merge, after.Mergeable = !after.Draft, MergeClean, new(true)
	if after.Digest() != before {
		t.Fatal("a write of ours changed the digest")
	}
}

func TestEveryForeignChangeDisturbsIt(t *testing.T) {
	before := world().Digest()
	changes := map[string]func(*Snapshot){
		"push":    func(s *Snapshot) { s.Head = "bbbb" },
		"comment": func(s *Snapshot) { s.Comments = []Comment{{ID: 9, Author: Author{Login: "maria"}}} },
		"edit":    func(s *Snapshot) { s.Threads[0].Comments[0].Body = "very wrong" },
		"resolve": func(s *Snapshot) { s.Threads[0].Resolved, s.Threads[0].ResolvedBy = true, "maria" },
		"review":  func(s *Snapshot) { s.Reviews = []Review{{ID: 5}} },
		"check":   func(s *Snapshot) { s.Checks = []Check{{ID: 6}} },
		"draft": func(s *Snapshot) {
			s.Draft, s.Events = true, []Event{{Kind: "convert_to_draft", Actor: Author{Login: "maria"}}}
		},
		"conflict": func(s *Snapshot) { s.Merge = MergeDirty },
		"reaction": func(s *Snapshot) { s.Reactions = []Reaction{{Content: "eyes"}} },
	}
	for name, change := range changes {
		after := world()
		change(&after)
		if after.Digest() == before {
			t.Errorf("%s: the digest did not change", name)
		}
	}
}

// Whose reaction it is counts, not how many there are.
func TestAReactionInPlaceOfAnotherDisturbsTheQuiet(t *testing.T) {
	before, after := world(), world()
	before.Reactions = []Reaction{{Content: "eyes", By: Author{Login: "codex"}}}
	after.Reactions = []Reaction{{Content: "eyes", By: Author{Login: "carl"}}}
	if before.Digest() == after.Digest() {
		t.Error("somebody else's eyes are taken for the reviewer's")
	}
}
