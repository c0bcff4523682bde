package github

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/pull"
)

// nodesAtOnce is the most that GitHub takes in nodes(ids:).
const nodesAtOnce = 100

// details reads in full what the ordinary look shows to be new or changed.
func (l *look) details(ctx context.Context) {
	changed := l.changed()
	want := vars{
		"commits": l.row.HeadRefOid != l.memory.head, "timeline": l.timelinePrint() != l.memory.timeline,
		"reactions": l.reactionsPrint() != l.memory.reactions, "base": l.basePrint() != l.memory.base,
	}
	wanted := slices.Contains(slices.Collect(maps.Values(want)), any(true))
	for len(changed) > 0 || wanted {
		some := changed[:min(len(changed), nodesAtOnce)]
		changed = changed[len(some):]
		v := l.vars()
		v["ids"] = append([]string{}, some...)
		maps.Copy(v, want)
		var d detail
		problems, err := l.read(ctx, "detail", v, &d)
		if err != nil {
			l.unread(some, wanted, err)
		} else {
			l.gaps.problems(problems)
			l.take(ctx, d, want)
		}
		for key := range want {
			want[key] = false
		}
		wanted = false
	}
	l.unreadNodes()
}

// changed lists the nodes whose print is not the one they were read at.
func (l *look) changed() []string {
	var ids []string
	for _, id := range slices.Sorted(maps.Keys(l.prints)) {
		if l.memory.nodes[id].print != l.prints[id] {
			ids = append(ids, id)
		}
	}
	return ids
}

func text(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err) // plain data only; this cannot happen
	}
	return string(raw)
}

func (l *look) timelinePrint() string  { return text(l.row.TimelineItems) }
func (l *look) reactionsPrint() string { return text(l.row.Reactions) }
func (l *look) basePrint() string      { return text(l.row.BaseRef) }

func (l *look) unread(ids []string, more bool, err error) {
	if len(ids) > 0 {
		l.gaps.add(pull.SurfaceThreads, fmt.Sprintf("%d entries that changed", len(ids)), err.Error())
	}
	if more {
		l.gaps.add(pull.SurfaceHead, "what changed", err.Error())
	}
}

// unreadNodes: whatever is shown and was never read is a gap, whoever is to blame.
func (l *look) unreadNodes() {
	for _, list := range []struct {
		nodes   []json.RawMessage
		surface pull.Surface
	}{{l.threads, pull.SurfaceThreads}, {l.comments, pull.SurfaceComments}, {l.reviews, pull.SurfaceReviews}} {
		for _, raw := range list.nodes {
			var named struct{ ID, State string }
			if json.Unmarshal(raw, &named) == nil && l.memory.nodes[named.ID].node == nil && named.State != "PENDING" {
				l.gaps.add(list.surface, "an entry", "GitHub listed it and did not show it")
			}
		}
	}
}

// take keeps what was read.
func (l *look) take(ctx context.Context, d detail, want vars) {
	for _, node := range d.Nodes {
		if node == nil || node.ID == "" {
			continue
		}
		l.restOfThread(ctx, node)
		if l.older(node) {
			l.gaps.add(surfaceOfNode(node), "an entry that changed", "GitHub answered from before the change")
			continue
		}
		l.memory.nodes[node.ID] = kept{print: l.prints[node.ID], node: node}
	}
	if d.Repository == nil || d.Repository.PullRequest == nil {
		return
	}
	p := d.Repository.PullRequest
	if p.HeadRefOid != "" && p.HeadRefOid != l.row.HeadRefOid {
		l.gaps.add(pull.SurfaceHead, "the head", "it moved while it was read")
		return
	}
	if p.Commits != nil {
		l.takeCommits(ctx, *p.Commits)
	}
	if p.TimelineItems != nil {
		l.memory.moments, l.memory.timeline = p.TimelineItems.Nodes, l.timelinePrint()
		if missed := p.TimelineItems.FilteredCount - len(p.TimelineItems.Nodes); missed > 0 {
			l.gaps.add(pull.SurfaceTimeline, fmt.Sprintf("the oldest %d events", missed), "only the newest 100 are read")
		}
	}
	if want["reactions"] == true {
		l.memory.reacted, l.memory.reactions = reactionsOf(p.ReactionGroups), l.reactionsPrint()
	}
	if want["base"] == true {
		l.takeBase(d)
	}
}

func surfaceOfNode(node *whole) pull.Surface {
	switch node.Typename {
	case "PullRequestReviewThread":
		return pull.SurfaceThreads
	case "PullRequestReview":
		return pull.SurfaceReviews
	}
	return pull.SurfaceComments
}

