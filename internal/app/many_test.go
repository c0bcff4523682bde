package app_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/app"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verdict"
	"github.com/settlehq/settle/internal/view"
)

// fleet is a scenario of n pull requests, from number 1. A bot is to be asked
// about each; it takes some minutes, and its one finding is wrong.
func fleet(n int) (string, []pull.Ref) {
	var pulls, findings, triage, files []string
	var refs []pull.Ref
	for i := 1; i <= n; i++ {
		pulls = append(pulls, fmt.Sprintf("  - {number: %d, title: Change %d, author: dev, head: topic-%d, draft: true}", i, i, i))
		findings = append(findings, fmt.Sprintf("  - {id: f%d, pull: %d, by: bugbot, path: part%d.go, at: func, title: Part %d is long, body: Part %d could be shorter., reviews: [1]}", i, i, i, i, i))
		triage = append(triage, fmt.Sprintf("    - {for: f%d, class: invalid, reason: It has to be this long.}", i))
		files = append(files, fmt.Sprintf("-- head@%d/part%d.go --\npackage shop\n\nfunc Part%d() int { return %d }\n", i, i, i, i))
		refs = append(refs, pull.Ref{Owner: "acme", Repo: "shop", Number: i})
	}
	return "scenario: 1\nabout: Many pull requests at once.\nclock: step\nrepo: acme/shop\nviewer: {login: dev, permission: write}\npulls:\n" + strings.Join(pulls, "\n") +
		"\nactors:\n  bugbot: {preset: bugbot}\nfindings:\n" + strings.Join(findings, "\n") + "\nagent:\n  triage:\n" + strings.Join(triage, "\n") +
		"\n-- base/.settle.yaml --\nversion: 1\nreviewers: [bugbot]\nverify: \"true\"\ngates: {no_checks: pass}\n-- base/README --\nshop\n" + strings.Join(files, ""), refs
}

// Each pull request comes to its end, whatever becomes of the others: one is
// held by another process, one is not there.
func TestManyAreDrivenAtOnceAndOneFailureStopsNoOther(t *testing.T) {
	text, refs := fleet(4)
	w := worldOf(t, text)
	w.held(journal.RunLease(refs[1]), os.Getppid(), "the other")
	missing := pull.Ref{Owner: "acme", Repo: "shop", Number: 99}
	heard := map[pull.Ref]int{}
	var ended []pull.Ref
	ends := w.open().RunMany(t.Context(), append(refs, missing, refs[0]), app.ManyOptions{
		Parallel:   2,
		RunOptions: app.RunOptions{Tell: func(f view.Facts, _ *journal.Did) { heard[f.Ref]++ }},
		Ended:      func(e app.End) { ended = append(ended, e.Ref) },
	})
	if len(ends) != 5 || len(ended) != 5 {
		t.Fatalf("%d ends, %d told", len(ends), len(ended))
	}
	for i, e := range ends {
		var held *journal.HeldError
		switch {
		case i == 1:
			if !errors.As(e.Err, &held) || heard[e.Ref] > 0 {
				t.Errorf("%s is another's, and ended with %v after %d steps", e.Ref, e.Err, heard[e.Ref])
			}
		case e.Ref == missing:
			if e.Err != nil || e.Facts.Snapshot == nil || e.Facts.Snapshot.State != pull.Gone || len(e.Facts.Entries) > 0 {
				t.Errorf("%s ended %s, %v", e.Ref, e.Facts.Verdict.Phase, e.Err)
			}
		case e.Err != nil || e.Facts.Verdict.Phase != verdict.Ready || heard[e.Ref] == 0:
			t.Errorf("%s ended %s after %d steps, %v", e.Ref, e.Facts.Verdict.Phase, heard[e.Ref], e.Err)
		}
	}
	for _, ref := range append(refs[:1:1], refs[2:]...) {
		if facts, err := w.open(asking).Look(t.Context(), ref); err != nil || facts.Holder != nil || facts.Snapshot.Draft {
			t.Errorf("%s: holder %v, %v", ref, facts.Holder, err)
		}
	}
}

