// Package world is the state of the stand-in: accounts, repositories, pull
// requests and all that is said on them.
//
// It promises one truth for every door: what a REST call, a GraphQL mutation, a
// git push or a script changes is at once what all of them show, and each
// change is told to who listens. Rules of the host that forbid something are a
// *Refusal. It refuses to know requests, formats and schedules.
package world

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"github.com/settlehq/settle/internal/githubsim/gitrepo"
)

// World guards one State. Everything that reads or changes it runs inside Do
// or View. Safe for several goroutines.
type World struct {
	*State
	Host string // what addresses begin with, for links: https://github.com

	dir       string
	now       func() time.Time
	remember  bool // keep what was, for stale reads
	mu        sync.Mutex
	repos     map[string]*gitrepo.Repo
	pending   []Happened
	listeners []func(Happened)
	frames    []frame
}

type frame struct {
	at    time.Time
	state []byte
}

// New makes an empty world whose repositories live below dir. With remember
// earlier states are kept, so that reads can be answered as of a time.
func New(dir, host string, now func() time.Time, remember bool) *World {
	return &World{
		State: &State{Next: map[string]int64{}}, Host: host, dir: dir, now: now, remember: remember,
		repos: map[string]*gitrepo.Repo{},
	}
}

// Now is the time in whole seconds, as the host stamps it.
func (w *World) Now() time.Time { return w.now().UTC().Truncate(time.Second) }

// Listen adds a listener; it hears of each change after it was made, outside of
// the world's lock and in order.
func (w *World) Listen(listener func(Happened)) { w.listeners = append(w.listeners, listener) }

// Do changes the world. What body reported with happen is told afterwards, also
// when it returns an error: a part of a change may have been made.
func (w *World) Do(body func() error) error {
	w.mu.Lock()
	err := body()
	told := w.pending
	w.pending = nil
	if len(told) > 0 {
		w.keep()
	}
	w.mu.Unlock()
	for _, one := range told {
		for _, listener := range w.listeners {
			listener(one)
		}
	}
	return err
}

// View reads the world as it is, or, with a time before now, as it was then.
func (w *World) View(asOf time.Time, body func(*World) error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if asOf.IsZero() {
		return body(w)
	}
	past, err := w.past(asOf)
	if err != nil {
		return err
	}
	return body(past)
}

// BeforeLastWrite is a time at which View shows the world before its last change.
func (w *World) BeforeLastWrite() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.frames) < 2 {
		return time.Time{}
	}
	return w.frames[len(w.frames)-1].at.Add(-time.Nanosecond)
}

func (w *World) keep() {
	if !w.remember {
		return
	}
	state, err := json.Marshal(w.State)
	if err != nil {
		panic(fmt.Sprintf("world: state is plain data and cannot be kept: %v", err))
	}
	at := w.now()
	if n := len(w.frames); n > 0 && !at.After(w.frames[n-1].at) {
		at = w.frames[n-1].at.Add(time.Nanosecond)
	}
	w.frames = append(w.frames, frame{at: at, state: state})
}

// past builds the world of the newest frame that is not after a time.
func (w *World) past(asOf time.Time) (*World, error) {
	var state []byte
	for _, f := range w.frames {
		if state == nil || !f.at.After(asOf) {
			state = f.state
		}
	}
	if state == nil {
		return w, nil
	}
	then := &World{State: &State{}, Host: w.Host, dir: w.dir, now: w.now, repos: w.repos}
	if err := json.Unmarshal(state, then.State); err != nil {
		return nil, fmt.Errorf("read an earlier state: %w", err)
	}
	return then, nil
}

// happen tells the listeners once the change is made.
func (w *World) happen(h Happened) {
	h.At = w.Now()
	w.pending = append(w.pending, h)
}

// Git is the repository owner/name on disk, made where there is none.
func (w *World) Git(slug string) (*gitrepo.Repo, error) {
	if repo := w.repos[slug]; repo != nil {
		return repo, nil
	}
	branch := "main"
	if repo := w.Repository(slug); repo != nil {
		branch = repo.DefaultBranch
	}
	repo, err := gitrepo.Init(w.GitDir(slug), branch)
	if err != nil {
		return nil, fmt.Errorf("make repository %s: %w", slug, err)
	}
	w.repos[slug] = repo
	return repo, nil
}

// GitDir is where a repository lies.
func (w *World) GitDir(slug string) string {
	return filepath.Join(w.dir, filepath.FromSlash(slug)+".git")
}

// Refusal is a rule of the host that forbids a change. Status is REST's.
type Refusal struct {
	Status  int
	Type    string // GraphQL's error type
	Message string
	Field   string // what of the request is wrong, where the host says so
}

func (r *Refusal) Error() string { return r.Message }

func refuse(status int, kind, format string, args ...any) error {
	return &Refusal{Status: status, Type: kind, Message: fmt.Sprintf(format, args...)}
}

// NotFound is the refusal of what is not there, or may not be seen.
func NotFound(format string, args ...any) error { return refuse(404, "NOT_FOUND", format, args...) }

// Invalid is the refusal of what the host will not take.
func Invalid(format string, args ...any) error {
	return refuse(422, "UNPROCESSABLE", format, args...)
}

// Forbidden is the refusal for want of a permission.
func Forbidden(format string, args ...any) error { return refuse(403, "FORBIDDEN", format, args...) }
