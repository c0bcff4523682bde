package play

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/app"
	"github.com/settlehq/settle/internal/githubsim/clock"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/reconcile"
	"github.com/settlehq/settle/internal/scenario"
	"github.com/settlehq/settle/internal/verdict"
	"github.com/settlehq/settle/internal/view"
)

// kill says where a driving process ends itself with SIGKILL. The zero kill is
// nowhere; then the process only writes down what it passes.
type kill struct {
	At     int                  `json:"at,omitempty"`     // at this boundary, from 1
	Points []scenario.KillPoint `json:"points,omitempty"` // or at these
	Line   string               `json:"line,omitempty"`   // or when an agent or a check says this
	In     action.Kind          `json:"in,omitempty"`     // or in the middle of the first effect of this kind,
	After  time.Duration        `json:"after,omitempty"`  // so long after it has begun
	Log    string               `json:"log"`              // file that the boundaries passed are written to
}

// boundaries counts what a process passes, and kills it where it shall die. A
// boundary is the moment before or after a write to the journal, or before or
// after the effect of a deed, works of agents and git included.
type boundaries struct {
	kill
	mu     sync.Mutex
	passed int
	hits   map[string]int
	log    *os.File
}

func (b *boundaries) pass(side, what string, key action.Key) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.passed++
	_, _ = fmt.Fprintf(b.log, "%s %s %s\n", side, what, key)
	if b.passed == b.At || b.strikes(side, what, key) {
		die()
	}
}

func die() {
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {} // nothing is done any more, whenever the signal arrives
}

// heard dies at the line that is waited for.
func (b *boundaries) heard(line string) {
	if b.Line != "" && strings.Contains(line, b.Line) {
		die()
	}
}

// strikes reports that a point of the scenario is this boundary.
func (b *boundaries) strikes(side, what string, key action.Key) bool {
	struck := false
	for i, point := range b.Points {
		word := point.Before
		if side == "after" {
			word = point.After
		}
		isEffect := what == "effect" && (word == string(key.Kind()) || word == string(key.Task()))
		if word == "" || !isEffect && word != what {
			continue
		}
		id := fmt.Sprint(i)
		b.hits[id]++
		struck = struck || b.hits[id] == point.Nth
	}
	return struck
}

// memory passes a boundary before and after each write to the journal.
type memory struct {
	reconcile.Memory
	b *boundaries
}

func (m memory) Intend(ctx context.Context, lease journal.Lease, ref pull.Ref, now time.Time, v verdict.Verdict, steps []journal.Did) error {
	state, key := "verdict", action.Key("")
	if len(steps) > 0 {
		state, key = string(steps[0].State), steps[0].Key
	}
	m.b.pass("before", state, key)
	err := m.Memory.Intend(ctx, lease, ref, now, v, steps)
	m.b.pass("after", state, key)
	return err
}

func (m memory) Note(ctx context.Context, lease journal.Lease, ref pull.Ref, now time.Time, saw journal.Saw) (journal.Entry, error) {
	m.b.pass("before", "saw", "")
	entry, err := m.Memory.Note(ctx, lease, ref, now, saw)
	m.b.pass("after", "saw", "")
	return entry, err
}

func (m memory) Begin(ctx context.Context, lease journal.Lease, ref pull.Ref, now time.Time, key action.Key, seq int64) (journal.Entry, error) {
	m.b.pass("before", "started", key)
	entry, err := m.Memory.Begin(ctx, lease, ref, now, key, seq)
	m.b.pass("after", "started", key)
	return entry, err
}

func (m memory) Settle(ctx context.Context, lease journal.Lease, ref pull.Ref, now time.Time, did journal.Did) (journal.Entry, error) {
	m.b.pass("before", string(did.State), did.Key)
	entry, err := m.Memory.Settle(ctx, lease, ref, now, did)
	m.b.pass("after", string(did.State), did.Key)
	return entry, err
}

func (m memory) Finish(ctx context.Context, job journal.Lease, ref pull.Ref, now time.Time, did journal.Did) (journal.Entry, error) {
	m.b.pass("before", string(did.State), did.Key)
	entry, err := m.Memory.Finish(ctx, job, ref, now, did)
	m.b.pass("after", string(did.State), did.Key)
	return entry, err
}

// performer passes a boundary before and after each effect.
type performer struct {
	reconcile.Performer
	b *boundaries
}