// older reports that what was read is from before the row that made us read it:
// it came from a replica that is behind.
func (l *look) older(node *whole) bool {
	if node.Typename != "PullRequestReviewThread" {
		var row struct{ UpdatedAt time.Time }
		return json.Unmarshal([]byte(l.prints[node.ID]), &row) == nil && node.UpdatedAt.Before(row.UpdatedAt)
	}
	var row threadRow
	if json.Unmarshal([]byte(l.prints[node.ID]), &row) != nil || node.Comments == nil {
		return true
	}
	read := map[int64]time.Time{}
	for _, w := range node.Comments.Nodes {
		read[w.DatabaseID] = w.UpdatedAt
	}
	for _, w := range row.Comments.Nodes {
		if at, ok := read[w.DatabaseID]; !ok || at.Before(w.UpdatedAt) {
			return true
		}
	}
	return false
}

// restOfThread reads the comments of a thread beyond the first page.
func (l *look) restOfThread(ctx context.Context, node *whole) {
	if node.Typename != "PullRequestReviewThread" || node.Comments == nil {
		return
	}
	cursor := ""
	for page := node.Comments.PageInfo; page.HasNextPage; {
		if page.EndCursor == "" || page.EndCursor == cursor {
			l.gaps.add(pull.SurfaceThreads, "comments of a thread", "GitHub gave the same place in the list again")
			return
		}
		cursor = page.EndCursor
		var answer struct{ Node *whole }
		problems, err := l.read(ctx, "thread", vars{"id": node.ID, "after": cursor}, &answer)
		if err != nil || len(problems) > 0 || answer.Node == nil || answer.Node.Comments == nil {
			l.gaps.add(pull.SurfaceThreads, "comments of a thread", why(err, problems))
			return
		}
		node.Comments.Nodes = append(node.Comments.Nodes, answer.Node.Comments.Nodes...)
		page = answer.Node.Comments.PageInfo
	}
	if len(node.Comments.Nodes) != node.Comments.TotalCount {
		l.gaps.add(pull.SurfaceThreads, fmt.Sprintf("%d of %d comments of a thread", len(node.Comments.Nodes), node.Comments.TotalCount), "the list changed while it was read")
	}
}

// takeCommits reads our trailers from the commits of the pull request.
func (l *look) takeCommits(ctx context.Context, c commits) {
	all, total, cursor := c, c.TotalCount, ""
	for page := c; page.PageInfo.HasPreviousPage; {
		if page.PageInfo.StartCursor == "" || page.PageInfo.StartCursor == cursor {
			l.gaps.add(pull.SurfaceCommits, "the oldest commits", "GitHub gave the same place in the list again")
			return
		}
		cursor = page.PageInfo.StartCursor
		var answer struct{ Node *struct{ Commits *commits } }
		problems, err := l.read(ctx, "commits", vars{"id": l.row.ID, "before": cursor}, &answer)
		if err != nil || len(problems) > 0 || answer.Node == nil || answer.Node.Commits == nil {
			l.gaps.add(pull.SurfaceCommits, "the oldest commits", why(err, problems))
			return
		}
		page = *answer.Node.Commits
		all.Nodes = append(page.Nodes, all.Nodes...)
	}
	if len(all.Nodes) != total {
		l.gaps.add(pull.SurfaceCommits, fmt.Sprintf("%d of %d", len(all.Nodes), total), "the list changed while it was read")
		return
	}
	var trailers []pull.Trailer
	for _, n := range all.Nodes {
		if items, key := mark.ReadTrailers(n.Commit.Message); key != "" {
			trailers = append(trailers, pull.Trailer{Key: key, Items: items, Commit: n.Commit.Oid})
		}
	}
	l.memory.trailers, l.memory.head = trailers, l.row.HeadRefOid
}

// takeBase keeps the policy file at the tip of the base branch.
func (l *look) takeBase(d detail) {
	base := d.Repository.PullRequest.BaseRef
	if base == nil || base.Target == nil || l.row.BaseRef == nil || l.row.BaseRef.Target == nil {
		l.gaps.add(pull.SurfacePolicy, "the base branch", "it is not there")
		return
	}
	if base.Target.Oid != l.row.BaseRef.Target.Oid {
		l.gaps.add(pull.SurfacePolicy, "the policy file", "the base branch moved while it was read")
		return
	}
	file := policyFile{conversations: base.BranchProtectionRule != nil && base.BranchProtectionRule.RequiresConversationResolution}
	content := base.Target.File
	file.path = l.options.Policies[0]
	if content == nil {
		content, file.path = base.Target.Elsewhere, l.options.Policies[1]
	}
	if content == nil {
		file.path = "" // the base branch has no policy
	} else if content.Object == nil || content.Object.IsBinary || content.Object.IsTruncated {
		l.gaps.add(pull.SurfacePolicy, "the policy file", "it is no readable text")
		return
	} else {
		file.text = content.Object.Text
	}
	l.memory.policy, l.memory.base = file, l.basePrint()
}
