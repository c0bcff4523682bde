package github_test

import (
	"testing"
	"time"

	"github.com/settlehq/settle/internal/github"
	"github.com/settlehq/settle/internal/githubsim/world"
	"github.com/settlehq/settle/internal/pull"
)

// said looks and gives our own check, and how many checks are others'.
func said(h *house) (own *pull.Check, others int) {
	s := h.look()
	for i, c := range s.Checks {
		if c.Ours {
			own = &s.Checks[i]
		} else {
			others++
		}
	}
	return own, others
}

func TestWhatIsPublishedIsSeenAsOurs(t *testing.T) {
	person := open(t, cart(t))
	app, _, o := openAsApp(t)
	o.App.ID = world.AppID("settle-app")
	client, err := github.New(o)
	if err != nil {
		t.Fatal(err)
	}
	app.client = client
	for name, h := range map[string]*house{"commit status": person, "check run": app} {
		t.Run(name, func(t *testing.T) {
			h.after(20 * time.Minute)
			_, before := said(h)
			for _, want := range []pull.CheckStatus{pull.CheckRunning, pull.CheckFailure, pull.CheckRunning, pull.CheckSuccess} {
				own, _ := said(h)
				p := pull.Publication{Head: h.look().Head, Status: want, Title: "How it stands: " + string(want), Text: "- [x] feedback", URL: "https://example.com/42"}
				if own != nil {
					p.ID = own.ID
				}
				if err := h.client.Publish(t.Context(), h.ref, p); err != nil {
					t.Fatal(err)
				}
				own, others := said(h)
				if own == nil || own.Title != p.Title || others != before || own.Status.Passed() != want.Passed() || own.Status.Pending() != want.Pending() {
					t.Fatalf("%s: seen %+v beside %d others, want %d", want, own, others, before)
				}
			}
		})
	}
}

// Another program of the same account, and another account under our name, are
// not ours.
func TestWhatOthersPublishIsNotOurs(t *testing.T) {
	h := open(t, cart(t))
	err := h.sim.World.Do(func() error {
		r := h.sim.World.Repository("acme/shop")
		head := r.Pull(42).Head
		h.sim.World.PutStatus(r, world.Status{Context: "ci/other", State: "success", Head: head, By: "dev"})
		h.sim.World.PutStatus(r, world.Status{Context: pull.OwnCheck, State: "failure", Head: head, By: "maria"})
		h.sim.World.PutCheck(r, world.Check{Name: pull.OwnCheck, App: "github-actions", Head: head, Status: "completed", Conclusion: "success"})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if own, others := said(h); own != nil || others < 3 {
		t.Errorf("ours: %+v; %d others", own, others)
	}
}
