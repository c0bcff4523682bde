package github_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/githubsim"
	"github.com/settlehq/settle/internal/githubsim/world"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/scenario"
)

const redText = `scenario: 1
viewer: {login: dev}
repo: acme/shop
pulls: [{number: 42, author: dev, head: cart}]
protect: {checks: [ci]}
checks:
  - {name: ci, conclusion: failure, log: "@log"}
  - {name: far, app: own-ci, conclusion: failure}
  - {name: green, log: "all is well"}
-- log --
%s
-- base/keep.txt --
kept
-- head/code.txt --
one
`

func red(t *testing.T, log string) (*githubsim.Sim, pull.Ref) {
	t.Helper()
	file, err := scenario.Parse("red.txtar", fmt.Appendf(nil, redText, log))
	if err != nil {
		t.Fatal(err)
	}
	sim, err := githubsim.Start(t.Context(), githubsim.Options{Scenario: file, Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sim.Close() })
	sim.Clock.Advance(sim.Clock.Now().Add(time.Minute))
	return sim, pull.Ref{Owner: "acme", Repo: "shop", Number: 42}
}

func logOf(s pull.Snapshot, name string) string {
	for _, c := range s.Checks {
		if c.Name == name {
			return c.Log
		}
	}
	return "no such check"
}

func TestALogIsReadOnceAndInPart(t *testing.T) {
	log := strings.Repeat("downloading things\n", 500) +
		"::error file=cart.go,line=31::sum is wrong\n\x1b[31m--- FAIL: TestTotal\x1b[0m\n    got 8, want 9\nAuthorization: token ghp_abcdefghijklmnopqrstuvwxyz0123456789\n" +
		strings.Repeat("cleaning up\n", 300) + "0 errors in linting"
	sim, ref := red(t, log)
	client := newClient(t, sim)
	s, err := client.Observe(t.Context(), ref)
	if err != nil || len(s.Gaps) > 0 {
		t.Fatalf("gaps %v, %v", s.Gaps, err)
	}
	got := logOf(s, "ci")
	for _, want := range []string{"cart.go:31: sum is wrong\n", "\n--- FAIL: TestTotal\n    got 8, want 9\n", "(credential)"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in:\n%s", want, got)
		}
	}
	if strings.Contains(got, "ghp_") || len(got) > 4096 || strings.Count(got, "\n") > 90 || strings.Contains(got, "2026-") || strings.Contains(got, "0 errors") {
		t.Errorf("%d bytes:\n%s", len(got), got)
	}
	if far := logOf(s, "far"); far != "" {
		t.Errorf("an app's check run has the log %q", far)
	}
	before := client.Stats().Requests
	if s, err = client.Observe(t.Context(), ref); err != nil || logOf(s, "ci") != got {
		t.Errorf("the second look has another log, %v", err)
	}
	if cost := client.Stats().Requests - before; cost != 1 {
		t.Errorf("the second look cost %d requests", cost)
	}
}

func TestALogWithoutASignOfFailureIsToldByItsEnd(t *testing.T) {
	sim, ref := red(t, strings.Repeat("working\n", 500)+"the last word")
	s, err := newClient(t, sim).Observe(t.Context(), ref)
	if got := logOf(s, "ci"); err != nil || !strings.HasSuffix(got, "the last word") || strings.Count(got, "\n") != 59 {
		t.Errorf("%d lines, %v:\n%s", strings.Count(got, "\n"), err, got)
	}
}

func TestALogThatCannotBeReadIsNoGapAndIsAskedForAgain(t *testing.T) {
	sim, ref := red(t, "panic: no")
	client := newClient(t, sim)
	sim.Break(scenario.Fault{Hit: "GET /repos/*/*/actions/jobs/*/logs", Nth: 1, Times: 1, Answer: 404})
	s, err := client.Observe(t.Context(), ref)
	if err != nil || len(s.Gaps) > 0 || logOf(s, "ci") != "" {
		t.Fatalf("log %q, gaps %v, %v", logOf(s, "ci"), s.Gaps, err)
	}
	digest := s.Digest()
	if s, err = client.Observe(t.Context(), ref); err != nil || !strings.Contains(logOf(s, "ci"), "panic: no") {
		t.Errorf("log %q, %v", logOf(s, "ci"), err)
	}
	if s.Digest() != digest {
		t.Error("a log that could be read later passes for a change")
	}
}

func TestARunThatBrokeOffTellsItsAttempt(t *testing.T) {
	sim, ref := red(t, "panic: no")
	var first, again int64
	err := sim.World.Do(func() error {
		r := sim.World.Repository("acme/shop")
		head := r.Pulls[0].Head
		one := sim.World.PutCheck(r, world.Check{Name: "flaky", App: "github-actions", Head: head, Status: "completed", Conclusion: "cancelled"})
		first = one.ID
		if err := sim.World.Rerun(r, one, "dev"); err != nil {
			return err
		}
		again = sim.World.PutCheck(r, world.Check{Name: "flaky", App: "github-actions", Head: head, Status: "completed", Conclusion: "startup_failure"}).ID
		return nil
	})
	if err != nil || first == again {
		t.Fatal(first, again, err)
	}
	s, err := newClient(t, sim).Observe(t.Context(), ref)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range s.Checks {
		if c.Name == "flaky" && (c.ID != again || c.Attempt != 2 || c.Log != "") {
			t.Errorf("run %d, attempt %d, log %q", c.ID, c.Attempt, c.Log)
		}
		if c.Name == "far" && c.Attempt != 0 {
			t.Errorf("attempt %d of an app's own run", c.Attempt)
		}
	}
}
