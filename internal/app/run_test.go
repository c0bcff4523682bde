package app_test

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/app"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/store/sqlite"
	"github.com/settlehq/settle/internal/verdict"
	"github.com/settlehq/settle/internal/view"
)

// held writes a lease as another process would have left it.
func (w *world) held(name string, pid int, nonce string) {
	w.t.Helper()
	store, err := sqlite.Open(w.t.Context(), w.database())
	if err != nil {
		w.t.Fatal(err)
	}
	host, err := os.Hostname()
	if err != nil {
		w.t.Fatal(err)
	}
	now := w.sim.Clock.Now()
	_, err = store.Acquire(w.t.Context(), name, journal.Holder{Host: host, PID: pid, Nonce: nonce, Since: now}, now, 24*time.Hour)
	if err = errors.Join(err, store.Close()); err != nil {
		w.t.Fatal(err)
	}
}

func TestASecondRunIsToldWhoHoldsThePullRequest(t *testing.T) {
	w := newWorld(t)
	w.held(journal.RunLease(shop), os.Getppid(), "the first")
	house := w.open()
	_, err := house.Run(t.Context(), shop, app.RunOptions{})
	var held *journal.HeldError
	if !errors.As(err, &held) || held.Lease.Holder.PID != os.Getppid() {
		t.Fatalf("got %v", err)
	}
	if w.changes() != "" {
		t.Errorf("it changed the host: %s", w.changes())
	}
	facts, err := house.Look(t.Context(), shop)
	if err != nil || facts.Holder == nil || facts.Holder.Nonce != "the first" {
		t.Errorf("holder %+v, %v", facts.Holder, err)
	}
}

// What a dead process holds is taken over at once, with its ticks; no time passes.
func TestADeadProcessHoldsNothing(t *testing.T) {
	w := newWorld(t)
	pid := deadProcess(t)
	w.held(journal.RunLease(shop), pid, "the dead")
	w.held(journal.TickLease(shop), pid, "the dead")
	begun := w.sim.Clock.Now()
	house := w.open()
	if facts, err := house.Look(t.Context(), shop); err != nil || facts.Holder != nil {
		t.Errorf("the dead still holds it: %+v, %v", facts.Holder, err)
	}
	facts, err := house.Run(t.Context(), shop, app.RunOptions{Once: true})
	if err != nil {
		t.Fatal(err)
	}
	if waited := facts.Now.Sub(begun); waited > time.Minute || facts.Snapshot == nil {
		t.Errorf("waited %s", waited)
	}
}

