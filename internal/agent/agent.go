// Package agent is the contract of a coding agent: what it is asked (Request),
// what it answers (Report), and who carries that (Runner).
//
// It promises that a Report which passed Check speaks of exactly the items of
// its Request, in known words. It refuses to believe one: a report is a claim,
// and perform checks claims against git and the repository's own checks. The
// package does no I/O; adapters live in the folders below it.
package agent

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"
)

// Runner starts one agent. Run blocks until the agent and everything that it
// started has ended. Edits and commits stay in the request's worktree. A
// returned report has passed Check; every error is a *Trouble, or ctx's cause,
// and of the report beside it only the cost counts.
// Runners are safe for use by several goroutines on different worktrees.
type Runner interface {
	Name() string
	Run(ctx context.Context, job Job) (Report, error)
}

// Job is one request and where to show its progress. Log and Line may be nil;
// what they receive is the agent's own output: untrusted text.
type Job struct {
	Request Request
	Log     io.Writer
	Line    func(line string)
}

// Kind of trouble with an agent.
type Kind string

// Kinds of trouble. Absent, Quota and TimedOut let the next agent of the chain
// try; the others spend an attempt, and so does a chain whose last timed out.
const (
	Absent   Kind = "absent"    // not installed, not signed in
	Quota    Kind = "quota"     // no more work until Until
	TimedOut Kind = "timed_out" // its budget of time is spent
	Spent    Kind = "spent"     // its budget of turns or of money is spent
	Crashed  Kind = "crashed"   // it ended without a report, or with a failure
	Invalid  Kind = "invalid"   // its report cannot be read or breaks the contract
)

// Trouble is why there is no report.
type Trouble struct {
	Kind  Kind
	Agent string
	Until time.Time // Quota only; zero when not told
	Err   error
}

func (t *Trouble) Error() string {
	if t.Until.IsZero() {
		return fmt.Sprintf("agent %s: %s: %v", t.Agent, t.Kind, t.Err)
	}
	return fmt.Sprintf("agent %s: %s until %s: %v", t.Agent, t.Kind, t.Until.Format(time.RFC3339), t.Err)
}

// Unwrap gives the cause.
func (t *Trouble) Unwrap() error { return t.Err }

// KindOf reads the kind of trouble from an error; "" when it is none.
func KindOf(err error) Kind {
	var t *Trouble
	if errors.As(err, &t) {
		return t.Kind
	}
	return ""
}