// Not more agents work at once than there is room for, over all pull requests.
func TestAgentsAreBoundedOverAllPullRequests(t *testing.T) {
	text, refs := fleet(6)
	w := worldOf(t, text)
	var at, most int
	count := counting(&at, &most)
	ends := w.open(count).RunMany(t.Context(), refs, app.ManyOptions{Parallel: 2})
	for _, e := range ends {
		if e.Err != nil || e.Facts.Verdict.Phase != verdict.Ready {
			t.Errorf("%s: %s, %v", e.Ref, e.Facts.Verdict.Phase, e.Err)
		}
	}
	if most != 2 {
		t.Errorf("%d works at once, want 2", most)
	}
}

// Where the base branch has no policy file, all is looked at and nothing changed.
func TestManyWithoutAPolicyChangeNothing(t *testing.T) {
	text, refs := fleet(2)
	w := worldOf(t, strings.Replace(text, "base/.settle.yaml", "base/other.yaml", 1))
	for _, e := range w.open().RunMany(t.Context(), refs, app.ManyOptions{Parallel: 2}) {
		if e.Err != nil || !e.Facts.DryRun {
			t.Errorf("%s: dry %v, %v", e.Ref, e.Facts.DryRun, e.Err)
		}
	}
	if got := w.changes(); got != "" {
		t.Errorf("the host was changed: %s", got)
	}
}

// An interruption ends all of them, gives every lease back and loses nothing:
// the next run goes on.
func TestAnInterruptionEndsAllAndTheNextRunGoesOn(t *testing.T) {
	text, refs := fleet(3)
	w := worldOf(t, text)
	ctx, interrupt := context.WithCancelCause(t.Context())
	told := errors.New("interrupted")
	house, leave := w.process()
	waiting := 0
	ends := house.RunMany(ctx, refs, app.ManyOptions{Parallel: 3, RunOptions: app.RunOptions{Tell: func(f view.Facts, deed *journal.Did) {
		if deed == nil && f.Verdict.Phase == verdict.Waiting {
			if waiting++; waiting == 3 {
				interrupt(told)
			}
		}
	}}})
	for _, e := range ends {
		if !errors.Is(e.Err, told) {
			t.Errorf("%s ended with %v", e.Ref, e.Err)
		}
	}
	if facts, err := house.Look(t.Context(), refs[0]); err != nil || facts.Holder != nil {
		t.Fatalf("held by %v: %v", facts.Holder, err)
	}
	leave()
	for _, e := range w.open().RunMany(t.Context(), refs, app.ManyOptions{Parallel: 3}) {
		if e.Err != nil || e.Facts.Verdict.Phase != verdict.Ready {
			t.Errorf("%s: %s, %v", e.Ref, e.Facts.Verdict.Phase, e.Err)
		}
	}
	if n := w.sim.Stats().Deeds["ask"]; n != len(refs) {
		t.Errorf("the bot was asked %d times about %d pull requests", n, len(refs))
	}
}

// A pull request that waits for a word costs no look while a glance shows that
// nothing came; what comes is seen by the next glance.
func TestQuietPullRequestsCostOneGlanceForAll(t *testing.T) {
	text, refs := fleet(8)
	w := worldOf(t, strings.ReplaceAll(text, "{preset: bugbot}", "{preset: bugbot, after: 25m, ack: {react: eyes, target: ask}}"))
	ends := w.open().RunMany(t.Context(), refs, app.ManyOptions{Parallel: 4})
	looks := 0
	for _, e := range ends {
		if e.Err != nil || e.Facts.Verdict.Phase != verdict.Ready {
			t.Errorf("%s: %s, %v", e.Ref, e.Facts.Verdict.Phase, e.Err)
		}
		looks += len(e.Facts.Recorded)
	}
	t.Logf("8 pull requests, each waiting 25 minutes: %d looks, %d requests", looks, w.sim.Stats().Requests)
	if looks > 16*len(refs) { // one alone looks about 30 times
		t.Errorf("%d looks", looks)
	}
}
