package world

import (
	"fmt"
	"strings"
)

// Synchronize gives a pull request a new head: its threads follow their lines
// or become outdated, and its timeline shows a push that was forced.
func (w *World) Synchronize(p *Pull, head, by string) error {
	repo, err := w.Git(w.RepoOf(p).Slug())
	if err != nil {
		return err
	}
	before := p.Head
	if before == head {
		return nil
	}
	forced := before != "" && !repo.Contains(head, before)
	p.Head, p.Pushed, p.Updated = head, w.Now(), w.Now()
	if err := repo.SetRef(fmt.Sprintf("refs/pull/%d/head", p.Number), head); err != nil {
		return err
	}
	if forced {
		e := w.event(p, "head_ref_force_pushed", by, p.HeadRef)
		e.Before, e.After = before, head
	}
	for _, t := range p.Threads {
		w.follow(p, t)
	}
	w.told("push", p, by, before, 0)
	return nil
}

// follow moves a thread's line to where it is at the head. A line that was
// changed is outdated, and stays so.
func (w *World) follow(p *Pull, t *Thread) {
	if t.Outdated || t.Subject == "FILE" || t.Side == "LEFT" || t.At == p.Head {
		return
	}
	repo, err := w.Git(w.RepoOf(p).Slug())
	if err != nil {
		return
	}
	line, start, found := t.Line, t.Start, true
	if diff, err := repo.Diff(t.At, p.Head, 0); err != nil {
		found = false
	} else if file := fileOf(diff, t.Path); file != nil {
		line, found = file.Move(t.Line)
		if t.Start != 0 && found {
			start, found = file.Move(t.Start)
		}
	}
	if !found || repo.Blob(p.Head, t.Path) == "" {
		t.Outdated, t.Line, t.Start = true, 0, 0
		return
	}
	t.Line, t.Start, t.At = line, start, p.Head
	for _, c := range t.Comments {
		c.Commit = p.Head
	}
}

// Refs reads the branches of a repository after a push and brings every pull
// request up to date. Who pushed is by.
func (w *World) Refs(slug, by string) error {
	repo, err := w.Git(slug)
	if err != nil {
		return err
	}
	refs, err := repo.Refs("refs/heads/")
	if err != nil {
		return err
	}
	for _, r := range w.Repos {
		for _, p := range r.Pulls {
			if err := w.moved(r, p, slug, refs, by); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *World) moved(r *Repository, p *Pull, slug string, refs map[string]string, by string) error {
	if p.State != "OPEN" {
		return nil
	}
	if base := refs["refs/heads/"+p.BaseRef]; r.Slug() == slug && base != "" && base != p.Base {
		p.Base, p.Updated = base, w.Now()
		w.told("push_base", p, by, base, 0)
	}
	head := refs["refs/heads/"+p.HeadRef]
	if p.HeadRepo != slug || head == "" || head == p.Head {
		return nil
	}
	if p.HeadRepo != r.Slug() {
		if err := w.bring(r, p.HeadRepo, head); err != nil {
			return err
		}
	}
	return w.Synchronize(p, head, by)
}

// bring copies a fork's commit into the base repository.
func (w *World) bring(r *Repository, fork, commit string) error {
	base, err := w.Git(r.Slug())
	if err != nil {
		return err
	}
	from, err := w.Git(fork)
	if err != nil {
		return err
	}
	return base.Fetch(from, commit)
}

// SetDraft marks a pull request ready, or a draft again.
func (w *World) SetDraft(p *Pull, by string, draft bool) error {
	switch {
	case p.State != "OPEN":
		return Invalid("Pull request is closed")
	case p.Draft == draft:
		return nil
	}
	p.Draft = draft
	if draft {
		w.event(p, "convert_to_draft", by, "")
		w.told("draft", p, by, "", 0)
		return nil
	}
	w.event(p, "ready_for_review", by, "")
	w.told("ready", p, by, "", 0)
	return nil
}

// Request asks an account for a review.
func (w *World) Request(p *Pull, by, login string) error {
	account := w.Account(login)
	switch {
	case account == nil || account.Kind == Organization:
		return Invalid("Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator of the %s repository.", w.RepoOf(p).Slug())
	case account.Login == p.Author:
		return Invalid("Review cannot be requested from pull request author.")
	}
	for _, asked := range p.Requested {
		if asked.Login == account.Login {
			return nil
		}
	}
	e := w.event(p, "review_requested", by, account.Login)
	p.Requested = append(p.Requested, Request{NodeID: NodeID("request", e.ID), Login: account.Login, By: by, At: w.Now()})
	w.told("request", p, by, account.Login, 0)
	return nil
}

// Unrequest takes a review request back.
func (w *World) Unrequest(p *Pull, by, login string) {
	kept := p.Requested[:0:0]
	for _, asked := range p.Requested {
		if !strings.EqualFold(asked.Login, Plain(login)) {
			kept = append(kept, asked)
			continue
		}
		w.event(p, "review_request_removed", by, asked.Login)
	}
	p.Requested = kept
	w.told("unrequest", p, by, login, 0)
}

// Close a pull request without merging, or open it again.
func (w *World) Close(p *Pull, by string, closed bool) error {
	now := w.Now()
	switch {
	case p.State == "MERGED":
		return Invalid("Pull request is merged")
	case closed && p.State == "OPEN":
		p.State, p.Closed = "CLOSED", &now
		w.event(p, "closed", by, "")
		w.told("close", p, by, "", 0)
	case !closed && p.State == "CLOSED":
		p.State, p.Closed = "OPEN", nil
		w.event(p, "reopened", by, "")
		w.told("reopen", p, by, "", 0)
	}
	return nil
}

// Retarget changes the base branch.
func (w *World) Retarget(p *Pull, by, base string) error {
	repo, err := w.Git(w.RepoOf(p).Slug())
	if err != nil {
		return err
	}
	oid, ok := repo.Ref("refs/heads/" + base)
	if !ok {
		return Invalid("Proposed base branch '%s' was not found", base)
	}
	e := w.event(p, "base_ref_changed", by, base)
	e.Before, e.After = p.BaseRef, base
	p.BaseRef, p.Base = base, oid
	w.told("retarget", p, by, base, 0)
	return nil
}

// SetLabel puts a label on, or takes it off. A label that the repository does
// not have is made, as REST does.
func (w *World) SetLabel(p *Pull, by, name string, on bool) {
	r := w.RepoOf(p)
	if r.Label(name) == nil {
		id := w.number("label")
		r.Labels = append(r.Labels, &Label{ID: id, NodeID: NodeID("label", id), Name: name})
	}
	kept := p.Labels[:0:0]
	had := false
	for _, l := range p.Labels {
		if l == name {
			had = true
			continue
		}
		kept = append(kept, l)
	}
	p.Labels = kept
	if on {
		p.Labels = append(p.Labels, name)
	}
	if had == on {
		return
	}
	kind := map[bool]string{true: "labeled", false: "unlabeled"}[on]
	w.event(p, kind, by, name)
	w.told("label", p, by, name, 0)
}

// Label finds a label of the repository.
func (r *Repository) Label(name string) *Label {
	for _, l := range r.Labels {
		if strings.EqualFold(l.Name, name) {
			return l
		}
	}
	return nil
}
