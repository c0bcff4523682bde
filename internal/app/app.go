// Package app wires the house: which memory, which queue, which host, which
// agents, for one process.
//
// It promises that everything a process needs is opened in one place and closed
// in one place, and that what only asks a question opens nothing for writing.
// It refuses to judge and to print.
package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/settlehq/settle/internal/config"
	"github.com/settlehq/settle/internal/github"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/queue/local"
	"github.com/settlehq/settle/internal/reconcile"
	"github.com/settlehq/settle/internal/sandbox"
	"github.com/settlehq/settle/internal/store/sqlite"
)

// PolicyFile is where a repository's policy stands on its base branch; without
// it PolicyElsewhere is looked at.
const (
	PolicyFile      = ".settle.yaml"
	PolicyElsewhere = ".github/settle.yaml"
)

// Options of one process. Settings and Policies are required.
type Options struct {
	Settings config.Settings
	Policies *config.Policies
	Version  string          // of settle
	Clock    reconcile.Clock // nil: the system's
	AgentEnv sandbox.Env     // beside what every agent sees
	Line     func(string)    // output of agents and checks, untrusted text; may be nil
	Sign     bool            // commits carry the user's signature, where git is set up to sign theirs
	Asking   bool            // only questions: a database that is not there is not made

	// Pause waits between the attempts of a read; nil: in real time.
	Pause func(context.Context, time.Duration) error
	// Wrap changes the loop before its first tick; for a rehearsal. May be nil.
	Wrap func(*reconcile.Loop)
}

// App is one process's house. Safe for several goroutines.
type App struct {
	options Options
	clock   reconcile.Clock
	store   *sqlite.Store // nil: there is no database, and only questions are asked
	client  *github.Client
	holder  journal.Holder
	marks   mark.Secret

	learning  sync.Mutex
	latencies map[string]map[string]policy.Learned // by repository

	waking sync.Mutex
	queues map[*local.Queue]bool // that run in this process

	wording   sync.Mutex
	templates templates

	spacing sync.Mutex
	wrote   time.Time // when content was written last
}

// Open opens what a process needs. Errors are those of the store.
func Open(ctx context.Context, o Options) (*App, error) {
	a := &App{options: o, clock: o.Clock}
	if a.clock == nil {
		a.clock = reconcile.System{}
	}
	if err := a.openStore(ctx); err != nil {
		return nil, err
	}
	var err error
	if a.holder, err = newHolder(a.clock.Now()); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	var asApp *github.App
	if o.Settings.App.ID != 0 {
		asApp = &github.App{ID: o.Settings.App.ID, Key: o.Settings.App.Key}
	}
	a.client, err = github.New(github.Options{
		API: o.Settings.API, Token: o.Settings.Token, App: asApp, Marks: a.marks, Now: a.clock.Now, Policies: [2]string{PolicyFile, PolicyElsewhere},
		Agent: "settle/" + o.Version, Pause: o.Pause,
	})
	if err != nil {
		return nil, errors.Join(err, a.Close())
	}
	return a, nil
}

func (a *App) openStore(ctx context.Context) error {
	path := a.options.Settings.Database
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) && a.options.Asking {
		return nil // no journal yet: marks in the world are nobody's we know
	}
	store, err := sqlite.Open(ctx, path)
	if err != nil {
		return fmt.Errorf("open database %s: %w", path, orFull(path, err))
	}
	a.store = store
	secret, err := store.Secret(ctx)
	if err != nil {
		return errors.Join(fmt.Errorf("read key of our marks: %w", err), store.Close())
	}
	a.marks = secret
	return nil
}

// Close closes what Open opened.
func (a *App) Close() error {
	if a.store == nil {
		return nil
	}
	return a.store.Close()
}

// state is a folder of our own below the state directory.
func (a *App) state(name string) string { return filepath.Join(a.options.Settings.State, name) }
