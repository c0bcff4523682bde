package perform_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/policy"
)

// hand is what an agent does in its working tree.
type hand func(t *testing.T, dir string, r agent.Request) (agent.Report, error)

// agents are those of this machine, by name; one that is not there is absent.
type agents struct {
	t     *testing.T
	hands map[string]hand
	mu    sync.Mutex
	asked []agent.Request // every run, in order
	names []string
}

// Runner gives the agent of one entry of a chain.
func (a *agents) Runner(_ policy.Agents, use policy.AgentUse) (agent.Runner, error) {
	if a.hands[use.Use] == nil {
		return nil, &agent.Trouble{Kind: agent.Absent, Agent: use.Use, Err: errors.New("not installed")}
	}
	return runner{agents: a, name: use.Use}, nil
}

func (a *agents) are(hands map[string]hand) { a.hands = hands }

type runner struct {
	*agents
	name string
}

func (r runner) Name() string { return r.name }

// Run works in the tree, and promises of its report what the contract does.
func (r runner) Run(_ context.Context, job agent.Job) (agent.Report, error) {
	r.mu.Lock()
	r.asked = append(r.asked, job.Request)
	r.names = append(r.names, r.name)
	r.mu.Unlock()
	if job.Line != nil {
		job.Line("begins")
	}
	report, err := r.hands[r.name](r.t, job.Request.Worktree, job.Request)
	if err != nil {
		return report, err
	}
	report.Schema, report.Task = agent.ReportSchema, job.Request.Task
	if err := report.Check(job.Request); err != nil {
		return report, &agent.Trouble{Kind: agent.Invalid, Agent: r.name, Err: err}
	}
	return report, nil
}

// edits writes files and claims every item fixed.
func edits(add files) hand {
	return func(t *testing.T, dir string, r agent.Request) (agent.Report, error) {
		t.Helper()
		for path, text := range add {
			full := filepath.Join(dir, path)
			if err := errors.Join(os.MkdirAll(filepath.Dir(full), 0o755), os.WriteFile(full, []byte(text), 0o644)); err != nil {
				t.Fatal(err)
			}
		}
		return claims(r, feedback.Fixed), nil
	}
}

// claims says the same of every item.
func claims(r agent.Request, outcome feedback.Disposition) agent.Report {
	report := agent.Report{CostUSD: 0.25}
	for _, item := range r.Items {
		o := agent.Outcome{Item: item.ID, Outcome: outcome, Summary: "Totals are rounded once."}
		if outcome != feedback.Fixed {
			o = agent.Outcome{Item: item.ID, Outcome: outcome, Why: "it cannot be done"}
		}
		report.Outcomes = append(report.Outcomes, o)
	}
	return report
}

// troubled ends without a report.
func troubled(trouble agent.Trouble) hand {
	return func(*testing.T, string, agent.Request) (agent.Report, error) { return agent.Report{}, &trouble }
}

type (
	request = agent.Request
	report  = agent.Report
)