func (p performer) Do(ctx context.Context, scene reconcile.Scene) journal.Did {
	p.b.pass("before", "effect", scene.Deed.Key)
	if p.b.In != "" && scene.Deed.Key.Kind() == p.b.In {
		defer time.AfterFunc(p.b.After, die).Stop()
	}
	did := p.Performer.Do(ctx, scene)
	p.b.pass("after", "effect", scene.Deed.Key)
	return did
}

// Drive is the driving process of a play with kills: it runs the pull request
// of a setting until it is at rest, and says so on stdout. Setting is the JSON
// that the play has written.
func Drive(ctx context.Context, text []byte, out *os.File) error {
	var s setting
	if err := json.Unmarshal(text, &s); err != nil {
		return fmt.Errorf("read the setting of the play: %w", err)
	}
	log, err := os.OpenFile(s.Kill.Log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("open the list of boundaries: %w", err)
	}
	defer func() { _ = log.Close() }()
	b := &boundaries{kill: s.Kill, hits: map[string]int{}, log: log}
	c, err := clock.Dial(ctx, s.URL)
	if err != nil {
		return err
	}
	house, err := openHouse(ctx, s, c, func(loop *reconcile.Loop) {
		loop.Memory, loop.Performer = memory{loop.Memory, b}, performer{loop.Performer, b}
	}, b.heard)
	if err != nil {
		return err
	}
	defer func() { _ = house.Close() }()
	facts, err := house.Run(ctx, s.Ref, app.RunOptions{Tell: func(f view.Facts, deed *journal.Did) {
		if deed == nil {
			_, _ = fmt.Fprintf(out, "%s\n", f.Verdict.Phase)
		}
	}})
	if err == nil {
		_, _ = fmt.Fprintf(out, "%s\n", facts.Verdict.Phase)
	}
	return err
}

// driveChildren runs the loop in processes of their own, each of which may be
// killed; the last one comes to rest.
func (p *play) driveChildren(ctx context.Context) (killed int, passed []string, err error) {
	s := setting{URL: p.sim.URL, Dir: p.Dir, Path: p.Path, Agent: p.Agent, Version: p.Version, App: p.File.Viewer.App, Ref: p.ref}
	s.Kill = kill{At: p.KillAt, Line: p.KillOn, In: p.KillIn, After: p.KillAfter, Points: p.File.Kill.Points, Log: filepath.Join(p.Dir, "boundaries")}
	err = p.untilOver(ctx, p.pass, func() (verdict.Phase, error) {
		for {
			phase, died, err := p.child(ctx, s)
			if !died {
				return phase, err
			}
			killed++
			s.Kill = kill{Points: laterPoints(s.Kill.Points), Log: s.Kill.Log}
		}
	})
	text, readErr := os.ReadFile(s.Kill.Log)
	if readErr == nil {
		passed = strings.Split(strings.TrimSpace(string(text)), "\n")
	}
	return killed, passed, err
}

// pass lets time pass while no process runs.
func (p *play) pass(ctx context.Context, at time.Time) error {
	c, leave := p.sim.Clock.Join()
	defer leave()
	return c.Until(ctx, at)
}

// laterPoints: the next process dies at what the scenario lists next.
func laterPoints(points []scenario.KillPoint) []scenario.KillPoint {
	if len(points) == 0 {
		return nil
	}
	return points[1:]
}

// child runs one driving process and tells whether it was killed.
func (p *play) child(ctx context.Context, s setting) (phase verdict.Phase, died bool, err error) {
	one := s
	if len(one.Kill.Points) > 0 {
		one.Kill.Points = one.Kill.Points[:1]
	}
	text, err := json.Marshal(one)
	if err != nil {
		return "", false, fmt.Errorf("write the setting: %w", err)
	}
	var out phases
	var said bytes.Buffer
	out.heard = func(phase string) { p.sim.Script.Phase(p.ref.Number, phase) }
	cmd := exec.CommandContext(ctx, p.Child[0], p.Child[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(text), &out, &said
	err = cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Signaled() && status.Signal() == syscall.SIGKILL && ctx.Err() == nil {
			return "", true, nil
		}
	}
	if err != nil {
		return "", false, fmt.Errorf("the driving process: %w: %s", err, strings.TrimSpace(said.String()))
	}
	return verdict.Phase(out.last), false, nil
}

// phases reads the phases that a driving process tells, a line each.
type phases struct {
	rest  []byte
	last  string
	heard func(phase string)
}

func (p *phases) Write(data []byte) (int, error) {
	p.rest = append(p.rest, data...)
	for {
		line, rest, ok := bytes.Cut(p.rest, []byte("\n"))
		if !ok {
			return len(data), nil
		}
		p.rest, p.last = rest, string(line)
		p.heard(p.last)
	}
}
