package sandbox

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

// cookieName is the variable by which strays of an untrusted command are found.
const cookieName = "SETTLE_SANDBOX"

// process is one prepared command.
type process struct {
	cmd    *exec.Cmd
	bounds Bounds
	tap    *tap
	cookie string
	merged bool
	fence  *fence // untrusted commands only
	orders orders
}

func prepare(c Command) (*process, error) {
	if len(c.Args) == 0 {
		return nil, fmt.Errorf("start command: %w: no name given", ErrNotFound)
	}
	path, err := exec.LookPath(c.Args[0])
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", c.Args[0], ErrNotFound)
	}
	p := &process{bounds: c.Bounds.withDefaults(), merged: c.Merge}
	if c.Untrusted {
		p.cookie = rand.Text()
	}
	p.tap = newTap(c, p.bounds)
	p.cmd = &exec.Cmd{
		Path: path, Args: c.Args, Dir: c.Dir, Env: c.Env.list(p.cookie),
		Stdin: c.Stdin, Stdout: p.tap.out, Stderr: p.tap.err,
		SysProcAttr: ownGroup(),
		// A stray that kept our pipe open must not keep us.
		WaitDelay: p.bounds.Grace,
	}
	return p, p.wall(c.Walls)
}

// wall prepares the isolation that is wanted.
func (p *process) wall(w *Walls) error {
	isolation, err := w.isolation()
	if err != nil || isolation == None {
		return err
	}
	places := w.places(p.cmd.Path)
	p.orders = orders{Walls: true, Ports: w.Ports}
	if isolation == Landlock {
		p.orders.Files, p.orders.Read, p.orders.Write = true, places.read, places.write
		return nil
	}
	before := bubblewrap(places, p.cmd.Dir)
	p.cmd.Args = append(append(before, p.cmd.Path), p.cmd.Args[1:]...)
	p.cmd.Path = before[0]
	return nil
}

func (p *process) run(ctx context.Context) (Result, error) {
	if p.cookie != "" {
		p.fence = newFence(p.cookie, p.bounds.Processes)
		defer p.fence.remove()
		p.orders.Fence = p.fence.entrance()
	}
	return p.guard(ctx)
}

// guard starts the child and follows it to its end.
func (p *process) guard(ctx context.Context) (Result, error) {
	if err := p.orders.give(p.cmd); err != nil {
		return Result{Exit: -1}, err
	}
	began := time.Now()
	over := make(chan struct{})
	started := make(chan error, 1)
	go p.start(started, over)
	if err := <-started; err != nil {
		close(over)
		return Result{Exit: -1}, notStarted(p.cmd, err)
	}
	return p.follow(ctx, began, over)
}

// start starts the child and keeps its thread until the child is over: the
// kernel sends the death signal when the *thread* that started the child ends.
func (p *process) start(started chan<- error, over <-chan struct{}) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	started <- p.cmd.Start()
	<-over
}

// follow waits for the end, and sees to it that nothing is left.
func (p *process) follow(ctx context.Context, began time.Time, over chan struct{}) (Result, error) {
	ended := make(chan struct{})
	why := make(chan error, 1)
	go func() { why <- p.watch(ctx, ended) }()

	// While the leader is not reaped its group id cannot belong to anybody else.
	var waited error
	unreaped := awaitExit(p.cmd.Process.Pid)
	if !unreaped {
		waited = p.cmd.Wait()
	}
	close(ended)
	cause := <-why
	p.killAll()
	if unreaped {
		waited = p.cmd.Wait()
	}
	awaitGroup(p.cmd.Process.Pid)
	close(over)
	result := p.result(time.Since(began))
	result.TimedOut = errors.Is(cause, ErrTimedOut)
	return result, p.verdict(result, cause, waited)
}

// killAll ends whatever the command has started.
func (p *process) killAll() {
	killGroup(p.cmd.Process.Pid, syscall.SIGKILL)
	p.fence.killAll()
	if p.cookie != "" {
		killStrays(p.cookie)
	}
}

// watch ends the group when ctx or the time is over and says why; nil when the
// command ended first.
func (p *process) watch(ctx context.Context, over <-chan struct{}) error {
	timer := time.NewTimer(p.bounds.Time)
	defer timer.Stop()
	var cause error
	select {
	case <-over:
		return nil
	case <-p.crowd(over):
		p.killAll()
		return fmt.Errorf("%w: more than %d processes", ErrKilled, p.bounds.Processes)
	case <-ctx.Done():
		cause = context.Cause(ctx)
	case <-timer.C:
		cause = fmt.Errorf("%w: more than %v", ErrTimedOut, p.bounds.Time)
	}
	killGroup(p.cmd.Process.Pid, syscall.SIGTERM)
	grace := time.NewTimer(p.bounds.Grace)
	defer grace.Stop()
	select {
	case <-over:
	case <-grace.C:
		killGroup(p.cmd.Process.Pid, syscall.SIGKILL)
	}
	return cause
}

func (p *process) result(took time.Duration) Result {
	p.tap.flush()
	state := p.cmd.ProcessState
	r := Result{Exit: state.ExitCode(), Took: took, Stdout: p.tap.out.bytes()}
	if !p.merged {
		r.Stderr = p.tap.err.bytes()
	}
	r.Truncated = p.tap.truncated()
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		r.Signal = status.Signal().String()
	}
	return r
}

func (p *process) verdict(r Result, cause, waited error) error {
	name := p.cmd.Args[0]
	var exit *exec.ExitError
	switch {
	case cause != nil:
		return fmt.Errorf("run %s: %w", name, cause)
	case r.Signal != "":
		return fmt.Errorf("run %s: %w: %s", name, ErrKilled, r.Signal)
	case waited == nil, errors.As(waited, &exit), errors.Is(waited, exec.ErrWaitDelay), brokenInput(waited):
		return nil
	}
	return fmt.Errorf("run %s: %w", name, waited)
}

// brokenInput: a command need not read all that it was given.
func brokenInput(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}

func notStarted(cmd *exec.Cmd, err error) error {
	if errors.Is(err, fs.ErrNotExist) && cmd.Dir == "" {
		return fmt.Errorf("start %s: %w", cmd.Args[0], ErrNotFound)
	}
	return fmt.Errorf("start %s: %w", cmd.Args[0], err)
}
