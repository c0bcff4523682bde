package githubsim_test

import (
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/githubsim"
	"github.com/settlehq/settle/internal/githubsim/script"
	"github.com/settlehq/settle/internal/scenario"
)

const job = `scenario: 1
about: A reviewer that is a program.
clock: step
pulls: [{number: 7, head: topic}]
actors:
  own: {program: settle, starts: [opened, push], after: 1m}
  maria: {kind: person}
timeline:
  - {at: 2m, by: maria, do: push, tree: more}
  - {at: 3m, by: maria, do: push, tree: again}
  - {at: 4m, by: maria, do: push, tree: last}
  - {when: dirty, by: maria, do: comment, body: "Oh."}
-- base/README --
shop
-- head/a --
a
-- more/a --
b
-- again/a --
c
-- last/a --
d
`

// One run at a time: what wakes a program while it works starts it once more
// when it has ended, however often it was woken.
func TestAProgramRunsOnceAtATimeAndOnceMoreWhereItWasWoken(t *testing.T) {
	file, err := scenario.Parse("job", []byte(job))
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var runs []script.Run
	sim, err := githubsim.Start(t.Context(), githubsim.Options{
		Scenario: file, Dir: t.TempDir(), Start: time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC),
		Program: func(r script.Run) { mu.Lock(); defer mu.Unlock(); runs = append(runs, r) },
		Wrong:   func(what string) { t.Error(what) },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = sim.Close() }()
	begun := func(want int) script.Run {
		t.Helper()
		mu.Lock()
		defer mu.Unlock()
		if len(runs) != want {
			t.Fatalf("%d runs, want %d", len(runs), want)
		}
		return runs[want-1]
	}
	sim.Clock.Advance(sim.Clock.Now().Add(90 * time.Second))
	first := begun(1)
	if first.Actor != "own" || first.Login != "own" || first.Pull != 7 || first.Nth != 1 {
		t.Errorf("started %+v", first)
	}
	sim.Clock.Advance(sim.Clock.Now().Add(10 * time.Minute)) // three pushes
	begun(1)
	first.Done(false)
	sim.Clock.Advance(sim.Clock.Now().Add(10 * time.Minute))
	second := begun(2)
	if second.Nth != 2 {
		t.Errorf("started %+v", second)
	}
	second.Done(true)
	sim.Clock.Advance(sim.Clock.Now().Add(10 * time.Minute))
	begun(2)
	h := &house{t: t, sim: sim, host: &http.Client{Transport: &http.Transport{}}}
	defer h.host.CloseIdleConnections()
	if said := h.get(repo + "/issues/7/comments").list(""); len(said) != 1 {
		t.Errorf("%d acts heard that it was dirty, want 1", len(said))
	}
}
