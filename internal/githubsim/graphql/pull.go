package graphql

import (
	"fmt"

	"github.com/settlehq/settle/internal/githubsim/gitrepo"
	"github.com/settlehq/settle/internal/githubsim/world"
)

// pull is one pull request. What costs work is a function.
func (v *Viewpoint) pull(r *world.Repository, p *world.Pull) *Object {
	url := v.pullURL(r, p)
	fields := Fields{
		"id": p.NodeID, "databaseId": p.ID, "fullDatabaseId": decimal(p.ID), "number": p.Number, "title": p.Title, "body": p.Body,
		"bodyText": p.Body, "url": url, "permalink": url, "resourcePath": fmt.Sprintf("/%s/pull/%d", r.Slug(), p.Number),
		"state": p.State, "isDraft": p.Draft, "closed": p.State != "OPEN", "merged": p.State == "MERGED", "locked": false,
		"createdAt": clock(p.Created), "updatedAt": clock(p.Updated), "publishedAt": clock(p.Created), "lastEditedAt": nil,
		"closedAt": clockOr(p.Closed), "author": v.actor(p.Author), "authorAssociation": v.association(p, p.Author), "editor": nil,
		"baseRefName": p.BaseRef, "baseRefOid": given(p.Base), "headRefName": p.HeadRef, "headRefOid": p.Head,
		"isCrossRepository": p.HeadRepo != r.Slug(), "maintainerCanModify": p.Maintainer, "repository": v.repository(r),
		"isInMergeQueue": p.Queued, "isMergeQueueEnabled": r.RulesFor(p.BaseRef) != nil && r.RulesFor(p.BaseRef).Queue, "mergeQueueEntry": nil,
		"viewerDidAuthor": p.Author == v.Me, "viewerCanUpdate": v.World.Viewer.May("write"), "viewerCanUpdateBranch": v.World.Viewer.May("write"),
		"autoMergeRequest": nil, "milestone": nil, "mergedBy": v.actor(p.MergedBy), "activeLockReason": nil, "potentialMergeCommit": nil,
		"reactionGroups": resolver(func(Args) (any, error) { return v.reactionGroups(p.Reactions), nil }), "viewerSubscription": "UNSUBSCRIBED", "totalCommentsCount": len(p.Comments),
		"mergedAt": nil, "mergeCommit": nil,
	}
	if p.State == "MERGED" {
		fields["mergedAt"] = clockOr(p.Closed)
		fields["mergeCommit"] = resolver(func(Args) (any, error) { return v.commit(r, p.MergeCommit), nil })
	}
	v.pullState(fields, r, p)
	v.pullLists(fields, r, p)
	return &Object{Type: "PullRequest", Fields: fields}
}

func (v *Viewpoint) pullState(fields Fields, r *world.Repository, p *world.Pull) {
	fields["mergeable"] = resolver(func(Args) (any, error) { return v.World.Mergeable(p, v.Unknown), nil })
	fields["mergeStateStatus"] = resolver(func(Args) (any, error) { return v.World.MergeState(p, v.Unknown), nil })
	fields["reviewDecision"] = resolver(func(Args) (any, error) { return given(v.World.Decision(p)), nil })
	fields["statusCheckRollup"] = resolver(func(Args) (any, error) { return v.rollup(r, p.Head), nil })
	fields["baseRef"] = resolver(func(Args) (any, error) { return v.ref(r, p.BaseRef), nil })
	fields["baseRepository"] = resolver(func(Args) (any, error) { return v.repository(r), nil })
	head := v.World.Repository(p.HeadRepo)
	fields["headRepository"] = resolver(func(Args) (any, error) { return v.repository(head), nil })
	fields["headRepositoryOwner"] = resolver(func(Args) (any, error) {
		if head == nil {
			return nil, nil
		}
		return v.actor(head.Owner), nil
	})
	fields["headRef"] = resolver(func(Args) (any, error) {
		if head == nil {
			return nil, nil
		}
		return v.ref(head, p.HeadRef), nil
	})
	diff := func() ([]gitrepo.FileDiff, error) { return v.diff(r, p) }
	fields["changedFiles"] = resolver(func(Args) (any, error) {
		files, err := diff()
		return max(len(files), p.ChangedFiles), err
	})
	fields["additions"] = resolver(func(Args) (any, error) { return count(diff, func(f gitrepo.FileDiff) int { return f.Additions }) })
	fields["deletions"] = resolver(func(Args) (any, error) { return count(diff, func(f gitrepo.FileDiff) int { return f.Deletions }) })
}

