package perform_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/pull"
)

// host is a GitHub with a memory: what a deed says is there afterwards.
type host struct {
	head      pull.Oid
	state     pull.State
	draft     bool
	drafting  bool // a draft review of ours is open
	threads   []*pull.Thread
	comments  []*pull.Comment
	reviews   []*pull.Review
	asked     []string
	labels    []string
	issues    []string
	pulls     []pull.Opening
	published []pull.Publication
	reruns    []int64
	readies   int
	next      int64
	at        time.Time

	before error // the next write is refused with it
	after  error // the next write takes effect, and its answer is this
	blind  error // reads fail with it
}

func newHost(head pull.Oid) *host {
	return &host{head: head, state: pull.Open, draft: true, next: 9000, at: noon}
}

// opened: a reviewer opens a thread; the id is its first comment's.
func (h *host) opened(id int64, path, body string) {
	h.threads = append(h.threads, &pull.Thread{
		NodeID: fmt.Sprintf("node-t%d", id), Path: path, Line: 2, Side: "RIGHT", Subject: "LINE",
		Comments: []pull.Comment{{ID: id, NodeID: fmt.Sprintf("node-%d", id), Author: pull.Author{Login: "bugbot", Kind: pull.Bot}, CreatedAt: noon, Body: body}},
	})
}

// spoken: somebody adds a word to a thread, a minute later.
func (h *host) spoken(thread, body string) {
	h.at = h.at.Add(time.Minute)
	h.next++
	t := h.thread(thread)
	t.Comments = append(t.Comments, pull.Comment{ID: h.next, Author: pull.Author{Login: "maria", Kind: pull.Person}, CreatedAt: h.at, Body: body})
}

func (h *host) thread(node string) *pull.Thread {
	for _, t := range h.threads {
		if t.NodeID == node {
			return t
		}
	}
	return nil
}

// snapshot is a look at everything.
func (h *host) snapshot() pull.Snapshot {
	s := pull.Snapshot{
		Ref: shop, At: h.at, Title: "Cart totals in cents", NodeID: "node-pr", State: h.state, Draft: h.draft, Head: h.head,
		HeadRef: "cart", HeadRepo: "acme/shop", BaseRef: "main", Viewer: pull.Viewer{Login: "dev", ID: 7, Permission: "write"},
	}
	for _, t := range h.threads {
		seen := *t
		seen.Comments = slices.Clone(t.Comments)
		s.Threads = append(s.Threads, seen)
	}
	for _, c := range h.comments {
		seen := *c
		seen.Marks = secret.Read(shop.String(), c.Body)
		s.Comments = append(s.Comments, seen)
	}
	for _, r := range h.reviews {
		s.Reviews = append(s.Reviews, *r)
	}
	return s
}

// Tip reads by node id.
func (h *host) Tip(_ context.Context, _ pull.Ref, node, item string) (pull.Tip, error) {
	if h.blind != nil {
		return pull.Tip{}, h.blind
	}
	if node != "node-pr" {
		return pull.Tip{}, action.Fail(action.Gone, fmt.Errorf("no node %q", node))
	}
	tip := pull.Tip{Head: h.head, Draft: h.draft, State: h.state, PendingReview: h.drafting}
	if t := h.thread(item); t != nil {
		tip.Thread = *t
	}
	for _, c := range h.comments {
		if c.NodeID == item {
			tip.Word = *c
		}
	}
	for _, r := range h.reviews {
		if r.NodeID == item {
			tip.Word = pull.Comment{ID: r.ID, NodeID: r.NodeID, CreatedAt: r.SubmittedAt, EditedAt: r.EditedAt, Body: r.Body}
		}
	}
	return tip, nil
}

// write lets a change happen unless it is to be refused, and loses its answer
// where it is to be lost.
func (h *host) write(change func()) error {
	if err := h.before; err != nil {
		h.before = nil
		return err
	}
	change()
	err := h.after
	h.after = nil
	return err
}

func (h *host) said(body string) pull.Comment {
	h.next++
	h.at = h.at.Add(time.Second)
	return pull.Comment{
		ID: h.next, NodeID: fmt.Sprintf("node-%d", h.next), URL: fmt.Sprintf("https://github.com/acme/shop/pull/42#r%d", h.next),
		Author: pull.Author{Login: "dev", ID: 7}, CreatedAt: h.at, Body: body, Ours: true, Marks: secret.Read(shop.String(), body),
	}
}

// Reply adds a comment of ours to a thread.
func (h *host) Reply(_ context.Context, _ pull.Ref, root int64, body string) (posted pull.Posted, err error) {
	t := h.thread(fmt.Sprintf("node-t%d", root))
	if t == nil {
		return pull.Posted{}, action.Fail(action.Gone, fmt.Errorf("no comment %d", root))
	}
	err = h.write(func() {
		c := h.said(body)
		c.Pending = h.drafting
		t.Comments = append(t.Comments, c)
		posted = pull.Posted{ID: c.ID, URL: c.URL}
	})
	return posted, err
}

