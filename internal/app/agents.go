package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/agent/builtin"
	"github.com/settlehq/settle/internal/agent/command"
	"github.com/settlehq/settle/internal/agent/settings"
	"github.com/settlehq/settle/internal/git"
	"github.com/settlehq/settle/internal/policy"
)

// agents are those that the personal file defines, and those known by name.
type agents struct{ *App }

// Runner gives the agent of one entry of a chain. A definition of the person's
// own goes before an agent that is known by the same name.
func (a agents) Runner(all policy.Agents, use policy.AgentUse) (agent.Runner, error) {
	if args, defined := all.Define[use.Use]; defined {
		runner, err := command.New(use.Use, args, a.options.AgentEnv)
		if err != nil {
			return nil, &agent.Trouble{Kind: agent.Absent, Agent: use.Use, Err: err}
		}
		return a.logged(runner.Walled(all.Sandbox)), nil
	}
	runner, known := a.builtin(use.Use, all.Sandbox)
	if !known {
		return nil, &agent.Trouble{Kind: agent.Absent, Agent: use.Use, Err: fmt.Errorf(
			"unknown: it is none of %s, and agents.define of %s does not name it", strings.Join(builtin.Names(), ", "), a.options.Settings.PersonalPath)}
	}
	return a.logged(runner), nil
}

// builtin gives an agent known by name; no token of the host comes near it.
func (a agents) builtin(name, want string) (*builtin.Agent, bool) {
	return builtin.New(name, builtin.Options{Env: a.options.AgentEnv, Want: want, Secrets: []string{a.options.Settings.Token}})
}

// logged is the agent as it is run: among the base branch's settings, with a log.
func (a agents) logged(r agent.Runner) agent.Runner {
	return logged{Runner: settings.Runner{Runner: r, Commits: git.Commits{}}, dir: a.state("logs")}
}

// logged writes the whole output of an agent into a file of its own; what a
// terminal shows are lines.
type logged struct {
	agent.Runner
	dir string
}

// Run runs the agent. A log that cannot be written is no reason not to.
func (l logged) Run(ctx context.Context, job agent.Job) (agent.Report, error) {
	if log, err := l.open(job.Request); err == nil {
		defer log.Close()
		job.Log = log
	}
	return l.Runner.Run(ctx, job)
}

func (l logged) open(asked agent.Request) (*os.File, error) {
	if err := os.MkdirAll(l.dir, 0o700); err != nil {
		return nil, err
	}
	for n := 1; ; n++ {
		name := fmt.Sprintf("agent-%s-%s-%s-%d.log", asked.Head.Short(), asked.Task, l.Name(), n)
		log, err := os.OpenFile(filepath.Join(l.dir, filepath.Base(name)), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if !errors.Is(err, os.ErrExist) || n == 1000 {
			return log, err
		}
	}
}
