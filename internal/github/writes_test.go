package github_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/github"
	"github.com/settlehq/settle/internal/githubsim/world"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/scenario"
)

// write is one kind of write: how it is done, what the stand-in calls it, and
// how the next look shows that it happened.
type write struct {
	hit  string
	do   func(*desk, *github.Client) error
	seen func(*desk, pull.Snapshot) bool
}

// desk is a draft pull request with a thread and a comment of ours.
type desk struct {
	*lot
	root  int64 // of the thread
	ours  int64 // our comment
	given mark.Digest
}

func newDesk(t *testing.T, s *street, seed uint64) *desk {
	t.Helper()
	d := &desk{lot: s.newLot(seed), given: mark.DigestOf("reply/1")}
	d.do(func() error {
		w, p := s.sim.World, d.p
		p.Author = "dev"
		w.Viewer.Permission, w.Viewer.Revoked = "write", nil
		review, err := w.StartReview(p, "maria", "", "")
		if err != nil {
			return err
		}
		thread, err := w.Thread(p, review, world.Place{Path: "code.txt", Line: 3}, "Is this right?")
		if err != nil {
			return err
		}
		ours, err := w.Comment(p, "dev", "Of ours.")
		if err != nil {
			return err
		}
		d.root, d.ours = thread.Comments[0].ID, ours.ID
		p.Draft = true
		return w.SubmitReview(p, review, "COMMENTED")
	})
	d.after(time.Minute)
	return d
}

func (d *desk) body(kind mark.Kind) string {
	return "Fixed.\n\n" + secret.Write(d.ref.String(), mark.Mark{Kind: kind, Digest: d.given})
}

// family of the branches of pull requests that are opened beside this one.
func (d *desk) family() string { return fmt.Sprintf("chore/more-%d-", d.ref.Number) }

// ownMark reports a mark of ours among comments.
func (d *desk) ownMark(comments []pull.Comment) bool {
	return slices.ContainsFunc(comments, func(c pull.Comment) bool {
		return c.Ours && !c.Pending && slices.ContainsFunc(c.Marks, func(m mark.Mark) bool { return m.Digest == d.given && m.Proved })
	})
}

var writes = map[string]write{
	"reply": {"reply", func(d *desk, c *github.Client) error {
		_, err := c.Reply(d.t.Context(), d.ref, d.root, d.body(mark.Reply))
		return err
	}, func(d *desk, s pull.Snapshot) bool { return d.ownMark(s.Threads[0].Comments) }},
	"conversation": {"tell", func(d *desk, c *github.Client) error {
		_, err := c.Comment(d.t.Context(), d.ref, d.body(mark.Report))
		return err
	}, func(d *desk, s pull.Snapshot) bool { return d.ownMark(s.Comments) }},
	"ask by comment": {"ask", func(d *desk, c *github.Client) error {
		_, err := c.Comment(d.t.Context(), d.ref, d.body(mark.Ask))
		return err
	}, func(d *desk, s pull.Snapshot) bool { return d.ownMark(s.Comments) }},
	"ask by request": {"ask", func(d *desk, c *github.Client) error { return c.RequestReview(d.t.Context(), d.ref, "maria", false) },
		func(_ *desk, s pull.Snapshot) bool {
			return slices.ContainsFunc(s.Asked, func(a pull.Asked) bool { return a.Login == "maria" && a.By == "dev" })
		}},
	"resolve": {"resolve", func(d *desk, c *github.Client) error { return c.Resolve(d.t.Context(), d.ref, d.p.Threads[0].NodeID) },
		func(_ *desk, s pull.Snapshot) bool { return s.Threads[0].Resolved && s.Threads[0].ResolvedBy == "dev" }},
	"ready": {"ready", func(d *desk, c *github.Client) error { return c.MarkReady(d.t.Context(), d.ref, d.p.NodeID) },
		func(_ *desk, s pull.Snapshot) bool { return !s.Draft }},
	"label": {"tell", func(d *desk, c *github.Client) error { return c.AddLabel(d.t.Context(), d.ref, "needs-human") },
		func(_ *desk, s pull.Snapshot) bool { return slices.Contains(s.Labels, "needs-human") }},
	"open": {"followup", func(d *desk, c *github.Client) error {
		opened, err := c.OpenPull(d.t.Context(), d.ref, pull.Opening{
			Family: d.family(), Branch: d.family() + "1", Head: pull.Oid(d.p.Head), Base: d.p.BaseRef, Title: "chore: more", Body: "- [ ] this",
		})
		if err == nil && !strings.HasSuffix(opened.URL, fmt.Sprintf("/pull/%d", opened.ID)) {
			d.t.Errorf("opened %+v", opened)
		}
		return err
	}, func(d *desk, _ pull.Snapshot) bool {
		beside := slices.DeleteFunc(slices.Clone(d.repo.Pulls), func(p *world.Pull) bool { return !strings.HasPrefix(p.HeadRef, d.family()) })
		return len(beside) == 1 && beside[0].Draft && beside[0].Head == d.p.Head && beside[0].Author == "dev"
	}},
	"review": {"review", func(d *desk, c *github.Client) error {
		_, err := c.Review(d.t.Context(), d.ref, d.review(pull.Inline{Path: "code.txt", Line: 3, Body: d.body(mark.Finding)}))
		return err
	}, (*desk).found},
	"comment on a line": {"finding", func(d *desk, c *github.Client) error {
		_, err := c.ReviewComment(d.t.Context(), d.ref, pull.Oid(d.p.Head), pull.Inline{Path: "code.txt", Line: 3, Body: d.body(mark.Finding)})
		return err
	}, (*desk).found},
	"comment on a file": {"finding", func(d *desk, c *github.Client) error {
		_, err := c.ReviewComment(d.t.Context(), d.ref, pull.Oid(d.p.Head), pull.Inline{Path: "code.txt", Body: d.body(mark.Finding)})
		return err
	}, (*desk).found},
	"delete": {"retract", func(d *desk, c *github.Client) error { return c.DeleteComment(d.t.Context(), d.ref, d.ours, false) },
		func(d *desk, s pull.Snapshot) bool {
			return !slices.ContainsFunc(s.Comments, func(c pull.Comment) bool { return c.ID == d.ours })
		}},
}

