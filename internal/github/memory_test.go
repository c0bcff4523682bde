package github_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/githubsim/world"
)

// quiets are changes that no time of change tells of. Each has what was before
// the first look, and what happens between it and the next.
var quiets = map[string]struct {
	page          int
	before, after func(*lot, *world.World, *world.Pull) error
}{
	"a second edit in the same second": {100, func(_ *lot, w *world.World, p *world.Pull) error {
		c, err := w.Comment(p, "maria", "first")
		c.Edited = new(w.Now())
		return err
	}, func(_ *lot, w *world.World, p *world.Pull) error { return w.Edit(p, p.Comments[0], "maria", "second") }},
	"a draft of ours is published": {100, func(_ *lot, w *world.World, p *world.Pull) error {
		r, err := w.StartReview(p, "dev", "", "")
		if err == nil {
			_, err = w.Thread(p, r, world.Place{Path: "code.txt", Line: 3}, "a draft")
		}
		return err
	}, deeds["publish drafts"]},
	"the last comment of a long thread is edited": {2, func(l *lot, w *world.World, p *world.Pull) error {
		err := l.raise(w, p, 1)
		for range 4 {
			if err == nil {
				_, err = w.Reply(p, p.Threads[0], "carl", "so it is")
			}
		}
		return err
	}, func(_ *lot, w *world.World, p *world.Pull) error {
		return w.Edit(p, p.Threads[0].Comments[4], "carl", "so it is not")
	}},
	"an author becomes a member": {100, func(_ *lot, w *world.World, p *world.Pull) error {
		_, err := w.Comment(p, "otto", "please")
		return err
	}, func(_ *lot, w *world.World, _ *world.Pull) error {
		w.Account("otto").Association = "MEMBER"
		return nil
	}},
	"a comment of a review is deleted": {100, func(l *lot, w *world.World, p *world.Pull) error { return l.raise(w, p, 3) },
		func(_ *lot, w *world.World, p *world.Pull) error {
			w.Delete(p, p.Threads[0].Comments[0], "maria")
			return nil
		}},
	"a comment is hidden": {100, func(l *lot, w *world.World, p *world.Pull) error { return l.raise(w, p, 1) },
		func(_ *lot, w *world.World, p *world.Pull) error {
			w.Minimize(p, p.Threads[0].Comments[0], "maria", "spam")
			return nil
		}},
	"one reaction is changed for another": {100, func(_ *lot, w *world.World, p *world.Pull) error {
		w.React(p, &p.Reactions, "lint", "EYES")
		return nil
	},
		func(_ *lot, w *world.World, p *world.Pull) error {
			w.Unreact(p, &p.Reactions, "lint", "EYES")
			w.React(p, &p.Reactions, "lint", "THUMBS_UP")
			return nil
		}},
	"the rules change while the base stands": {100, func(*lot, *world.World, *world.Pull) error { return nil }, func(l *lot, _ *world.World, _ *world.Pull) error {
		l.rules, l.repo.Protect = true, &world.Protection{Classic: true, Conversations: true, Checks: []string{"never"}, Patterns: []string{"base-*"}}
		return nil
	}},
}

func TestAChangeThatNoTimeTellsOfIsSeen(t *testing.T) {
	s := openStreet(t, 100, false)
	for name, quiet := range quiets {
		t.Run(name, func(t *testing.T) {
			l := s.newLot(3)
			s.file.Host.PageSize = quiet.page
			l.do(func() error { return quiet.before(l, s.sim.World, l.p) })
			if !strings.Contains(name, "same second") {
				l.after(time.Minute)
			}
			before, err := l.client.Observe(t.Context(), l.ref)
			if err != nil || len(untrue(t, before, truthOf(t, s.sim, l.ref))) > 0 {
				t.Fatalf("the first look: %v", err)
			}
			l.do(func() error { return quiet.after(l, s.sim.World, l.p) })
			if l.rules {
				l.after(16 * time.Minute)
			}
			after, err := l.client.Observe(t.Context(), l.ref)
			if err != nil || len(after.Gaps) > 0 {
				t.Fatalf("%v, gaps %v", err, after.Gaps)
			}
			if wrong := untrue(t, after, truthOf(t, s.sim, l.ref)); len(wrong) > 0 || after.Identity() == before.Identity() {
				t.Errorf("not seen, or not all: %s", strings.Join(wrong, "\n"))
			}
		})
	}
}

// An answer that came with an error beside it was kept as if it were whole: the
// next look, which reads only what changed, showed it without a gap.
func TestWhatStoodBesideAnErrorIsReadAgain(t *testing.T) {
	for _, partial := range []string{"nodes.author", "nodes.reactionGroups", "nodes.comments.nodes.author", "repository.pullRequest.reactionGroups", "nodes.reactionGroups.reactors.edges"} {
		t.Run(partial, func(t *testing.T) {
			s := openStreet(t, 100, false)
			l := s.newLot(3)
			for _, name := range []string{"thread", "talk", "react", "review"} {
				l.do(func() error { return deeds[name](l, s.sim.World, l.p) })
			}
			s.do(func() error { s.sim.World.React(l.p, &l.p.Reactions, "lint", "EYES"); return nil })
			l.after(time.Minute)
			s.sim.Break(partialFault(partial))
			first, err := l.client.Observe(t.Context(), l.ref)
			if err != nil || len(first.Gaps) == 0 {
				t.Fatalf("no gap where %s was null: %v", partial, err)
			}
			s.sim.Break()
			second, err := l.client.Observe(t.Context(), l.ref)
			if err != nil || len(second.Gaps) > 0 {
				t.Fatalf("%v, gaps %v", err, second.Gaps)
			}
			if wrong := untrue(t, second, truthOf(t, s.sim, l.ref)); len(wrong) > 0 {
				t.Error(strings.Join(slices.Compact(wrong), "\n"))
			}
		})
	}
}
