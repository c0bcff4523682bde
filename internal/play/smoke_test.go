package play

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/agentsim"
	"github.com/settlehq/settle/internal/app"
	"github.com/settlehq/settle/internal/config"
	"github.com/settlehq/settle/internal/githubsim"
	"github.com/settlehq/settle/internal/githubsim/clock"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/reconcile"
	"github.com/settlehq/settle/internal/scenario"
	"github.com/settlehq/settle/internal/view"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "agentsim" {
		os.Exit(agentsim.Main(os.Args[2:], os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

func TestSmoke(t *testing.T) {
	name := os.Getenv("SCENARIO")
	if name == "" {
		name = "../../examples/scenarios/cart.txtar"
	}
	text, _ := os.ReadFile(name)
	file, err := scenario.Parse(name, text)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	sim, err := githubsim.Start(t.Context(), githubsim.Options{Scenario: file, Dir: dir, Wrong: func(s string) { t.Log("WRONG", s) }})
	if err != nil {
		t.Fatal(err)
	}
	defer sim.Close()
	c, err := clock.Dial(t.Context(), sim.URL)
	if err != nil {
		t.Fatal(err)
	}
	exe, _ := os.Executable()
	abs, _ := filepath.Abs(name)
	_ = exec.Command
	policies := &config.Policies{Personal: &config.Personal{Define: map[string][]string{"sim": {exe, "agentsim", "--scenario", abs, "--request", "{request}", "--report", "{report}"}}},
		Overrides: config.Overrides{Agents: []string{"sim"}}}
	a, err := app.Open(t.Context(), app.Options{
		Settings: config.Settings{Database: filepath.Join(dir, "settle.db"), State: filepath.Join(dir, "state"), API: sim.URL, Token: "x"},
		Policies: policies, Version: "test", Clock: c, Pause: func(context.Context, time.Duration) error { return nil },
		Line: func(s string) { t.Log("agent:", s) },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	ref := pull.Ref{Owner: "acme", Repo: "shop", Number: file.Pulls[0].Number}
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
	defer cancel()
	n := 0
	facts, err := a.Run(ctx, ref, app.RunOptions{Failed: func(err error, at time.Time) { t.Log("failed", err, at) }, Notice: func(x reconcile.Notice) {
		n++
		if n > 400 {
			cancel()
		}
		s := x.At.Format("15:04:05 ")
		if x.Verdict != nil {
			s += fmt.Sprint(x.Verdict.Phase, " ", view.Headline(*x.Verdict), " acts ", len(x.Verdict.Actions), " wake ", x.Verdict.Wake.Format("15:04:05"))
			for _, g := range x.Snapshot.Gaps {
				s += fmt.Sprintf(" GAP %+v", g)
			}
		}
		if x.Deed != nil {
			s += fmt.Sprint(x.Deed.Key, " ", x.Deed.State, " ", x.Deed.Why)
			if x.Deed.Outcome != nil {
				s += " " + x.Deed.Outcome.Text
			}
		}
		t.Log(s)
	}})
	t.Log(err)
	t.Log(view.NewRun(facts, 0).Text(view.Page{Width: 100}))
	t.Log(view.NewThreads(facts).Text(view.Page{Width: 120}))
	t.Logf("%+v", sim.Stats())
}
