package decide

import (
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
)

// saidOutside judges a world, lets what it wishes to say outside be done, and
// gives the key; empty where it wishes nothing.
func saidOutside(w *world) action.Key {
	for _, a := range Next(w.s, w.historyNow(), w.p, noon).Actions {
		if a.Say != nil && a.Say.Audience == "check" {
			for _, state := range []journal.State{journal.Wanted, journal.Started, journal.Done} {
				w.entries = append(w.entries, journal.Entry{Seq: int64(len(w.entries) + 1), At: noon, Did: &journal.Did{Key: a.Key, Try: 1, State: state}})
			}
			return a.Key
		}
	}
	return ""
}

func TestTheSameIsSaidOutsideOnceAndAgainOnlyAfterAChange(t *testing.T) {
	w := newWorld(t)
	w.read("policy bugbot:required publish\ncheck Bugbot success\nready\nsaw at=-10m")
	ready := saidOutside(w)
	if ready == "" || saidOutside(w) != "" {
		t.Fatalf("said %q first, and again", ready)
	}
	clean := w.s.Checks
	w.s.Checks = append([]pull.Check{{Name: "ci", Status: pull.CheckFailure, Required: true, Head: w.s.Head, CompletedAt: noon.Add(-time.Hour)}}, clean...)
	broken := saidOutside(w)
	w.s.Checks = clean
	again := saidOutside(w)
	if broken == "" || again == "" || again == ready || !strings.HasPrefix(string(again), "tell/check/h1#2/") {
		t.Errorf("then %q, then %q: what was said before is said again after a change", broken, again)
	}
	if saidOutside(w) != "" {
		t.Error("and not once more")
	}
}
