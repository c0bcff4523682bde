// Package sandbox starts every child process of the program: git, agents, the
// repository's own checks.
//
// It promises that a child sees only the environment that it was given, runs in
// a process group of its own, is ended as a whole when its time is over or the
// caller's context ends, leaves nothing of its group behind, and cannot fill
// memory or disk with its output. It refuses to judge an exit code: a command
// that ended by itself is a Result, whatever it said.
//
// A command marked Untrusted is bounded in the number of its processes too, and
// with Walls it is kept to its own files and ports, as far as Probe says that
// the machine can.
//
// Limits stated honestly: without a control group an untrusted process that
// leaves its process group is found by a cookie in its environment, on Linux
// only, and one that clears its environment escapes that search. A program
// killed with SIGKILL takes its direct children along on Linux; what those had
// started themselves may run on.
package sandbox

import (
	"context"
	"errors"
	"io"
	"time"
)

// Reasons why a command has no exit code of its own. A context that ended is
// returned as its own cause.
var (
	ErrNotFound = errors.New("command not found")
	ErrTimedOut = errors.New("command took too long")
	ErrKilled   = errors.New("command was killed")
)

// Defaults of Bounds.
const (
	DefaultTime   = 10 * time.Minute
	DefaultGrace  = 2 * time.Second
	DefaultOutput = 1 << 20
	DefaultLog    = 64 << 20

	DefaultProcesses = 2048
)

// Bounds of one command. A zero field takes its default.
type Bounds struct {
	Time   time.Duration // from start to SIGTERM
	Grace  time.Duration // from SIGTERM to SIGKILL
	Output int           // bytes kept of each stream
	Log    int64         // bytes written to Command.Log

	Processes int // of an untrusted command at once; with a control group, threads too
}

// Command is one child process. It is a value: nothing in it is changed by Run.
type Command struct {
	Dir       string   // working directory; empty: ours
	Args      []string // Args[0] without a slash is looked up in PATH
	Env       Env
	Stdin     io.Reader // nil: empty
	Bounds    Bounds
	Merge     bool              // stderr goes into Stdout, in the order written
	Tail      bool              // keep the end of the output, not its beginning
	Log       io.Writer         // receives all output as it comes, nil: none
	Line      func(line string) // called for each line as it comes, one at a time, nil: none
	Untrusted bool              // runs code that is not ours: strays that left the group are hunted too
	Walls     *Walls            // nil: none
}

// Result is how a command ended. It is filled as far as known beside an error too.
type Result struct {
	Exit      int    // exit code; -1 when a signal ended it or it never started
	Signal    string // name of the signal that ended it
	TimedOut  bool
	Truncated bool // some output was dropped
	Took      time.Duration
	Stdout    []byte
	Stderr    []byte // empty with Merge
}

// Run starts the command and returns when it and its whole group have ended.
// A nil error means that it ended by itself; look at Exit. Safe for use by
// several goroutines.
func Run(ctx context.Context, c Command) (Result, error) {
	if err := ctx.Err(); err != nil {
		return Result{Exit: -1}, context.Cause(ctx)
	}
	p, err := prepare(c)
	if err != nil {
		return Result{Exit: -1}, err
	}
	defer p.tap.close()
	return p.run(ctx)
}

func (b Bounds) withDefaults() Bounds {
	if b.Time <= 0 {
		b.Time = DefaultTime
	}
	if b.Grace <= 0 {
		b.Grace = DefaultGrace
	}
	if b.Output <= 0 {
		b.Output = DefaultOutput
	}
	if b.Log <= 0 {
		b.Log = DefaultLog
	}
	if b.Processes <= 0 {
		b.Processes = DefaultProcesses
	}
	return b
}