func (d *desk) review(comments ...pull.Inline) pull.ReviewDraft {
	return pull.ReviewDraft{Head: pull.Oid(d.p.Head), Body: "Found at this head.", Comments: comments}
}

// found: a finding of ours stands in exactly one thread of its own.
func (d *desk) found(s pull.Snapshot) bool {
	threads := slices.DeleteFunc(slices.Clone(s.Threads), func(t pull.Thread) bool { return !d.ownMark(t.Comments[:1]) })
	return len(threads) == 1
}

// each runs a story for every kind of write, on a desk of its own.
func each(t *testing.T, story func(t *testing.T, d *desk, w write)) {
	t.Helper()
	s := openStreet(t, 100, false)
	for name, w := range writes {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, s, 5)
			d.t = t
			story(t, d, w)
		})
	}
}

func (d *desk) look() pull.Snapshot {
	d.t.Helper()
	s, err := d.client.Observe(d.t.Context(), d.ref)
	if err != nil || len(s.Gaps) > 0 {
		d.t.Fatalf("look: %v, gaps %v", err, s.Gaps)
	}
	return s
}

func TestAWriteWhoseAnswerIsLostShowsAtTheNextLook(t *testing.T) {
	for name, fault := range map[string]scenario.Fault{"502": {Answer: 502}, "no answer": {Drop: true}} {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, d *desk, w write) {
				if w.seen(d, d.look()) {
					t.Fatal("it shows before it was done")
				}
				fault.Hit, fault.Nth, fault.Times, fault.AfterEffect = w.hit, 1, 1, true
				d.sim.Break(fault)
				if err := w.do(d, d.client); action.ClassOf(err) != action.Lost {
					t.Errorf("class %q, want lost: %v", action.ClassOf(err), err)
				}
				d.sim.Break()
				if !w.seen(d, d.look()) {
					t.Error("the effect does not show")
				}
			})
		})
	}
}

func TestAWriteThatIsRefusedHasNoEffectAndSaysWhy(t *testing.T) {
	for status, want := range map[int]action.FailureClass{
		401: action.NotAllowed, 403: action.NotAllowed, 404: action.Gone, 410: action.Gone, 409: action.Later, 422: action.Refused, 500: action.Lost, 503: action.Lost,
	} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			each(t, func(t *testing.T, d *desk, w write) {
				d.sim.Break(scenario.Fault{Hit: w.hit, Nth: 1, Times: 1, Answer: status})
				err := w.do(d, d.client)
				if action.ClassOf(err) != want {
					t.Errorf("class %q, want %q: %v", action.ClassOf(err), want, err)
				}
				d.sim.Break()
				if w.seen(d, d.look()) {
					t.Error("it had an effect")
				}
				if err := w.do(d, d.client); err != nil || !w.seen(d, d.look()) {
					t.Errorf("afterwards it is not done: %v", err)
				}
			})
		})
	}
}

