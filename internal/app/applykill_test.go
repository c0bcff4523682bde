package app_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/app"
	"github.com/settlehq/settle/internal/config"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/githubsim/clock"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/reconcile"
	"github.com/settlehq/settle/internal/sandbox"
)

// doomed is an apply in a process of its own, which ends itself with SIGKILL at
// one boundary of an effect: before the effect, or between the effect and the
// line that says so.
type doomed struct {
	URL, Dir, File string
	At             int // boundaries are counted from 1
}

// mortal ends the process at a boundary.
type mortal struct {
	reconcile.Performer
	passed, at *int
}

func (m mortal) pass() {
	if *m.passed++; *m.passed == *m.at {
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {} // nothing is done any more, whenever the signal arrives
	}
}

func (m mortal) Do(ctx context.Context, scene reconcile.Scene) journal.Did {
	m.pass()
	did := m.Performer.Do(ctx, scene)
	m.pass()
	return did
}

// applyMain is that process.
func applyMain(text string) int {
	if err := applyDoomed(text); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

func applyDoomed(text string) error {
	var d doomed
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		return err
	}
	ctx := context.Background()
	c, err := clock.Dial(ctx, d.URL)
	if err != nil {
		return err
	}
	passed := 0
	house, err := app.Open(ctx, app.Options{
		Settings: config.Settings{Database: filepath.Join(d.Dir, "settle.db"), State: filepath.Join(d.Dir, "state"), API: d.URL, Token: "any", TokenFrom: "a test"},
		Policies: &config.Policies{}, Version: "test", Clock: c, AgentEnv: sandbox.Env{},
		Pause: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
		Wrap:  func(loop *reconcile.Loop) { loop.Performer = mortal{loop.Performer, &passed, &d.At} },
	})
	if err != nil {
		return err
	}
	read, err := app.ReadFix([]byte(d.File))
	if err != nil {
		return err
	}
	if _, _, err = house.Apply(ctx, shop, app.Source{File: read, Name: "items.json", Who: "maria"}, sayAndClose); err != nil {
		return err
	}
	return house.Close()
}

// killed runs the doomed process and tells whether it died at its boundary.
func (w *world) killed(at int, file []byte) bool {
	w.t.Helper()
	exe, err := os.Executable()
	if err != nil {
		w.t.Fatal(err)
	}
	cmd := exec.CommandContext(w.t.Context(), exe, "apply", string(marshal(w.t, doomed{URL: w.sim.URL, Dir: w.dir, File: string(file), At: at})))
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		w.t.Fatal(err)
	}
	status, _ := cmd.ProcessState.Sys().(syscall.WaitStatus)
	if died := status.Signaled() && status.Signal() == syscall.SIGKILL; died || err == nil {
		return died
	}
	w.t.Fatalf("the process ended otherwise: %v: %s", err, out)
	return false
}

// Killed before or after any of its effects and run again, a file is carried out
// whole: each thread has one answer, and what was to be closed is closed.
func TestAnApplyThatIsKilledIsFinishedByTheNext(t *testing.T) {
	boundaries := 0
	for at, died := 1, true; died; at++ {
		w, house := settlingWorld(t)
		ids := triageAll(t, house, feedback.Stale)
		rows := []row{settled(ids[0], feedback.Stale), settled(ids[1], feedback.Stale), settled(ids[2], feedback.Stale)}
		w.leaves()
		if died = w.killed(at, marshal(t, map[string]any{"items": rows})); died {
			boundaries++
		}
		house, leave := w.process()
		applied := apply(t, house, fixFile(t, rows...), sayAndClose)
		if got := strings.ReplaceAll(steps(applied), "sent", "stands"); got != "declined stands stands, declined stands stands, declined stands blocked:policy" {
			t.Errorf("killed at %d: %s", at, got)
		}
		for id, n := range replies(t, house) {
			if n != 1 {
				t.Errorf("killed at %d: %s has %d replies", at, id, n)
			}
		}
		leave()
		if err := w.sim.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if boundaries != 10 { // three replies and two resolves, each before and after
		t.Errorf("%d boundaries were hit", boundaries)
	}
}
