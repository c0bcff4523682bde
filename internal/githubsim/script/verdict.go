package script

import (
	"fmt"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/githubsim/world"
	"github.com/settlehq/settle/internal/scenario"
)

// verdict is what a reviewer says of a commit: nothing new is clean.
func (s *Script) verdict(name string, l *life, p *world.Pull, nth int, why start) error {
	if p.State != "OPEN" {
		return nil
	}
	l.read[why.commit] = true
	if l.actor.Program != "" {
		return s.runProgram(name, l, p, nth, why)
	}
	if refusal := s.refusal(l, nth); refusal != nil {
		return s.refuse(l, p, refusal, why)
	}
	found, err := s.findings(name, l, p, nth, why)
	if err != nil {
		return err
	}
	signals, word := l.actor.Clean, scenario.Event("clean")
	if len(found) > 0 {
		signals, word = l.actor.Dirty, "dirty"
	}
	say := &speech{Script: s, name: name, life: l, pull: p, why: why, found: found}
	if err := say.all(signals); err != nil {
		return err
	}
	// Acts may wait for it; they look at the world after this change.
	s.Clock.At(s.Clock.Now(), "told "+name, func() { s.tell(word, p.Number, l.actor.Login, name) })
	return nil
}

// findings are those that this review raises.
func (s *Script) findings(name string, l *life, p *world.Pull, nth int, why start) ([]scenario.Finding, error) {
	repo, err := s.World.Git(s.World.RepoOf(p).Slug())
	if err != nil {
		return nil, err
	}
	read := func(path string) (string, bool) { return repo.File(why.commit, path) }
	var found []scenario.Finding
	for _, f := range s.File.Findings {
		switch {
		case f.By != name || f.Pull != p.Number || !f.Raised(nth, read):
		case l.actor.Reads == "push" && s.pushed[p.NodeID] != nil && !s.pushed[p.NodeID][f.Path]:
		case s.stands(p, f.ID) && !s.repeats(l, why):
		default:
			found = append(found, f)
		}
	}
	return found, nil
}

// stands: the finding was raised and its thread is still open, or has no thread.
func (s *Script) stands(p *world.Pull, id string) bool {
	made, ok := s.things[id]
	if !ok {
		return false
	}
	for _, t := range p.Threads {
		if t.NodeID == made.thread {
			return !t.Resolved
		}
	}
	return true
}

func (s *Script) repeats(l *life, why start) bool {
	switch l.actor.Repeats {
	case "always":
		return true
	case "without_table":
		return why.asked && !why.table
	}
	return false
}

// speech is one verdict being said.
type speech struct {
	*Script
	name  string
	life  *life
	pull  *world.Pull
	why   start
	found []scenario.Finding
}

func (s *speech) all(signals []scenario.Signal) error {
	var inReview []scenario.Finding
	inline := slices.ContainsFunc(signals, func(one scenario.Signal) bool { return one.Word == "inline" })
	for _, f := range s.found {
		if inline && f.Surface != "conversation" {
			inReview = append(inReview, f)
		}
	}
	reviewed := false
	for _, one := range signals {
		if one.Asked != nil && *one.Asked != s.why.asked {
			continue
		}
		if one.Review != "" {
			if err := s.review(one, inReview); err != nil {
				return err
			}
			reviewed = true
			continue
		}
		if err := s.one(one); err != nil {
			return err
		}
	}
	if !reviewed && len(inReview) > 0 {
		if err := s.review(scenario.Signal{Review: "commented"}, inReview); err != nil {
			return err
		}
	}
	return s.conversation()
}

func (s *speech) one(signal scenario.Signal) error {
	who := s.life.actor.Login
	switch {
	case signal.Check != "":
		s.World.PutCheck(s.World.RepoOf(s.pull), world.Check{
			Name: signal.Check, App: who, Head: s.why.commit, Status: "completed", Conclusion: signal.Conclusion, Summary: s.fill(signal.Summary),
		})
	case signal.React != "":
		s.react(s.life, s.pull, signal.React, signal.Target, s.why)
	case signal.Comment != "":
		_, err := s.World.Comment(s.pull, who, s.fill(signal.Comment))
		return err
	case signal.Edit != "":
		return s.stand(s.life, s.pull, s.fill(signal.Edit))
	}
	return nil
}

// states of a review by the scenario's words.
var states = map[scenario.ReviewWord]string{"approved": "APPROVED", "commented": "COMMENTED", "changes_requested": "CHANGES_REQUESTED"}

// review submits one review; its findings come with it, or after the lag.
func (s *speech) review(signal scenario.Signal, found []scenario.Finding) error {
	body := s.fill(signal.Body)
	for _, f := range found {
		if f.Surface == "review_body" || f.Surface == "outside_diff" {
			body += "\n" + s.word(f)
		}
	}
	review, err := s.World.StartReview(s.pull, s.life.actor.Login, strings.TrimRight(body, "\n"), s.why.commit)
	if err != nil {
		return err
	}
	late := s.draw(s.life.actor.Lag, s.name+" lag")
	if late == 0 {
		if err := s.attach(review, found); err != nil {
			return err
		}
	}
	if err := s.World.SubmitReview(s.pull, review, states[signal.Review]); err != nil {
		return err
	}
	if late > 0 && len(found) > 0 {
		s.at(late, s.name+" findings", func() error { return s.attach(review, found) })
	}
	return nil
}

// attach opens the threads of a review. A line that the diff does not show
// becomes a comment on the whole file, as reviewers do it.
func (s *speech) attach(review *world.Review, found []scenario.Finding) error {
	for _, f := range found {
		if f.Surface == "review_body" || f.Surface == "outside_diff" {
			s.things[f.ID] = thing{pull: s.pull.Number, review: review.ID}
			continue
		}
		t, err := s.World.Thread(s.pull, review, s.place(review, f), s.word(f))
		if err != nil {
			return fmt.Errorf("finding %s: %w", f.ID, err)
		}
		s.things[f.ID] = thing{pull: s.pull.Number, thread: t.NodeID, comment: t.Comments[0].ID, inline: true, review: review.ID}
	}
	return nil
}

func (s *speech) place(review *world.Review, f scenario.Finding) world.Place {
	repo, err := s.World.Git(s.World.RepoOf(s.pull).Slug())
	if err != nil || f.Surface == "file" {
		return world.Place{Path: f.Path}
	}
	commit := review.Commit
	if f.OldSide {
		commit = s.pull.Base
	}
	content, _ := repo.File(commit, f.Path)
	first := f.Line(content)
	at := world.Place{Path: f.Path, Line: first + f.Lines - 1, Left: f.OldSide}
	if f.Lines > 1 {
		at.Start = first
	}
	if !s.World.ShowsLine(s.pull, review.Commit, at) {
		return world.Place{Path: f.Path}
	}
	return at
}

// conversation says the findings that stand on their own.
func (s *speech) conversation() error {
	for _, f := range s.found {
		if f.Surface != "conversation" {
			continue
		}
		c, err := s.World.Comment(s.pull, s.life.actor.Login, s.word(f))
		if err != nil {
			return err
		}
		s.things[f.ID] = thing{pull: s.pull.Number, comment: c.ID}
	}
	return nil
}
