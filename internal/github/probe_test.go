package github_test

import (
	"testing"
	"time"
)

func TestAQuietPullRequestCostsNothingToProbe(t *testing.T) {
	h := open(t, cart(t))
	h.after(20 * time.Minute)
	probe := func() bool {
		t.Helper()
		unchanged, err := h.client.Unchanged(t.Context(), h.ref)
		if err != nil {
			t.Fatal(err)
		}
		return unchanged
	}
	if probe() {
		t.Fatal("the first probe knows nothing to compare with")
	}
	left := h.client.Stats().Budgets["core"].Remaining
	for range 5 {
		if !probe() {
			t.Fatal("nothing has changed")
		}
	}
	if got := h.client.Stats().Budgets["core"]; got.Remaining != left || got.Limit != 5000 || got.Reset.IsZero() {
		t.Fatalf("five vain probes: %+v, before %d were left", got, left)
	}
	if _, err := h.client.Comment(t.Context(), h.ref, "A word."); err != nil {
		t.Fatal(err)
	}
	if probe() {
		t.Fatal("a comment is not noticed")
	}
}

func TestWhatAnAccountMayDoIsAskedWithoutDoingIt(t *testing.T) {
	h := open(t, cart(t))
	h.after(20 * time.Minute)
	able, err := h.client.Able(t.Context(), h.ref)
	if err != nil || able.Resolve == nil || !*able.Resolve || !*able.Reply || !able.Update || able.HeadIn != "acme/shop" {
		t.Fatalf("%+v, %v", able, err)
	}
	if may, err := h.client.MayPush(t.Context(), h.ref, h.sim.URL); err != nil || !may {
		t.Fatalf("push: %v, %v", may, err)
	}
	err = h.sim.World.Do(func() error {
		h.sim.World.Allow("contents:write", false)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if may, err := h.client.MayPush(t.Context(), h.ref, h.sim.URL); err != nil || may {
		t.Fatalf("push without contents:write: %v, %v", may, err)
	}
	if before := h.look(); len(before.Threads) == 0 {
		t.Fatal("the probes have changed something")
	}
}
