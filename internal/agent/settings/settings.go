// Package settings keeps an agent from obeying a pull request: what tells
// agents what to do (instructions, hooks, MCP servers, permissions) is the base
// branch's for the time of a run, whatever the head says.
//
// It promises that the head's versions are back when the run is over, but where
// the agent itself has written. It refuses to let an agent start where it
// cannot see to that.
package settings

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/pull"
)

// Commits are read in the working tree of a request.
type Commits interface {
	Differ(ctx context.Context, tree string, from, to pull.Oid) ([]string, error)
	Paths(ctx context.Context, tree string, commit pull.Oid) ([]string, error)
	File(ctx context.Context, tree string, commit pull.Oid, path string) ([]byte, error)
}

// Runner runs an agent among the base branch's settings. Where the base commit
// is not here, there are none.
type Runner struct {
	agent.Runner
	Commits Commits
}

// Run changes the settings, runs the agent, and changes them back.
func (r Runner) Run(ctx context.Context, job agent.Job) (agent.Report, error) {
	change, err := r.change(ctx, job.Request)
	if err == nil {
		err = change.there()
	}
	if err != nil {
		return agent.Report{}, &agent.Trouble{Kind: agent.Crashed, Agent: r.Name(), Err: fmt.Errorf("take agent settings from the base: %w", err)}
	}
	report, err := r.Runner.Run(ctx, job)
	if undone := change.back(); undone != nil && err == nil {
		err = &agent.Trouble{Kind: agent.Crashed, Agent: r.Name(), Err: fmt.Errorf("put agent settings back: %w", undone)}
	}
	return report, err
}

// change finds out which settings differ, and how the base has them.
func (r Runner) change(ctx context.Context, asked agent.Request) (change, error) {
	c := change{tree: asked.Worktree}
	paths, err := r.Commits.Differ(ctx, asked.Worktree, asked.Base, asked.Head)
	if known := err == nil && asked.Base != ""; known {
		for _, p := range slices.DeleteFunc(paths, func(p string) bool { return !IsSetting(p) }) {
			text, err := r.Commits.File(ctx, asked.Worktree, asked.Base, p)
			c.files = append(c.files, file{path: p, base: text, inBase: err == nil})
		}
		return c, nil
	}
	if paths, err = r.Commits.Paths(ctx, asked.Worktree, asked.Head); err != nil {
		return change{}, err
	}
	for _, p := range paths {
		if IsSetting(p) {
			c.files = append(c.files, file{path: p})
		}
	}
	return c, nil
}

var (
	// names of files that agents read wherever they lie.
	names = []string{
		"claude.md", "claude.local.md", "agents.md", "agents.override.md", "agent.md", "gemini.md", "qwen.md", ".mcp.json", ".cursorrules",
		"opencode.json", "opencode.jsonc", ".aider.conf.yml", ".aiderignore", ".aider.model.settings.yml", ".aider.model.metadata.json",
	}
	// folders that are an agent's, wherever they lie.
	folders = []string{".claude", ".codex", ".cursor", ".gemini", ".qwen", ".opencode", ".amp", ".agents", ".copilot"}
	// places at the root.
	places = []string{
		".github/copilot-instructions.md", ".github/instructions/", ".github/agents/", ".github/skills/", ".github/hooks/", ".github/prompts/", ".github/mcp.json",
		".github/copilot/", ".vscode/mcp.json",
	}
)

// IsSetting reports that a path of a repository tells agents what to do. Case
// is no difference: on some systems it is none for files either.
func IsSetting(p string) bool {
	p = strings.ToLower(p)
	return slices.Contains(names, path.Base(p)) ||
		slices.ContainsFunc(strings.Split(path.Dir(p), "/"), func(dir string) bool { return slices.Contains(folders, dir) }) ||
		slices.ContainsFunc(places, func(place string) bool {
			return p == place || strings.HasSuffix(place, "/") && strings.HasPrefix(p, place)
		})
}
