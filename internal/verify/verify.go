// Package verify runs the repository's own checks and hooks in a working tree.
//
// It promises that a Proof says what was run, at which commit, how it ended and
// what it said last; a check that hangs is ended with all that it started and
// counts as red. The checks come from the pull request, so they see no
// credential: a home of their own, the caches of Go, and nothing else of ours.
// It refuses to judge: whether a red gate spends an attempt is decided
// elsewhere.
package verify

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/sandbox"
)

// The two gates of a policy. Lite without a command of its own is Full.
const (
	Full = feedback.GateFull
	Lite = feedback.GateLite
)

// tailBytes of the output are kept in a Proof.
const tailBytes = 16 << 10

// Checks runs them. The zero value is ready. Safe for use by several
// goroutines on different trees.
type Checks struct {
	Logs string            // folder of complete outputs, one file a commit and gate; empty: none are kept
	Line func(line string) // the output as it comes, untrusted text; nil: nobody watches
	Env  []string          // "NAME=value" beside the Go caches
}

// Run executes setup and the gate's command with sh in dir, which holds the
// files of commit. A red gate is a Proof; an error, of type *action.Failure or
// the cause of ctx, means that nothing can be said about the commit.
func (c *Checks) Run(ctx context.Context, dir string, commit pull.Oid, rules policy.Verify, gate string) (feedback.Proof, error) {
	proof := feedback.Proof{Commit: commit, Gate: gate, Green: true, Command: "none"}
	commands := []string{rules.Setup, commandOf(rules, gate)}
	if rules.None {
		return proof, nil
	}
	if commands[1] == "" {
		return feedback.Proof{}, action.Fail(action.Refused, errors.New("verify: the policy names no command"))
	}
	run, err := c.begin(dir, commit, gate)
	if err != nil {
		return feedback.Proof{}, action.Fail(action.Later, fmt.Errorf("verify: %w", err))
	}
	defer run.end()
	deadline := time.Now().Add(limit(rules))
	for _, command := range commands {
		if command == "" || !proof.Green {
			continue
		}
		took := proof.Took
		if proof, err = run.one(ctx, step{args: shell(command), name: command}, time.Until(deadline)); err != nil {
			return feedback.Proof{}, err
		}
		proof.Commit, proof.Gate, proof.Took = commit, gate, proof.Took+took
	}
	return proof, nil
}

// LogFile is where the complete output of a gate at a commit is kept; "" where none is.
func (c *Checks) LogFile(commit pull.Oid, gate string) string {
	if c.Logs == "" {
		return ""
	}
	return filepath.Join(c.Logs, fmt.Sprintf("verify-%s-%s.log", filepath.Base(string(commit)), filepath.Base(gate)))
}

func commandOf(rules policy.Verify, gate string) string {
	if gate == Lite && rules.Lite != "" {
		return rules.Lite
	}
	return rules.Full
}

func limit(rules policy.Verify) time.Duration {
	if rules.Timeout > 0 {
		return rules.Timeout
	}
	return policy.Default().Verify.Timeout
}

// run is one gate at work: its home, its log.
type run struct {
	checks *Checks
	dir    string
	home   string
	log    io.WriteCloser
}

func (c *Checks) begin(dir string, commit pull.Oid, gate string) (*run, error) {
	home, err := os.MkdirTemp("", "settle-verify-*")
	if err != nil {
		return nil, err
	}
	r := &run{checks: c, dir: dir, home: home}
	if err := os.Mkdir(filepath.Join(home, "tmp"), 0o700); err != nil {
		r.end()
		return nil, err
	}
	if file := c.LogFile(commit, gate); file != "" {
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			return nil, action.Fail(action.Later, fmt.Errorf("verify: %w", err))
		}
		if r.log, err = os.OpenFile(file, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600); err != nil {
			r.log = nil
			r.end()
			return nil, err
		}
	}
	return r, nil
}

func (r *run) end() {
	if r.log != nil {
		_ = r.log.Close()
	}
	_ = sandbox.RemoveAll(r.home)
}

// step is one command of a run.
type step struct {
	args  []string
	name  string // as a Proof calls it
	stdin string
}

func shell(command string) []string { return []string{"sh", "-c", command} }

func (r *run) one(ctx context.Context, s step, left time.Duration) (feedback.Proof, error) {
	c := sandbox.Command{
		Dir: r.dir, Args: s.args, Stdin: strings.NewReader(s.stdin),
		Env: sandbox.Env{
			Home: r.home, Temp: filepath.Join(r.home, "tmp"),
			Set: append(append([]string{"GIT_TERMINAL_PROMPT=0", "GIT_CONFIG_NOSYSTEM=1"}, GoEnv()...), r.checks.Env...),
		},
		Bounds: sandbox.Bounds{Time: max(left, time.Millisecond), Output: tailBytes},
		Merge:  true, Tail: true, Line: r.checks.Line, Untrusted: true,
	}
	if r.log != nil {
		c.Log = r.log
	}
	result, err := sandbox.Run(ctx, c)
	proof := feedback.Proof{Command: s.name, Exit: result.Exit, Took: result.Took, Tail: clean(result.Stdout)}
	switch {
	case err == nil:
		proof.Green = result.Exit == 0
	case ctx.Err() != nil:
		return feedback.Proof{}, err
	case errors.Is(err, sandbox.ErrTimedOut), errors.Is(err, sandbox.ErrKilled):
		proof.Exit, proof.Tail = -1, strings.TrimPrefix(proof.Tail+"\n"+err.Error(), "\n")
	default:
		return feedback.Proof{}, action.Fail(action.Later, fmt.Errorf("verify: %w", err))
	}
	return proof, nil
}

// clean makes the end of an output fit for storing: whole lines of valid text.
func clean(out []byte) string {
	text := strings.TrimRight(strings.ToValidUTF8(string(out), "\uFFFD"), "\n ")
	if len(out) == tailBytes {
		if _, rest, ok := strings.Cut(text, "\n"); ok {
			text = rest
		}
	}
	return text
}
