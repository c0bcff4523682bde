package perform_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/review"
)

const doubt = 80 * time.Second

var errDead = errors.New("the process is dead")

// gallery is a GitHub on which findings are published: it takes comments only at
// places that it knows, and its reads may show the world as it was.
type gallery struct {
	*host
	t    *testing.T
	time time.Time
	lag  time.Duration // how far reads are behind
	past []frame
	plan review.Plan

	places   map[string]bool // path:line, and path, that a comment is taken at
	requests []string
	// disturb gives what goes wrong with a request, before its effect or after it.
	disturb func(request string) (before, after error)
	// meanwhile is what people do right before a request.
	meanwhile func(request string)
	withholds string // a review leaves out, without a word, what is on this file
	noted     *journal.Reviewing
	stale     bool // the lease has passed on
	dead      bool // the process was killed: nothing is done any more
}

type frame struct {
	at   time.Time
	seen pull.Snapshot
}

func newGallery(t *testing.T, plan review.Plan) *gallery {
	g := &gallery{host: newHost(plan.Head), t: t, time: noon, plan: plan, places: map[string]bool{}}
	for _, one := range plan.New {
		g.places[one.Finding.Path], g.places[placeOf(one.Finding.Path, one.Finding.Line)] = true, true
	}
	g.keep()
	return g
}

func placeOf(path string, line int) string { return fmt.Sprintf("%s:%d", path, line) }

func (g *gallery) Now() time.Time { return g.time }

func (g *gallery) Pause(_ context.Context, d time.Duration) error {
	if g.dead {
		return errDead
	}
	g.time = g.time.Add(d)
	return nil
}

func (g *gallery) keep() {
	s := g.snapshot()
	s.At = g.time
	if g.drafting {
		s.Viewer.PendingReview = "PRR_draft"
	}
	g.past = append(g.past, frame{g.time, s})
}

// request runs one as it goes wrong.
func (g *gallery) request(name string, effect func() error) error {
	if g.dead {
		return errDead
	}
	g.requests = append(g.requests, name)
	g.time = g.time.Add(time.Second)
	if g.meanwhile != nil {
		g.meanwhile(name)
		g.keep()
	}
	var before, after error
	if g.disturb != nil {
		before, after = g.disturb(name)
	}
	if before != nil {
		return before
	}
	err := effect()
	g.keep()
	return errors.Join(err, after)
}

// Observe shows the newest world that is as old as reads are behind.
func (g *gallery) Observe(context.Context, pull.Ref) (s pull.Snapshot, err error) {
	err = g.request("look", func() error {
		g.keep()
		for _, f := range g.past {
			if s.At.IsZero() || !f.at.After(g.time.Add(-g.lag)) {
				s = f.seen
			}
		}
		return nil
	})
	return s, err
}

func (g *gallery) Tip(ctx context.Context, ref pull.Ref, node, item string) (tip pull.Tip, err error) {
	err = g.request("tip", func() error {
		if item != "" && g.thread(item) == nil {
			return action.Fail(action.Gone, errors.New("no such thread"))
		}
		tip, err = g.host.Tip(ctx, ref, node, item)
		return err
	})
	return tip, err
}

// takes refuses as the host does.
func (g *gallery) takes(c pull.Inline, alone bool) error {
	place := placeOf(c.Path, c.Line)
	if c.Line == 0 && alone {
		place = c.Path
	}
	switch {
	case g.drafting:
		return action.Fail(action.Refused, errors.New("one pending review"))
	case !g.places[place]:
		return action.Fail(action.Refused, fmt.Errorf("%s is not in the diff", place))
	}
	return nil
}

func (g *gallery) open(c pull.Inline) pull.Posted {
	said := g.said(c.Body)
	g.threads = append(g.threads, &pull.Thread{
		NodeID: fmt.Sprintf("node-t%d", said.ID), Path: c.Path, Line: c.Line, Side: c.Side, Subject: "LINE", Comments: []pull.Comment{said}, Total: 1,
	})
	return pull.Posted{ID: said.ID, URL: said.URL}
}

func (g *gallery) Review(_ context.Context, _ pull.Ref, draft pull.ReviewDraft) (posted pull.Posted, err error) {
	err = g.request("review", func() error {
		for _, c := range draft.Comments {
			if err := g.takes(c, false); err != nil {
				return err
			}
		}
		for _, c := range draft.Comments {
			if c.Path == g.withholds {
				err = action.Fail(action.Lost, errors.New("not each comment shows"))
				continue
			}
			g.open(c)
		}
		if err != nil {
			return err
		}
		g.next++
		posted = pull.Posted{ID: g.next, URL: fmt.Sprintf("https://github.com/acme/shop/pull/42#pullrequestreview-%d", g.next)}
		return nil
	})
	return posted, err
}

func (g *gallery) ReviewComment(_ context.Context, _ pull.Ref, _ pull.Oid, c pull.Inline) (posted pull.Posted, err error) {
	err = g.request("comment", func() error {
		if err := g.takes(c, true); err != nil {
			return err
		}
		posted = g.open(c)
		return nil
	})
	return posted, err
}

func (g *gallery) Comment(ctx context.Context, ref pull.Ref, body string) (posted pull.Posted, err error) {
	err = g.request("summary", func() (err error) { posted, err = g.host.Comment(ctx, ref, body); return err })
	return posted, err
}

func (g *gallery) EditComment(ctx context.Context, ref pull.Ref, id int64, body string) (posted pull.Posted, err error) {
	err = g.request("edit", func() (err error) { posted, err = g.host.EditComment(ctx, ref, id, body); return err })
	return posted, err
}

func (g *gallery) Reply(ctx context.Context, ref pull.Ref, root int64, body string) (posted pull.Posted, err error) {
	err = g.request("reply", func() (err error) { posted, err = g.host.Reply(ctx, ref, root, body); return err })
	return posted, err
}

// Resolve closes a thread, and sees to it that everything was said before.
func (g *gallery) Resolve(_ context.Context, _ pull.Ref, node string) error {
	return g.request("resolve", func() error {
		t := g.thread(node)
		if t == nil {
			return action.Fail(action.Gone, errors.New("no such thread"))
		}
		for id, n := range g.marks() {
			if n != 1 {
				g.t.Errorf("a thread is closed while %s stands %d times", id, n)
			}
		}
		t.Resolved = true
		return nil
	})
}

func (g *gallery) PutReviewing(_ context.Context, _ journal.Lease, _ pull.Ref, r journal.Reviewing) error {
	switch {
	case g.stale:
		return journal.ErrStale
	case g.dead:
		return errDead
	}
	g.noted = &r
	return nil
}

func (g *gallery) Reviewing(context.Context, pull.Ref) (journal.Reviewing, error) {
	if g.noted == nil {
		return journal.Reviewing{}, journal.ErrAbsent
	}
	return *g.noted, nil
}
