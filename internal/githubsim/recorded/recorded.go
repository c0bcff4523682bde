// Package recorded fills a world with answers of the live service that somebody
// recorded: GraphQL and REST, whole or cut to the list that was of interest.
//
// It promises to take over what a recording tells and to invent no word of it:
// an author who is not told is one who is gone, a number that is not told is
// given by the world. The code behind a recording is not in it: a pull request
// that has to be made has one commit on each side, which say so. It reads
// structure, never texts, and refuses what holds no part of a pull request.
package recorded

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/settlehq/settle/internal/githubsim/gitrepo"
	"github.com/settlehq/settle/internal/githubsim/world"
)

// ErrNothing says that an answer holds nothing of a pull request.
var ErrNothing = errors.New("holds no threads, reviews, comments or checks of a pull request")

// object is one JSON object.
type object = map[string]any

// loader fills one pull request.
type loader struct {
	w     *world.World
	r     *world.Repository
	p     *world.Pull
	found int
}

// Load adds an answer to the first pull request of the world, which is made
// where there is none. Name is for messages.
func Load(w *world.World, repository, name string, text []byte) error {
	var answer any
	if err := json.Unmarshal(text, &answer); err != nil {
		return fmt.Errorf("read JSON: %w", err)
	}
	return w.Do(func() error {
		r, p, err := target(w, repository, name)
		if err != nil {
			return err
		}
		l := &loader{w: w, r: r, p: p}
		l.walk(answer)
		if l.found == 0 {
			return ErrNothing
		}
		return nil
	})
}

// target is the pull request that recordings are about.
func target(w *world.World, repository, name string) (*world.Repository, *world.Pull, error) {
	for _, r := range w.Repos {
		if len(r.Pulls) > 0 {
			return r, r.Pulls[0], nil
		}
	}
	owner, short := split(repository)
	w.AddAccount(owner, world.Organization, "", 0)
	r := w.AddRepository(owner, short, "main")
	repo, err := w.Git(r.Slug())
	if err != nil {
		return nil, nil, err
	}
	by := world.PersonOf(w.Viewer.Login)
	base, err := repo.Commit(gitrepo.New{Files: map[string]string{"RECORDED": "The code behind a recording is not in it.\n"}, Message: "Start\n", By: by, At: w.Now()})
	if err != nil {
		return nil, nil, err
	}
	head, err := repo.Commit(gitrepo.New{Parents: []string{base}, Files: map[string]string{"RECORDED": "Filled from " + name + ".\n"}, Message: "Recorded\n", By: by, At: w.Now()})
	if err != nil {
		return nil, nil, err
	}
	p := &world.Pull{Number: 1, Title: "Recorded: " + name, Author: w.Viewer.Login, BaseRef: "main", HeadRef: "topic", Head: head, Base: base}
	for ref, oid := range map[string]string{"refs/heads/main": base, "refs/heads/topic": head, "refs/pull/1/head": head} {
		if err := repo.SetRef(ref, oid); err != nil {
			return nil, nil, err
		}
	}
	return r, w.AddPull(r, p), nil
}

// walk looks for the parts of a pull request, from the outside in. A part that
// was recognised is not looked into again.
func (l *loader) walk(value any) {
	switch v := value.(type) {
	case []any:
		if !l.list(v) {
			for _, one := range v {
				l.walk(one)
			}
		}
	case object:
		if l.part(v) {
			return
		}
		for _, key := range sorted(v) {
			l.walk(v[key])
		}
	}
}

// list takes a list of one kind; false where it is of no known kind.
func (l *loader) list(list []any) bool {
	objects := allObjects(list)
	if len(objects) == 0 {
		return false
	}
	switch first := objects[0]; {
	case has(first, "isResolved") && has(first, "comments"):
		for _, t := range objects {
			l.thread(t)
		}
	case has(first, "pull_request_review_id") || has(first, "diff_hunk"):
		l.inline(objects)
	case has(first, "state") && (has(first, "submitted_at") || has(first, "submittedAt")):
		for _, r := range objects {
			l.review(r)
		}
	case has(first, "body") && (has(first, "createdAt") || has(first, "created_at")):
		for _, c := range objects {
			l.comment(c)
		}
	case has(first, "head_sha") && has(first, "status"):
		for _, c := range objects {
			l.check(c)
		}
	default:
		return false
	}
	return true
}

// part takes an object that is a part by itself: a review found by its id.
func (l *loader) part(o object) bool {
	switch {
	case has(o, "body") && has(o, "state") && has(o, "author") && has(o, "createdAt"):
		l.review(o)
	case has(o, "isResolved") && has(o, "comments"):
		l.thread(o)
	default:
		return false
	}
	return true
}
