package script

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/githubsim/gitrepo"
	"github.com/settlehq/settle/internal/githubsim/world"
	"github.com/settlehq/settle/internal/scenario"
)

// Start makes the world of the file: accounts, code, pull requests, history.
// Then it plans what happens later, and lets the reviewers hear of what is open.
func (s *Script) Start(w *world.World) error {
	s.World = w
	if err := w.Do(s.build); err != nil {
		return err
	}
	if err := s.history(); err != nil {
		return err
	}
	s.past = time.Time{}
	w.Listen(s.hear)
	s.plan()
	return w.Do(func() error {
		for _, p := range s.File.Pulls {
			s.greet(s.pull(p.Number))
		}
		return nil
	})
}

// beginning is when the pull requests were opened: before all history.
func (s *Script) beginning() time.Time {
	first := time.Duration(0)
	for _, act := range s.File.Timeline {
		if act.At != nil {
			first = min(first, time.Duration(*act.At))
		}
	}
	return s.Clock.Now().Add(first - time.Minute)
}

func (s *Script) build() error {
	s.past = s.beginning()
	s.accounts()
	if len(s.File.Pulls) == 0 { // filled from recorded answers alone
		return nil
	}
	owner, name, _ := strings.Cut(s.File.Repo, "/")
	s.World.AddAccount(owner, world.Organization, "", 0)
	r := s.World.AddRepository(owner, name, s.File.Pulls[0].Base)
	s.protect(r)
	if err := s.base(r); err != nil {
		return err
	}
	if err := s.house(owner); err != nil {
		return err
	}
	for _, p := range s.bottomUp() {
		if err := s.open(r, p); err != nil {
			return err
		}
	}
	return nil
}

// bottomUp gives the pull requests so that what one stands on comes before it,
// else in the file's order.
func (s *Script) bottomUp() []scenario.Pull {
	var sorted []scenario.Pull
	left := slices.Clone(s.File.Pulls)
	for len(left) > 0 {
		at := slices.IndexFunc(left, func(p scenario.Pull) bool {
			return !slices.ContainsFunc(left, func(below scenario.Pull) bool { return below.Head == p.Base })
		})
		at = max(at, 0) // a circle of bases is refused by whoever opens them
		sorted = append(sorted, left[at])
		left = slices.Delete(left, at, at+1)
	}
	return sorted
}

func (s *Script) accounts() {
	v := s.File.Viewer
	kind := world.User
	if v.App {
		kind = world.Bot
	}
	association := map[scenario.Permission]string{"admin": "OWNER", "maintain": "MEMBER", "write": "MEMBER", "triage": "COLLABORATOR"}[v.Permission]
	s.World.AddAccount(v.Login, kind, association, 0)
	s.World.Viewer = world.Viewer{Login: v.Login, Permission: string(v.Permission), App: v.App, Scopes: v.Scopes}
	for _, name := range slices.Sorted(maps.Keys(s.File.Actors)) {
		a := s.File.Actors[name]
		kind := world.Bot
		if a.Kind == "person" {
			kind = world.User
		}
		s.World.AddAccount(a.Login, kind, string(a.Association), a.ID)
	}
	for _, p := range s.File.Pulls {
		s.World.AddAccount(p.Author, world.User, "CONTRIBUTOR", 0)
		if p.Fork != nil {
			kind := world.User
			if p.Fork.Organisation {
				kind = world.Organization
			}
			s.World.AddAccount(p.Fork.Owner, kind, "CONTRIBUTOR", 0)
		}
	}
}

func (s *Script) protect(r *world.Repository) {
	if p := s.File.Protect; p != nil {
		r.Protect = &world.Protection{
			Checks: p.Checks, Classic: p.Via == "classic", Approvals: p.Approvals, Conversations: p.Conversations,
			UpToDate: p.UpToDate, Queue: p.Queue, Patterns: p.Protected, Paywalled: p.Paywalled, Restrictions: p.Restrictions,
		}
	}
}

// base writes the first commit, and every base branch that is nobody's head.
func (s *Script) base(r *world.Repository) error {
	repo, err := s.World.Git(r.Slug())
	if err != nil {
		return err
	}
	first, err := repo.Commit(gitrepo.New{
		Files: s.File.BaseTree(), Message: "Start\n", By: world.PersonOf(s.File.Pulls[0].Author), At: s.Now().Add(-time.Hour),
	})
	if err != nil {
		return fmt.Errorf("write base: %w", err)
	}
	for _, p := range s.File.Pulls {
		if _, isHead := repo.Ref("refs/heads/" + p.Base); !isHead && !s.isHead(p.Base) {
			if err := repo.SetRef("refs/heads/"+p.Base, first); err != nil {
				return err
			}
		}
	}
	return nil
}

