package app_test

import (
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/app"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/verdict"
	"github.com/settlehq/settle/internal/view"
)

// fixing is a world with one finding that is right; fix is what the agent does,
// and changes are replaced in the scenario, two by two.
func fixing(t *testing.T, fix string, changes ...string) *world {
	text := strings.Replace(review, "    - {for: [rounding, floats, package-doc], class: invalid", "    - {for: rounding, class: valid, reason: \"True.\"}\n    - {for: [floats, package-doc], class: invalid", 1)
	text = strings.Replace(text, "-- base/.settle.yaml --", "  fix:\n    - {for: rounding, "+fix+"}\n-- base/.settle.yaml --", 1)
	return worldOf(t, strings.NewReplacer(changes...).Replace(text))
}

const rounds = `replace: [{path: cart.go, old: "sum := 0", new: "sum := 0 // cents"}]`

// sayWhen says a word once, when a fix has begun.
func sayWhen(t *testing.T, house *app.App, told journal.Told) app.RunOptions {
	said := false
	return app.RunOptions{Tell: func(_ view.Facts, deed *journal.Did) {
		if deed == nil || deed.Key.Task() != action.Fix || deed.State != journal.Started || said {
			return
		}
		said = true
		if err := house.Tell(t.Context(), shop, told); err != nil {
			t.Error(err)
		}
	}}
}

// What an agent has under way when a person holds the pull request, or takes it
// over, may end; its work is kept, and is what goes on after resume.
func TestAWorkUnderWayOutlivesAPauseAndIsKept(t *testing.T) {
	for _, word := range []journal.Word{journal.Pause, journal.Stop} {
		t.Run(string(word), func(t *testing.T) {
			w := fixing(t, rounds)
			house := w.open()
			facts, err := house.Run(t.Context(), shop, sayWhen(t, house, journal.Told{Who: "dev", Word: word}))
			if err != nil || facts.Verdict.Phase != verdict.Paused {
				t.Fatalf("%s, %v", facts.Verdict.Phase, err)
			}
			if got := w.changes(); strings.Contains(got, "push") {
				t.Errorf("after the word the host was changed: %s", got)
			}
			if err := house.Tell(t.Context(), shop, journal.Told{Who: "dev", Word: journal.Resume}); err != nil {
				t.Fatal(err)
			}
			facts, err = house.Run(t.Context(), shop, app.RunOptions{})
			if err != nil || facts.Verdict.Phase != verdict.Ready {
				t.Fatalf("%s, %v", facts.Verdict.Phase, err)
			}
			if facts.History.Runs != 2 { // one judged, one fixed
				t.Errorf("%d agent runs: the fix was lost", facts.History.Runs)
			}
		})
	}
}

// A person who stops now does not wait for an agent, not for one that hangs.
func TestStopNowEndsARunningAgent(t *testing.T) {
	w := fixing(t, rounds+", misbehave: hang")
	house := w.open()
	facts, err := house.Run(t.Context(), shop, sayWhen(t, house, journal.Told{Who: "dev", Word: journal.Stop, Now: true}))
	if err != nil || facts.Verdict.Why.Code != "stopped" {
		t.Fatalf("%s, %v", facts.Verdict.Why.Code, err)
	}
	for key, deed := range facts.History.Deeds {
		if key.Task() == action.Fix && (deed.State != journal.Lapsed || deed.Why != journal.Void) {
			t.Errorf("%s is %s %s", key, deed.State, deed.Why)
		}
	}
	if len(facts.History.Failures) > 0 {
		t.Error("a person's word spent an attempt")
	}
}
