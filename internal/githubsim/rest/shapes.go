package rest

import (
	"fmt"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/githubsim/world"
)

// object is one JSON object.
type object = map[string]any

func stamp(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UTC().Format(time.RFC3339)
}

func stampOr(t *time.Time) any {
	if t == nil {
		return nil
	}
	return stamp(*t)
}

func given(text string) any {
	if text == "" {
		return nil
	}
	return text
}

func positive(n int) any {
	if n <= 0 {
		return nil
	}
	return n
}

// account of a login, with the suffix that REST gives to bots; null when it is gone.
func (c *call) account(login string) any {
	a := c.Account(login)
	if a == nil {
		return nil
	}
	name, html := a.Login, c.World.Host+"/"+a.Login
	if a.Kind == world.Bot {
		name, html = a.Login+"[bot]", c.World.Host+"/apps/"+a.Login
	}
	return object{
		"login": name, "id": a.ID, "node_id": a.NodeID, "type": a.Kind, "avatar_url": c.Avatar(a), "html_url": html,
		"url": c.base() + "/users/" + name, "site_admin": false,
	}
}

// base is the address that this request came by.
func (c *call) base() string { return "http://" + c.r.Host }

func (c *call) repository(r *world.Repository) any {
	if r == nil {
		return nil
	}
	may := func(role string) bool { return c.Viewer.May(role) }
	return object{
		"id": r.ID, "node_id": r.NodeID, "name": r.Name, "full_name": r.Slug(), "owner": c.account(r.Owner), "private": false,
		"html_url": c.World.Host + "/" + r.Slug(), "url": c.base() + "/repos/" + r.Slug(), "default_branch": r.DefaultBranch, "fork": r.ForkOf != "",
		"archived": false, "disabled": false, "visibility": "public", "clone_url": c.base() + "/" + r.Slug() + ".git",
		"permissions": object{"admin": may("admin"), "maintain": may("maintain"), "push": may("write"), "triage": may("triage"), "pull": may("read")},
	}
}

func (c *call) pullURL(r *world.Repository, p *world.Pull) string {
	return fmt.Sprintf("%s/%s/pull/%d", c.World.Host, r.Slug(), p.Number)
}

func (c *call) association(p *world.Pull, login string) string {
	a := c.Account(login)
	switch {
	case a == nil:
		return "NONE"
	case a.Association == "" && login == p.Author:
		return "CONTRIBUTOR"
	case a.Association == "":
		return "NONE"
	}
	return a.Association
}

func (c *call) pullObject(r *world.Repository, p *world.Pull) object {
	head := c.Repository(p.HeadRepo)
	owner := r.Owner
	if head != nil {
		owner = head.Owner
	}
	var asked []any
	for _, one := range p.Requested {
		asked = append(asked, c.account(one.Login))
	}
	return object{
		"id": p.ID, "node_id": p.NodeID, "number": p.Number, "title": p.Title, "body": given(p.Body), "state": state(p), "draft": p.Draft, "locked": false,
		"html_url": c.pullURL(r, p), "url": fmt.Sprintf("%s/repos/%s/pulls/%d", c.base(), r.Slug(), p.Number), "user": c.account(p.Author),
		"author_association": c.association(p, p.Author), "created_at": stamp(p.Created), "updated_at": stamp(p.Updated), "closed_at": stampOr(p.Closed),
		"merged_at": mergedAt(p), "merged": p.State == "MERGED", "merge_commit_sha": given(p.MergeCommit),
		"head":                object{"ref": p.HeadRef, "sha": p.Head, "label": owner + ":" + p.HeadRef, "repo": c.repository(head), "user": c.account(owner)},
		"base":                object{"ref": p.BaseRef, "sha": p.Base, "label": r.Owner + ":" + p.BaseRef, "repo": c.repository(r), "user": c.account(r.Owner)},
		"requested_reviewers": orEmpty(asked), "requested_teams": []any{}, "labels": c.labelObjects(r, p), "maintainer_can_modify": p.Maintainer,
	}
}

// state is REST's: a merged pull request is closed.
func state(p *world.Pull) string {
	if p.State == "OPEN" {
		return "open"
	}
	return "closed"
}

func mergedAt(p *world.Pull) any {
	if p.State != "MERGED" {
		return nil
	}
	return stampOr(p.Closed)
}

func orEmpty(list []any) []any {
	if list == nil {
		return []any{}
	}
	return list
}

func (c *call) labelObjects(r *world.Repository, p *world.Pull) []any {
	var list []any
	for _, name := range p.Labels {
		l := r.Label(name)
		list = append(list, object{"id": l.ID, "node_id": l.NodeID, "name": l.Name, "color": "ededed", "description": nil, "default": false})
	}
	return orEmpty(list)
}

