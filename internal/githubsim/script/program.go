package script

import (
	"fmt"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/githubsim/world"
	"github.com/settlehq/settle/internal/scenario"
)

// Run is one review that a program is to make under an actor's account. Done is
// called once, when the program has ended; clean: it left no finding open.
type Run struct {
	Actor string // its name in the file
	Login string
	Pull  int
	Nth   int // of this actor's reviews, from 1
	Done  func(clean bool)
}

// runProgram hands a review to whoever plays the scenario, outside of the
// world's lock. What wakes the actor while its program is at work starts it
// once more afterwards.
func (s *Script) runProgram(name string, l *life, p *world.Pull, nth int, why start) error {
	if s.Program == nil {
		return fmt.Errorf("the review of %s is a program's, which only a play starts", name)
	}
	l.started = true
	run := Run{Actor: name, Login: l.actor.Login, Pull: p.Number, Nth: nth}
	run.Done = func(clean bool) {
		s.Clock.At(s.Clock.Now(), "told "+name, func() { s.programEnded(name, l, p, clean) })
	}
	s.Clock.At(s.Clock.Now(), fmt.Sprintf("%s %d program", name, p.Number), func() { s.Program(run) })
	return nil
}

// programEnded lets acts hear of the verdict, and starts the program again where
// something woke it meanwhile.
func (s *Script) programEnded(name string, l *life, p *world.Pull, clean bool) {
	word := scenario.Event("dirty")
	if clean {
		word = "clean"
	}
	s.tell(word, p.Number, l.actor.Login, name)
	err := s.World.Do(func() error {
		l.started = false
		if next := l.next; next != nil && p.State == "OPEN" {
			l.next = nil
			s.begin(name, l, p, *next)
		}
		return nil
	})
	if err != nil {
		s.wrong(err.Error())
	}
}

// ofProgram finds the newest thread that a program opened for a finding: by the
// finding's own words, since nobody here knows how the program words the rest.
func (s *Script) ofProgram(id string, p *world.Pull) (thing, bool) {
	at := slices.IndexFunc(s.File.Findings, func(f scenario.Finding) bool { return f.ID == id })
	if at < 0 || s.File.Actors[s.File.Findings[at].By].Program == "" {
		return thing{}, false
	}
	finding := s.File.Findings[at]
	words := strings.Join(strings.Fields(finding.Body), " ")
	for _, t := range slices.Backward(p.Threads) {
		if len(t.Comments) == 0 || t.Comments[0].Author != s.login(finding.By) {
			continue
		}
		if root := t.Comments[0]; strings.Contains(strings.Join(strings.Fields(root.Body), " "), words) {
			return thing{pull: p.Number, thread: t.NodeID, comment: root.ID, inline: true, review: root.Review}, true
		}
	}
	return thing{}, false
}
