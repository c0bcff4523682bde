package github

import (
	"cmp"
	"context"
	"errors"

	rest "github.com/google/go-github/v92/github"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/pull"
)

// event of our reviews: the only one that the author of a pull request may give,
// and one that neither approves nor blocks (docs.github.com, "REST API endpoints
// for pull request reviews", read 2026-11: its body is required).
const event = "COMMENT"

// Review submits one review with all its comments. The host takes it whole or
// refuses it whole, and does not say for which comment (danobi/prr#11); comments
// that it leaves out without a word were seen too (github/github-mcp-server#2495),
// so that the review is read again: an answer that does not show each comment is
// no proof and counts as lost. Failures: Refused for a place that is not in the
// diff, and while a draft review of the account is open.
func (c *Client) Review(ctx context.Context, ref pull.Ref, draft pull.ReviewDraft) (pull.Posted, error) {
	ctx = about(ctx, ref)
	var comments []*rest.DraftReviewComment
	for _, one := range draft.Comments {
		comments = append(comments, &rest.DraftReviewComment{
			Path: &one.Path, Body: &one.Body, Line: &one.Line, Side: new(side(one)), StartLine: start(one), StartSide: startSide(one),
		})
	}
	made, _, err := c.rest.PullRequests.CreateReview(ctx, ref.Owner, ref.Repo, ref.Number, &rest.PullRequestReviewRequest{
		CommitID: new(string(draft.Head)), Body: &draft.Body, Event: new(event), Comments: comments,
	})
	if err != nil {
		return pull.Posted{}, c.restFailure(err)
	}
	posted, err := proven(made.GetID(), made.GetHTMLURL(), made.GetBody(), draft.Body)
	if err == nil && made.GetState() != "COMMENTED" {
		err = action.Fail(action.Lost, errors.New("the answer does not show the review submitted"))
	}
	if err == nil {
		err = c.holds(ctx, ref, posted.ID, draft.Comments)
	}
	return posted, err
}

// holds reads a review's comments and reports whether each that was sent is there.
func (c *Client) holds(ctx context.Context, ref pull.Ref, review int64, sent []pull.Inline) error {
	type placed struct{ path, body string }
	missing := map[placed]int{}
	for _, one := range sent {
		missing[placed{one.Path, one.Body}]++
	}
	options := &rest.ListOptions{PerPage: 100}
	for {
		page, answer, err := c.rest.PullRequests.ListReviewComments(ctx, ref.Owner, ref.Repo, ref.Number, review, options)
		if err != nil { // the review stands already, whatever this read came to
			return action.Fail(action.Lost, errors.Join(errors.New("its comments could not be read"), c.restFailure(err)))
		}
		for _, one := range page {
			at := placed{one.GetPath(), one.GetBody()}
			if missing[at]--; missing[at] <= 0 {
				delete(missing, at)
			}
		}
		if answer.NextPage <= options.Page {
			break
		}
		options.Page = answer.NextPage
	}
	if len(missing) > 0 {
		return action.Fail(action.Lost, errors.New("the answer does not show each comment of the review"))
	}
	return nil
}

// ReviewComment submits a comment on a line, or with Line 0 on a file, as a review
// of its own (docs.github.com, "REST API endpoints for pull request review
// comments", read 2026-11: subject_type). Failures: as Review.
func (c *Client) ReviewComment(ctx context.Context, ref pull.Ref, head pull.Oid, one pull.Inline) (pull.Posted, error) {
	ctx = about(ctx, ref)
	request := rest.CreatePullRequestCommentRequest{Body: one.Body, CommitID: string(head), Path: one.Path}
	if one.Line == 0 {
		request.SubjectType = new("file")
	} else {
		request.Line, request.Side, request.StartLine, request.StartSide = &one.Line, new(side(one)), start(one), startSide(one)
	}
	made, _, err := c.rest.PullRequests.CreateComment(ctx, ref.Owner, ref.Repo, ref.Number, request)
	if err != nil {
		return pull.Posted{}, c.restFailure(err)
	}
	return proven(made.GetID(), made.GetHTMLURL(), made.GetBody(), one.Body)
}

func side(one pull.Inline) string { return cmp.Or(one.Side, "RIGHT") }

// start of several lines; the host refuses one that is not before the end.
func start(one pull.Inline) *int {
	if one.Start <= 0 || one.Start >= one.Line {
		return nil
	}
	return &one.Start
}

func startSide(one pull.Inline) *string {
	if start(one) == nil {
		return nil
	}
	return new(side(one))
}
