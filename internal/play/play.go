// Package play rehearses: it plays a scenario from start to end, with the real
// program on one side and the stand-in on the other.
//
// It promises that nothing of the program knows that it is rehearsed: the loop,
// the database, git, the agent's process and HTTP are the real ones; only time
// is the scenario's. It refuses to judge the run by anything but what the host
// and the journal show at its end.
package play

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/app"
	"github.com/settlehq/settle/internal/config"
	"github.com/settlehq/settle/internal/githubsim"
	"github.com/settlehq/settle/internal/githubsim/clock"
	"github.com/settlehq/settle/internal/githubsim/script"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/reconcile"
	"github.com/settlehq/settle/internal/sandbox"
	"github.com/settlehq/settle/internal/scenario"
	"github.com/settlehq/settle/internal/verdict"
	"github.com/settlehq/settle/internal/verify"
	"github.com/settlehq/settle/internal/view"
)

// Options of one play. File, Path, Dir and Agent are required.
type Options struct {
	File    *scenario.File
	Path    string   // of the scenario file, absolute: the agent reads it too
	Dir     string   // where repositories, database and state are kept
	Agent   []string // the command of the scripted agent, without its arguments
	Child   []string // the command that drives in a process of its own, for kills
	KillAt  int      // kill at this boundary, from 1; 0: as the scenario says
	Version string
	Idle    bool // nobody runs settle but the actors with a program

	KillOn    string        // kill when an agent or a check says this
	KillIn    action.Kind   // kill in the middle of the first effect of this kind,
	KillAfter time.Duration // so long after it has begun

	Tell func(f view.Facts, deed *journal.Did) // hears of each step; may be nil
	Line func(line string)                     // output of agents and checks, untrusted; may be nil
}

// Result is how a play ended.
type Result struct {
	Demo       view.Demo
	Facts      view.Facts
	Boundaries []string // what a process could have been killed at, in order
	Killed     int      // how often one was
	Stats      githubsim.Stats
	Truth      Truth
}

// beginning is the scripted time at which every play starts: the same file
// gives the same commits.
var beginning = time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)

// play is one scenario being played.
type play struct {
	Options
	sim  *githubsim.Sim
	ref  pull.Ref
	stop context.CancelFunc

	waited    time.Duration // of the driving process, where that is this one
	reviewing atomic.Int64  // reviews of actors with a program that are under way
	reviewers sync.WaitGroup

	mu    sync.Mutex
	house *app.App // of this process, for acts at the machine
	wrong []error
}

// Play plays a scenario. The error is one of the rehearsal itself; that a
// scenario ended otherwise than it says stands in the result.
func Play(ctx context.Context, o Options) (Result, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	p := &play{Options: o, stop: stop}
	if err := os.MkdirAll(o.Dir, 0o700); err != nil {
		return Result{}, fmt.Errorf("make folder of the play: %w", err)
	}
	sim, err := githubsim.Start(ctx, githubsim.Options{
		Scenario: o.File, Dir: o.Dir, Recorded: filepath.Dir(o.Path), Start: beginning, Machine: p.machine, Wrong: p.refused,
		Program: func(r script.Run) { p.review(ctx, r) },
	})
	if err != nil {
		return Result{}, err
	}
	defer func() { _ = sim.Close() }()
	p.sim = sim
	p.ref = refOf(o.File)
	result, err := p.run(ctx)
	stop()
	p.reviewers.Wait() // of a play that has failed one may be at work
	return result, err
}

func refOf(f *scenario.File) pull.Ref {
	ref, _, err := pull.ParseRef(fmt.Sprintf("%s#%d", f.Repo, f.Pulls[0].Number), pull.Ref{})
	if err != nil {
		panic(err) // the parser has checked both
	}
	return ref
}

// refused keeps what the host did not let a scripted account do: a mistake of
// the scenario that must not pass in silence.
func (p *play) refused(what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wrong = append(p.wrong, errors.New("the scenario's act was refused: "+what))
}

// run drives until nothing is left to happen.
func (p *play) run(ctx context.Context) (Result, error) {
	var result Result
	var err error
	if p.Idle {
		return p.runIdle(ctx)
	}
	if p.kills() {
		result.Killed, result.Boundaries, err = p.driveChildren(ctx)
	} else {
		err = p.driveHere(ctx)
	}
	if err != nil {
		return result, err
	}
	c, leave := p.sim.Clock.Join()
	defer leave()
	house, err := p.open(ctx, c, nil)
	if err != nil {
		return result, err
	}
	defer func() { _ = house.Close() }()
	if result.Facts, err = house.Remembered(ctx, p.ref); err != nil {
		return result, err
	}
	result.Stats = p.sim.Stats()
	result.Facts.Requests, result.Facts.Points, result.Facts.Bytes = result.Stats.Requests, result.Stats.Points, result.Stats.Bytes
	result.Facts.Waited = p.waited
	p.summarize(&result)
	if result.Truth, err = p.truth(); err != nil {
		return result, err
	}
	return result, p.mistakes()
}

