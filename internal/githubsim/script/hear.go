package script

import (
	"strings"

	"github.com/settlehq/settle/internal/githubsim/world"
	"github.com/settlehq/settle/internal/scenario"
)

// events are the scenario's words for what happens in the world. A word of the
// world that is not here is nobody's trigger.
var events = map[string]scenario.Event{
	"push": "push", "comment": "comment", "reply": "reply", "resolve": "resolve", "request": "request", "ready": "ready",
	"check_completed": "check", "review": "review", "enqueued": "enqueued",
}

// hear is told of each change, outside of the world's lock.
func (s *Script) hear(h world.Happened) {
	if event, ok := events[h.Kind]; ok {
		s.tell(event, h.Pull, h.Actor, h.Text)
	}
	err := s.World.Do(func() error {
		p := s.pull(h.Pull)
		if p == nil || p.State != "OPEN" {
			return nil
		}
		switch h.Kind {
		case "push":
			s.note(p, h.Text)
			s.startChecks(p, "push")
			s.wake(p, "push", h.Actor, 0, "")
		case "ready":
			s.startChecks(p, "ready")
			s.wake(p, "ready", h.Actor, 0, "")
		case "rerun":
			s.rerun(p, h.Text)
		case "comment":
			s.wake(p, "comment", h.Actor, h.Comment, h.Text)
		case "request":
			s.wake(p, "request", h.Actor, 0, h.Text)
		case "label":
			s.wake(p, "label", h.Actor, 0, h.Text)
		}
		return nil
	})
	if err != nil {
		s.wrong(err.Error())
	}
}

// tell lets the waiting acts count an event. Play tells it phases too.
func (s *Script) tell(event scenario.Event, pull int, actor, text string) {
	for i, act := range s.File.Timeline {
		when := act.When
		if when == nil || when.Event != event || act.Pull != pull {
			continue
		}
		if when.By != "" && !strings.EqualFold(s.login(when.By), actor) || when.Matches != nil && !when.Matches.MatchString(text) {
			continue
		}
		s.seen[i]++
		if s.seen[i] == when.Nth {
			s.schedule(i, act, s.draw(act.After, "act "+act.Do))
		}
	}
}

// Phase tells the script that settle reached a phase that acts may wait for.
func (s *Script) Phase(pull int, phase string) {
	if phase == "waiting" || phase == "needs_you" {
		s.tell(scenario.Event(phase), pull, s.File.Viewer.Login, "")
	}
}

// note keeps which files the last push changed, for reviewers that read no more.
func (s *Script) note(p *world.Pull, before string) {
	repo, err := s.World.Git(s.World.RepoOf(p).Slug())
	if err != nil || before == "" {
		return
	}
	diff, err := repo.Diff(before, p.Head, 0)
	if err != nil {
		return
	}
	files := map[string]bool{}
	for _, f := range diff {
		files[f.Path] = true
	}
	s.pushed[p.NodeID] = files
}
