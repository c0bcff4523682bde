// Package script brings a scenario to life in a world: reviewers that react,
// checks that run, people who act at their time.
//
// It promises that the same file and seed give the same play: what is drawn
// depends on names, never on the order of events. Nothing here answers for
// settle; acts at settle's own machine are handed to who plays it. It refuses
// to decide what the host allows: world does.
package script

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"time"

	"github.com/settlehq/settle/internal/githubsim/clock"
	"github.com/settlehq/settle/internal/githubsim/world"
	"github.com/settlehq/settle/internal/scenario"
)

// Script is one running scenario. Its methods are called from clock events and
// world listeners; they take turns by the world's lock and the clock's.
type Script struct {
	File    *scenario.File
	World   *world.World
	Clock   *clock.Clock
	Machine func(scenario.Act)         // acts at settle's own machine; may be nil
	Wrong   func(what string)          // hears of acts that the host refused; may be nil
	Program func(Run)                  // starts a program's review; may be nil
	lives   map[string]*life           // by actor and pull request
	things  map[string]thing           // what findings and acts made, by id
	seen    map[int]int                // events that each waiting act has seen
	runs    map[string]int             // runs of each check
	seeds   map[string]int             // drawn so far, by purpose
	past    time.Time                  // while history is made
	pushed  map[string]map[string]bool // files of the last push, by pull request
}

// thing is what an id means: its newest thread, comment or review.
type thing struct {
	pull    int
	thread  string
	comment int64
	inline  bool
	review  int64
}

// Now is the time of what is being made: history has its own.
func (s *Script) Now() time.Time {
	if !s.past.IsZero() {
		return s.past
	}
	return s.Clock.Now()
}

// New prepares a scenario; Start makes its world.
func New(file *scenario.File, c *clock.Clock) *Script {
	return &Script{
		File: file, Clock: c, lives: map[string]*life{}, things: map[string]thing{}, seen: map[int]int{},
		runs: map[string]int{}, seeds: map[string]int{}, pushed: map[string]map[string]bool{},
	}
}

// draw picks a point of a span; the same purpose draws the same row of points.
func (s *Script) draw(span scenario.Span, purpose string) time.Duration {
	if span.Min == span.Max {
		return span.Min
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(purpose))
	s.seeds[purpose]++
	share := rand.New(rand.NewPCG(uint64(s.File.Seed), h.Sum64()+uint64(s.seeds[purpose]))).Float64()
	return span.Pick(share).Round(time.Second)
}

// at plans something for the world. In history, which is made inside the
// world's lock, it happens at once.
func (s *Script) at(after time.Duration, label string, body func() error) {
	if !s.past.IsZero() {
		if err := body(); err != nil {
			s.wrong(fmt.Sprintf("%s: %v", label, err))
		}
		return
	}
	s.Clock.At(s.Clock.Now().Add(after), label, func() {
		if err := s.World.Do(body); err != nil {
			s.wrong(fmt.Sprintf("%s: %v", label, err))
		}
	})
}

func (s *Script) wrong(what string) {
	if s.Wrong != nil {
		s.Wrong(what)
	}
}

// slug is the repository of the scenario, under its present name.
func (s *Script) repo() *world.Repository {
	r := s.World.Repository(s.File.Repo)
	for r != nil && r.MovedTo != "" {
		r = s.World.Repository(r.MovedTo)
	}
	return r
}

// pull finds a pull request of the scenario.
func (s *Script) pull(number int) *world.Pull {
	if r := s.repo(); r != nil {
		return r.Pull(number)
	}
	return nil
}

// login of a name that the file uses: an actor's, or an account's own.
func (s *Script) login(name string) string {
	if actor := s.File.Actors[name]; actor != nil {
		return actor.Login
	}
	return name
}