// house writes the owner's .github repository, where the file has one.
func (s *Script) house(owner string) error {
	files := s.File.OwnerTree()
	if len(files) == 0 {
		return nil
	}
	r := s.World.AddRepository(owner, ".github", "main")
	repo, err := s.World.Git(r.Slug())
	if err != nil {
		return err
	}
	first, err := repo.Commit(gitrepo.New{Files: files, Message: "Start\n", By: world.PersonOf(s.File.Pulls[0].Author), At: s.Now().Add(-time.Hour)})
	if err != nil {
		return fmt.Errorf("write %s: %w", r.Slug(), err)
	}
	return repo.SetRef("refs/heads/"+r.DefaultBranch, first)
}

func (s *Script) isHead(branch string) bool {
	return slices.ContainsFunc(s.File.Pulls, func(p scenario.Pull) bool { return p.Head == branch })
}

// open makes the head of a pull request and opens it.
func (s *Script) open(r *world.Repository, p scenario.Pull) error {
	repo, err := s.World.Git(r.Slug())
	if err != nil {
		return err
	}
	base, ok := repo.Ref("refs/heads/" + p.Base)
	if !ok {
		return fmt.Errorf("pull request %d: its base %s has no commit yet", p.Number, p.Base)
	}
	head, err := repo.Commit(gitrepo.New{
		Parents: []string{base}, Files: s.File.HeadTree(p), Message: p.Title + "\n", By: world.PersonOf(p.Author), At: s.Now(),
	})
	if err != nil {
		return fmt.Errorf("write head of %d: %w", p.Number, err)
	}
	pull := &world.Pull{
		Number: p.Number, Title: p.Title, Body: p.Body, Author: p.Author, Draft: p.Draft, BaseRef: p.Base, HeadRef: p.Head, Head: head, Base: base,
	}
	if p.Fork != nil {
		if err := s.fork(r, repo, p, pull); err != nil {
			return err
		}
	} else if err := repo.SetRef("refs/heads/"+p.Head, head); err != nil {
		return err
	}
	s.World.AddPull(r, pull)
	return repo.SetRef(fmt.Sprintf("refs/pull/%d/head", p.Number), head)
}

func (s *Script) fork(r *world.Repository, repo *gitrepo.Repo, p scenario.Pull, pull *world.Pull) error {
	fork := s.World.AddRepository(p.Fork.Owner, r.Name, r.DefaultBranch)
	fork.ForkOf = r.Slug()
	theirs, err := s.World.Git(fork.Slug())
	if err != nil {
		return err
	}
	if err := theirs.Borrow(repo); err != nil {
		return err
	}
	pull.HeadRepo, pull.OrgFork, pull.Maintainer = fork.Slug(), p.Fork.Organisation, p.Fork.MaintainerEdits
	return theirs.SetRef("refs/heads/"+p.Head, pull.Head)
}

// history carries out the acts of negative times, oldest first.
func (s *Script) history() error {
	now := s.Clock.Now()
	var old []scenario.Act
	for _, act := range s.File.Timeline {
		if act.At != nil && *act.At < 0 {
			old = append(old, act)
		}
	}
	slices.SortStableFunc(old, func(a, b scenario.Act) int { return int(*a.At - *b.At) })
	for _, act := range old {
		s.past = now.Add(time.Duration(*act.At))
		if err := s.recall(act); err != nil {
			return err
		}
	}
	return nil
}

func (s *Script) recall(act scenario.Act) error {
	for _, who := range act.By {
		for range act.Times {
			if err := s.World.Do(func() error { return s.act(act, who) }); err != nil {
				return fmt.Errorf("history at %s, %s by %s: %w", act.At, act.Do, who, err)
			}
		}
	}
	return nil
}

// plan puts the acts with a time on the agenda.
func (s *Script) plan() {
	for i, act := range s.File.Timeline {
		if act.At != nil && *act.At >= 0 {
			s.schedule(i, act, time.Duration(*act.At))
		}
	}
}

func (s *Script) schedule(i int, act scenario.Act, after time.Duration) {
	label := fmt.Sprintf("act %03d %s", i, act.Do)
	if scenario.Acts[act.Do].Machine {
		s.Clock.At(s.Clock.Now().Add(after), label, func() {
			if s.Machine != nil {
				s.Machine(act)
			}
		})
		return
	}
	for _, who := range act.By {
		for range act.Times {
			s.at(after, label+" "+who, func() error { return s.act(act, who) })
		}
	}
}

// greet lets reviewers and checks hear of a pull request that is open.
func (s *Script) greet(p *world.Pull) {
	s.startChecks(p, "push")
	s.wake(p, "opened", "", 0, "")
}
