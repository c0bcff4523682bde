package github_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/github"
	"github.com/settlehq/settle/internal/githubsim"
	"github.com/settlehq/settle/internal/githubsim/gitrepo"
	"github.com/settlehq/settle/internal/githubsim/world"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/scenario"
)

// street is one stand-in in which random pull requests are made, one after the
// other. Heads are commits that any of them may come to have.
type street struct {
	t     *testing.T
	sim   *githubsim.Sim
	file  *scenario.File
	repo  *world.Repository
	bases []string
	heads []string
	next  int
}

const streetText = `scenario: 1
clock: step
viewer: {login: dev}
repo: acme/shop
pulls: [{number: 1, author: dev, head: first}]
host: {points: 100000000, page_size: %d}
actors:
  maria: {kind: person, association: MEMBER}
  carl: {kind: person, association: CONTRIBUTOR}
  otto: {kind: person, association: NONE}
  lint: {kind: bot}
  Robo: {kind: bot}
%s-- owner/.settle.yaml --
version: 1
# of the owner
-- base/keep.txt --
kept
-- head/code.txt --
one
`

// speakers may say something; some of them only read.
var speakers = []string{"dev", "maria", "carl", "otto", "lint", "Robo"}

func openStreet(t *testing.T, page int, remembers bool) *street {
	t.Helper()
	faults := ""
	if remembers { // earlier states are kept only where a fault may need them
		faults = "faults: [{hit: GET /nothing, stale: true}]\n"
	}
	file, err := scenario.Parse("street.txtar", fmt.Appendf(nil, streetText, page, faults))
	if err != nil {
		t.Fatal(err)
	}
	sim, err := githubsim.Start(t.Context(), githubsim.Options{Scenario: file, Dir: t.TempDir(), Start: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sim.Close() })
	s := &street{t: t, sim: sim, file: file, repo: sim.World.Repository("acme/shop"), next: 2}
	s.do(s.build)
	return s
}

func (s *street) do(body func() error) {
	s.t.Helper()
	var refused *world.Refusal
	if err := s.sim.World.Do(body); err != nil && !errors.As(err, &refused) {
		s.t.Fatal(err)
	}
}

// build writes the commits: bases with and without a policy, and heads that add
// to each other, move lines, or replace all.
func (s *street) build() error {
	repo, err := s.sim.World.Git("acme/shop")
	if err != nil {
		return err
	}
	commit := func(parent, message string, files map[string]string) string {
		oid, failed := repo.Commit(gitrepo.New{Parents: []string{parent}, Files: files, Message: message, By: world.PersonOf("dev"), At: s.sim.Clock.Now()})
		err = errors.Join(err, failed)
		return oid
	}
	lines := func(from, to int) string {
		var b strings.Builder
		for i := from; i < to; i++ {
			fmt.Fprintf(&b, "line %d does its part\n", i)
		}
		return b.String()
	}
	start := s.repo.Pulls[0].Base
	s.bases = []string{start, commit(start, "Rules\n", map[string]string{".settle.yaml": "version: 1\n"}), commit(start, "Other rules\n", map[string]string{".github/settle.yaml": "version: 1\n# elsewhere\n"})}
	first := commit(start, "Code\n", map[string]string{"code.txt": lines(0, 40), "more.txt": lines(0, 9)})
	second := commit(first, "Fix\n\n"+mark.Trailers([]string{"i1@v1"}, "fix/1"), map[string]string{"code.txt": lines(5, 44)})
	third := commit(second, "Fix more\n\n"+mark.Trailers([]string{"i2@v1", "i3@v2"}, "fix/2"), map[string]string{"code.txt": "above\n" + lines(5, 30)})
	other := commit(start, "Anew\n\n"+mark.Trailers([]string{"i1@v1"}, "fix/1"), map[string]string{"code.txt": lines(2, 38), "keep.txt": "changed\n"})
	clash := commit(start, "Rules of a branch\n", map[string]string{".settle.yaml": "version: 0\n", "code.txt": lines(0, 12)})
	s.heads = []string{first, second, third, other, clash}
	return err
}

// lot is one random pull request with a client that looks at it more than once.
type lot struct {
	*street
	rng    *rand.Rand
	p      *world.Pull
	ref    pull.Ref
	client *github.Client
	rules  bool // the rules changed since the last look
	log    []string
}

