package github_test

import (
	"fmt"
	"maps"
	"slices"

	"github.com/settlehq/settle/internal/githubsim/world"
)

// deeds are what may happen to a pull request. A refusal of the host is no
// failure: then nothing has happened.
var deeds = map[string]func(*lot, *world.World, *world.Pull) error{
	"thread": func(l *lot, w *world.World, p *world.Pull) error { return l.raise(w, p, l.rng.IntN(4)+1) },
	"more threads": func(l *lot, w *world.World, p *world.Pull) error {
		return l.raise(w, p, l.rng.IntN(12)+1)
	},
	"reply": func(l *lot, w *world.World, p *world.Pull) error {
		if t := l.thread(); t != nil {
			_, err := w.Reply(p, t, l.one(speakers), l.words())
			return err
		}
		return nil
	},
	"many replies": func(l *lot, w *world.World, p *world.Pull) error {
		t := l.thread()
		for range l.rng.IntN(9) {
			if t == nil {
				break
			}
			if _, err := w.Reply(p, t, l.one(speakers), l.words()); err != nil {
				return err
			}
		}
		return nil
	},
	"talk": func(l *lot, w *world.World, p *world.Pull) error {
		c, err := w.Comment(p, l.one(speakers), l.words())
		if err == nil && l.chance(10) {
			c.Author = "" // the account was deleted
		}
		return err
	},
	"edit": func(l *lot, w *world.World, p *world.Pull) error {
		if c := l.comment(); c != nil {
			return w.Edit(p, c, c.Author, l.words())
		}
		return nil
	},
	"edit a review": func(l *lot, w *world.World, p *world.Pull) error {
		if r := l.review(); r != nil && r.State != "PENDING" {
			now := w.Now()
			r.Body, r.Edited = l.words(), &now
		}
		return nil
	},
	"delete": func(l *lot, w *world.World, p *world.Pull) error {
		if c := l.comment(); c != nil {
			w.Delete(p, c, c.Author)
		}
		return nil
	},
	"minimize": func(l *lot, w *world.World, p *world.Pull) error {
		if c := l.comment(); c != nil {
			w.Minimize(p, c, "maria", l.one([]string{"", "spam", "outdated", "resolved"}))
		}
		return nil
	},
	"resolve": func(l *lot, w *world.World, p *world.Pull) error {
		if t := l.thread(); t != nil {
			w.Resolve(p, t, l.one(speakers), l.chance(70))
		}
		return nil
	},
	"review": func(l *lot, w *world.World, p *world.Pull) error {
		r, err := w.StartReview(p, l.one(speakers), l.words(), l.one([]string{"", p.Head, l.heads[0]}))
		if err != nil {
			return err
		}
		return w.SubmitReview(p, r, l.one([]string{"APPROVED", "CHANGES_REQUESTED", "COMMENTED"}))
	},
	"draft a review": func(l *lot, w *world.World, p *world.Pull) error {
		r, err := w.StartReview(p, l.one([]string{"dev", "maria"}), l.words(), "")
		if err != nil {
			return err
		}
		if t := l.thread(); t != nil && l.chance(50) {
			_, err = w.Reply(p, t, r.Author, l.words())
			return err
		}
		_, err = w.Thread(p, r, l.place(), l.words())
		return err
	},
	"publish drafts": func(_ *lot, w *world.World, p *world.Pull) error {
		for _, login := range []string{"dev", "maria"} {
			if r := p.PendingOf(login); r != nil {
				if err := w.SubmitReview(p, r, "COMMENTED"); err != nil {
					return err
				}
			}
		}
		return nil
	},
	"drop a draft": func(_ *lot, w *world.World, p *world.Pull) error {
		if r := p.PendingOf("dev"); r != nil {
			return w.DeleteReview(p, r)
		}
		return nil
	},
	"dismiss": func(l *lot, w *world.World, p *world.Pull) error {
		if r := l.review(); r != nil {
			return w.Dismiss(p, r, "maria", "old")
		}
		return nil
	},
	"react": func(l *lot, w *world.World, p *world.Pull) error {
		on := &p.Reactions
		if r := l.review(); r != nil && l.chance(30) {
			on = &r.Reactions
		}
		if n := len(p.Comments); n > 0 && l.chance(50) {
			on = &p.Comments[l.rng.IntN(n)].Reactions
		}
		for _, by := range speakers[:l.rng.IntN(len(speakers))+1] {
			content := l.one([]string{"EYES", "THUMBS_UP", "HOORAY"})
			if l.chance(75) {
				w.React(p, on, by, content)
			} else {
				w.Unreact(p, on, by, content)
			}
		}
		return nil
	},
	"check": func(l *lot, w *world.World, p *world.Pull) error {
		for range l.rng.IntN(5) + 1 {
			l.check(w, p)
		}
		return nil
	},
	"status": func(l *lot, w *world.World, p *world.Pull) error {
		for range l.rng.IntN(3) + 1 {
			w.PutStatus(l.repo, world.Status{
				Context: fmt.Sprintf("ci/%d", l.rng.IntN(6)), State: l.one([]string{"error", "failure", "pending", "success"}), Text: l.one([]string{"", "so far"}),
				URL: l.one([]string{"", "https://ci.example/1"}), Head: p.Head, By: "lint",
			})
		}
		return nil
	},
	"request": func(l *lot, w *world.World, p *world.Pull) error {
		return w.Request(p, l.one(speakers), l.one(speakers))
	},
	"unrequest": func(l *lot, w *world.World, p *world.Pull) error {
		if len(p.Requested) > 0 {
			w.Unrequest(p, "maria", p.Requested[0].Login)
		}
		return nil
	},
	"label": func(l *lot, w *world.World, p *world.Pull) error {
		w.SetLabel(p, l.one(speakers), fmt.Sprintf("label %d", l.rng.IntN(4)), l.chance(65))
		return nil
	},
	"push": func(l *lot, w *world.World, p *world.Pull) error { return w.Synchronize(p, l.one(l.heads), p.Author) },
	"move the base": func(l *lot, w *world.World, p *world.Pull) error {
		repo, err := w.Git("acme/shop")
		if err != nil {
			return err
		}
		p.Base = l.one(l.bases)
		return repo.SetRef("refs/heads/"+p.BaseRef, p.Base)
	},
	"rules": func(l *lot, _ *world.World, p *world.Pull) error {
		l.rules, l.repo.Protect = true, nil
		if l.chance(80) {
			l.repo.Protect = &world.Protection{
				Checks: []string{"check-1", "ci/2", "never"}[:l.rng.IntN(4)], Classic: l.chance(50), Approvals: l.rng.IntN(2), Conversations: l.chance(50),
				UpToDate: l.chance(30), Patterns: []string{"base-*"},
			}
			if l.chance(20) {
				l.repo.Protect.Restrictions = []string{l.one([]string{"required_deployments", "required_signatures", "code_scanning", "workflows", "update"})}
			}
		}
		return nil
	},
	"draft": func(l *lot, w *world.World, p *world.Pull) error { return w.SetDraft(p, "dev", l.chance(50)) },
	"close": func(l *lot, w *world.World, p *world.Pull) error { return w.Close(p, "maria", l.chance(40)) },
	"queue": func(l *lot, w *world.World, p *world.Pull) error { w.Enqueue(p, "maria", l.chance(50)); return nil },
	"stack": func(l *lot, w *world.World, p *world.Pull) error {
		repo, err := w.Git("acme/shop")
		if err != nil {
			return err
		}
		number := l.next
		l.next++
		w.AddPull(l.repo, &world.Pull{Number: number, Author: "maria", Draft: l.chance(50), BaseRef: "main", HeadRef: p.BaseRef, Head: p.Base, Base: p.Base})
		return repo.SetRef("refs/heads/"+p.BaseRef, p.Base)
	},
	"become": func(l *lot, w *world.World, _ *world.Pull) error {
		w.Account(l.one([]string{"otto", "carl", "lint"})).Association = l.one([]string{"NONE", "MEMBER", "CONTRIBUTOR", ""})
		return nil
	},
}

