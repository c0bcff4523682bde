package github

import (
	"context"
	"errors"
	"slices"
	"strings"

	rest "github.com/google/go-github/v92/github"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/pull"
)

// Reply adds a comment to the thread of a root comment. An answer that does
// not carry what was sent is no proof and counts as lost.
func (c *Client) Reply(ctx context.Context, ref pull.Ref, root int64, body string) (pull.Posted, error) {
	ctx = about(ctx, ref)
	comment, _, err := c.rest.PullRequests.CreateCommentInReplyTo(ctx, ref.Owner, ref.Repo, ref.Number, body, root)
	if err != nil {
		return pull.Posted{}, c.restFailure(err)
	}
	return proven(comment.GetID(), comment.GetHTMLURL(), comment.GetBody(), body)
}

// Comment adds a comment to the conversation.
func (c *Client) Comment(ctx context.Context, ref pull.Ref, body string) (pull.Posted, error) {
	ctx = about(ctx, ref)
	comment, _, err := c.rest.Issues.CreateComment(ctx, ref.Owner, ref.Repo, ref.Number, rest.IssueCommentRequest{Body: body})
	if err != nil {
		return pull.Posted{}, c.restFailure(err)
	}
	return proven(comment.GetID(), comment.GetHTMLURL(), comment.GetBody(), body)
}

// EditComment rewrites a comment of the conversation.
func (c *Client) EditComment(ctx context.Context, ref pull.Ref, id int64, body string) (pull.Posted, error) {
	ctx = about(ctx, ref)
	comment, _, err := c.rest.Issues.UpdateComment(ctx, ref.Owner, ref.Repo, id, rest.IssueCommentRequest{Body: body})
	if err != nil {
		return pull.Posted{}, c.restFailure(err)
	}
	return proven(comment.GetID(), comment.GetHTMLURL(), comment.GetBody(), body)
}

// EditReply rewrites a comment of a thread.
func (c *Client) EditReply(ctx context.Context, ref pull.Ref, id int64, body string) (pull.Posted, error) {
	ctx = about(ctx, ref)
	comment, _, err := c.rest.PullRequests.UpdateComment(ctx, ref.Owner, ref.Repo, id, rest.UpdatePullRequestCommentRequest{Body: body})
	if err != nil {
		return pull.Posted{}, c.restFailure(err)
	}
	return proven(comment.GetID(), comment.GetHTMLURL(), comment.GetBody(), body)
}

// proven holds the host's answer against what was sent.
func proven(id int64, url, got, sent string) (pull.Posted, error) {
	if id == 0 || got != sent {
		return pull.Posted{}, action.Fail(action.Lost, errors.New("the answer does not show the comment that was sent"))
	}
	return pull.Posted{ID: id, URL: url}, nil
}

// DeleteComment takes a comment of ours away.
func (c *Client) DeleteComment(ctx context.Context, ref pull.Ref, id int64, inline bool) error {
	ctx = about(ctx, ref)
	var err error
	if inline {
		_, err = c.rest.PullRequests.DeleteComment(ctx, ref.Owner, ref.Repo, id)
	} else {
		_, err = c.rest.Issues.DeleteComment(ctx, ref.Owner, ref.Repo, id)
	}
	return c.restFailure(err)
}

// Resolve closes a thread; one that is closed stays so.
func (c *Client) Resolve(ctx context.Context, ref pull.Ref, thread string) error {
	ctx = about(ctx, ref)
	var answer struct {
		ResolveReviewThread struct{ Thread struct{ IsResolved bool } }
	}
	if err := c.write(ctx, "resolve", vars{"id": thread}, &answer); err != nil {
		return err
	}
	if !answer.ResolveReviewThread.Thread.IsResolved {
		return action.Fail(action.Lost, errors.New("the answer does not show the thread resolved"))
	}
	return nil
}

// MarkReady marks a draft ready for review.
func (c *Client) MarkReady(ctx context.Context, ref pull.Ref, node string) error {
	ctx = about(ctx, ref)
	var answer struct {
		MarkPullRequestReadyForReview struct{ PullRequest struct{ IsDraft bool } }
	}
	answer.MarkPullRequestReadyForReview.PullRequest.IsDraft = true
	if err := c.write(ctx, "ready", vars{"id": node}, &answer); err != nil {
		return err
	}
	if answer.MarkPullRequestReadyForReview.PullRequest.IsDraft {
		return action.Fail(action.Lost, errors.New("the answer does not show the pull request ready"))
	}
	return nil
}

// AddLabel puts a label on. An answer without it is no proof and counts as lost.
func (c *Client) AddLabel(ctx context.Context, ref pull.Ref, name string) error {
	ctx = about(ctx, ref)
	labels, _, err := c.rest.Issues.AddLabelsToIssue(ctx, ref.Owner, ref.Repo, ref.Number, []string{name})
	if err != nil {
		return c.restFailure(err)
	}
	if !slices.ContainsFunc(labels, func(l *rest.Label) bool { return strings.EqualFold(l.GetName(), name) }) {
		return action.Fail(action.Lost, errors.New("the answer does not show the label "+name))
	}
	return nil
}
