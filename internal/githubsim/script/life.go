package script

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/githubsim/rest"
	"github.com/settlehq/settle/internal/githubsim/world"
	"github.com/settlehq/settle/internal/scenario"
)

// life is one reviewer on one pull request.
type life struct {
	actor    *scenario.Actor
	reviews  int             // counted where docs/scenario.md does
	running  bool            // the last one is under way
	begun    int             // counts starts: a newer one makes an older one void
	read     map[string]bool // commits that it gave a verdict on
	standing int64           // its one standing comment
	started  bool            // its program is at work
	next     *start          // what woke it meanwhile
}

// start is what woke a reviewer.
type start struct {
	commit  string
	asked   bool  // by a comment or a request
	comment int64 // the comment that asked
	table   bool  // the ask carried a table of outcomes
}

func (s *Script) life(name string, p *world.Pull) *life {
	key := fmt.Sprintf("%s %d", name, p.Number)
	if s.lives[key] == nil {
		s.lives[key] = &life{actor: s.File.Actors[name], read: map[string]bool{}}
	}
	return s.lives[key]
}

// wake starts every reviewer that an event wakes.
func (s *Script) wake(p *world.Pull, event, by string, comment int64, text string) {
	for _, name := range slices.Sorted(maps.Keys(s.File.Actors)) {
		l := s.life(name, p)
		own := strings.EqualFold(l.actor.Login, by) && l.actor.Program == "" // a job of CI runs whoever pushed
		if own || !wakes(l.actor, event, text) {
			continue
		}
		asked := event == "comment" || event == "request"
		s.begin(name, l, p, start{commit: p.Head, asked: asked, comment: comment, table: strings.Contains(text, "|--") || strings.Contains(text, "| --")})
	}
}

func wakes(a *scenario.Actor, event, text string) bool {
	for _, one := range a.Starts {
		switch {
		case one.Event != "" && one.Event == event,
			one.Comment != "" && event == "comment" && isPhrase(text, one.Comment),
			one.Request != "" && event == "request" && strings.EqualFold(world.Plain(one.Request), world.Plain(text)),
			one.Label != "" && event == "label" && one.Label == text:
			return true
		}
	}
	return false
}

// isPhrase: the comment is the phrase, or its first line is.
func isPhrase(text, phrase string) bool {
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return strings.EqualFold(strings.TrimSpace(first), strings.TrimSpace(phrase))
}

// begin lets a reviewer work: it shows that it has begun, and has a verdict
// after its time. A start while it works begins the work anew.
func (s *Script) begin(name string, l *life, p *world.Pull, why start) {
	if l.read[why.commit] && !why.asked {
		return
	}
	if l.started {
		l.next = &why
		return
	}
	l.begun++
	if !l.running {
		l.reviews++
	}
	l.running = !l.actor.Silent.Has(l.reviews)
	mine, nth := l.begun, l.reviews
	label := fmt.Sprintf("%s %d", name, p.Number)
	for _, ack := range l.actor.Ack {
		s.at(s.draw(ack.After, label+" ack"), label+" ack", func() error {
			if l.begun != mine {
				return nil
			}
			return s.acknowledge(l, p, ack, why)
		})
	}
	if !l.running {
		return
	}
	s.at(s.draw(l.actor.After, label+" verdict"), label+" verdict", func() error {
		if l.begun != mine {
			return nil
		}
		l.running = false
		return s.verdict(name, l, p, nth, why)
	})
}

func (s *Script) acknowledge(l *life, p *world.Pull, ack scenario.Ack, why start) error {
	r := s.World.RepoOf(p)
	switch {
	case ack.React != "":
		s.react(l, p, ack.React, ack.Target, why)
	case ack.Check != "":
		s.World.PutCheck(r, world.Check{Name: ack.Check, App: l.actor.Login, Head: why.commit, Status: "in_progress"})
	case ack.Event != "":
		s.World.Started(p, l.actor.Login)
	case ack.Edit != "":
		return s.stand(l, p, ack.Edit)
	}
	return nil
}

// react puts a reaction in place of the reviewer's earlier one there.
func (s *Script) react(l *life, p *world.Pull, word string, target scenario.Target, why start) {
	on := &p.Reactions
	if target == "ask" {
		_, _, c := s.World.RepoOf(p).CommentNumbered(why.comment, false)
		if c == nil {
			return // nobody asked by a comment
		}
		on = &c.Reactions
	}
	for _, old := range slices.Clone(*on) {
		if old.By == l.actor.Login {
			s.World.Unreact(p, on, old.By, old.Content)
		}
	}
	s.World.React(p, on, l.actor.Login, rest.Content(word))
}

// stand writes or rewrites the reviewer's one standing comment.
func (s *Script) stand(l *life, p *world.Pull, text string) error {
	_, _, c := s.World.RepoOf(p).CommentNumbered(l.standing, false)
	if c != nil {
		return s.World.Edit(p, c, l.actor.Login, text)
	}
	c, err := s.World.Comment(p, l.actor.Login, text)
	if err == nil {
		l.standing = c.ID
	}
	return err
}

// refusal gives what a reviewer says instead of a review, if it does.
func (s *Script) refusal(l *life, nth int) *scenario.Refusal {
	for i, one := range l.actor.Refuse {
		if one.Reviews.Has(nth) {
			return &l.actor.Refuse[i]
		}
	}
	return nil
}

func (s *Script) refuse(l *life, p *world.Pull, one *scenario.Refusal, why start) error {
	until := s.World.Now().Add(time.Duration(one.Until)).Format(time.RFC3339)
	body := strings.ReplaceAll(one.Body, "{until}", until)
	if one.As != "review_body" {
		_, err := s.World.Comment(p, l.actor.Login, body)
		return err
	}
	review, err := s.World.StartReview(p, l.actor.Login, body, why.commit)
	if err != nil {
		return err
	}
	return s.World.SubmitReview(p, review, "COMMENTED")
}