func (v *Viewpoint) diff(r *world.Repository, p *world.Pull) ([]gitrepo.FileDiff, error) {
	repo, err := v.World.Git(r.Slug())
	if err != nil {
		return nil, err
	}
	return repo.Compare(p.Base, p.Head)
}

func count(diff func() ([]gitrepo.FileDiff, error), of func(gitrepo.FileDiff) int) (any, error) {
	files, err := diff()
	sum := 0
	for _, f := range files {
		sum += of(f)
	}
	return sum, err
}

func (v *Viewpoint) pullLists(fields Fields, r *world.Repository, p *world.Pull) {
	fields["reviewThreads"] = resolver(func(Args) (any, error) { return v.threads(p), nil })
	fields["reviews"] = resolver(func(a Args) (any, error) { return v.reviews(p, a), nil })
	fields["latestReviews"] = resolver(func(Args) (any, error) { return v.latestReviews(p, false), nil })
	fields["latestOpinionatedReviews"] = resolver(func(Args) (any, error) { return v.latestReviews(p, true), nil })
	fields["comments"] = resolver(func(Args) (any, error) {
		var nodes []*Object
		for _, c := range p.Comments {
			nodes = append(nodes, v.issueComment(p, c))
		}
		return list(nodes), nil
	})
	fields["reactions"] = resolver(func(a Args) (any, error) { return v.reactions(p.Reactions, a), nil })
	fields["commits"] = resolver(func(Args) (any, error) { return v.commits(r, p) })
	fields["files"] = resolver(func(Args) (any, error) { return v.files(r, p) })
	fields["timelineItems"] = resolver(func(a Args) (any, error) { return v.timeline(r, p, a) })
	fields["reviewRequests"] = resolver(func(Args) (any, error) { return v.requests(p), nil })
	fields["labels"] = resolver(func(Args) (any, error) {
		var nodes []*Object
		for _, name := range p.Labels {
			nodes = append(nodes, v.label(r, r.Label(name)))
		}
		return list(nodes), nil
	})
	for _, none := range []string{"assignees", "assignedActors", "projectCards", "projectItems", "closingIssuesReferences", "participants"} {
		fields[none] = resolver(func(Args) (any, error) { return list(nil), nil })
	}
}

func (v *Viewpoint) requests(p *world.Pull) *List {
	var nodes []*Object
	for _, asked := range p.Requested {
		nodes = append(nodes, &Object{Type: "ReviewRequest", Fields: Fields{
			"id": asked.NodeID, "asCodeOwner": false, "databaseId": nil, "requestedReviewer": v.actor(asked.Login),
		}})
	}
	return list(nodes)
}

func (v *Viewpoint) files(r *world.Repository, p *world.Pull) (any, error) {
	diff, err := v.diff(r, p)
	if err != nil {
		return nil, err
	}
	words := map[string]string{gitrepo.Added: "ADDED", gitrepo.Removed: "DELETED", gitrepo.Modified: "MODIFIED", gitrepo.Renamed: "RENAMED"}
	var nodes []*Object
	for _, f := range diff {
		nodes = append(nodes, &Object{Type: "PullRequestChangedFile", Fields: Fields{
			"path": f.Path, "additions": f.Additions, "deletions": f.Deletions, "changeType": words[f.Status], "viewerViewedState": "UNVIEWED",
		}})
	}
	return list(nodes), nil
}
