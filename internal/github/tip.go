package github

import (
	"context"
	"errors"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/pull"
)

// tipAnswer is the answer to the look right before a deed.
type tipAnswer struct {
	Viewer struct {
		Login      string
		DatabaseID int64
	}
	Node *struct {
		HeadRefOid pull.Oid
		IsDraft    bool
		State      string
		Drafts     struct{ Nodes []struct{ ID string } }
	}
	Item *struct {
		ID         string
		IsResolved bool
		Comments   *struct {
			TotalCount int
			Nodes      []word
		}
		DatabaseID   int64
		CreatedAt    *time.Time
		SubmittedAt  *time.Time
		LastEditedAt *time.Time
		Author       *who
	}
}

// Tip reads, by node ids, what a deed expects: the pull request's own state
// and, where item is not empty, a thread with its last 100 comments, a comment
// or a review. Failures: Gone where one of them is not there.
func (c *Client) Tip(ctx context.Context, ref pull.Ref, node, item string) (pull.Tip, error) {
	ctx = about(ctx, ref)
	with := item != ""
	if !with {
		item = node
	}
	var answer tipAnswer
	problems, err := c.read(ctx, "tip", vars{"id": node, "item": item, "with": with}, &answer)
	switch {
	case err != nil:
		return pull.Tip{}, err
	case answer.Node == nil, with && answer.Item == nil, len(problems) > 0:
		return pull.Tip{}, action.Fail(classOfProblems(problems), errors.New(sentences(problems)))
	}
	tip := pull.Tip{
		Head: answer.Node.HeadRefOid, Draft: answer.Node.IsDraft, State: stateOf(answer.Node.State), PendingReview: len(answer.Node.Drafts.Nodes) > 0,
	}
	if with {
		l := &look{Client: c, ref: ref}
		l.tick.Viewer = answer.Viewer
		l.putItem(&tip, answer)
	}
	return tip, nil
}

func (l *look) putItem(tip *pull.Tip, answer tipAnswer) {
	item := answer.Item
	if item.Comments != nil {
		tip.Thread = pull.Thread{NodeID: item.ID, Resolved: item.IsResolved, Total: item.Comments.TotalCount}
		for _, w := range item.Comments.Nodes {
			tip.Thread.Comments = append(tip.Thread.Comments, l.word(w))
		}
		return
	}
	tip.Word = pull.Comment{ID: item.DatabaseID, Author: item.Author.author(""), EditedAt: item.LastEditedAt}
	if item.CreatedAt != nil {
		tip.Word.CreatedAt = *item.CreatedAt
	}
	if item.SubmittedAt != nil {
		tip.Word.CreatedAt = *item.SubmittedAt
	}
}
