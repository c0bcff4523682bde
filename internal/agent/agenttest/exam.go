// Package agenttest is the exam that every agent.Runner passes: whatever an
// agent does, the runner tells how it ended, believes no broken report, leaves
// no process behind and shows it no credential.
package agenttest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/feedback"
)

// Act is what the agent behind a runner is to do: run Script with sh in the
// worktree, hand in Report in the adapter's own way unless it is empty, then
// end with Exit. Missing: the program is not installed.
type Act struct {
	Script  string
	Report  string
	Exit    int
	Missing bool
}

// Start gives a runner whose agent plays the act.
type Start func(t *testing.T, act Act) agent.Runner

// Good is a report that fits Asked.
const Good = `{"schema":"settle.report/1","task":"fix","outcomes":[{"item":"t1","outcome":"fixed","summary":"rounded once"}],"cost_usd":0.25}`

// Asked is the request of the exam: fix item t1 in a fresh worktree.
func Asked(t *testing.T) agent.Request {
	return agent.Request{
		Task: action.Fix, Ref: "acme/shop#42", Worktree: t.TempDir(), Rules: agent.Rules{Edit: true},
		Prompt: "Settle t1. Leave the report in " + agent.ReportFile + " .",
		Items:  []agent.Item{{ID: "t1", Body: "Two lines of 5 cents at 10 % come to 8, not 9."}},
		Budget: agent.Budget{Time: time.Minute},
	}
}

// Exam runs every question. The runner's agent must be startable by sh.
func Exam(t *testing.T, start Start) {
	t.Run("a good run", func(t *testing.T) { goodRun(t, start) })
	t.Run("endings", func(t *testing.T) { endings(t, start) })
	t.Run("too slow", func(t *testing.T) { tooSlow(t, start) })
	t.Run("called off", func(t *testing.T) { calledOff(t, start) })
	t.Run("no credentials", func(t *testing.T) { noCredentials(t, start) })
	t.Run("nothing left behind", func(t *testing.T) { nothingLeft(t, start) })
	t.Run("side by side", func(t *testing.T) { sideBySide(t, start) })
}

func goodRun(t *testing.T, start Start) {
	asked := Asked(t)
	var lines []string
	runner := start(t, Act{Script: "echo looking; echo fixed >cart.go", Report: Good})
	got, err := runner.Run(t.Context(), agent.Job{Request: asked, Line: func(l string) { lines = append(lines, l) }})
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Outcomes) != 1 || got.Outcomes[0].Outcome != feedback.Fixed || got.Cost() != 250_000 {
		t.Errorf("report is %+v", got)
	}
	if text, err := os.ReadFile(filepath.Join(asked.Worktree, "cart.go")); err != nil || string(text) != "fixed\n" {
		t.Errorf("the edit is %q, %v", text, err)
	}
	if !strings.Contains(strings.Join(lines, "\n"), "looking") {
		t.Errorf("progress was %q", lines)
	}
	if runner.Name() == "" {
		t.Error("it has no name")
	}
}

func endings(t *testing.T, start Start) {
	cases := map[string]struct {
		act  Act
		want agent.Kind
	}{
		"not installed":      {Act{Missing: true}, agent.Absent},
		"no report":          {Act{Script: "true"}, agent.Crashed},
		"failed":             {Act{Report: Good, Exit: 3}, agent.Crashed},
		"killed":             {Act{Script: "kill -9 $$", Report: Good}, agent.Crashed},
		"no JSON":            {Act{Report: "all done!"}, agent.Invalid},
		"cut off":            {Act{Report: Good[:40]}, agent.Invalid},
		"another item":       {Act{Report: strings.ReplaceAll(Good, "t1", "t9")}, agent.Invalid},
		"unknown field":      {Act{Report: strings.Replace(Good, `"task"`, `"mood":"fine","task"`, 1)}, agent.Invalid},
		"item left out":      {Act{Report: `{"schema":"settle.report/1","task":"fix"}`}, agent.Invalid},
		"endless report":     {Act{Report: Good + strings.Repeat(" ", agent.MaxReport)}, agent.Invalid},
		"answer to another":  {Act{Report: strings.Replace(Good, `"fix"`, `"triage"`, 1)}, agent.Invalid},
		"fixed, not how":     {Act{Report: strings.Replace(Good, `"rounded once"`, `""`, 1)}, agent.Invalid},
		"flood, then report": {Act{Script: "head -c 3000000 /dev/zero | tr '\\0' x", Report: Good}, ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := start(t, c.act).Run(t.Context(), agent.Job{Request: Asked(t)})
			if agent.KindOf(err) != c.want || (c.want == "" && err != nil) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

func tooSlow(t *testing.T, start Start) {
	asked := Asked(t)
	asked.Budget.Time = 200 * time.Millisecond
	_, err := start(t, Act{Script: "sleep 60", Report: Good}).Run(t.Context(), agent.Job{Request: asked})
	if agent.KindOf(err) != agent.TimedOut {
		t.Errorf("got %v", err)
	}
}

func calledOff(t *testing.T, start Start) {
	voided := errors.New("the head moved")
	ctx, cancel := context.WithCancelCause(t.Context())
	job := agent.Job{Request: Asked(t), Line: func(string) { cancel(voided) }}
	_, err := start(t, Act{Script: "echo up; sleep 60", Report: Good}).Run(ctx, job)
	if !errors.Is(err, voided) {
		t.Errorf("got %v", err)
	}
}

func noCredentials(t *testing.T, start Start) {
	for _, name := range []string{"GH_TOKEN", "GITHUB_TOKEN", "GH_ENTERPRISE_TOKEN", "SSH_AUTH_SOCK", "AWS_SECRET_ACCESS_KEY"} {
		t.Setenv(name, "canary-"+name)
	}
	asked := Asked(t)
	if _, err := start(t, Act{Script: "env >seen", Report: Good}).Run(t.Context(), agent.Job{Request: asked}); err != nil {
		t.Fatal(err)
	}
	seen, err := os.ReadFile(filepath.Join(asked.Worktree, "seen"))
	if err != nil || strings.Contains(string(seen), "canary-") {
		t.Errorf("%v, the agent saw\n%s", err, seen)
	}
}

// nothingLeft: a writer in the background must have stopped when Run returns.
func nothingLeft(t *testing.T, start Start) {
	asked := Asked(t)
	script := "(while :; do echo x >>ticks; done) & while [ ! -s ticks ]; do :; done"
	if _, err := start(t, Act{Script: script, Report: Good}).Run(t.Context(), agent.Job{Request: asked}); err != nil {
		t.Fatal(err)
	}
	size := func() int64 {
		info, err := os.Stat(filepath.Join(asked.Worktree, "ticks"))
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	first := size()
	for range 200 {
		if size() != first {
			t.Fatal("something still writes into the worktree")
		}
	}
}

func sideBySide(t *testing.T, start Start) {
	runner := start(t, Act{Script: "pwd >where", Report: Good})
	var group sync.WaitGroup
	for range 4 {
		asked := Asked(t)
		group.Go(func() {
			if _, err := runner.Run(t.Context(), agent.Job{Request: asked}); err != nil {
				t.Error(err)
			}
			if _, err := os.Stat(filepath.Join(asked.Worktree, "where")); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
}
