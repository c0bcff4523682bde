package command

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/agent/agenttest"
	"github.com/settlehq/settle/internal/sandbox"
)

// start writes the act as a shell script that keeps the contract.
func start(t *testing.T, act agenttest.Act) agent.Runner {
	t.Helper()
	dir := t.TempDir()
	script := filepath.Join(dir, "agent.sh")
	text := "request=$1 report=$2\n" + act.Script + "\n"
	if act.Report != "" {
		answer := filepath.Join(dir, "answer")
		put(t, answer, act.Report)
		text += fmt.Sprintf("cp %q \"$report\"\n", answer)
	}
	put(t, script, text+fmt.Sprintf("exit %d\n", act.Exit))
	args := []string{"sh", script, RequestFile, ReportFile}
	if act.Missing {
		args[0] = "settle-has-no-such-agent"
	}
	runner, err := New("mine", args, sandbox.Env{})
	if err != nil {
		t.Fatal(err)
	}
	return runner
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestExam(t *testing.T) { agenttest.Exam(t, start) }

func TestTheAgentReadsTheRequestThatWasGiven(t *testing.T) {
	asked := agenttest.Asked(t)
	runner := start(t, agenttest.Act{Script: `cp "$request" seen; dirname "$request" >folder`, Report: agenttest.Good})
	if _, err := runner.Run(t.Context(), agent.Job{Request: asked}); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(asked.Worktree, "seen"))
	if err != nil {
		t.Fatal(err)
	}
	seen, err := agent.DecodeRequest(data)
	if err != nil || seen.Task != action.Fix || seen.Worktree != asked.Worktree || len(seen.Items) != 1 {
		t.Errorf("saw %+v, %v", seen, err)
	}
	folder, err := os.ReadFile(filepath.Join(asked.Worktree, "folder"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(strings.TrimSpace(string(folder))); !os.IsNotExist(err) {
		t.Errorf("the folder of the run is still there: %v", err)
	}
}

func TestAProgramMayTakeTheRequestInWords(t *testing.T) {
	asked := agenttest.Asked(t)
	asked.Prompt, asked.Short = "whole", "the rest is in {request}"
	answer := filepath.Join(t.TempDir(), "answer")
	put(t, answer, agenttest.Good)
	script := `grep -q "the rest is in $2" "$1" && cp ` + answer + ` "$3"`
	runner, err := New("mine", []string{"sh", "-c", script, "sh", PromptFile, RequestFile, ReportFile}, sandbox.Env{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := runner.Run(t.Context(), agent.Job{Request: asked}); err != nil {
		t.Error(err)
	}
}

func TestAnAgentCanCommitWithoutAnyConfiguration(t *testing.T) {
	asked := agenttest.Asked(t)
	script := "git init -q . && touch a && git add a && git commit -q -m Mine && git log --format=%an >who"
	if _, err := start(t, agenttest.Act{Script: script, Report: agenttest.Good}).Run(t.Context(), agent.Job{Request: asked}); err != nil {
		t.Fatal(err)
	}
	if who, err := os.ReadFile(filepath.Join(asked.Worktree, "who")); err != nil || string(who) != "mine\n" {
		t.Errorf("committed by %q, %v", who, err)
	}
}

func TestAReportThatIsALinkIsNotFollowed(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret")
	put(t, secret, agenttest.Good)
	for _, script := range []string{`ln -s ` + secret + ` "$report"`, `mkfifo "$report"`, `mkdir "$report"`} {
		_, err := start(t, agenttest.Act{Script: script}).Run(t.Context(), agent.Job{Request: agenttest.Asked(t)})
		if agent.KindOf(err) != agent.Crashed {
			t.Errorf("%s: got %v", script, err)
		}
	}
}

func TestACommandThatBreaksTheContractIsRefused(t *testing.T) {
	cases := map[string]struct {
		args []string
		env  sandbox.Env
	}{
		"no command":    {nil, sandbox.Env{}},
		"no request":    {[]string{"x", "{report}"}, sandbox.Env{}},
		"no report":     {[]string{"x", "--in={request}"}, sandbox.Env{}},
		"a credential":  {[]string{"x", "{request}", "{report}"}, sandbox.Env{Pass: []string{"GH_TOKEN"}}},
		"name as place": {[]string{"{request}", "{report}"}, sandbox.Env{}},
	}
	for name, c := range cases {
		if _, err := New("mine", c.args, c.env); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
