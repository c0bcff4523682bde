// Package githubsim is a stand-in for GitHub that runs on this machine.
//
// It executes GraphQL documents against GitHub's own schema, serves REST and
// smart HTTP of git, and keeps one state behind all three doors; a scenario
// file says who reviews, what goes wrong and when. It promises that nothing is
// canned: each answer comes from the state of that moment. It refuses to know
// the program that it rehearses: it has learned GitHub's forms from GitHub's
// documents only.
package githubsim

import (
	"context"
	"crypto/rsa"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/settlehq/settle/internal/githubsim/clock"
	"github.com/settlehq/settle/internal/githubsim/recorded"
	"github.com/settlehq/settle/internal/githubsim/script"
	"github.com/settlehq/settle/internal/githubsim/world"
	"github.com/settlehq/settle/internal/scenario"
)

// Options of one stand-in. Scenario and Dir are required.
type Options struct {
	Scenario *scenario.File
	Dir      string             // where the repositories are kept
	Listen   string             // TCP address; empty: a free port of loopback
	Socket   string             // path of a unix socket beside it; empty: none
	Recorded string             // folder that the paths of `recorded` start from
	Start    time.Time          // scripted time at the start; zero: now
	Machine  func(scenario.Act) // carries out acts at the program's own machine
	Wrong    func(string)       // hears of acts that the host refused
	Program  func(script.Run)   // starts the review of an actor with a program
	Latency  time.Duration      // of each answer, beside the scenario's own
	AppKey   *rsa.PublicKey     // of the scenario's App; nil: its signature is not checked
	TLS      bool               // TCP speaks TLS; Authority is the file of the certificate to trust
}

// Sim is one running stand-in. Safe for several goroutines.
type Sim struct {
	URL       string // http://127.0.0.1:port, or https://…
	Authority string // PEM file, with Options.TLS
	World     *world.World
	Clock     *clock.Clock
	Script    *script.Script

	file   *scenario.File
	server *http.Server
	ledger *ledger
	faults *faults
	stats  counter
	wait   time.Duration
	issued issued
	appKey *rsa.PublicKey
	stop   context.CancelFunc
	group  sync.WaitGroup
}

// Start makes the scenario's world and serves it until Close.
func Start(ctx context.Context, o Options) (*Sim, error) {
	if o.Start.IsZero() {
		o.Start = time.Now().UTC()
	}
	listener, err := listen(ctx, o)
	if err != nil {
		return nil, err
	}
	url, authority := "http://"+listener[0].Addr().String(), ""
	if o.TLS {
		url = "https://" + listener[0].Addr().String()
		if listener[0], authority, err = secure(listener[0], o.Dir); err != nil {
			return nil, errors.Join(err, closeAll(listener))
		}
	}
	s, err := build(o, url)
	if err != nil {
		return nil, errors.Join(err, closeAll(listener))
	}
	s.Authority = authority
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	s.stop = stop
	s.server = &http.Server{Handler: s.handler(), ReadHeaderTimeout: time.Minute}
	for _, l := range listener {
		s.group.Go(func() { _ = s.server.Serve(l) })
	}
	s.group.Go(func() { s.Clock.Run(running) })
	return s, nil
}

func build(o Options, url string) (*Sim, error) {
	s := &Sim{
		URL: url, Clock: clock.New(o.Start, o.Scenario.Clock, o.Scenario.Seed), file: o.Scenario,
		wait: o.Latency + time.Duration(o.Scenario.Host.Latency), issued: issued{until: map[string]time.Time{}}, appKey: o.AppKey,
	}
	s.Script = script.New(o.Scenario, s.Clock)
	s.Script.Machine, s.Script.Wrong, s.Script.Program = o.Machine, o.Wrong, o.Program
	s.World = world.New(filepath.Join(o.Dir, "repositories"), "https://github.com", s.Script.Now, remembers(o.Scenario))
	s.ledger = newLedger(o.Scenario.Host.Points, s.Clock.Now)
	s.faults = &faults{list: o.Scenario.Faults, hits: map[int]int{}}
	if err := s.Script.Start(s.World); err != nil {
		return nil, fmt.Errorf("make the world of %s: %w", o.Scenario.Name, err)
	}
	s.Clock.Drain() // what happens at the start has happened before anybody looks
	for _, name := range o.Scenario.Recorded {
		path := filepath.Join(o.Recorded, filepath.FromSlash(name))
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("read recorded answer: %w", err)
		}
		if err := recorded.Load(s.World, o.Scenario.Repo, name, text); err != nil {
			return nil, fmt.Errorf("recorded answer %s: %w", name, err)
		}
	}
	return s, nil
}

// remembers tells whether some read may be answered as of an earlier time.
func remembers(f *scenario.File) bool {
	if f.Host.Propagation > 0 {
		return true
	}
	for _, fault := range f.Faults {
		if fault.Stale != nil {
			return true
		}
	}
	return false
}

// listen opens the doors; the first is TCP.
func listen(ctx context.Context, o Options) ([]net.Listener, error) {
	address := o.Listen
	if address == "" {
		address = "127.0.0.1:0"
	}
	var config net.ListenConfig
	tcp, err := config.Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listen: %w", err)
	}
	doors := []net.Listener{tcp}
	if o.Socket == "" {
		return doors, nil
	}
	unix, err := config.Listen(ctx, "unix", o.Socket)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("listen: %w", err), closeAll(doors))
	}
	return append(doors, unix), nil
}

func closeAll(doors []net.Listener) error {
	var problem error
	for _, l := range doors {
		problem = errors.Join(problem, l.Close())
	}
	return problem
}

// Close ends the stand-in; the repositories stay where they are.
func (s *Sim) Close() error {
	s.stop()
	err := s.server.Close()
	s.group.Wait()
	return err
}