var deedNames = slices.Sorted(maps.Keys(deeds))

// raise opens threads in one review, as reviewers do.
func (l *lot) raise(w *world.World, p *world.Pull, n int) error {
	r, err := w.StartReview(p, l.one(speakers), l.one([]string{"", "In all."}), "")
	if err != nil {
		return err
	}
	for range n {
		t, err := w.Thread(p, r, l.place(), l.words())
		if err != nil {
			continue // not a line of this diff
		}
		if l.chance(5) {
			t.Comments[0].Author = ""
		}
	}
	return w.SubmitReview(p, r, "COMMENTED")
}

func (l *lot) place() world.Place {
	at := world.Place{Path: l.one([]string{"code.txt", "code.txt", "more.txt"}), Line: l.rng.IntN(45)}
	if at.Line > 3 && l.chance(20) {
		at.Start = at.Line - 2
	}
	return at
}

func (l *lot) check(w *world.World, p *world.Pull) {
	c := world.Check{
		Name: fmt.Sprintf("check-%d", l.rng.IntN(9)), App: l.one([]string{"github-actions", "coderabbitai", "own-ci"}), Head: p.Head,
		Status: l.one([]string{"queued", "in_progress", "waiting", "completed", "completed", "completed"}), Title: l.one([]string{"", "two errors"}),
	}
	if c.Status == "completed" {
		c.Conclusion = l.one([]string{"success", "neutral", "skipped", "failure", "cancelled", "timed_out", "action_required", "startup_failure", "stale"})
	}
	w.PutCheck(l.repo, c)
}
