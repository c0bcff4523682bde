package world

import (
	"strings"
	"unicode/utf8"
)

// longest is the host's bound of one body, in characters.
const longest = 65536

func goodBody(body string) error {
	switch {
	case strings.TrimSpace(body) == "":
		return Invalid("Body cannot be blank")
	case utf8.RuneCountInString(body) > longest:
		return tooLong()
	}
	return nil
}

func tooLong() error { return Invalid("Body is too long (maximum is %d characters)", longest) }

// Comment adds a comment to the conversation.
func (w *World) Comment(p *Pull, by, body string) (*Comment, error) {
	if err := goodBody(body); err != nil {
		return nil, err
	}
	id := w.number("comment")
	c := &Comment{ID: id, NodeID: NodeID("comment", id), Author: by, Body: body, Created: w.Now()}
	p.Comments = append(p.Comments, c)
	p.Updated = w.Now()
	w.told("comment", p, by, body, c.ID)
	return c, nil
}

func (w *World) told(kind string, p *Pull, by, text string, comment int64) {
	slug := ""
	if r := w.RepoOf(p); r != nil {
		slug = r.Slug()
	}
	w.happen(Happened{Kind: kind, Repo: slug, Pull: p.Number, Actor: by, Commit: p.Head, Comment: comment, Text: text})
}

// Reply adds a comment to a thread. With a pending review of the same account
// it lands in that draft, where only its author sees it; without one it is a
// review of its own.
func (w *World) Reply(p *Pull, t *Thread, by, body string) (*Comment, error) {
	if err := goodBody(body); err != nil {
		return nil, err
	}
	draft := p.PendingOf(by)
	review := draft
	if review == nil {
		review = w.newReview(p, by, "", p.Head)
	}
	c := w.reviewComment(p, t, review, body)
	if draft == nil {
		w.submit(p, review, "COMMENTED")
		w.told("reply", p, by, body, c.ID)
	}
	return c, nil
}

func (w *World) reviewComment(p *Pull, t *Thread, review *Review, body string) *Comment {
	id := w.number("review_comment")
	c := &Comment{
		ID: id, NodeID: NodeID("review_comment", id), Author: review.Author, Body: body, Created: w.Now(),
		Thread: t.NodeID, Review: review.ID, Commit: review.Commit, Origin: review.Commit,
	}
	if len(t.Comments) > 0 {
		root := t.Comments[0]
		c.ReplyTo, c.Hunk, c.Commit, c.Origin = root.ID, root.Hunk, root.Commit, root.Origin
	}
	t.Comments = append(t.Comments, c)
	p.Updated = w.Now()
	return c
}

// Edit changes a comment's body.
func (w *World) Edit(p *Pull, c *Comment, by, body string) error {
	if err := goodBody(body); err != nil {
		return err
	}
	now := w.Now()
	c.Body, c.Edited, p.Updated = body, &now, now
	w.told("edit", p, by, body, c.ID)
	return nil
}

// Delete takes a comment away; a thread without comments goes too.
func (w *World) Delete(p *Pull, c *Comment, by string) {
	p.Comments = without(p.Comments, c)
	for _, t := range p.Threads {
		t.Comments = without(t.Comments, c)
	}
	kept := p.Threads[:0:0]
	for _, t := range p.Threads {
		if len(t.Comments) > 0 {
			kept = append(kept, t)
		}
	}
	p.Threads, p.Updated = kept, w.Now()
	w.told("delete", p, by, "", c.ID)
}

func without(list []*Comment, one *Comment) []*Comment {
	kept := list[:0:0]
	for _, c := range list {
		if c != one {
			kept = append(kept, c)
		}
	}
	return kept
}

// Minimize hides a comment for a reason (GraphQL's classifier in lower case),
// or shows it again without one.
func (w *World) Minimize(p *Pull, c *Comment, by, reason string) {
	c.Minimized, p.Updated = reason, w.Now()
	w.told("minimize", p, by, reason, c.ID)
}

// Resolve and unresolve a thread.
func (w *World) Resolve(p *Pull, t *Thread, by string, resolved bool) {
	if t.Resolved == resolved {
		return
	}
	t.Resolved, t.ResolvedBy = resolved, ""
	kind := "unresolve"
	if resolved {
		t.ResolvedBy, kind = by, "resolve"
	}
	p.Updated = w.Now()
	var root int64
	if len(t.Comments) > 0 {
		root = t.Comments[0].ID
	}
	w.told(kind, p, by, "", root)
}

// React puts a reaction on a list, once for each account and content.
func (w *World) React(p *Pull, on *[]*Reaction, by, content string) *Reaction {
	for _, r := range *on {
		if r.By == by && r.Content == content {
			return r
		}
	}
	id := w.number("reaction")
	r := &Reaction{ID: id, NodeID: NodeID("reaction", id), Content: content, By: by, At: w.Now()}
	*on = append(*on, r)
	w.told("react", p, by, content, 0)
	return r
}

// Unreact takes a reaction away.
func (w *World) Unreact(p *Pull, on *[]*Reaction, by, content string) {
	kept := (*on)[:0:0]
	for _, r := range *on {
		if r.By != by || r.Content != content {
			kept = append(kept, r)
		}
	}
	*on = kept
	w.told("unreact", p, by, content, 0)
}
