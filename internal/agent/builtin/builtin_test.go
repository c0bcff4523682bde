package builtin

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/agent/agenttest"
	"github.com/settlehq/settle/internal/agent/process"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/sandbox"
)

var update = flag.Bool("update", false, "write testdata/flags.txt anew")

// stage puts a program of an agent's name into PATH that plays an act: it finds
// the path of the report in what it is told, as a model would.
func stage(t *testing.T, name string, act agenttest.Act) *Agent {
	t.Helper()
	for _, s := range specs {
		for _, key := range slices.Concat(s.keys, common) {
			t.Setenv(key, "")
		}
	}
	dir := t.TempDir()
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	t.Setenv("HOME", t.TempDir())
	a, ok := New(name, Options{Want: sandbox.Off})
	if !ok {
		t.Fatalf("%s is not known", name)
	}
	if act.Missing {
		a.programs = []string{"settle-has-no-such-agent"}
		return a
	}
	text := "#!/bin/sh\ntold=\"$* $(cat)\"\n" +
		"report=$(printf %s \"$told\" | grep -o '/[^ ]*/report\\.json' | head -n 1)\n" +
		"prompt=$(printf %s \"$told\" | grep -o '/[^ ]*/prompt\\.txt' | head -n 1)\n" +
		"[ -n \"$report\" ] || report=$(grep -o '/[^ ]*/report\\.json' \"$prompt\" | head -n 1)\n" + act.Script + "\n"
	if act.Report != "" {
		answer := filepath.Join(dir, "answer")
		put(t, answer, act.Report, 0o600)
		text += fmt.Sprintf("cp %q \"$report\"\n", answer)
	}
	put(t, filepath.Join(dir, a.programs[0]), text+fmt.Sprintf("exit %d\n", act.Exit), 0o700)
	return a
}

