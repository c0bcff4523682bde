package github

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/pull"
)

// samePlace is why a list whose cursor stands still is not read on.
const samePlace = "GitHub gave the same place in the list again"

// rest reads what a node's first pages left, and reports whether all is there.
func (l *look) rest(ctx context.Context, node *whole) bool {
	if node.Typename != "PullRequestReviewThread" {
		return node.ReactionGroups != nil && l.restOfReactions(ctx, node.ID, surfaceOfNode(node), node.ReactionGroups)
	}
	return node.Comments != nil && l.restOfThread(ctx, node)
}

// restOfThread reads the comments of a thread beyond the first page.
func (l *look) restOfThread(ctx context.Context, node *whole) bool {
	cursor, missed := "", func(why string) bool {
		l.gaps.add(pull.SurfaceThreads, fmt.Sprintf("%d of %d comments of a thread", len(node.Comments.Nodes), node.Comments.TotalCount), why)
		return false
	}
	for page := node.Comments.PageInfo; page.HasNextPage; {
		if page.EndCursor == "" || page.EndCursor == cursor {
			return missed(samePlace)
		}
		cursor = page.EndCursor
		var answer struct{ Node *whole }
		problems, err := l.read(ctx, "thread", vars{"id": node.ID, "after": cursor}, &answer)
		if err != nil || len(problems) > 0 || answer.Node == nil || answer.Node.Comments == nil {
			return missed(why(err, problems))
		}
		node.Comments.Nodes = append(node.Comments.Nodes, answer.Node.Comments.Nodes...)
		page = answer.Node.Comments.PageInfo
	}
	if len(node.Comments.Nodes) != node.Comments.TotalCount {
		return missed("the list changed while it was read")
	}
	return true
}

// restOfReactions reads who reacted beyond the first hundred of each kind.
func (l *look) restOfReactions(ctx context.Context, id string, surface pull.Surface, groups []reactionGroup) bool {
	for i := range groups {
		if why := l.restOfGroup(ctx, id, &groups[i]); why != "" {
			l.gaps.add(surface, fmt.Sprintf("%d of %d reactions", len(groups[i].Reactors.Edges), groups[i].Reactors.TotalCount), why)
			return false
		}
	}
	return true
}

// restOfGroup says why a group could not be read to its end; empty: it was.
func (l *look) restOfGroup(ctx context.Context, id string, group *reactionGroup) string {
	cursor := ""
	for page := group.Reactors.PageInfo; page.HasNextPage; {
		if page.EndCursor == "" || page.EndCursor == cursor {
			return samePlace
		}
		cursor = page.EndCursor
		var answer struct{ Node *whole }
		problems, err := l.read(ctx, "reactors", vars{"id": id, "after": cursor}, &answer)
		if err != nil || len(problems) > 0 || answer.Node == nil {
			return why(err, problems)
		}
		page = pageInfo{}
		for _, more := range answer.Node.ReactionGroups {
			if more.Content == group.Content {
				group.Reactors.Edges = append(group.Reactors.Edges, more.Reactors.Edges...)
				page = more.Reactors.PageInfo
			}
		}
	}
	if len(group.Reactors.Edges) != group.Reactors.TotalCount {
		return "the list changed while it was read"
	}
	return ""
}

// second is the grain of the host's times of change.
const second = time.Second

// soft: what was read may change once more without its row showing it. A row
// has the comments of a thread's first page only; a time of change is a whole
// second, in which there may be another; a comment that is a draft of ours is
// published without a change of its time.
func (l *look) soft(node *whole) bool {
	row := json.RawMessage(l.prints[node.ID])
	var one struct {
		UpdatedAt time.Time
		Comments  struct {
			TotalCount int
			Nodes      []struct{ UpdatedAt time.Time }
		}
	}
	if json.Unmarshal(row, &one) != nil || len(one.Comments.Nodes) < one.Comments.TotalCount {
		return true
	}
	newest := one.UpdatedAt
	for _, c := range one.Comments.Nodes {
		if c.UpdatedAt.After(newest) {
			newest = c.UpdatedAt
		}
	}
	if node.Comments != nil {
		for _, w := range node.Comments.Nodes {
			if w.State == "PENDING" {
				return true
			}
		}
	}
	return !newest.Add(2 * second).Before(l.host)
}

// takeCommits reads the commits of the pull request, and our trailers in them.
func (l *look) takeCommits(ctx context.Context, c commits) {
	all, total, cursor := c, c.TotalCount, ""
	for page := c; page.PageInfo.HasPreviousPage; {
		if page.PageInfo.StartCursor == "" || page.PageInfo.StartCursor == cursor {
			l.gaps.add(pull.SurfaceCommits, "the oldest commits", samePlace)
			return
		}
		cursor = page.PageInfo.StartCursor
		var answer struct {
			Node *struct {
				HeadRefOid pull.Oid
				Commits    *commits
			}
		}
		problems, err := l.read(ctx, "commits", vars{"id": l.row.ID, "before": cursor}, &answer)
		if err != nil || len(problems) > 0 || answer.Node == nil || answer.Node.Commits == nil || answer.Node.HeadRefOid != l.row.HeadRefOid {
			l.gaps.add(pull.SurfaceCommits, "the oldest commits", why(err, problems))
			return
		}
		page = *answer.Node.Commits
		all.Nodes = append(page.Nodes, all.Nodes...)
	}
	if n := len(all.Nodes); n != total || n > 0 && all.Nodes[n-1].Commit.Oid != l.row.HeadRefOid {
		l.gaps.add(pull.SurfaceCommits, fmt.Sprintf("%d of %d", len(all.Nodes), total), "the list changed while it was read")
		return
	}
	var oids []pull.Oid
	var trailers []pull.Trailer
	for _, n := range all.Nodes {
		oids = append(oids, n.Commit.Oid)
		if items, key := mark.ReadTrailers(n.Commit.Message); key != "" {
			trailers = append(trailers, pull.Trailer{Key: key, Items: items, Commit: n.Commit.Oid})
		}
	}
	l.memory.commits, l.memory.trailers, l.memory.head = oids, trailers, l.row.HeadRefOid
}