func (c *call) commentObject(p *world.Pull, one *world.Comment) object {
	r := c.RepoOf(p)
	return object{
		"id": one.ID, "node_id": one.NodeID, "body": one.Body, "user": c.account(one.Author), "author_association": c.association(p, one.Author),
		"created_at": stamp(one.Created), "updated_at": updated(one), "html_url": fmt.Sprintf("%s#issuecomment-%d", c.pullURL(r, p), one.ID),
		"url": fmt.Sprintf("%s/repos/%s/issues/comments/%d", c.base(), r.Slug(), one.ID), "reactions": c.reactionCounts(one.Reactions),
		"issue_url": fmt.Sprintf("%s/repos/%s/issues/%d", c.base(), r.Slug(), p.Number),
	}
}

func updated(one *world.Comment) any {
	if one.Edited != nil {
		return stamp(*one.Edited)
	}
	return stamp(one.Created)
}

func (c *call) reviewCommentObject(p *world.Pull, t *world.Thread, one *world.Comment) object {
	r := c.RepoOf(p)
	out := c.commentObject(p, one)
	delete(out, "issue_url")
	for name, value := range (object{
		"html_url": fmt.Sprintf("%s#discussion_r%d", c.pullURL(r, p), one.ID), "url": fmt.Sprintf("%s/repos/%s/pulls/comments/%d", c.base(), r.Slug(), one.ID),
		"pull_request_review_id": one.Review, "path": t.Path, "diff_hunk": one.Hunk, "commit_id": one.Commit, "original_commit_id": one.Origin,
		"line": positive(t.Line), "start_line": positive(t.Start), "original_line": positive(t.OriginalLine), "original_start_line": positive(t.OriginalStart),
		"side": t.Side, "start_side": nil, "subject_type": strings.ToLower(t.Subject), "position": positive(t.Line), "original_position": positive(t.OriginalLine),
		"pull_request_url": fmt.Sprintf("%s/repos/%s/pulls/%d", c.base(), r.Slug(), p.Number),
	}) {
		out[name] = value
	}
	if one.ReplyTo != 0 {
		out["in_reply_to_id"] = one.ReplyTo
	}
	return out
}

func (c *call) reviewObject(p *world.Pull, one *world.Review) object {
	r := c.RepoOf(p)
	return object{
		"id": one.ID, "node_id": one.NodeID, "user": c.account(one.Author), "body": one.Body, "state": one.State, "commit_id": given(one.Commit),
		"submitted_at": stampOr(one.Submitted), "html_url": fmt.Sprintf("%s#pullrequestreview-%d", c.pullURL(r, p), one.ID),
		"author_association": c.association(p, one.Author), "pull_request_url": fmt.Sprintf("%s/repos/%s/pulls/%d", c.base(), r.Slug(), p.Number),
	}
}

// words of reactions: GraphQL's to REST's.
var words = map[string]string{
	"THUMBS_UP": "+1", "THUMBS_DOWN": "-1", "LAUGH": "laugh", "HOORAY": "hooray", "CONFUSED": "confused", "HEART": "heart", "ROCKET": "rocket", "EYES": "eyes",
}

// Content is GraphQL's word for a reaction that REST names; empty for none.
func Content(word string) string {
	for content, name := range words {
		if name == word {
			return content
		}
	}
	return ""
}

func (c *call) reactionCounts(all []*world.Reaction) object {
	counts := object{"total_count": len(all)}
	for content, word := range words {
		n := 0
		for _, r := range all {
			if r.Content == content {
				n++
			}
		}
		counts[word] = n
	}
	return counts
}

func (c *call) reactionObject(r *world.Reaction) object {
	return object{"id": r.ID, "node_id": r.NodeID, "user": c.account(r.By), "content": words[r.Content], "created_at": stamp(r.At)}
}

func (c *call) checkObject(r *world.Repository, one *world.Check) object {
	return object{
		"id": one.ID, "node_id": one.NodeID, "name": one.Name, "head_sha": one.Head, "status": one.Status, "conclusion": given(one.Conclusion),
		"started_at": stampOr(one.Started), "completed_at": stampOr(one.Completed), "html_url": one.URL, "details_url": one.URL, "external_id": "",
		"url":         fmt.Sprintf("%s/repos/%s/check-runs/%d", c.base(), r.Slug(), one.ID),
		"output":      object{"title": given(one.Title), "summary": given(one.Summary), "text": given(one.Text), "annotations_count": 0},
		"app":         object{"id": one.AppID, "slug": one.App, "name": one.App},
		"check_suite": object{"id": one.Suite}, "pull_requests": []any{},
	}
}

func (c *call) statusObject(s *world.Status) object {
	return object{
		"id": s.ID, "node_id": s.NodeID, "context": s.Context, "state": s.State, "description": given(s.Text), "target_url": given(s.URL),
		"created_at": stamp(s.At), "updated_at": stamp(s.At), "creator": c.account(s.By),
	}
}
