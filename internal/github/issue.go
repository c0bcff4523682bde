package github

import (
	"context"
	"errors"
	"strings"

	rest "github.com/google/go-github/v92/github"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/pull"
)

// OpenIssue opens an issue in the repository of ref. Where creator, whom we act
// as, has opened one whose body holds receipt among its newest hundred, nothing
// is made twice: that one is given.
func (c *Client) OpenIssue(ctx context.Context, ref pull.Ref, creator, receipt, title, body string) (pull.Posted, error) {
	ctx = about(ctx, ref)
	known, _, err := c.rest.Issues.ListByRepo(ctx, ref.Owner, ref.Repo, &rest.IssueListByRepoOptions{
		Creator: creator, State: "all", Sort: "created", Direction: "desc", ListOptions: rest.ListOptions{PerPage: 100},
	})
	if err != nil {
		return pull.Posted{}, c.restFailure(err)
	}
	for _, issue := range known {
		if !issue.IsPullRequest() && strings.Contains(issue.GetBody(), receipt) {
			return pull.Posted{ID: int64(issue.GetNumber()), URL: issue.GetHTMLURL()}, nil
		}
	}
	opened, _, err := c.rest.Issues.Create(ctx, ref.Owner, ref.Repo, rest.CreateIssueRequest{Title: title, Body: &body})
	if err != nil {
		return pull.Posted{}, c.restFailure(err)
	}
	if opened.GetNumber() == 0 || opened.GetHTMLURL() == "" {
		return pull.Posted{}, action.Fail(action.Lost, errors.New("the answer does not show the issue that was opened"))
	}
	return pull.Posted{ID: int64(opened.GetNumber()), URL: opened.GetHTMLURL()}, nil
}
