package graphql

import (
	"fmt"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/githubsim/world"
)

func (v *Viewpoint) threads(p *world.Pull) *List {
	var nodes []*Object
	for _, t := range p.Threads {
		if len(p.Shown(t, v.Me)) > 0 {
			nodes = append(nodes, v.thread(p, t))
		}
	}
	return list(nodes)
}

func (v *Viewpoint) thread(p *world.Pull, t *world.Thread) *Object {
	may := v.World.Viewer.May("contents:write") || p.Author == v.Me
	return &Object{Type: "PullRequestReviewThread", Fields: Fields{
		"id": t.NodeID, "path": t.Path, "line": positive(t.Line), "startLine": positive(t.Start),
		"originalLine": positive(t.OriginalLine), "originalStartLine": positive(t.OriginalStart), "diffSide": t.Side, "startDiffSide": startSide(t),
		"subjectType": t.Subject, "isResolved": t.Resolved, "isOutdated": t.Outdated, "isCollapsed": t.Resolved || t.Outdated,
		"resolvedBy": v.user(t.ResolvedBy), "viewerCanReply": true, "viewerCanResolve": may && !t.Resolved, "viewerCanUnresolve": may && t.Resolved,
		"pullRequest": resolver(func(Args) (any, error) { return v.pull(v.World.RepoOf(p), p), nil }),
		"repository":  resolver(func(Args) (any, error) { return v.repository(v.World.RepoOf(p)), nil }),
		"comments": resolver(func(Args) (any, error) {
			var nodes []*Object
			for _, c := range p.Shown(t, v.Me) {
				nodes = append(nodes, v.reviewComment(p, t, c))
			}
			return list(nodes), nil
		}),
	}}
}

func startSide(t *world.Thread) any {
	if t.OriginalStart == 0 {
		return nil
	}
	return t.Side
}

func updated(created time.Time, edited *time.Time) any {
	if edited != nil {
		return clock(*edited)
	}
	return clock(created)
}

// said are the fields that every kind of comment has.
func (v *Viewpoint) said(p *world.Pull, c *world.Comment) Fields {
	return Fields{
		"id": c.NodeID, "databaseId": c.ID, "fullDatabaseId": decimal(c.ID), "author": v.actor(c.Author), "authorAssociation": v.association(p, c.Author),
		"body": c.Body, "bodyText": c.Body, "createdAt": clock(c.Created), "publishedAt": clock(c.Created), "updatedAt": updated(c.Created, c.Edited),
		"lastEditedAt": clockOr(c.Edited), "includesCreatedEdit": c.Edited != nil, "isMinimized": c.Minimized != "", "minimizedReason": given(c.Minimized),
		"viewerDidAuthor": c.Author == v.Me, "viewerCanUpdate": c.Author == v.Me, "viewerCanDelete": c.Author == v.Me, "viewerCanMinimize": v.World.Viewer.May("write"),
		"viewerCanReact": true, "createdViaEmail": false, "editor": nil, "reactionGroups": resolver(func(Args) (any, error) { return v.reactionGroups(c.Reactions), nil }),
		"reactions":   resolver(func(a Args) (any, error) { return v.reactions(c.Reactions, a), nil }),
		"pullRequest": resolver(func(Args) (any, error) { return v.pull(v.World.RepoOf(p), p), nil }),
		"repository":  resolver(func(Args) (any, error) { return v.repository(v.World.RepoOf(p)), nil }),
	}
}

func (v *Viewpoint) issueComment(p *world.Pull, c *world.Comment) *Object {
	fields := v.said(p, c)
	r := v.World.RepoOf(p)
	fields["url"] = fmt.Sprintf("%s#issuecomment-%d", v.pullURL(r, p), c.ID)
	fields["resourcePath"] = fmt.Sprintf("/%s/pull/%d#issuecomment-%d", r.Slug(), p.Number, c.ID)
	return &Object{Type: "IssueComment", Fields: fields}
}

func (v *Viewpoint) reviewComment(p *world.Pull, t *world.Thread, c *world.Comment) *Object {
	r := v.World.RepoOf(p)
	fields := v.said(p, c)
	state := "SUBMITTED"
	if review := p.Review(c.Review); review != nil && review.State == "PENDING" {
		state = "PENDING"
	}
	for name, value := range map[string]any{
		"url":          fmt.Sprintf("%s#discussion_r%d", v.pullURL(r, p), c.ID),
		"resourcePath": fmt.Sprintf("/%s/pull/%d#discussion_r%d", r.Slug(), p.Number, c.ID),
		"path":         t.Path, "diffHunk": c.Hunk, "state": state, "outdated": t.Outdated, "subjectType": t.Subject, "draftedAt": clock(c.Created),
		"line": positive(t.Line), "startLine": positive(t.Start), "originalLine": positive(t.OriginalLine), "originalStartLine": positive(t.OriginalStart),
	} {
		fields[name] = value
	}
	fields["commit"] = resolver(func(Args) (any, error) { return v.commit(r, c.Commit), nil })
	fields["originalCommit"] = resolver(func(Args) (any, error) { return v.commit(r, c.Origin), nil })
	fields["pullRequestReview"] = resolver(func(Args) (any, error) {
		if review := p.Review(c.Review); review != nil {
			return v.review(p, review), nil
		}
		return nil, nil
	})
	fields["replyTo"] = resolver(func(Args) (any, error) {
		for _, other := range t.Comments {
			if other.ID == c.ReplyTo {
				return v.reviewComment(p, t, other), nil
			}
		}
		return nil, nil
	})
	return &Object{Type: "PullRequestReviewComment", Fields: fields}
}

