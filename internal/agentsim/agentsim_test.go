package agentsim

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/agent/command"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/sandbox"
)

// TestMain lets the test binary be the agent's process.
func TestMain(m *testing.M) {
	if os.Getenv("AGENTSIM_TEST") != "" {
		os.Exit(Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	_ = os.Setenv("GORACE", "atexit_sleep_ms=0") // of processes that inherit it: they end at once
	os.Exit(m.Run())
}

const head = `scenario: 1
about: Totals are rounded once.
clock: step
pulls: [{number: 42, base: main, head: cart}]
checks: [{name: ci}]
actors:
  bugbot: {preset: bugbot}
  maria: {kind: person}
findings:
  - {id: rounding, by: bugbot, path: cart.go, at: "sum", body: "Two lines of 5 cents come to 8, not 9."}
  - {id: lost, by: bugbot, path: cart.go, at: "sum", body: "Small amounts are lost."}
  - {id: floats, by: bugbot, path: cart.go, at: "sum", body: "Use float64."}
  - {id: vague, by: bugbot, path: cart.go, at: "sum", body: "Make it nicer."}
timeline:
  - {at: 1s, by: maria, do: comment, id: doc, body: "Please give the package a comment."}
agent:
  triage:
    - {for: [rounding, lost], class: valid, primary: rounding, reason: "Each line is rounded."}
    - {for: floats, class: invalid, reason: "Amounts are whole cents."}
    - {for: doc, class: needs_human, question: {text: "Which words?", options: [{option: short, tradeoff: terse}]}}
  fix:
`

const tail = `-- base/cart.go --
package shop

var sum = 8
-- base/cart_test.go --
package shop
-- extra/docs/total.md --
Totals.
`

// world is a worktree with one commit and a scenario file with these fixes.
type world struct {
	t        *testing.T
	worktree string
	script   string
	watch    func(line string)
}

func newWorld(t *testing.T, fixes string) *world {
	t.Helper()
	w := &world{t: t, worktree: filepath.Join(t.TempDir(), "tree"), script: filepath.Join(t.TempDir(), "scenario.txtar")}
	if fixes == "" {
		fixes = "    []\n"
	}
	w.put(w.script, head+fixes+tail)
	w.put(filepath.Join(w.worktree, "cart.go"), "package shop\n\nvar sum = 8\n")
	w.put(filepath.Join(w.worktree, "cart_test.go"), "package shop\n")
	w.git("init", "-q", "-b", "main")
	w.git("add", "-A")
	w.git("commit", "-q", "-m", "Start")
	return w
}

func (w *world) put(path, text string) {
	w.t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) read(path string) string {
	data, err := os.ReadFile(filepath.Join(w.worktree, path))
	if err != nil {
		return "absent"
	}
	return string(data)
}

func (w *world) git(args ...string) string {
	w.t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=Maria", "-c", "user.email=maria@example.com"}, args...)...)
	cmd.Dir = w.worktree
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		w.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// run starts the agent as a process, through the adapter that settle uses.
func (w *world) run(ctx context.Context, request agent.Request) (agent.Report, string, error) {
	w.t.Helper()
	self, err := os.Executable()
	if err != nil {
		w.t.Fatal(err)
	}
	args := []string{self, "--scenario", w.script, "--request", command.RequestFile, "--report", command.ReportFile}
	runner, err := command.New("script", args, sandbox.Env{Set: []string{"AGENTSIM_TEST=1", "GORACE=atexit_sleep_ms=0"}})
	if err != nil {
		w.t.Fatal(err)
	}
	request.Worktree, request.Head = w.worktree, pull.Oid(w.git("rev-parse", "HEAD"))
	var said strings.Builder
	report, err := runner.Run(ctx, agent.Job{Request: request, Log: &said, Line: w.watch})
	return report, said.String(), err
}

func item(id feedback.ItemID, body string) agent.Item {
	return agent.Item{ID: id, Kind: id.Kind(), Body: body}
}

func fixing(items ...agent.Item) agent.Request {
	return agent.Request{Task: action.Fix, Items: items}
}

func TestTriageSaysWhatTheScriptSays(t *testing.T) {
	w := newWorld(t, "")
	report, _, err := w.run(t.Context(), agent.Request{Task: action.Triage, Items: []agent.Item{
		item("t1", "### Bug\n\n**High**\n> Two lines of 5 cents\n> come to 8, not 9.\n<sub>bugbot</sub>"),
		item("t2", "Small amounts are lost."),
		item("t3", "Use float64."),
		item("c4", "Please give the package a comment."),
		item("c5", "Something that nobody scripted."),
	}})
	if err != nil {
		t.Fatal(err)
	}
	want := []agent.Judgment{
		{Item: "t1", Class: feedback.Valid, Reason: "Each line is rounded."},
		{Item: "t2", Class: feedback.Valid, Reason: "Each line is rounded.", Primary: "t1"},
		{Item: "t3", Class: feedback.Invalid, Reason: "Amounts are whole cents."},
		{Item: "c4", Class: feedback.NeedsHuman, Reason: "It is needs_human."},
		{Item: "c5", Class: feedback.NeedsHuman, Reason: "The script does not judge this."},
	}
	for i, j := range report.Judgments {
		if j.Item != want[i].Item || j.Class != want[i].Class || j.Reason != want[i].Reason || j.Primary != want[i].Primary {
			t.Errorf("got %+v, want %+v", j, want[i])
		}
	}
	if q := report.Judgments[3].Question; q == nil || q.Text != "Which words?" || q.Options[0].Tradeoff != "terse" {
		t.Errorf("question is %+v", q)
	}
}

func TestADuplicateWhoseOriginalIsElsewhereStandsAlone(t *testing.T) {
	w := newWorld(t, "")
	report, _, err := w.run(t.Context(), agent.Request{Task: action.Triage, Items: []agent.Item{item("t2", "Small amounts are lost.")}})
	if err != nil || report.Judgments[0].Primary != "" {
		t.Errorf("got %+v, %v", report.Judgments, err)
	}
}

func TestAFixEditsCommitsAndReportsTruly(t *testing.T) {
	w := newWorld(t, `    - {for: rounding, cost_usd: 0.5, takes: 3m, replace: [{path: cart.go, old: "= 8", new: "= 9"}], write: {new/a.go: "package a\n"}, delete: [cart_test.go]}
    - {for: doc, commits: 0, cost_usd: 0.25, tree: extra, replace: [{path: cart.go, old: "package shop", new: "// Package shop.\npackage shop"}]}
`)
	duplicate := item("t2", "Small amounts are lost.")
	duplicate.Judgment = &feedback.Judgment{At: feedback.At{Item: "t2", Version: feedback.Version{Comment: 2, Unix: 1}}, Primary: "t1"}
	report, said, err := w.run(t.Context(), fixing(
		item("t1", "Two lines of 5 cents come to 8, not 9."), duplicate, item("c4", "Please give the package a comment."), item("t9", "Make it nicer.")))
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	commit := pull.Oid(w.git("rev-parse", "HEAD"))
	want := []agent.Outcome{
		{Item: "t1", Outcome: feedback.Fixed, Commit: commit, Summary: "Changed cart.go, cart_test.go, new/a.go for rounding."},
		{Item: "t2", Outcome: feedback.Fixed, Commit: commit, Summary: "Changed cart.go, cart_test.go, new/a.go for rounding."},
		{Item: "c4", Outcome: feedback.Fixed, Summary: "Changed cart.go, docs/total.md for doc."},
		{Item: "t9", Outcome: feedback.Failed, Why: "The script does not say how to fix this."},
	}
	if !slices.Equal(report.Outcomes, want) || report.Cost() != 750_000 {
		t.Errorf("got %+v, cost %d\nwant %+v", report.Outcomes, report.Cost(), want)
	}
	if got := w.read("cart.go"); got != "// Package shop.\npackage shop\n\nvar sum = 9\n" {
		t.Errorf("cart.go is %q", got)
	}
	if w.read("new/a.go") != "package a\n" || w.read("cart_test.go") != "absent" || w.read("docs/total.md") != "Totals.\n" {
		t.Error("a file is not as the script says")
	}
	if status := w.git("status", "--porcelain"); status != "M cart.go\n?? docs/" {
		t.Errorf("left uncommitted: %q", status)
	}
}

func TestAnOldTextThatDoesNotStandOnceFailsTheWholeFix(t *testing.T) {
	w := newWorld(t, `    - {for: rounding, replace: [{path: cart.go, old: "sum", new: "total"}, {path: cart.go, old: "absent", new: "x"}]}
`)
	report, _, err := w.run(t.Context(), fixing(item("t1", "Two lines of 5 cents come to 8, not 9.")))
	if err != nil || report.Outcomes[0].Outcome != feedback.Failed || !strings.Contains(report.Outcomes[0].Why, "stands there 0 times") {
		t.Errorf("got %+v, %v", report.Outcomes, err)
	}
	if w.read("cart.go") != "package shop\n\nvar sum = 8\n" {
		t.Errorf("half a fix was written: %q", w.read("cart.go"))
	}
}

func TestCommitsAreAsManyAsTheScriptSays(t *testing.T) {
	w := newWorld(t, `    - {for: rounding, commits: 2, write: {a.txt: "a", b.txt: "b", c.txt: "c"}}
`)
	if _, _, err := w.run(t.Context(), fixing(item("t1", "Two lines of 5 cents come to 8, not 9."))); err != nil {
		t.Fatal(err)
	}
	if n := w.git("rev-list", "--count", "HEAD"); n != "3" {
		t.Errorf("%s commits, want 3", n)
	}
}

func TestARepairIsFoundByItsCheckAndAConflictByItsTask(t *testing.T) {
	w := newWorld(t, `    - {for: conflict, write: {merged.txt: "x"}}
    - {for: "check:ci", write: {green.txt: "x"}}
`)
	if _, _, err := w.run(t.Context(), agent.Request{Task: action.Rebase}); err != nil {
		t.Fatal(err)
	}
	if w.read("merged.txt") != "x" || w.read("green.txt") != "absent" {
		t.Error("the conflict was not worked on, or not it alone")
	}
	if _, _, err := w.run(t.Context(), agent.Request{Task: action.Repair, Broken: &agent.Broken{Check: "ci"}}); err != nil {
		t.Fatal(err)
	}
	if w.read("green.txt") != "x" {
		t.Error("the check was not worked on")
	}
}

func TestTimeTakenFollowsTheClockOfTheScenario(t *testing.T) {
	w := newWorld(t, `    - {for: rounding, takes: 2m, write: {a.txt: "a"}}
`)
	text, err := os.ReadFile(w.script)
	if err != nil {
		t.Fatal(err)
	}
	for clock, want := range map[string]time.Duration{"step": 0, "60x": 2 * time.Second, "1x": 2 * time.Minute} {
		s := w.sim(strings.Replace(string(text), "clock: step", "clock: "+clock, 1))
		var waited time.Duration
		s.wait = func(d time.Duration) { waited += d }
		if _, err := s.answer(); err != nil || waited != want {
			t.Errorf("%s: waited %v, want %v, %v", clock, waited, want, err)
		}
		w.git("reset", "-q", "--hard", "HEAD~1")
	}
}

func TestBadArgumentsAreUsage(t *testing.T) {
	for _, args := range [][]string{nil, {"--unknown"}, {"--scenario", "a", "--request", "b"}, {"--scenario", "a", "--request", "b", "--report", "c", "d"}} {
		var said strings.Builder
		if code := Main(args, nil, &said, &said); code != exitUsage || said.Len() == 0 {
			t.Errorf("%v: exit %d, %q", args, code, said.String())
		}
	}
	var said strings.Builder
	missing := filepath.Join(t.TempDir(), "absent")
	if code := Main([]string{"--scenario", missing, "--request", missing, "--report", missing}, nil, &said, &said); code != exitFailed {
		t.Errorf("exit %d, %q", code, said.String())
	}
}

var errCalledOff = errors.New("called off")