func (s *street) newLot(seed uint64) *lot {
	s.t.Helper()
	l := &lot{street: s, rng: rand.New(rand.NewPCG(seed, 17)), client: newClient(s.t, s.sim)}
	for s.repo.Pull(s.next) != nil {
		s.next++ // opened beside an earlier lot
	}
	number := s.next
	s.next++
	l.ref = pull.Ref{Owner: "acme", Repo: "shop", Number: number}
	s.sim.Break()
	s.do(func() error { return l.begin(number) })
	l.after(time.Hour) // nothing of an earlier lot is young, and every limit is over
	return l
}

func (l *lot) after(d time.Duration) { l.sim.Clock.Advance(l.sim.Clock.Now().Add(d)) }

func (l *lot) chance(percent int) bool { return l.rng.IntN(100) < percent }

func (l *lot) one(list []string) string { return list[l.rng.IntN(len(list))] }

func (l *lot) begin(number int) error {
	for login, association := range map[string]string{"dev": "MEMBER", "maria": "MEMBER", "carl": "CONTRIBUTOR", "otto": "NONE", "lint": "", "robo": ""} {
		l.sim.World.Account(login).Association = association
	}
	l.repo.Protect = nil
	p := &world.Pull{
		Number: number, Title: fmt.Sprintf("Change %d", number), Author: l.one([]string{"dev", "maria", "otto"}), Draft: l.chance(40), Maintainer: l.chance(50),
		BaseRef: fmt.Sprintf("base-%d", number), HeadRef: fmt.Sprintf("topic-%d", number), Head: l.heads[0], Base: l.one(l.bases),
	}
	if l.chance(20) {
		p.HeadRepo = l.sim.World.AddRepository("otto", "shop", "main").Slug()
	}
	repo, err := l.sim.World.Git("acme/shop")
	if err != nil {
		return err
	}
	l.p = l.sim.World.AddPull(l.repo, p)
	if p.HeadRepo != "acme/shop" && l.chance(30) {
		p.HeadRepo = "" // the fork was deleted
	}
	return errors.Join(repo.SetRef("refs/heads/"+p.BaseRef, p.Base), repo.SetRef("refs/heads/"+p.HeadRef, p.Head))
}

// live lets some things happen, in no or some time.
func (l *lot) live(things int) {
	for range things {
		name := deedNames[l.rng.IntN(len(deedNames))]
		l.log = append(l.log, name)
		l.do(func() error { return deeds[name](l, l.sim.World, l.p) })
		if l.chance(60) {
			l.after(time.Duration(l.rng.IntN(90_000)) * time.Millisecond)
		}
	}
	if l.rules { // they are believed for a quarter of an hour
		l.rules = false
		l.after(16 * time.Minute)
	}
}

// comment gives any comment that the world has, of a thread or the talk.
func (l *lot) comment() *world.Comment {
	all := append([]*world.Comment{}, l.p.Comments...)
	for _, t := range l.p.Threads {
		all = append(all, t.Comments...)
	}
	if len(all) == 0 {
		return nil
	}
	return all[l.rng.IntN(len(all))]
}

func (l *lot) thread() *world.Thread {
	if len(l.p.Threads) == 0 {
		return nil
	}
	return l.p.Threads[l.rng.IntN(len(l.p.Threads))]
}

func (l *lot) review() *world.Review {
	if len(l.p.Reviews) == 0 {
		return nil
	}
	return l.p.Reviews[l.rng.IntN(len(l.p.Reviews))]
}

// words are what somebody says: plain, long, with a mark of ours or a forged one.
func (l *lot) words() string {
	text := fmt.Sprintf("word %d of it — ‘quoted’ & <b>\r\n\tand so on", l.rng.IntN(1000))
	switch {
	case l.chance(10):
		text += strings.Repeat(" again", l.rng.IntN(400))
	case l.chance(20):
		text += "\n\n" + secret.Write(l.ref.String(), mark.Mark{Kind: mark.Reply, Digest: mark.DigestOf(text), Word: "fixed"})
	case l.chance(5):
		text += "\n\n" + mark.Secret("another secret").Write(l.ref.String(), mark.Mark{Kind: mark.Ask, Digest: mark.DigestOf(text)})
	}
	return text
}
