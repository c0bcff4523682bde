// Package process runs a coding agent as a child process: what every adapter
// does alike.
//
// It promises that the agent sees no credential for the host, works behind the
// walls that policy wants, and may change nothing but the worktree (where it is
// to edit), the git data it needs to commit there, and the folder of its run. It
// refuses to read what the agent says: that is the adapter's.
package process

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/sandbox"
)

// Secrets are variables that open the host or the user's machine; no agent gets
// one of them.
var Secrets = []string{
	"GH_TOKEN", "GITHUB_TOKEN", "GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN", "GITHUB_PAT",
	"SSH_AUTH_SOCK", "GIT_ASKPASS", "SSH_ASKPASS", "SETTLE_TOKEN",
}

// Child is one start of an agent.
type Child struct {
	Name   string
	Args   []string
	Env    sandbox.Env // Home and Temp are the folder's, where empty
	Stdin  string
	Folder Folder
	Want   string   // sandbox.Auto, Required or Off
	Read   []string // what it may read beside the system's files and its own
	Ports  []int    // TCP ports that it may connect to
	Bounds sandbox.Bounds
	Merge  bool
	Line   func(string)
}

// Run starts the child and returns when all of it has ended.
func (c Child) Run(ctx context.Context, job agent.Job) (sandbox.Result, error) {
	env := c.Env
	if env.Home == "" {
		env.Home = c.Folder.Home
	}
	env.Temp = c.Folder.Temp
	env.Set = append(gitEnv(c.Name), env.Set...)
	c.Bounds.Time = job.Request.Budget.Time
	return sandbox.Run(ctx, sandbox.Command{
		Dir: job.Request.Worktree, Args: c.Args, Env: env, Stdin: strings.NewReader(c.Stdin), Bounds: c.Bounds,
		Merge: c.Merge, Tail: true, Log: job.Log, Line: c.Line, Untrusted: true, Walls: c.walls(job.Request),
	})
}

func (c Child) walls(asked agent.Request) *sandbox.Walls {
	w := &sandbox.Walls{Want: c.Want, Read: c.Read, Ports: c.Ports, Write: []string{c.Folder.Dir}}
	if asked.Rules.Edit {
		w.Write = append(w.Write, asked.Worktree)
	} else {
		w.Read = append(w.Read, asked.Worktree)
	}
	admin, common := gitPlaces(asked.Worktree)
	if common != "" {
		w.Read = append(append(w.Read, common), alternates(common)...)
		w.Write = append(w.Write, admin, filepath.Join(common, "objects"))
	}
	return w
}

// gitPlaces are where a linked worktree keeps what is its own, and what it
// shares; empty where the git data lies in the worktree itself. Hooks and
// settings lie in the shared part, which the agent may only read.
func gitPlaces(worktree string) (admin, common string) {
	text, err := os.ReadFile(filepath.Join(worktree, ".git"))
	admin, linked := strings.CutPrefix(strings.TrimSpace(string(text)), "gitdir: ")
	if err != nil || !linked || !filepath.IsAbs(admin) {
		return "", ""
	}
	return admin, filepath.Dir(filepath.Dir(admin))
}

// alternates are the stores that a repository takes objects from.
func alternates(common string) []string {
	text, err := os.ReadFile(filepath.Join(common, "objects", "info", "alternates"))
	if err != nil {
		return nil
	}
	return strings.Fields(string(text))
}

// gitEnv lets an agent commit without any configuration of the user's, and
// finds it no credential. What is pushed in the end is a commit of our own.
func gitEnv(name string) []string {
	email := name + "@agent.invalid"
	return []string{
		"GIT_TERMINAL_PROMPT=0", "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=" + name, "GIT_AUTHOR_EMAIL=" + email,
		"GIT_COMMITTER_NAME=" + name, "GIT_COMMITTER_EMAIL=" + email,
	}
}

// Trouble tells why a child had no ending of its own; nil where it had one. The
// cause of a context that ended is told as it is.
func Trouble(ctx context.Context, name string, err error) error {
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return err
	case errors.Is(err, sandbox.ErrNotFound):
		return &agent.Trouble{Kind: agent.Absent, Agent: name, Err: err}
	case errors.Is(err, sandbox.ErrNoWalls):
		return &agent.Trouble{Kind: agent.Absent, Agent: name, Err: fmt.Errorf("agents.sandbox is required: %w", err)}
	case errors.Is(err, sandbox.ErrTimedOut):
		return &agent.Trouble{Kind: agent.TimedOut, Agent: name, Err: err}
	}
	return &agent.Trouble{Kind: agent.Crashed, Agent: name, Err: err}
}

// LastLines of an output, for a person.
func LastLines(out []byte, n int) string {
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}
