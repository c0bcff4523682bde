package github

import (
	"context"
	"errors"

	rest "github.com/google/go-github/v92/github"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/pull"
)

// OpenPull opens a draft pull request in the repository of ref. Where a branch
// of its family is there already, nothing is made twice: the pull request that
// was opened from it is given, whatever its state is by now, or opened from it.
func (c *Client) OpenPull(ctx context.Context, ref pull.Ref, o pull.Opening) (pull.Posted, error) {
	ctx = about(ctx, ref)
	branch, err := c.branchOf(ctx, ref, o)
	if err != nil {
		return pull.Posted{}, err
	}
	list := &rest.PullRequestListOptions{State: "all", Head: ref.Owner + ":" + branch}
	known, _, err := c.rest.PullRequests.List(ctx, ref.Owner, ref.Repo, list)
	switch {
	case err != nil:
		return pull.Posted{}, c.restFailure(err)
	case len(known) > 0:
		return pull.Posted{ID: int64(known[0].GetNumber()), URL: known[0].GetHTMLURL()}, nil
	}
	opened, _, err := c.rest.PullRequests.Create(ctx, ref.Owner, ref.Repo, rest.CreatePullRequest{
		Title: &o.Title, Head: branch, Base: o.Base, Body: &o.Body, Draft: new(true),
	})
	if err != nil {
		return pull.Posted{}, c.restFailure(err)
	}
	if opened.GetNumber() == 0 || opened.GetHTMLURL() == "" {
		return pull.Posted{}, action.Fail(action.Lost, errors.New("the answer does not show the pull request that was opened"))
	}
	return pull.Posted{ID: int64(opened.GetNumber()), URL: opened.GetHTMLURL()}, nil
}

// branchOf finds the branch of a family, or makes it.
func (c *Client) branchOf(ctx context.Context, ref pull.Ref, o pull.Opening) (string, error) {
	const heads = "refs/heads/"
	known, _, err := c.rest.Git.ListMatchingRefs(ctx, ref.Owner, ref.Repo, "heads/"+o.Family)
	switch {
	case err != nil:
		return "", c.restFailure(err)
	case len(known) > 0:
		return known[0].GetRef()[len(heads):], nil
	}
	_, _, err = c.rest.Git.CreateRef(ctx, ref.Owner, ref.Repo, rest.CreateRef{Ref: heads + o.Branch, SHA: string(o.Head)})
	return o.Branch, c.restFailure(err)
}
