package github_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/githubsim"
	"github.com/settlehq/settle/internal/githubsim/world"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/pull"
)

// truth is a pull request as the world has it, in the words of a snapshot. It is
// made from the stored state and never from an answer of the stand-in's API.
type truth struct {
	t    *testing.T
	w    *world.World
	r    *world.Repository
	p    *world.Pull
	ref  pull.Ref
	s    pull.Snapshot
	seen map[int64]int // comments of each review
}

func truthOf(t *testing.T, sim *githubsim.Sim, ref pull.Ref) pull.Snapshot {
	t.Helper()
	all := truth{t: t, ref: ref, seen: map[int64]int{}}
	err := sim.World.View(time.Time{}, func(w *world.World) error {
		all.w, all.r = w, w.Repository(ref.Slug())
		all.p = all.r.Pull(ref.Number)
		return all.read()
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.s
}

func (t *truth) read() error {
	p, url := t.p, fmt.Sprintf("https://github.com/%s/pull/%d", t.ref.Slug(), t.ref.Number)
	viewer := t.w.Account(t.w.Viewer.Login)
	t.s = pull.Snapshot{
		Ref: t.ref, URL: url, Title: p.Title, NodeID: p.NodeID, State: pull.State(strings.ToLower(p.State)), Draft: p.Draft, Queued: p.Queued,
		Viewer: pull.Viewer{Login: viewer.Login, ID: viewer.ID, Permission: t.w.Viewer.Permission}, Author: t.author(p.Author, true),
		Head: pull.Oid(p.Head), HeadRef: p.HeadRef, HeadRepo: p.HeadRepo, Base: pull.Oid(p.Base), BaseRef: p.BaseRef,
		Decision: pull.Decision(strings.ToLower(t.w.Decision(p))), Below: t.below(),
		Fork: p.HeadRepo != t.r.Slug(), Maintainer: p.Maintainer, Merge: pull.Merge(strings.ToLower(t.w.MergeState(p, 0))), Labels: append([]string(nil), p.Labels...),
		Reactions: t.reactions(p.Reactions),
	}
	if word := t.w.Mergeable(p, 0); word != "UNKNOWN" {
		t.s.Mergeable = new(word == "MERGEABLE")
	}
	if draft := p.PendingOf(viewer.Login); draft != nil {
		t.s.Viewer.PendingReview = draft.NodeID
	}
	t.threads(url)
	t.talk(url)
	t.reviews(url)
	t.checks()
	t.timeline()
	t.rules()
	return t.code()
}

// below: of several pull requests from one branch the oldest is meant.
func (t *truth) below() *pull.Below {
	for _, p := range t.r.Pulls {
		if p.State == "OPEN" && p.HeadRepo == t.r.Slug() && p.HeadRef == t.p.BaseRef && p != t.p && t.p.BaseRef != t.r.DefaultBranch {
			return &pull.Below{Number: p.Number, Draft: p.Draft}
		}
	}
	return nil
}

func (t *truth) author(login string, associated bool) pull.Author {
	a := t.w.Account(login)
	if a == nil {
		return pull.Author{Kind: pull.Unknown}
	}
	author := pull.Author{Login: strings.ToLower(a.Login), ID: a.ID, Kind: pull.Unknown}
	switch a.Kind {
	case world.User:
		author.Kind = pull.Person
	case world.Bot:
		author.Kind = pull.Bot
	}
	if !associated {
		return author
	}
	author.Association = a.Association
	if a.Association == "" {
		author.Association = map[bool]string{true: "CONTRIBUTOR", false: "NONE"}[a.Login == t.p.Author]
	}
	switch author.Association {
	case "OWNER", "MEMBER", "COLLABORATOR":
		author.Trust = pull.Maintainer
	case "CONTRIBUTOR":
		author.Trust = pull.Contributor
	default:
		author.Trust = pull.Outsider
	}
	return author
}

// reactions stand in the host's order of contents, each in the order of time.
func (t *truth) reactions(list []*world.Reaction) []pull.Reaction {
	var all []pull.Reaction
	for _, content := range []string{"THUMBS_UP", "THUMBS_DOWN", "LAUGH", "HOORAY", "CONFUSED", "HEART", "ROCKET", "EYES"} {
		for _, r := range list {
			if r.Content == content {
				all = append(all, pull.Reaction{Content: strings.ToLower(content), By: t.author(r.By, false), At: r.At})
			}
		}
	}
	return all
}

func (t *truth) comment(c *world.Comment, url string) pull.Comment {
	said := pull.Comment{
		ID: c.ID, NodeID: c.NodeID, URL: url, Author: t.author(c.Author, true), CreatedAt: c.Created, EditedAt: c.Edited, Body: c.Body,
		Minimized: c.Minimized != "", Ours: c.Author == t.w.Viewer.Login,
	}
	marks := secret.Read(t.ref.String(), c.Body)
	if said.Ours {
		said.Marks = marks
	} else {
		said.Foreign = len(marks) > 0
	}
	return said
}

func (t *truth) sees(review int64) bool {
	r := t.p.Review(review)
	return r == nil || r.State != "PENDING" || r.Author == t.w.Viewer.Login
}

func (t *truth) threads(url string) {
	for _, thread := range t.p.Threads {
		out := pull.Thread{
			NodeID: thread.NodeID, Path: thread.Path, Line: thread.Line, StartLine: thread.Start, OriginalLine: thread.OriginalLine, OriginalStart: thread.OriginalStart,
			Side: thread.Side, Subject: thread.Subject, Resolved: thread.Resolved, Outdated: thread.Outdated,
		}
		if a := t.w.Account(thread.ResolvedBy); a != nil && a.Kind == world.User {
			out.ResolvedBy = strings.ToLower(a.Login) // the host names persons only
		}
		for _, c := range thread.Comments {
			if !t.sees(c.Review) {
				continue
			}
			said := t.comment(c, fmt.Sprintf("%s#discussion_r%d", url, c.ID))
			said.Commit, said.Review = pull.Oid(c.Origin), c.Review
			if len(out.Comments) == 0 {
				said.Hunk = c.Hunk
			}
			if r := t.p.Review(c.Review); r != nil && r.State == "PENDING" {
				said.Pending = true
			}
			t.seen[c.Review]++
			out.Comments = append(out.Comments, said)
		}
		if out.Total = len(out.Comments); out.Total > 0 {
			t.s.Threads = append(t.s.Threads, out)
		}
	}
}

func (t *truth) talk(url string) {
	for _, c := range t.p.Comments {
		said := t.comment(c, fmt.Sprintf("%s#issuecomment-%d", url, c.ID))
		said.Reactions = t.reactions(c.Reactions)
		t.s.Comments = append(t.s.Comments, said)
	}
}

func (t *truth) reviews(url string) {
	for _, r := range t.p.Reviews {
		if r.State == "PENDING" {
			continue
		}
		t.s.Reviews = append(t.s.Reviews, pull.Review{
			ID: r.ID, NodeID: r.NodeID, URL: fmt.Sprintf("%s#pullrequestreview-%d", url, r.ID), Author: t.author(r.Author, true),
			State: pull.ReviewState(strings.ToLower(r.State)), Commit: pull.Oid(r.Commit), SubmittedAt: *r.Submitted, EditedAt: r.Edited, Body: r.Body,
			Ours: r.Author == t.w.Viewer.Login, Inline: t.seen[r.ID], Reactions: t.reactions(r.Reactions),
		})
	}
}

func instant(at *time.Time) time.Time {
	if at == nil {
		return time.Time{}
	}
	return *at
}

// running and concluded are the words of the two scales, put on one by hand.
var (
	running   = map[string]pull.CheckStatus{"queued": "queued", "pending": "queued", "requested": "queued", "in_progress": "in_progress", "waiting": "waiting"}
	concluded = map[string]pull.CheckStatus{"success": "success", "pending": "queued", "failure": "failure", "error": "failure"}
)

func (t *truth) checks() {
	for _, c := range t.r.ChecksAt(t.p.Head) {
		status, under := running[c.Status]
		if !under {
			status = pull.CheckStatus(c.Conclusion)
		}
		t.s.Checks = append(t.s.Checks, pull.Check{
			ID: c.ID, Name: c.Name, App: c.App, AppID: c.AppID, Status: status, Required: t.r.Requires(t.p.BaseRef, c.Name), Head: pull.Oid(t.p.Head),
			URL: c.URL, Title: c.Title, StartedAt: instant(c.Started), CompletedAt: instant(c.Completed),
		})
	}
	for _, st := range t.r.StatusesAt(t.p.Head) {
		t.s.Checks = append(t.s.Checks, pull.Check{
			Name: st.Context, Status: concluded[st.State], Required: t.r.Requires(t.p.BaseRef, st.Context), Head: pull.Oid(t.p.Head),
			URL: st.URL, Title: st.Text, StartedAt: st.At, CompletedAt: st.At,
		})
	}
}

// shownKinds are the kinds of event that a snapshot has.
var shownKinds = []string{
	"head_ref_force_pushed", "review_requested", "review_request_removed", "ready_for_review", "convert_to_draft", "labeled", "unlabeled",
	"base_ref_changed", "review_dismissed", "closed", "reopened", "merged", "head_ref_deleted", "added_to_merge_queue", "removed_from_merge_queue",
}

func (t *truth) timeline() {
	for _, e := range t.p.Timeline {
		if !slices.Contains(shownKinds, e.Kind) {
			continue
		}
		event := pull.Event{Kind: e.Kind, At: e.At, Actor: t.author(e.Actor, false)}
		switch e.Kind {
		case "review_requested", "review_request_removed":
			event.Subject = strings.ToLower(e.Subject)
		case "labeled", "unlabeled":
			event.Subject = e.Subject
		case "head_ref_force_pushed":
			event.Commit = pull.Oid(e.After)
			if e.After == t.p.Head {
				t.s.HeadAt = e.At
			}
		}
		t.s.Events = append(t.s.Events, event)
	}
	for _, asked := range t.p.Requested {
		a := pull.Asked{Login: strings.ToLower(asked.Login), ID: t.w.Account(asked.Login).ID, At: asked.At, By: strings.ToLower(asked.By)}
		t.s.Asked = append(t.s.Asked, a)
	}
}

func (t *truth) rules() {
	rules := t.r.RulesFor(t.p.BaseRef)
	if rules == nil {
		return
	}
	for _, name := range rules.Checks {
		t.s.Required = append(t.s.Required, pull.Requirement{Name: name})
	}
	t.s.Conversations = rules.Conversations
	if !rules.Classic {
		t.s.Restrictions = append([]string(nil), rules.Restrictions...)
	}
}

// code is what stands in git: our trailers, and the policy of the base branch.
func (t *truth) code() error {
	repo, err := t.w.Git(t.ref.Slug())
	if err != nil {
		return err
	}
	log, err := repo.Log(t.p.Base, t.p.Head)
	if err != nil {
		return err
	}
	for _, c := range log {
		t.s.Commits = append(t.s.Commits, pull.Oid(c.Oid))
		if items, key := mark.ReadTrailers(c.Message); key != "" {
			t.s.Ours = append(t.s.Ours, pull.Trailer{Key: key, Items: items, Commit: pull.Oid(c.Oid)})
		}
	}
	if tip, there := repo.Ref("refs/heads/" + t.p.BaseRef); there {
		t.s.BaseTip = pull.Oid(tip)
	}
	for _, path := range []string{".settle.yaml", ".github/settle.yaml"} {
		if text, there := repo.File(t.p.Base, path); there {
			t.s.PolicyPath, t.s.PolicyText = path, text
			return nil
		}
	}
	return t.house()
}

// house is the policy of the owner's .github repository.
func (t *truth) house() error {
	house := t.w.Repository(t.ref.Owner + "/.github")
	if house == nil {
		return nil
	}
	repo, err := t.w.Git(house.Slug())
	if err != nil {
		return err
	}
	for _, path := range []string{".settle.yaml", ".github/settle.yaml"} {
		if text, there := repo.File("refs/heads/"+house.DefaultBranch, path); there {
			t.s.PolicyRepo, t.s.PolicyPath, t.s.PolicyText = house.Slug(), path, text
			return nil
		}
	}
	return nil
}
