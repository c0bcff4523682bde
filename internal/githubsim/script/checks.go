package script

import (
	"fmt"

	"github.com/settlehq/settle/internal/githubsim/world"
	"github.com/settlehq/settle/internal/scenario"
)

// startChecks runs what the repository's own CI runs on an event.
func (s *Script) startChecks(p *world.Pull, event string) {
	for _, check := range s.File.Checks {
		if check.Pull == p.Number && string(check.Runs) == event {
			s.startCheck(p, check)
		}
	}
}

// rerun runs a check once more, where the repository's own CI runs it.
func (s *Script) rerun(p *world.Pull, name string) {
	for _, check := range s.File.Checks {
		if check.Pull == p.Number && check.Name == name {
			s.startCheck(p, check)
		}
	}
}

func (s *Script) startCheck(p *world.Pull, check scenario.Check) {
	r, head := s.World.RepoOf(p), p.Head
	if check.Conclusion.AwaitingApproval && p.HeadRepo != r.Slug() {
		s.World.Withhold(r, check.Name, check.App, head)
		return
	}
	status := "in_progress"
	if check.Conclusion.AwaitingApproval {
		status = "waiting"
	}
	s.World.PutCheck(r, world.Check{Name: check.Name, App: check.App, Head: head, Status: status, Text: check.Log})
	if check.Conclusion.AwaitingApproval {
		return
	}
	label := fmt.Sprintf("check %d %s", p.Number, check.Name)
	s.at(s.draw(check.Takes, label), label+" "+head, func() error {
		conclusion, err := s.conclude(r, head, check)
		if err != nil {
			return err
		}
		s.World.PutCheck(r, world.Check{Name: check.Name, App: check.App, Head: head, Status: "completed", Conclusion: conclusion})
		return nil
	})
}

// conclude is the conclusion of a run at a commit.
func (s *Script) conclude(r *world.Repository, head string, check scenario.Check) (string, error) {
	key := fmt.Sprintf("%d %s", check.Pull, check.Name)
	s.runs[key]++
	if check.Conclusion.Red == nil {
		return check.Conclusion.Run(s.runs[key]), nil
	}
	repo, err := s.World.Git(r.Slug())
	if err != nil {
		return "", err
	}
	content, exists := repo.File(head, check.Conclusion.Red.Path)
	if check.Conclusion.Red.Holds(content, exists) {
		return "failure", nil
	}
	return "success", nil
}