func put(t *testing.T, path, text string, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

// lines is a form in which every line is told: the exam's agents speak plainly.
type lines struct{ form }

func (lines) event(line []byte, _ *closing) string { return string(line) }

func TestExam(t *testing.T) {
	for _, name := range []string{"claude", "copilot"} { // words by standard input, and by argument
		t.Run(name, func(t *testing.T) {
			agenttest.Exam(t, func(t *testing.T, act agenttest.Act) agent.Runner {
				a := stage(t, name, act)
				a.form = lines{}
				return a
			})
		})
	}
}

func TestEachAgentIsToldAndAnswers(t *testing.T) {
	for _, name := range Names() {
		t.Run(name, func(t *testing.T) {
			a := stage(t, name, agenttest.Act{Script: "echo fixed >cart.go", Report: agenttest.Good})
			report, err := a.Run(t.Context(), agent.Job{Request: agenttest.Asked(t)})
			if err != nil || len(report.Outcomes) != 1 || a.Name() != name {
				t.Errorf("%+v, %v", report, err)
			}
		})
	}
}

// The table of flags is a file that is read when it changes.
func TestEachAgentIsStartedByItsFlags(t *testing.T) {
	var out strings.Builder
	for _, name := range Names() {
		a := stage(t, name, agenttest.Act{})
		asked := agent.Request{Prompt: "WORDS", Rules: agent.Rules{Edit: true}, Budget: agent.Budget{Model: "MODEL", Turns: 40, Cost: policy.Money(1_500_000)}}
		r := a.run(process.Folder{Dir: "/run", Request: "/run/request.json", Prompt: "/run/prompt.txt", Report: "/run/report.json", Home: "/run/home", Temp: "/run/tmp"}, asked)
		fmt.Fprintf(&out, "%s: %s %s\n", name, a.programs[0], strings.Join(r.args(r), " "))
		if r.set != nil {
			fmt.Fprintf(&out, "  %s\n", strings.Join(r.set(r), " "))
		}
		if r.files != nil {
			for _, file := range r.files(r) {
				fmt.Fprintf(&out, "  ~/%s: %s\n", file.path, strings.ReplaceAll(strings.TrimSpace(file.text), "\n", " | "))
			}
		}
	}
	if *update {
		put(t, "testdata/flags.txt", out.String(), 0o600)
	}
	want, err := os.ReadFile("testdata/flags.txt")
	if err != nil || out.String() != string(want) {
		t.Errorf("%v, started by\n%s\nwant\n%s", err, out.String(), want)
	}
}

// An agent's own key reaches it; the host's token does not, under any name, and
// neither does another agent's key.
func TestAnAgentSeesItsOwnKeyOnly(t *testing.T) {
	asked := agenttest.Asked(t)
	a := stage(t, "copilot", agenttest.Act{Script: "env >seen", Report: agenttest.Good})
	t.Setenv("COPILOT_PROVIDER_API_KEY", "its-own-key")
	t.Setenv("COPILOT_GITHUB_TOKEN", "the-token-of-the-host")
	t.Setenv("COPILOT_PROVIDER_BEARER_TOKEN", "in-the-settings")
	t.Setenv("ANTHROPIC_API_KEY", "another-agents")
	t.Setenv("HTTPS_PROXY", "http://user:word@proxy.invalid:8080")
	t.Setenv("GH_TOKEN", "the-token-of-the-host")
	a.options.Secrets = []string{"in-the-settings"}
	if _, err := a.Run(t.Context(), agent.Job{Request: asked}); err != nil {
		t.Fatal(err)
	}
	seen, err := os.ReadFile(filepath.Join(asked.Worktree, "seen"))
	if err != nil || !strings.Contains(string(seen), "its-own-key") {
		t.Errorf("%v, its own key did not reach it", err)
	}
	for _, secret := range []string{"the-token-of-the-host", "in-the-settings", "another-agents", "user:word"} {
		if strings.Contains(string(seen), secret) {
			t.Errorf("it saw %s", secret)
		}
	}
}

// A sign-in of its own is copied, what the agent does to its copy is not.
func TestASignInIsACopy(t *testing.T) {
	asked := agenttest.Asked(t)
	a := stage(t, "codex", agenttest.Act{Script: `cat "$CODEX_HOME/auth.json" >seen; echo broken >"$CODEX_HOME/auth.json"`, Report: agenttest.Good})
	own := filepath.Join(os.Getenv("HOME"), ".codex", "auth.json")
	if err := errors.Join(os.MkdirAll(filepath.Dir(own), 0o700), os.WriteFile(own, []byte("signed in"), 0o600)); err != nil {
		t.Fatal(err)
	}
	if found, ok := a.Look(t.Context()); !ok || found.SignedIn == nil || !*found.SignedIn {
		t.Errorf("found %+v", found)
	}
	if _, err := a.Run(t.Context(), agent.Job{Request: asked}); err != nil {
		t.Fatal(err)
	}
	seen, _ := os.ReadFile(filepath.Join(asked.Worktree, "seen"))
	kept, _ := os.ReadFile(own)
	if string(seen) != "signed in" || string(kept) != "signed in" {
		t.Errorf("it saw %q, and %q is left", seen, kept)
	}
}

// What an agent's service says decides who goes on: another agent, or nobody.
func TestEndingsAreToldApart(t *testing.T) {
	const report = `{"type":"result","subtype":"success","is_error":false,"total_cost_usd":0.5,"result":` +
		`"{\"schema\":\"settle.report/1\",\"task\":\"fix\",\"outcomes\":[{\"item\":\"t1\",\"outcome\":\"fixed\",\"summary\":\"rounded once\"}]}"}`
	for name, c := range map[string]struct {
		says string
		exit int
		want agent.Kind
	}{
		"quota":               {`{"type":"result","is_error":true,"result":"usage limit reached|1795276800"}`, 1, agent.Quota},
		"signed out":          {`{"type":"result","is_error":true,"result":"Invalid API key · Please run /login"}`, 1, agent.Absent},
		"turns spent":         {`{"type":"result","subtype":"error_max_turns","is_error":true,"total_cost_usd":0.5}`, 1, agent.Spent},
		"refused":             {`{"type":"result","subtype":"success","result":"I will not do that."}`, 0, agent.Crashed},
		"cut off":             {`{"type":"result","subty`, 0, agent.Crashed},
		"only said":           {report, 0, ""},
		"said, then it broke": {report, 1, agent.Crashed},
		"words of a model":    {`{"type":"assistant","message":{"content":[{"type":"text","text":"quota exceeded, please log in"}]}}`, 0, agent.Crashed},
	} {
		t.Run(name, func(t *testing.T) {
			a := stage(t, "claude", agenttest.Act{Script: "cat <<'END'\n" + c.says + "\nEND", Exit: c.exit})
			got, err := a.Run(t.Context(), agent.Job{Request: agenttest.Asked(t)})
			if agent.KindOf(err) != c.want || c.want == "" && err != nil {
				t.Errorf("got %v, want %q", err, c.want)
			}
			if name == "turns spent" && got.Cost() != 500_000 {
				t.Errorf("its cost was lost: %v", got.Cost())
			}
		})
	}
}