// One look with its deeds: the judgment that it began is there at its end.
func TestOnceLetsItsWorksEnd(t *testing.T) {
	w := newWorld(t)
	facts, err := w.open().Run(t.Context(), shop, app.RunOptions{Once: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(facts.History.Judged) != 3 || facts.History.Runs != 1 {
		t.Errorf("%d items judged by %d runs", len(facts.History.Judged), facts.History.Runs)
	}
}

// With the address of one comment only that item is worked on, and ready is
// never claimed.
func TestAFocusedRunAnswersOneItem(t *testing.T) {
	w := newWorld(t)
	house := w.open()
	seen, err := house.Look(t.Context(), shop)
	if err != nil {
		t.Fatal(err)
	}
	thread := seen.Snapshot.Threads[0]
	only := feedback.ItemID("t" + strings.TrimPrefix(fragmentOf(thread), "discussion_r"))
	var phases []verdict.Phase
	facts, err := house.Run(t.Context(), shop, app.RunOptions{Item: fragmentOf(thread), Tell: func(f view.Facts, deed *journal.Did) {
		phases = append(phases, f.Verdict.Phase)
		if deed != nil && deed.Key.Kind() == action.Work && deed.State == journal.Started && !strings.Contains(string(deed.Key), string(only)) {
			t.Errorf("works on %s", deed.Key)
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	for _, phase := range phases {
		if phase == verdict.Ready {
			t.Error("claimed ready")
		}
	}
	if got := w.changes(); got != "reply" {
		t.Errorf("changes %q, want one reply", got)
	}
	after, err := house.Look(t.Context(), shop)
	if err != nil {
		t.Fatal(err)
	}
	for _, st := range after.Verdict.Items {
		if (st.Item.ID == only) != st.Replied {
			t.Errorf("%s replied %v", st.Item.ID, st.Replied)
		}
	}
	if facts.Verdict.Phase == verdict.Ready || !after.Snapshot.Draft {
		t.Errorf("phase %s, draft %v", facts.Verdict.Phase, after.Snapshot.Draft)
	}
}

func fragmentOf(t pull.Thread) string {
	_, fragment, _ := strings.Cut(t.Root().URL, "#")
	return fragment
}

// Questions and dry runs leave no trace: not on the host, not on this machine.
func TestQuestionsLeaveNoTrace(t *testing.T) {
	w := newWorld(t)
	house := w.open(asking)
	questions := map[string]func() error{
		"look":       func() error { _, err := house.Look(t.Context(), shop); return err },
		"remembered": func() error { _, err := house.Remembered(t.Context(), shop); return err },
		"known":      func() error { _, err := house.Known(t.Context()); return err },
		"doctor":     func() error { _ = house.Doctor(t.Context(), shop); return nil },
		"dry run": func() error {
			facts, err := house.Run(t.Context(), shop, app.RunOptions{DryRun: true})
			if err == nil && (len(facts.Verdict.Actions) == 0 || !facts.DryRun) {
				t.Error("a dry run wishes nothing")
			}
			return err
		},
	}
	for name, ask := range questions {
		if err := ask(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := os.Stat(w.database()); err == nil {
			t.Fatalf("%s has made a database", name)
		}
	}
	if w.changes() != "" {
		t.Errorf("the host has seen %s", w.changes())
	}
}

// A dry run on a machine that remembers writes nothing down either.
func TestADryRunIsNotRemembered(t *testing.T) {
	w := newWorld(t)
	house := w.open()
	if err := house.Tell(t.Context(), shop, journal.Told{Who: "dev", Word: journal.Resume}); err != nil {
		t.Fatal(err)
	}
	before, err := house.Remembered(t.Context(), shop)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := house.Run(t.Context(), shop, app.RunOptions{DryRun: true}); err != nil {
		t.Fatal(err)
	}
	after, err := house.Remembered(t.Context(), shop)
	if err != nil || len(after.Entries) != len(before.Entries) || len(after.Recorded) != 0 {
		t.Errorf("%d lines and %d verdicts, were %d lines; %v", len(after.Entries), len(after.Recorded), len(before.Entries), err)
	}
}

// A person's word reaches a run that waits: it does not sleep on.
func TestAWordWakesAWaitingRun(t *testing.T) {
	w := newWorld(t)
	house, desk := w.open(), w.open()
	var told, wake time.Time
	facts, err := house.Run(t.Context(), shop, app.RunOptions{Tell: func(f view.Facts, deed *journal.Did) {
		if deed == nil && f.Verdict.Phase == verdict.Waiting && told.IsZero() {
			told, wake = f.Now, f.Verdict.Wake
			if err := desk.Tell(t.Context(), shop, journal.Told{Who: "dev", Word: journal.Pause}); err != nil {
				t.Error(err)
			}
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	paused := facts.Recorded[len(facts.Recorded)-1].At
	if facts.Verdict.Phase != verdict.Paused || paused.After(told.Add(10*time.Second)) || !paused.Before(wake) {
		t.Errorf("told at %s, %s at %s; the run would have slept until %s", told, facts.Verdict.Phase, paused, wake)
	}
}

// A bot looks when the pull request is marked ready, and takes its time.
const lateReview = `scenario: 1
clock: step
repo: acme/shop
viewer: {login: dev, permission: write}
pulls: [{number: 42, title: Prices, author: dev, head: topic, draft: true}]
actors:
  bugbot: {preset: bugbot}
  codex: {preset: codex, starts: ready, after: 10m}
  maria: {kind: person, association: MEMBER}
findings:
  - {id: comment, by: codex, path: price.go, at: package shop, body: "The package has no comment."}
timeline:
  - {when: ready, after: 3h, by: maria, do: merge}
agent:
  triage: [{for: comment, class: invalid, reason: "internal packages need none."}]
-- base/.settle.yaml --
version: 1
reviewers: {bugbot: required, codex: {role: optional, ask: null}}
verify: "true"
after_ready: AFTER
-- base/README --
shop
-- head/price.go --
package shop
`

// Where policy stops at ready the run is over before the bot speaks. Where it
// watches, what the bot says is answered, no agent runs while nothing changes,
// and the merge ends it.
func TestAfterReadyARunStopsOrWatches(t *testing.T) {
	for after, want := range map[string]struct {
		phase   verdict.Phase
		replies int
	}{"stop": {verdict.Ready, 0}, "watch": {verdict.Ended, 1}} {
		t.Run(after, func(t *testing.T) {
			w := worldOf(t, strings.Replace(lateReview, "AFTER", after, 1))
			ready, looks := 0, 0
			facts, err := w.open().Run(t.Context(), shop, app.RunOptions{Tell: func(f view.Facts, deed *journal.Did) {
				if deed == nil && f.Verdict.Phase == verdict.Ready {
					ready++
				}
				if deed == nil {
					looks++
				}
			}})
			if err != nil {
				t.Fatal(err)
			}
			replies := strings.Count(w.changes(), "reply")
			if facts.Verdict.Phase != want.phase || replies != want.replies || ready == 0 {
				t.Errorf("ended %s after %d replies, ready at %d of %d looks", facts.Verdict.Phase, replies, ready, looks)
			}
			if facts.History.Runs != want.replies || looks > 60 {
				t.Errorf("%d runs of an agent, %d looks in three hours", facts.History.Runs, looks)
			}
		})
	}
}
