package github

import (
	"context"
	"errors"
	"fmt"
	"strings"

	rest "github.com/google/go-github/v92/github"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/pull"
)

// RequestReview asks an account for a review, a bot by its name with [bot]; again
// withdraws a request that still stands first, because asking twice would be no
// event for anybody (seed rule F2.17).
// Reports differ on which form the host takes for which bot, so that each is
// believed only when the answer shows the request: REST first, and for a bot the
// mutation by login after it (cli/cli#12567). Failures: Refused where the host
// took both and shows none.
func (c *Client) RequestReview(ctx context.Context, ref pull.Ref, login string, again bool) error {
	ctx = about(ctx, ref)
	if again {
		_, err := c.rest.PullRequests.RemoveReviewers(ctx, ref.Owner, ref.Repo, ref.Number, rest.ReviewersRequest{Reviewers: []string{login}})
		if err != nil {
			return later(c.restFailure(err))
		}
	}
	asked, _, err := c.rest.PullRequests.RequestReviewers(ctx, ref.Owner, ref.Repo, ref.Number, rest.ReviewersRequest{Reviewers: []string{login}})
	if err != nil {
		return c.restFailure(err)
	}
	if asked == nil {
		return action.Fail(action.Lost, errors.New("the answer does not show the pull request"))
	}
	for _, user := range asked.RequestedReviewers {
		if sameReviewer(user.GetLogin(), login) {
			return nil
		}
	}
	if bot, ok := strings.CutSuffix(login, "[bot]"); ok {
		return c.requestBot(ctx, asked.GetNodeID(), bot)
	}
	return action.Fail(action.Refused, fmt.Errorf("GitHub took the request to %s and does not show it", login))
}

// requestBot asks by the mutation.
func (c *Client) requestBot(ctx context.Context, node, bot string) error {
	var answer struct {
		RequestReviewsByLogin struct {
			PullRequest struct {
				ReviewRequests struct {
					Nodes []struct{ RequestedReviewer *who }
				}
			}
		}
	}
	if err := c.write(ctx, "request", vars{"id": node, "bots": []string{bot}}, &answer); err != nil {
		return err
	}
	for _, n := range answer.RequestReviewsByLogin.PullRequest.ReviewRequests.Nodes {
		if n.RequestedReviewer != nil && sameReviewer(nameOf(n.RequestedReviewer), bot) {
			return nil
		}
	}
	return action.Fail(action.Refused, errors.New("GitHub took the request to "+bot+" in both forms and shows none"))
}

// sameReviewer: the host shows Copilot's reviewer under a short name in the list
// of requests (seed rule, contradictions table).
func sameReviewer(shown, asked string) bool {
	shown, asked = strings.ToLower(pull.NormalLogin(shown)), strings.ToLower(pull.NormalLogin(asked))
	return shown == asked || shown == "copilot" && asked == "copilot-pull-request-reviewer"
}

// later: what was lost was only the withdrawal; nobody has been asked yet.
func later(err error) error {
	if action.ClassOf(err) == action.Lost {
		return action.Fail(action.Later, err)
	}
	return err
}