func (v *Viewpoint) reviews(p *world.Pull, a Args) *List {
	var nodes []*Object
	for _, r := range p.Reviews {
		states, author := a.Texts("states"), a.Text("author")
		if !p.Sees(v.Me, r.ID) || len(states) > 0 && !contains(states, r.State) || author != "" && author != r.Author {
			continue
		}
		nodes = append(nodes, v.review(p, r))
	}
	return list(nodes)
}

func (v *Viewpoint) latestReviews(p *world.Pull, opinionated bool) *List {
	last := map[string]*world.Review{}
	var order []string
	for _, r := range p.Reviews {
		opinion := r.State == "APPROVED" || r.State == "CHANGES_REQUESTED" || r.State == "DISMISSED"
		if r.State == "PENDING" || opinionated && !opinion {
			continue
		}
		if last[r.Author] == nil {
			order = append(order, r.Author)
		}
		last[r.Author] = r
	}
	var nodes []*Object
	for _, login := range order {
		nodes = append(nodes, v.review(p, last[login]))
	}
	return list(nodes)
}

func (v *Viewpoint) review(p *world.Pull, r *world.Review) *Object {
	repo := v.World.RepoOf(p)
	url := fmt.Sprintf("%s#pullrequestreview-%d", v.pullURL(repo, p), r.ID)
	edited := r.Edited
	if edited == nil {
		edited = r.Submitted
	}
	return &Object{Type: "PullRequestReview", Fields: Fields{
		"id": r.NodeID, "databaseId": r.ID, "fullDatabaseId": decimal(r.ID), "author": v.actor(r.Author), "authorAssociation": v.association(p, r.Author),
		"state": r.State, "body": r.Body, "bodyText": r.Body, "url": url, "resourcePath": strings.TrimPrefix(url, v.World.Host), "createdAt": clock(r.Created), "updatedAt": updated(r.Created, edited),
		"submittedAt": clockOr(r.Submitted), "publishedAt": clockOr(r.Submitted), "lastEditedAt": clockOr(r.Edited), "includesCreatedEdit": r.Edited != nil,
		"isMinimized": false, "minimizedReason": nil, "viewerDidAuthor": r.Author == v.Me, "authorCanPushToRepository": v.association(p, r.Author) != "NONE",
		"reactionGroups": resolver(func(Args) (any, error) { return v.reactionGroups(r.Reactions), nil }), "viewerCanReact": true, "editor": nil, "createdViaEmail": false,
		"reactions":   resolver(func(a Args) (any, error) { return v.reactions(r.Reactions, a), nil }),
		"commit":      resolver(func(Args) (any, error) { return v.commit(repo, r.Commit), nil }),
		"pullRequest": resolver(func(Args) (any, error) { return v.pull(repo, p), nil }),
		"comments": resolver(func(Args) (any, error) {
			var nodes []*Object
			for _, t := range p.Threads {
				for _, c := range t.Comments {
					if c.Review == r.ID && p.Sees(v.Me, r.ID) {
						nodes = append(nodes, v.reviewComment(p, t, c))
					}
				}
			}
			return list(nodes), nil
		}),
	}}
}

// contents of reactions, in the host's order.
var contents = []string{"THUMBS_UP", "THUMBS_DOWN", "LAUGH", "HOORAY", "CONFUSED", "HEART", "ROCKET", "EYES"}

func (v *Viewpoint) reactionGroups(all []*world.Reaction) []*Object {
	groups := make([]*Object, 0, len(contents))
	for _, content := range contents {
		reactors := &List{Edge: reactedAt(all, content)}
		var mine bool
		var since time.Time
		for _, r := range all {
			if r.Content == content {
				reactors.Nodes = append(reactors.Nodes, v.actor(r.By))
				mine = mine || r.By == v.Me
				since = r.At
			}
		}
		groups = append(groups, &Object{Type: "ReactionGroup", Fields: Fields{
			"content": content, "createdAt": clock(since), "viewerHasReacted": mine, "reactors": reactors, "users": reactors,
		}})
	}
	return groups
}

// reactedAt tells on the edges of a group when each account reacted.
func reactedAt(all []*world.Reaction, content string) func(*Object) Fields {
	return func(node *Object) Fields {
		for _, r := range all {
			if node != nil && r.Content == content && node.Fields["login"] == r.By {
				return Fields{"reactedAt": clock(r.At)}
			}
		}
		return Fields{}
	}
}

func (v *Viewpoint) reactions(all []*world.Reaction, a Args) *List {
	var nodes []*Object
	for _, r := range all {
		if want := a.Text("content"); want == "" || want == r.Content {
			nodes = append(nodes, &Object{Type: "Reaction", Fields: Fields{
				"id": r.NodeID, "databaseId": r.ID, "content": r.Content, "createdAt": clock(r.At), "user": v.user(r.By),
			}})
		}
	}
	return list(nodes)
}