// mistakes are what a scenario wanted and the host refused.
func (p *play) mistakes() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return errors.Join(p.wrong...)
}

func (p *play) kills() bool {
	return p.KillAt > 0 || p.KillOn != "" || p.KillIn != "" || p.File.Kill.Everywhere || len(p.File.Kill.Points) > 0
}

// driveHere runs the loop in this process.
func (p *play) driveHere(ctx context.Context) error {
	joined, leave := context.WithCancel(ctx)
	defer leave()
	c, err := clock.Dial(joined, p.sim.URL)
	if err != nil {
		return err
	}
	house, err := p.open(ctx, c, nil)
	if err != nil {
		return err
	}
	defer func() { _ = house.Close() }()
	p.mu.Lock()
	p.house = house
	p.mu.Unlock()
	return p.untilOver(ctx, c.Until, func() (verdict.Phase, error) {
		facts, err := house.Run(ctx, p.ref, app.RunOptions{Tell: p.tell})
		p.waited += facts.Waited
		return facts.Verdict.Phase, err
	})
}

// longest is how much scripted time a play may take; then it has got stuck.
const longest = 60 * 24 * time.Hour

// untilOver runs again after each thing that the script still has in store.
// Between two runs time passes as if a process waited.
func (p *play) untilOver(ctx context.Context, wait func(context.Context, time.Time) error, run func() (verdict.Phase, error)) error {
	for {
		phase, err := run()
		if err != nil || phase == verdict.Ended {
			return err
		}
		went, err := p.reviewsEnd(ctx, wait)
		if err != nil {
			return err
		}
		if went {
			continue
		}
		next, more := p.sim.Clock.Next()
		if !more {
			return nil
		}
		if next.Sub(beginning) > longest {
			return fmt.Errorf("the play does not end: its script goes on after %s", longest)
		}
		if now := p.sim.Clock.Now(); !next.After(now) {
			next = now.Add(time.Second) // an act that is due happens while all wait
		}
		if err := wait(ctx, next); err != nil {
			return err
		}
	}
}

// tell passes a step on, and lets the script hear of the phase.
func (p *play) tell(f view.Facts, deed *journal.Did) {
	if deed == nil {
		p.sim.Script.Phase(p.ref.Number, string(f.Verdict.Phase))
	}
	if p.Tell != nil {
		p.Tell(f, deed)
	}
}

// open opens the program's house in the world of the play.
func (p *play) open(ctx context.Context, c reconcile.Clock, wrap func(*reconcile.Loop)) (*app.App, error) {
	return openHouse(ctx, setting{
		URL: p.sim.URL, Dir: p.Dir, Path: p.Path, Agent: p.Agent, Version: p.Version, App: p.File.Viewer.App,
	}, c, wrap, p.Line)
}

// setting is all that a driving process has to know; a child gets it as JSON.
type setting struct {
	URL     string   `json:"url"`
	Dir     string   `json:"dir"`
	Path    string   `json:"path"`
	Agent   []string `json:"agent"`
	Version string   `json:"version"`
	Ref     pull.Ref `json:"ref"`
	Kill    kill     `json:"kill"`

	App bool `json:"app,omitempty"` // the account of the scenario is an App's

	// Of a review by an actor with a program.
	As    string `json:"as,omitempty"`
	Login string `json:"login,omitempty"`
	Nth   int    `json:"nth,omitempty"`
}

// openHouse wires the program to a stand-in: its address, a scripted clock, the
// scripted agent, and folders of the play's own.
func openHouse(ctx context.Context, s setting, c reconcile.Clock, wrap func(*reconcile.Loop), line func(string)) (*app.App, error) {
	command := append(append([]string{}, s.Agent...), "--scenario", s.Path, "--request", "{request}", "--report", "{report}")
	token := "play"
	if s.As != "" {
		command = append(command, "--as", s.As, "--review", strconv.Itoa(s.Nth))
		token = "as-" + s.Login
	}
	asApp, err := appOf(s)
	if err != nil {
		return nil, err
	}
	return app.Open(ctx, app.Options{
		Settings: config.Settings{
			App:      asApp,
			Database: filepath.Join(s.Dir, "settle.db"), State: filepath.Join(s.Dir, "state"), API: s.URL, Token: token, TokenFrom: "the play",
			PersonalPath: "the play",
		},
		Policies: &config.Policies{
			Personal: &config.Personal{Define: map[string][]string{"sim": command}}, Overrides: config.Overrides{Agents: []string{"sim"}},
		},
		Version: s.Version, Clock: c, AgentEnv: sandbox.Env{Set: verify.GoEnv()}, Line: line, Wrap: wrap,
		Pause: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	})
}
