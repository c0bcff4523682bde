// Package command runs any program as a coding agent.
//
// The program finds what it is asked in the file {request} and leaves its
// answer in the file {report}; the same request in words, for a model, is in the
// file {prompt}. All three stand for absolute paths in its arguments.
// It works in the worktree, with a home folder of its own that is removed
// afterwards and without any credential for the host. The package promises
// that every ending is told: a checked report, or a *agent.Trouble. It refuses
// to pass on the variables that commonly hold credentials for the host.
package command

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/agent/process"
	"github.com/settlehq/settle/internal/sandbox"
)

// Placeholders of the files in an argument. The prompt is the request in words,
// for a program that hands it to a model.
const (
	RequestFile = agent.RequestFile
	ReportFile  = agent.ReportFile
	PromptFile  = "{prompt}"
)

// modelPort is where models are served.
const modelPort = 443

// Agent is a program that keeps the contract. Make it with New; it is then
// unchanging and safe for use by several goroutines.
type Agent struct {
	name string
	args []string
	env  sandbox.Env
	want string
}

// New checks the arguments: {request} and {report} must both occur. Env adds to
// what every child sees; a Home in it is used instead of a fresh one.
func New(name string, args []string, env sandbox.Env) (*Agent, error) {
	if len(args) == 0 {
		return nil, fmt.Errorf("agent %s: no command", name)
	}
	for _, file := range []string{RequestFile, ReportFile} {
		if !slices.ContainsFunc(args[1:], func(a string) bool { return strings.Contains(a, file) }) {
			return nil, fmt.Errorf("agent %s: no argument names %s", name, file)
		}
	}
	for _, secret := range process.Secrets {
		if slices.Contains(env.Pass, secret) {
			return nil, fmt.Errorf("agent %s: %s is not given to agents", name, secret)
		}
	}
	return &Agent{name: name, args: slices.Clone(args), env: env}, nil
}

// Walled gives the same agent behind walls, as policy wishes: auto, required or none.
func (a *Agent) Walled(want string) *Agent {
	walled := *a
	walled.want = want
	return &walled
}

// Name is the one that policy uses.
func (a *Agent) Name() string { return a.name }

// Run starts the program and reads its report.
func (a *Agent) Run(ctx context.Context, job agent.Job) (agent.Report, error) {
	f, err := process.NewFolder(job.Request)
	if err != nil {
		return agent.Report{}, a.trouble(agent.Crashed, err)
	}
	defer f.Remove()
	r, err := a.child(f, job).Run(ctx, job)
	if err := process.Trouble(ctx, a.name, err); err != nil {
		return agent.Report{}, err
	}
	if r.Exit != 0 {
		return agent.Report{}, a.trouble(agent.Crashed, fmt.Errorf("exit %d: %s", r.Exit, process.LastLines(r.Stdout, 5)))
	}
	data, err := f.ReadReport()
	if err != nil {
		return agent.Report{}, a.trouble(agent.Crashed, err)
	}
	report, err := agent.DecodeReport(data, job.Request)
	if err != nil {
		return agent.Report{}, a.trouble(agent.Invalid, err)
	}
	return report, nil
}

func (a *Agent) child(f process.Folder, job agent.Job) process.Child {
	replace := strings.NewReplacer(RequestFile, f.Request, ReportFile, f.Report, PromptFile, f.Prompt)
	args := []string{a.args[0]}
	for _, arg := range a.args[1:] {
		args = append(args, replace.Replace(arg))
	}
	return process.Child{
		Name: a.name, Args: args, Env: a.env, Folder: f, Want: a.want, Read: a.reads(), Ports: []int{modelPort},
		Bounds: sandbox.Bounds{Output: 64 << 10}, Merge: true, Line: job.Line,
	}
}

// reads are the files that the person's own arguments name.
func (a *Agent) reads() []string {
	var files []string
	for _, arg := range a.args {
		if _, value, ok := strings.Cut(arg, "="); ok && strings.HasPrefix(arg, "-") {
			arg = value
		}
		if _, err := os.Stat(arg); err == nil && filepath.IsAbs(arg) {
			files = append(files, arg)
		}
	}
	return files
}

func (a *Agent) trouble(kind agent.Kind, err error) error {
	return &agent.Trouble{Kind: kind, Agent: a.name, Err: err}
}
