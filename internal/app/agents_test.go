package app

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/agent/agenttest"
	"github.com/settlehq/settle/internal/config"
	"github.com/settlehq/settle/internal/policy"
)

func TestAnAgentIsKnownByNameOrDefined(t *testing.T) {
	a := agents{&App{options: Options{Settings: config.Settings{State: t.TempDir(), PersonalPath: "me.yaml"}}}}
	if r, err := a.Runner(policy.Agents{}, policy.AgentUse{Use: "codex"}); err != nil || r.Name() != "codex" {
		t.Errorf("by name: %v", err)
	}
	all := policy.Agents{Define: map[string][]string{"codex": {"mine", "{request}", "{report}"}, "half": {"mine"}}}
	r, err := a.Runner(all, policy.AgentUse{Use: "codex"})
	if err != nil {
		t.Fatal(err)
	}
	asked := agenttest.Asked(t)
	if _, err := r.Run(t.Context(), agent.Job{Request: asked}); agent.KindOf(err) != agent.Crashed || !strings.Contains(err.Error(), "settings") {
		t.Errorf("a folder that is no working tree: %v", err)
	}
	for name, want := range map[string]string{"nobody": "claude, codex", "half": "no argument names {request}"} {
		if _, err := a.Runner(all, policy.AgentUse{Use: name}); agent.KindOf(err) != agent.Absent || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestEachRunHasALogOfItsOwn(t *testing.T) {
	dir := t.TempDir()
	l := logged{Runner: speaker{}, dir: dir}
	for range 2 {
		if _, err := l.Run(t.Context(), agent.Job{Request: agent.Request{Task: "fix", Head: "0123456789"}}); err != nil {
			t.Fatal(err)
		}
	}
	logs, err := filepath.Glob(filepath.Join(dir, "agent-0123456-fix-speaker-*.log"))
	if err != nil || len(logs) != 2 {
		t.Fatalf("%v, %v", logs, err)
	}
	if text, err := os.ReadFile(logs[0]); err != nil || string(text) != "all that it said" {
		t.Errorf("%q, %v", text, err)
	}
}

// speaker is an agent that only speaks.
type speaker struct{}

func (speaker) Name() string { return "speaker" }

func (speaker) Run(_ context.Context, job agent.Job) (agent.Report, error) {
	_, err := io.WriteString(job.Log, "all that it said")
	return agent.Report{}, err
}
