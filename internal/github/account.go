package github

import (
	"context"
	"errors"
	"fmt"

	rest "github.com/google/go-github/v92/github"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/pull"
)

// Account is whom the token belongs to.
type Account struct {
	Login string
	Kind  pull.Kind
}

// Account asks the host whom we act as. Failures: NotAllowed for a token that
// it does not take.
func (c *Client) Account(ctx context.Context) (Account, error) {
	user, _, err := c.rest.Users.Get(ctx, "")
	if err != nil {
		return Account{}, c.restFailure(err)
	}
	kind := pull.Person
	if user.GetType() == "Bot" {
		kind = pull.Bot
	}
	return Account{Login: user.GetLogin(), Kind: kind}, nil
}

// PullOf finds the open pull request of a branch. Failures: Gone where there
// is none, Refused where there are several.
func (c *Client) PullOf(ctx context.Context, owner, repo, branch string) (int, error) {
	ctx = about(ctx, pull.Ref{Owner: owner, Repo: repo})
	list, _, err := c.rest.PullRequests.List(ctx, owner, repo, &rest.PullRequestListOptions{State: "open", Head: owner + ":" + branch})
	if err != nil {
		return 0, c.restFailure(err)
	}
	switch len(list) {
	case 0:
		return 0, action.Fail(action.Gone, fmt.Errorf("no open pull request of the branch %s in %s/%s", branch, owner, repo))
	case 1:
		return list[0].GetNumber(), nil
	}
	return 0, action.Fail(action.Refused, errors.New("several open pull requests of the branch "+branch))
}
