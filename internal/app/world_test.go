package app_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/agentsim"
	"github.com/settlehq/settle/internal/app"
	"github.com/settlehq/settle/internal/config"
	"github.com/settlehq/settle/internal/githubsim"
	"github.com/settlehq/settle/internal/githubsim/clock"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/reconcile"
	"github.com/settlehq/settle/internal/sandbox"
	"github.com/settlehq/settle/internal/scenario"
)

// TestMain lets the test binary be the agent's process, and one that dies.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "agentsim" {
		// Not os.Exit: with the race detector that waits a second, and agents are
		// given no environment that could tell it otherwise.
		syscall.Exit(agentsim.Main(os.Args[2:], os.Stdin, os.Stdout, os.Stderr))
	}
	if len(os.Args) > 1 && os.Args[1] == "die" {
		os.Exit(0)
	}
	if len(os.Args) > 2 && os.Args[1] == "apply" {
		os.Exit(applyMain(os.Args[2]))
	}
	_ = os.Setenv("GORACE", "atexit_sleep_ms=0") // of processes that inherit it: they end at once
	os.Exit(m.Run())
}

var shop = pull.Ref{Owner: "acme", Repo: "shop", Number: 42}

// world is a stand-in in scripted time, with a machine for the program.
type world struct {
	t    testing.TB
	sim  *githubsim.Sim
	path string
	dir  string

	waits  reconcile.Clock // of a process that only lets time pass
	leaves func()          // ends that process
}

// two findings of a bot that are both wrong, and a person's request.
const review = `scenario: 1
about: A bot has two findings, and a person asks for something.
clock: step
repo: acme/shop
viewer: {login: dev, permission: write}
pulls: [{number: 42, title: Cart totals in cents, author: dev, base: main, head: cart-totals, draft: true}]
actors:
  bugbot: {preset: bugbot}
  maria:  {kind: person, association: MEMBER}
findings:
  - {id: rounding, by: bugbot, path: cart.go, at: "sum +=", title: Rounding loses a cent, body: "Each line is rounded on its own.", reviews: [1]}
  - {id: floats, by: bugbot, path: cart.go, at: "sum :=", title: Use float64, body: "Use float64 for the sum.", reviews: [1]}
timeline:
  - {at: -20m, by: bugbot, do: review}
  - {at: -10m, by: maria, do: comment, id: package-doc, body: "Please give the package a comment."}
agent:
  triage:
    - {for: [rounding, floats, package-doc], class: invalid, reason: "amounts are whole cents by design."}
-- base/.settle.yaml --
version: 1
reviewers: [bugbot]
verify: "true"
gates: {no_checks: pass}
-- base/README --
shop
-- head/cart.go --
package shop

func Total(lines []int) int {
	sum := 0
	for _, l := range lines {
		sum += l
	}
	return sum
}
`

func newWorld(t *testing.T) *world { return worldOf(t, review) }

// worldOf is the world of a scenario's text.
func worldOf(t testing.TB, text string) *world {
	t.Helper()
	w := &world{t: t, dir: t.TempDir()}
	w.path = filepath.Join(w.dir, "world.txtar")
	if err := os.WriteFile(w.path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := scenario.Parse("world.txtar", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	start := time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
	w.sim, err = githubsim.Start(t.Context(), githubsim.Options{Scenario: file, Dir: w.dir, Start: start})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.sim.Close() })
	return w
}

func (w *world) database() string { return filepath.Join(w.dir, "settle.db") }

// open is a process of the program on this machine.
func (w *world) open(change ...func(*app.Options)) *app.App {
	w.t.Helper()
	house, leave := w.process(change...)
	w.t.Cleanup(leave)
	return house
}

// process is one that ends when it leaves.
func (w *world) process(change ...func(*app.Options)) (_ *app.App, leave func()) {
	w.t.Helper()
	ctx, end := context.WithCancel(w.t.Context())
	c, err := clock.Dial(ctx, w.sim.URL)
	if err != nil {
		w.t.Fatal(err)
	}
	exe, err := os.Executable()
	if err != nil {
		w.t.Fatal(err)
	}
	o := app.Options{
		Settings: config.Settings{
			Database: w.database(), State: filepath.Join(w.dir, "state"), API: w.sim.URL, Token: "any", TokenFrom: "a test", PersonalPath: "config.yaml",
		},
		Policies: &config.Policies{
			Personal:  &config.Personal{Define: map[string][]string{"sim": {exe, "agentsim", "--scenario", w.path, "--request", "{request}", "--report", "{report}"}}},
			Overrides: config.Overrides{Agents: []string{"sim"}},
		},
		Version: "test", Clock: c, AgentEnv: sandbox.Env{}, Pause: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	}
	for _, f := range change {
		f(&o)
	}
	house, err := app.Open(w.t.Context(), o)
	if err != nil {
		w.t.Fatal(err)
	}
	return house, sync.OnceFunc(func() {
		_ = house.Close()
		end()
	})
}

// counting follows how many works are under way at once, and the most of them.
func counting(at, most *int) func(*app.Options) {
	var mu sync.Mutex
	step := func(by int) {
		mu.Lock()
		defer mu.Unlock()
		*at += by
		*most = max(*most, *at)
	}
	return func(o *app.Options) {
		o.Wrap = func(loop *reconcile.Loop) { loop.Performer = counted{loop.Performer, step} }
	}
}

type counted struct {
	reconcile.Performer
	step func(int)
}

func (c counted) Do(ctx context.Context, scene reconcile.Scene) journal.Did {
	if scene.Action.Kind == action.Work {
		c.step(1)
		defer c.step(-1)
	}
	return c.Performer.Do(ctx, scene)
}

func asking(o *app.Options) { o.Asking = true }

// deadProcess is the number of a process that lived on this machine.
func deadProcess(t *testing.T) int {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe, "die")
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	return cmd.Process.Pid
}

// changes tells which kinds of change the host has seen.
func (w *world) changes() string {
	var all []string
	for kind, n := range w.sim.Stats().Deeds {
		if n > 0 {
			all = append(all, kind)
		}
	}
	return strings.Join(all, " ")
}
