package github

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/pull"
)

// snapshot puts together what the ordinary look shows and what is known in full.
func (l *look) snapshot(r rules) pull.Snapshot {
	row := l.row
	s := pull.Snapshot{
		Ref: l.ref, At: l.at, URL: row.URL, Title: row.Title, NodeID: row.ID,
		Viewer: pull.Viewer{
			Login: pull.NormalLogin(l.tick.Viewer.Login), ID: l.tick.Viewer.DatabaseID, Permission: strings.ToLower(l.tick.Repository.ViewerPermission),
		},
		Author: row.Author.author(row.AuthorAssociation), State: stateOf(row.State), Draft: row.IsDraft,
		Head: row.HeadRefOid, HeadRef: row.HeadRefName, Base: row.BaseRefOid, BaseRef: row.BaseRefName,
		Fork: row.IsCrossRepository, Maintainer: row.MaintainerCanModify, Queued: row.IsInMergeQueue,
		Merge: mergeOf(row.MergeStateStatus), Mergeable: mergeableOf(row.Mergeable),
		Commits: l.memory.commits, Ours: l.memory.trailers, Required: r.required, Conversations: r.conversations || l.memory.policy.conversations,
		Decision: pull.Decision(strings.ToLower(row.ReviewDecision)), Restrictions: r.restrictions, Below: l.below(),
		Reactions: l.memory.reacted, PolicyPath: l.memory.policy.path, PolicyText: l.memory.policy.text, PolicyRepo: l.memory.policy.repo,
	}
	if s.Head == "" {
		l.gaps.add(pull.SurfaceHead, "the head", "GitHub left it out")
	}
	if row.BaseRef != nil && row.BaseRef.Target != nil {
		s.BaseTip = row.BaseRef.Target.Oid
	}
	if row.HeadRepository != nil {
		s.HeadRepo = row.HeadRepository.NameWithOwner
	}
	if row.Drafts != nil && len(row.Drafts.Nodes) > 0 {
		s.Viewer.PendingReview = row.Drafts.Nodes[0].ID
	}
	if row.Labels != nil {
		for _, label := range row.Labels.Nodes {
			s.Labels = append(s.Labels, label.Name)
		}
		if len(s.Labels) < row.Labels.TotalCount {
			l.gaps.add(pull.SurfaceHead, fmt.Sprintf("%d of %d labels", len(s.Labels), row.Labels.TotalCount), "GitHub shows a page of them only")
		}
	}
	s.Events = l.events()
	s.HeadAt = headAt(l.memory.moments, s.Head)
	s.Asked = l.asked(s.Events)
	l.putThreads(&s)
	l.putComments(&s)
	l.putReviews(&s)
	l.putChecks(&s)
	l.putWithheld(&s)
	s.Gaps = l.gaps
	return s
}

// below finds the open pull request of this repository whose head is our base.
// What has the default branch for its head is a release, and nothing to stand on.
func (l *look) below() *pull.Below {
	standard := l.tick.Repository.DefaultBranchRef
	base := l.row.BaseRef
	if base == nil || base.AssociatedPullRequests == nil || standard != nil && standard.Name == l.row.BaseRefName {
		return nil
	}
	for _, p := range base.AssociatedPullRequests.Nodes {
		if p.HeadRefName == l.row.BaseRefName && !p.IsCrossRepository && p.Number != l.ref.Number {
			return &pull.Below{Number: p.Number, Draft: p.IsDraft}
		}
	}
	return nil
}

func stateOf(word string) pull.State { return pull.State(strings.ToLower(word)) }

func mergeOf(word string) pull.Merge {
	if word == "" {
		return pull.MergeUnknown
	}
	return pull.Merge(strings.ToLower(word))
}

// mergeableOf: the host works it out when asked and does not know at first.
func mergeableOf(word string) *bool {
	switch word {
	case "MERGEABLE":
		return new(true)
	case "CONFLICTING":
		return new(false)
	}
	return nil
}

// ours reports that an account is the one we act as. The id decides where both
// are told.
func (l *look) ours(a pull.Author) bool {
	v := l.tick.Viewer
	if a.ID != 0 && v.DatabaseID != 0 {
		return a.ID == v.DatabaseID
	}
	return a.Login != "" && a.Login == pull.NormalLogin(v.Login)
}

// comment is common to comments of threads and of the conversation.
func (l *look) comment(c pull.Comment) pull.Comment {
	c.Ours = l.ours(c.Author)
	marks := l.options.Marks.Read(l.ref.String(), c.Body)
	if c.Ours {
		c.Marks = marks
	} else {
		c.Foreign = len(marks) > 0
	}
	return c
}

func (l *look) putThreads(s *pull.Snapshot) {
	for _, raw := range l.threads {
		var row threadRow
		node := l.memory.nodes[idOf(raw)].node
		if json.Unmarshal(raw, &row) != nil || node == nil || node.Comments == nil {
			continue // named as a gap already
		}
		t := pull.Thread{
			NodeID: row.ID, Path: node.Path, Line: row.Line, StartLine: row.StartLine, OriginalLine: row.OriginalLine, OriginalStart: row.OriginalStartLine,
			Side: node.DiffSide, Subject: node.SubjectType, Resolved: row.IsResolved, Outdated: row.IsOutdated, Total: node.Comments.TotalCount,
		}
		if row.ResolvedBy != nil {
			t.ResolvedBy = pull.NormalLogin(row.ResolvedBy.Login)
		}
		for i, w := range node.Comments.Nodes {
			c := l.word(w)
			if i == 0 && node.Root != nil && len(node.Root.Nodes) > 0 {
				c.Hunk = node.Root.Nodes[0].DiffHunk
			}
			t.Comments = append(t.Comments, c)
		}
		s.Threads = append(s.Threads, t)
	}
}

