package github_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/githubsim/world"
	"github.com/settlehq/settle/internal/pull"
)

// fleet is a scenario of many quiet pull requests.
func fleet(n int) (string, []pull.Ref) {
	var pulls []string
	var refs []pull.Ref
	for i := 1; i <= n; i++ {
		pulls = append(pulls, fmt.Sprintf("  - {number: %d, title: Change %d, head: topic-%d}", i, i, i))
		refs = append(refs, pull.Ref{Owner: "acme", Repo: "shop", Number: i})
	}
	return "scenario: 1\nclock: step\nrepo: acme/shop\npulls:\n" + strings.Join(pulls, "\n") + "\n-- base/a --\na\n-- head/b --\nb\n", refs
}

func TestFiveHundredQuietPullRequestsCostLittle(t *testing.T) {
	text, refs := fleet(500)
	h := open(t, text)
	var first map[pull.Ref]string
	for range 6 { // an hour, every ten minutes
		seen, err := h.client.Glance(t.Context(), refs)
		if err != nil || len(seen) != len(refs) {
			t.Fatalf("%d of %d: %v", len(seen), len(refs), err)
		}
		for ref, text := range seen {
			if first != nil && first[ref] != text {
				t.Fatalf("%s is quiet and looks changed:\n%s\n%s", ref, first[ref], text)
			}
		}
		first = seen
		h.after(10 * time.Minute)
	}
	got := h.client.Stats()
	t.Logf("500 pull requests, 6 times in an hour: %d requests, %d points, %d kB", got.Requests, got.Points, got.Bytes>>10)
	if got.Points > 500 || got.Requests > 60 {
		t.Errorf("%d points, %d requests", got.Points, got.Requests)
	}
}

func TestAGlanceShowsWhichPullRequestIsWorthALook(t *testing.T) {
	text, refs := fleet(3)
	changes := map[string]func(*world.World, *world.Repository, *world.Pull) error{
		"comment": func(w *world.World, _ *world.Repository, p *world.Pull) error {
			_, err := w.Comment(p, "dev", "hm")
			return err
		},
		"reaction": func(w *world.World, _ *world.Repository, p *world.Pull) error {
			w.React(p, &p.Reactions, "dev", "EYES")
			return nil
		},
		"draft": func(w *world.World, _ *world.Repository, p *world.Pull) error { return w.SetDraft(p, "dev", true) },
		"check": func(w *world.World, r *world.Repository, p *world.Pull) error {
			w.PutCheck(r, world.Check{Name: "ci", App: "github-actions", Head: p.Head, Status: "completed", Conclusion: "failure"})
			return nil
		},
		"closed": func(w *world.World, _ *world.Repository, p *world.Pull) error { return w.Close(p, "dev", true) },
	}
	for name, change := range changes {
		t.Run(name, func(t *testing.T) {
			h := open(t, text)
			before, err := h.client.Glance(t.Context(), refs)
			if err != nil {
				t.Fatal(err)
			}
			h.after(time.Minute)
			err = h.sim.World.Do(func() error {
				r := h.sim.World.Repository("acme/shop")
				return change(h.sim.World, r, r.Pull(2))
			})
			if err != nil {
				t.Fatal(err)
			}
			after, err := h.client.Glance(t.Context(), refs)
			if err != nil {
				t.Fatal(err)
			}
			for _, ref := range refs {
				if changed := before[ref] != after[ref]; changed != (ref.Number == 2) {
					t.Errorf("%s: changed %v", ref, changed)
				}
			}
		})
	}
}

func TestAGlanceLeavesOutWhatIsNotThere(t *testing.T) {
	text, refs := fleet(2)
	h := open(t, text)
	seen, err := h.client.Glance(t.Context(), append(refs, pull.Ref{Owner: "acme", Repo: "gone", Number: 1}))
	if err != nil || len(seen) != 2 {
		t.Fatalf("%d seen: %v", len(seen), err)
	}
}
