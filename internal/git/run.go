package git

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/sandbox"
)

// maxOutput bounds what one git command may say: a bundle, a diff, a file.
const maxOutput = 64 << 20

// calm is configuration that every command gets: no hooks, no helpers, no
// housekeeping, nothing of the user's.
var calm = []string{
	"core.hooksPath=/dev/null", "core.fsmonitor=false", "core.untrackedCache=false",
	"core.attributesFile=/dev/null", "core.excludesFile=/dev/null", "core.autocrlf=false",
	"core.quotePath=false", "commit.gpgSign=false", "credential.helper=", "gc.auto=0",
	"maintenance.auto=false", "init.defaultBranch=main", "pack.threads=1",
	"protocol.version=2", "submodule.recurse=false", "fetch.recurseSubmodules=false",
}

// proxied are the variables that a network command may inherit.
var proxied = []string{"HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY", "https_proxy", "http_proxy", "no_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR", "GIT_SSL_CAINFO"}

// place is a git directory and, for a working tree, where its files are. An
// explicit place cannot be moved by what lies in the tree.
type place struct {
	dir   string
	tree  string
	index string
}

// call is one git command.
type call struct {
	args   []string
	stdin  io.Reader
	env    []string
	config []string // "name=value"; travels in the environment, never in arguments
	remote bool
	time   time.Duration
}

// Error is a git command that failed. Stderr holds the last lines it said.
type Error struct {
	Command string // "push", "bundle create"
	Exit    int
	Stderr  string
	Err     error // why there is no exit code, nil otherwise
}

func (e *Error) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("git %s: %v", e.Command, e.Err)
	}
	return fmt.Sprintf("git %s: exit %d: %s", e.Command, e.Exit, e.Stderr)
}

// Unwrap gives the cause, where the command did not end by itself.
func (e *Error) Unwrap() error { return e.Err }

// run gives what git printed. Every error is an *Error.
func (p place) run(ctx context.Context, c call) (string, error) {
	env := sandbox.Env{Set: p.environment(c)}
	if c.remote {
		env.Pass = proxied
	}
	r, err := sandbox.Run(ctx, sandbox.Command{
		Dir: p.tree, Args: append([]string{"git"}, c.args...), Env: env, Stdin: c.stdin,
		Bounds: sandbox.Bounds{Time: c.time, Output: maxOutput},
	})
	if err == nil && r.Exit == 0 && r.Truncated {
		err = fmt.Errorf("said more than %d bytes", maxOutput)
	}
	if err != nil || r.Exit != 0 {
		return string(r.Stdout), &Error{Command: c.name(), Exit: r.Exit, Stderr: lastLines(string(r.Stderr), 5), Err: err}
	}
	return string(r.Stdout), nil
}

// line runs a command that prints one line.
func (p place) line(ctx context.Context, args ...string) (string, error) {
	out, err := p.run(ctx, call{args: args})
	return strings.TrimSpace(out), err
}

func (p place) environment(c call) []string {
	env := []string{
		"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_TERMINAL_PROMPT=0", "GIT_ASKPASS=true",
		"GIT_OPTIONAL_LOCKS=0", "GIT_NO_REPLACE_OBJECTS=1", "GIT_LITERAL_PATHSPECS=1",
		"GIT_ALLOW_PROTOCOL=file:http:https", "LC_ALL=C",
	}
	if p.dir != "" {
		env = append(env, "GIT_DIR="+p.dir)
	}
	if p.tree != "" {
		env = append(env, "GIT_WORK_TREE="+p.tree)
	}
	if p.index != "" {
		env = append(env, "GIT_INDEX_FILE="+p.index)
	}
	config := append(calm[:len(calm):len(calm)], c.config...)
	env = append(env, fmt.Sprintf("GIT_CONFIG_COUNT=%d", len(config)))
	for i, pair := range config {
		name, value, _ := strings.Cut(pair, "=")
		env = append(env, fmt.Sprintf("GIT_CONFIG_KEY_%d=%s", i, name), fmt.Sprintf("GIT_CONFIG_VALUE_%d=%s", i, value))
	}
	return append(env, c.env...)
}

// name is what an error calls the command: its first words without flags.
func (c call) name() string {
	words := c.args[:1]
	if len(c.args) > 1 && (words[0] == "bundle" || words[0] == "worktree") {
		words = c.args[:2]
	}
	return strings.Join(words, " ")
}

func lastLines(text string, n int) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}
