// Package builtin runs the coding agents that are known by name: how each is
// started without a person, what it may see, how its output is read.
//
// It promises that an agent works from a home of its own, made for the run: no
// MCP server, hook, memory or setting of this machine or of the pull request's
// head is in it. Of credentials it sees only its own: the variables that its
// file here lists and a copy of its own sign-in; never a token of the host,
// under whatever name. It refuses to believe the closing text: an answer is a
// report, and what changed is read from the working tree by others.
//
// One file an agent; where its flags and forms come from is said there.
// docs/agents.md is the same as a table.
package builtin

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"

	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/agent/process"
	"github.com/settlehq/settle/internal/sandbox"
)

// specs are the agents, in the order in which doctor names them.
var specs = []spec{claude, codex, cursor, gemini, opencode, copilot, qwen, aider, amp}

// spec is all that differs between two agents.
type spec struct {
	name     string
	programs []string             // the first that is installed
	keys     []string             // its own variables, handed on where they are set
	logins   []string             // files of its own sign-in, below the home, copied where there is none of keys
	stdin    bool                 // the words come by standard input
	args     func(run) []string   // after the program
	set      func(run) []string   // variables
	files    func(run) []homeFile // settings, below the home
	form     form                 // of its output
	exits    map[int]agent.Kind   // codes that say more than failure
	free     bool                 // it may find a model without a key
}

// homeFile is a file of the agent's home.
type homeFile struct{ path, text string }

// Names are the agents known by name.
func Names() []string {
	var names []string
	for _, s := range specs {
		names = append(names, s.name)
	}
	return names
}

// Options of an agent.
type Options struct {
	Env     sandbox.Env // beside what every agent sees
	Want    string      // for a sandbox, in policy's words
	Secrets []string    // values that no agent may see: tokens of the host
}

// Agent is one of them. It is unchanging and safe for use by several goroutines.
type Agent struct {
	spec
	options Options
}

// New gives the agent of a name; false where none is known by it.
func New(name string, o Options) (*Agent, bool) {
	at := slices.IndexFunc(specs, func(s spec) bool { return s.name == name })
	if at < 0 {
		return nil, false
	}
	return &Agent{spec: specs[at], options: o}, true
}

// Name is the one that policy uses.
func (a *Agent) Name() string { return a.name }

// program is the path of the first of its programs that is installed.
func (a *Agent) program() (string, error) {
	for _, name := range a.programs {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("%s: %w", a.programs[0], sandbox.ErrNotFound)
}

// Run starts the agent and reads its answer.
func (a *Agent) Run(ctx context.Context, job agent.Job) (agent.Report, error) {
	path, err := a.program()
	if err != nil {
		return agent.Report{}, a.trouble(agent.Absent, err)
	}
	f, err := process.NewFolder(job.Request)
	if err != nil {
		return agent.Report{}, a.trouble(agent.Crashed, err)
	}
	defer f.Remove()
	r := a.run(f, job.Request)
	if err := r.furnish(); err != nil {
		return agent.Report{}, a.trouble(agent.Crashed, err)
	}
	result, err := r.child(path, job).Run(ctx, job)
	last := readOutput(a.form, result.Stdout)
	report, err := r.answer(result, last, process.Trouble(ctx, a.name, err))
	if last.cost > 0 {
		report.CostUSD = last.cost
	}
	return report, err
}

// answer is the report, or why there is none. An agent that says it failed is
// believed; one that says it succeeded is not.
func (r run) answer(result sandbox.Result, last closing, trouble error) (agent.Report, error) {
	if trouble != nil {
		return agent.Report{}, trouble
	}
	if err := r.failure(result, last); err != nil {
		return agent.Report{}, err
	}
	data, err := r.folder.ReadReport()
	if text, ok := reportIn(last.text); errors.Is(err, process.ErrNoReport) && ok {
		data, err = []byte(text), nil
	}
	if err != nil {
		return agent.Report{}, r.trouble(agent.Crashed, fmt.Errorf("%w: %s", err, last.said(result.Stdout)))
	}
	report, err := agent.DecodeReport(data, r.asked)
	if err != nil {
		return agent.Report{}, r.trouble(agent.Invalid, err)
	}
	if report.Model == "" {
		report.Model = last.model
	}
	return report, nil
}

// failure is why an agent that ended by itself has failed; nil: it has not.
func (r run) failure(result sandbox.Result, last closing) error {
	text := last.failure
	if text == "" && result.Exit == 0 {
		return nil
	}
	if text == "" {
		text = process.LastLines(slices.Concat(result.Stderr, []byte("\n"), []byte(last.said(result.Stdout))), 8)
	}
	kind, until := kindOf(text)
	if last.spent {
		kind = agent.Spent
	}
	if told, ok := r.exits[result.Exit]; ok && kind == agent.Crashed {
		kind = told
	}
	return &agent.Trouble{Kind: kind, Agent: r.name, Until: until, Err: fmt.Errorf("exit %d: %s", result.Exit, text)}
}

func (a *Agent) trouble(kind agent.Kind, err error) error {
	return &agent.Trouble{Kind: kind, Agent: a.name, Err: err}
}

// isSecret reports whether a value opens the host.
func (a *Agent) isSecret(value string) bool {
	for _, name := range process.Secrets {
		if secret := os.Getenv(name); secret != "" && secret == value {
			return true
		}
	}
	return slices.Contains(a.options.Secrets, value)
}
