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
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/sandbox"
)

// Placeholders of the files in an argument. The prompt is the request in words,
// for a program that hands it to a model.
const (
	RequestFile = agent.RequestFile
	ReportFile  = "{report}"
	PromptFile  = "{prompt}"
)

// Agent is a program that keeps the contract. Make it with New; it is then
// unchanging and safe for use by several goroutines.
type Agent struct {
	name string
	args []string
	env  sandbox.Env
}

// secrets are variables that open the host or the user's machine.
var secrets = []string{
	"GH_TOKEN", "GITHUB_TOKEN", "GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN", "GITHUB_PAT",
	"SSH_AUTH_SOCK", "GIT_ASKPASS", "SSH_ASKPASS", "SETTLE_TOKEN",
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
	for _, secret := range secrets {
		if slices.Contains(env.Pass, secret) {
			return nil, fmt.Errorf("agent %s: %s is not given to agents", name, secret)
		}
	}
	return &Agent{name: name, args: slices.Clone(args), env: env}, nil
}

// Name is the agent's name in the policy.
func (a *Agent) Name() string { return a.name }

// Run starts the program and reads its report.
func (a *Agent) Run(ctx context.Context, job agent.Job) (agent.Report, error) {
	f, err := newFolder(job.Request)
	if err != nil {
		return agent.Report{}, a.trouble(agent.Crashed, err)
	}
	defer f.remove()
	r, err := sandbox.Run(ctx, a.command(job, f))
	if err := a.ending(ctx, r, err); err != nil {
		return agent.Report{}, err
	}
	data, err := f.readReport()
	if err != nil {
		return agent.Report{}, a.trouble(agent.Crashed, err)
	}
	report, err := agent.DecodeReport(data, job.Request)
	if err != nil {
		return agent.Report{}, a.trouble(agent.Invalid, err)
	}
	return report, nil
}

func (a *Agent) command(job agent.Job, f folder) sandbox.Command {
	replace := strings.NewReplacer(RequestFile, f.request, ReportFile, f.report, PromptFile, f.prompt)
	args := []string{a.args[0]}
	for _, arg := range a.args[1:] {
		args = append(args, replace.Replace(arg))
	}
	env := a.env
	if env.Home == "" {
		env.Home = f.home
	}
	env.Temp = f.temp
	env.Set = append(gitEnv(a.name), env.Set...)
	return sandbox.Command{
		Dir: job.Request.Worktree, Args: args, Env: env,
		Bounds: sandbox.Bounds{Time: job.Request.Budget.Time, Output: 64 << 10},
		Merge:  true, Tail: true, Log: job.Log, Line: job.Line, Untrusted: true,
	}
}

// gitEnv lets an agent commit without any configuration of the user's. What is
// pushed in the end is a commit of our own.
func gitEnv(name string) []string {
	email := name + "@agent.invalid"
	return []string{
		"GIT_TERMINAL_PROMPT=0", "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=" + name, "GIT_AUTHOR_EMAIL=" + email,
		"GIT_COMMITTER_NAME=" + name, "GIT_COMMITTER_EMAIL=" + email,
	}
}

// ending gives nil where the program ended well by itself.
func (a *Agent) ending(ctx context.Context, r sandbox.Result, err error) error {
	switch {
	case err == nil && r.Exit == 0:
		return nil
	case err == nil:
		return a.trouble(agent.Crashed, fmt.Errorf("exit %d: %s", r.Exit, lastLines(r.Stdout, 5)))
	case ctx.Err() != nil:
		return err
	case errors.Is(err, sandbox.ErrNotFound):
		return a.trouble(agent.Absent, err)
	case errors.Is(err, sandbox.ErrTimedOut):
		return a.trouble(agent.TimedOut, err)
	}
	return a.trouble(agent.Crashed, err)
}

func (a *Agent) trouble(kind agent.Kind, err error) error {
	return &agent.Trouble{Kind: kind, Agent: a.name, Err: err}
}

func lastLines(out []byte, n int) string {
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}