// Comment adds a comment of ours to the conversation.
func (h *host) Comment(_ context.Context, _ pull.Ref, body string) (posted pull.Posted, err error) {
	err = h.write(func() {
		c := h.said(body)
		h.comments = append(h.comments, &c)
		posted = pull.Posted{ID: c.ID, URL: c.URL}
	})
	return posted, err
}

// EditComment rewrites a comment of ours.
func (h *host) EditComment(_ context.Context, _ pull.Ref, id int64, body string) (posted pull.Posted, err error) {
	for _, c := range h.comments {
		if c.ID == id {
			err = h.write(func() { c.Body, posted = body, pull.Posted{ID: c.ID, URL: c.URL} })
			return posted, err
		}
	}
	return posted, action.Fail(action.Gone, fmt.Errorf("no comment %d", id))
}

// EditReply rewrites a comment of ours in a thread.
func (h *host) EditReply(_ context.Context, _ pull.Ref, id int64, body string) (posted pull.Posted, err error) {
	for _, t := range h.threads {
		for i, c := range t.Comments {
			if c.ID == id && c.Ours {
				err = h.write(func() { t.Comments[i].Body, posted = body, pull.Posted{ID: c.ID, URL: c.URL} })
				return posted, err
			}
		}
	}
	return posted, action.Fail(action.Gone, fmt.Errorf("no comment %d", id))
}

// Rerun starts a check again.
func (h *host) Rerun(_ context.Context, _ pull.Ref, check int64) error {
	return h.write(func() { h.reruns = append(h.reruns, check) })
}

// DeleteComment takes a comment back.
func (h *host) DeleteComment(_ context.Context, _ pull.Ref, id int64, inline bool) error {
	of := func(c pull.Comment) bool { return c.ID == id }
	for _, t := range h.threads {
		if inline && slices.ContainsFunc(t.Comments, of) {
			return h.write(func() { t.Comments = slices.DeleteFunc(t.Comments, of) })
		}
	}
	is := func(c *pull.Comment) bool { return c.ID == id }
	if !inline && slices.ContainsFunc(h.comments, is) {
		return h.write(func() { h.comments = slices.DeleteFunc(h.comments, is) })
	}
	return action.Fail(action.Gone, fmt.Errorf("no comment %d", id))
}

// Resolve closes a thread.
func (h *host) Resolve(_ context.Context, _ pull.Ref, node string) error {
	t := h.thread(node)
	if t == nil {
		return action.Fail(action.Gone, errors.New("no such thread"))
	}
	if t.Resolved {
		return action.Fail(action.Refused, errors.New("it was resolved before"))
	}
	return h.write(func() { t.Resolved = true })
}

// RequestReview asks an account for a review.
func (h *host) RequestReview(_ context.Context, _ pull.Ref, login string, _ bool) error {
	return h.write(func() { h.asked = append(h.asked, login) })
}

// MarkReady ends the draft state.
func (h *host) MarkReady(_ context.Context, _ pull.Ref, _ string) error {
	return h.write(func() { h.draft, h.readies = false, h.readies+1 })
}

// Publish says under our own check's name how a commit stands.
func (h *host) Publish(_ context.Context, _ pull.Ref, p pull.Publication) error {
	return h.write(func() { h.published = append(h.published, p) })
}

// AddLabel puts a label on.
func (h *host) AddLabel(_ context.Context, _ pull.Ref, name string) error {
	return h.write(func() { h.labels = append(h.labels, name) })
}

// OpenPull opens one pull request beside this, however often it is asked.
func (h *host) OpenPull(_ context.Context, _ pull.Ref, o pull.Opening) (posted pull.Posted, err error) {
	err = h.write(func() {
		if len(h.pulls) == 0 {
			h.pulls = append(h.pulls, o)
		}
		posted = pull.Posted{ID: 43, URL: "https://github.com/acme/shop/pull/43"}
	})
	return posted, err
}

// OpenIssue opens an issue; one whose body holds the receipt is given again.
func (h *host) OpenIssue(_ context.Context, _ pull.Ref, _, receipt, _, body string) (posted pull.Posted, err error) {
	err = h.write(func() {
		i := slices.IndexFunc(h.issues, func(text string) bool { return strings.Contains(text, receipt) })
		if i < 0 {
			i = len(h.issues)
			h.issues = append(h.issues, body)
		}
		posted = pull.Posted{ID: int64(50 + i), URL: fmt.Sprintf("https://github.com/acme/shop/issues/%d", 50+i)}
	})
	return posted, err
}

// voice is everything that we have said anywhere.
func (h *host) voice() []string {
	var said []string
	for _, t := range h.threads {
		for _, c := range t.Comments {
			if c.Ours {
				said = append(said, c.Body)
			}
		}
	}
	for _, c := range h.comments {
		if c.Ours {
			said = append(said, c.Body)
		}
	}
	return said
}

// touched tells every effect that a deed of ours has had here.
func (h *host) touched() string {
	resolved := 0
	for _, t := range h.threads {
		if t.Resolved {
			resolved++
		}
	}
	return fmt.Sprint(len(h.voice()), " said, ", resolved, " resolved, ", len(h.asked), " asked, ", len(h.labels), " labels, ", h.readies, " readies")
}

const untouched = "0 said, 0 resolved, 0 asked, 0 labels, 0 readies"