func until(err error) time.Time {
	var failure *action.Failure
	if errors.As(err, &failure) {
		return failure.Until
	}
	return time.Time{}
}

func TestALimitSaysUntilWhen(t *testing.T) {
	limits := map[string]struct {
		fault scenario.Fault
		wait  time.Duration
	}{
		"secondary":             {scenario.Fault{Limit: "secondary"}, time.Minute},
		"secondary with a time": {scenario.Fault{Limit: "secondary", RetryAfter: scenario.Duration(90 * time.Second)}, 90 * time.Second},
		"abuse":                 {scenario.Fault{Limit: "abuse", RetryAfter: scenario.Duration(30 * time.Second)}, 30 * time.Second},
		"primary":               {scenario.Fault{Limit: "primary", RetryAfter: scenario.Duration(20 * time.Minute)}, 20*time.Minute + time.Second},
		"429":                   {scenario.Fault{Answer: 429, RetryAfter: scenario.Duration(7 * time.Second)}, 7 * time.Second},
	}
	for name, limit := range limits {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, d *desk, w write) {
				fault := limit.fault
				fault.Hit, fault.Nth, fault.Times = w.hit, 1, 1
				d.sim.Break(fault)
				err := w.do(d, d.client)
				d.sim.Break()
				want := d.sim.Clock.Now().Add(limit.wait)
				if got := until(err); action.ClassOf(err) != action.Limited || got.Sub(want).Abs() > time.Second {
					t.Errorf("class %q until %s, want limited until %s: %v", action.ClassOf(err), got, want, err)
				}
				d.after(limit.wait + time.Second)
				if w.seen(d, d.look()) {
					t.Error("it had an effect")
				}
				if err := w.do(d, d.client); err != nil || !w.seen(d, d.look()) {
					t.Errorf("after the wait it is not done: %v", err)
				}
			})
		})
	}
}

func TestADraftReviewOfOursIsSeenRightBeforeADeed(t *testing.T) {
	d := newDesk(t, openStreet(t, 100, false), 5)
	thread := d.p.Threads[0].NodeID
	before, err := d.client.Tip(t.Context(), d.ref, d.p.NodeID, thread)
	if err != nil || before.PendingReview {
		t.Fatalf("%v, a draft %v", err, before.PendingReview)
	}
	d.do(func() error {
		_, err := d.sim.World.StartReview(d.p, "dev", "", "")
		if err == nil {
			_, err = d.sim.World.Reply(d.p, d.p.Threads[0], "dev", "In the draft.")
		}
		return err
	})
	after, err := d.client.Tip(t.Context(), d.ref, d.p.NodeID, thread)
	if err != nil || !after.PendingReview {
		t.Fatalf("%v, a draft %v", err, after.PendingReview)
	}
	if last := after.Thread.Comments[len(after.Thread.Comments)-1]; !last.Pending || !last.Ours {
		t.Errorf("the comment in the draft reads %+v", last)
	}
}

// A repository that has another name now answers with where it is. A read
// follows; a write would say our words in a place that nobody chose.
func TestAWriteIsNotCarriedToWhereARepositoryMoved(t *testing.T) {
	for name, w := range writes {
		if name == "resolve" || name == "ready" {
			continue // by node id, which moves along
		}
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, openStreet(t, 100, false), 5)
			d.do(func() error { return d.sim.World.Transfer(d.repo, "elsewhere/shop") })
			changes := d.sim.Stats().Deeds
			if err := w.do(d, d.client); action.ClassOf(err) != action.Gone {
				t.Errorf("class %q, want gone: %v", action.ClassOf(err), err)
			}
			total := 0
			for _, n := range d.sim.Stats().Deeds {
				total += n
			}
			for _, n := range changes {
				total -= n
			}
			if total > 1 {
				t.Errorf("%d requests to change something", total)
			}
			s, err := d.client.Observe(t.Context(), d.ref)
			if err != nil || s.State != pull.Gone || !strings.EqualFold(s.MovedTo, "elsewhere/shop") {
				t.Errorf("the next look: %s, moved to %q: %v", s.State, s.MovedTo, err)
			}
			there, err := d.client.Observe(t.Context(), pull.Ref{Owner: "elsewhere", Repo: "shop", Number: d.ref.Number})
			if err != nil || w.seen(d, there) {
				t.Errorf("it happened at the new place, or: %v", err)
			}
		})
	}
}
