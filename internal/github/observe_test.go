package github_test

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/github"
	"github.com/settlehq/settle/internal/githubsim"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/scenario"
)

var secret = mark.Secret("0123456789abcdef0123456789abcdef")

// house is a stand-in with a client.
type house struct {
	t      *testing.T
	sim    *githubsim.Sim
	client *github.Client
	ref    pull.Ref
}

func open(t *testing.T, text string) *house {
	t.Helper()
	file, err := scenario.Parse("test.txtar", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	sim, err := githubsim.Start(t.Context(), githubsim.Options{
		Scenario: file, Dir: t.TempDir(), Start: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC), Wrong: func(what string) { t.Error(what) },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sim.Close() })
	client := newClient(t, sim)
	return &house{t: t, sim: sim, client: client, ref: pull.Ref{Owner: "acme", Repo: "shop", Number: file.Pulls[0].Number}}
}

func newClient(t *testing.T, sim *githubsim.Sim) *github.Client {
	t.Helper()
	client, err := github.New(github.Options{
		API: sim.URL, Token: "x", Marks: secret, Now: sim.Clock.Now, Policies: [2]string{".settle.yaml", ".github/settle.yaml"}, Agent: "settle/test",
		Pause: func(context.Context, time.Duration) error { return nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func (h *house) look() pull.Snapshot {
	h.t.Helper()
	s, err := h.client.Observe(h.t.Context(), h.ref)
	if err != nil {
		h.t.Fatal(err)
	}
	return s
}

func (h *house) after(d time.Duration) { h.sim.Clock.Advance(h.sim.Clock.Now().Add(d)) }

func cart(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../examples/scenarios/cart.txtar")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestALookShowsWhatWasSaid(t *testing.T) {
	h := open(t, cart(t))
	h.after(10 * time.Minute)
	s := h.look()
	if len(s.Gaps) > 0 {
		t.Fatalf("gaps: %+v", s.Gaps)
	}
	if len(s.Threads) != 4 || len(s.Reviews) != 2 || len(s.Comments) != 1 || s.PolicyPath != ".settle.yaml" || s.Head == "" || len(s.Required) != 1 || len(s.Checks) != 2 {
		t.Fatalf("got %d threads, %d reviews, %d comments, %d checks, required %v, policy %q", len(s.Threads), len(s.Reviews), len(s.Comments), len(s.Checks), s.Required, s.PolicyPath)
	}
	if got := h.client.Stats(); got.Requests > 4 {
		t.Errorf("a first look took %d requests", got.Requests)
	}
	before := h.client.Stats().Requests
	again := h.look()
	if got := h.client.Stats().Requests - before; got != 1 {
		t.Errorf("an ordinary look took %d requests", got)
	}
	if again.Identity() != s.Identity() {
		t.Error("two looks at the same world differ")
	}
}