func idOf(raw json.RawMessage) string {
	var named struct{ ID string }
	_ = json.Unmarshal(raw, &named)
	return named.ID
}

func (l *look) word(w word) pull.Comment {
	c := pull.Comment{
		ID: w.DatabaseID, NodeID: w.ID, URL: w.URL, Author: w.Author.author(w.AuthorAssociation), CreatedAt: w.CreatedAt, EditedAt: w.LastEditedAt,
		Body: w.Body, Pending: w.State == "PENDING", Minimized: w.IsMinimized,
	}
	if w.OriginalCommit != nil {
		c.Commit = w.OriginalCommit.Oid
	}
	if w.PullRequestReview != nil {
		c.Review = w.PullRequestReview.DatabaseID
	}
	return l.comment(c)
}

func (l *look) putComments(s *pull.Snapshot) {
	for _, raw := range l.comments {
		var row commentRow
		node := l.memory.nodes[idOf(raw)].node
		if json.Unmarshal(raw, &row) != nil || node == nil {
			continue
		}
		s.Comments = append(s.Comments, l.comment(pull.Comment{
			ID: node.DatabaseID, NodeID: node.ID, URL: node.URL, Author: node.Author.author(node.AuthorAssociation), CreatedAt: node.CreatedAt,
			EditedAt: node.LastEditedAt, Body: node.Body, Minimized: row.IsMinimized, Reactions: reactionsOf(node.ReactionGroups),
		}))
	}
}

func (l *look) putReviews(s *pull.Snapshot) {
	inline := commentsOfReviews(s.Threads)
	for _, raw := range l.reviews {
		var row reviewRow
		node := l.memory.nodes[idOf(raw)].node
		if json.Unmarshal(raw, &row) != nil || node == nil || row.State == "PENDING" {
			continue
		}
		r := pull.Review{
			ID: node.DatabaseID, NodeID: node.ID, URL: node.URL, Author: node.Author.author(node.AuthorAssociation),
			State: pull.ReviewState(strings.ToLower(row.State)), EditedAt: node.LastEditedAt, Body: node.Body, Reactions: reactionsOf(node.ReactionGroups),
		}
		r.Ours = l.ours(r.Author)
		if row.Commit != nil {
			r.Commit = row.Commit.Oid
		}
		if node.SubmittedAt != nil {
			r.SubmittedAt = *node.SubmittedAt
		}
		r.Inline = inline[r.ID]
		s.Reviews = append(s.Reviews, r)
	}
}

// commentsOfReviews counts those that are there now; a review's own text does
// not show that one was deleted.
func commentsOfReviews(threads []pull.Thread) map[int64]int {
	count := map[int64]int{}
	for _, t := range threads {
		for _, c := range t.Comments {
			count[c.Review]++
		}
	}
	return count
}

func (l *look) putChecks(s *pull.Snapshot) {
	for _, raw := range l.checks {
		var row checkRow
		if json.Unmarshal(raw, &row) != nil || row.Typename == "" {
			l.gaps.add(pull.SurfaceChecks, "a check", "it has another form")
			continue
		}
		c := checkOf(row, s.Head)
		c.Ours = l.published(row, c)
		c.Log, c.Attempt = l.memory.logs[c.ID].text, l.memory.logs[c.ID].attempt
		s.Checks = append(s.Checks, c)
	}
}

func checkOf(row checkRow, head pull.Oid) pull.Check {
	if row.Typename == "StatusContext" {
		return pull.Check{
			Name: row.Context, Status: contextStatus(row.State), Required: row.IsRequired, Head: head, URL: row.TargetURL, Title: row.Description,
			StartedAt: timeOf(row.CreatedAt), CompletedAt: timeOf(row.CreatedAt),
		}
	}
	c := pull.Check{
		ID: row.DatabaseID, Name: row.Name, Status: runStatus(row.Status, row.Conclusion), Required: row.IsRequired, Head: head,
		URL: row.DetailsURL, Title: row.Title, StartedAt: timeOf(row.StartedAt), CompletedAt: timeOf(row.CompletedAt),
	}
	if row.CheckSuite != nil && row.CheckSuite.App != nil {
		c.App, c.AppID = row.CheckSuite.App.Slug, row.CheckSuite.App.DatabaseID
	}
	return c
}

// runStatus puts a check run's status and conclusion on one scale. A word that
// this release does not know is unknown, never passed.
func runStatus(status, conclusion string) pull.CheckStatus {
	switch status {
	case "QUEUED", "PENDING", "REQUESTED":
		return pull.CheckQueued
	case "IN_PROGRESS":
		return pull.CheckRunning
	case "WAITING":
		return pull.CheckWaiting
	case "COMPLETED":
		switch s := pull.CheckStatus(strings.ToLower(conclusion)); s {
		case pull.CheckSuccess, pull.CheckNeutral, pull.CheckSkipped, pull.CheckFailure, pull.CheckCancelled, pull.CheckTimedOut,
			pull.CheckActionRequired, pull.CheckStartupFailure, pull.CheckStale:
			return s
		}
	}
	return pull.CheckUnknown
}

func contextStatus(state string) pull.CheckStatus {
	switch state {
	case "SUCCESS":
		return pull.CheckSuccess
	case "PENDING", "EXPECTED":
		return pull.CheckQueued
	case "FAILURE", "ERROR":
		return pull.CheckFailure
	}
	return pull.CheckUnknown
}

func timeOf(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}
	return *t
}
