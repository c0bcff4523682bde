package github

import (
	"context"
	"errors"
	"fmt"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/pull"
)

// Me is the author that stands for whom we act as.
const Me = "@me"

// pullsAnswer is one page of a repository's open pull requests.
type pullsAnswer struct {
	Viewer     struct{ Login string }
	Repository *struct {
		PullRequests struct {
			PageInfo pageInfo
			Nodes    []struct {
				Number int
				Author *struct{ Login string }
			}
		}
	}
}

// Pulls lists the open pull requests of a repository, oldest first; where author
// is not empty only that account's, Me being whom we act as. It costs one
// request for a hundred. Failures: Gone where the repository cannot be seen; a
// list that could not be read to its end is an error, never a shorter list.
func (c *Client) Pulls(ctx context.Context, in pull.Ref, author string) ([]pull.Ref, error) {
	ctx = about(ctx, in)
	var found []pull.Ref
	for after := ""; ; {
		v := vars{"owner": in.Owner, "name": in.Repo}
		if after != "" {
			v["after"] = after
		}
		var answer pullsAnswer
		problems, err := c.read(ctx, "pulls", v, &answer)
		switch {
		case err != nil:
			return nil, fmt.Errorf("list open pull requests of %s: %w", in.Slug(), err)
		case answer.Repository == nil || len(problems) > 0:
			return nil, action.Fail(classOfProblems(problems), fmt.Errorf("list open pull requests of %s: %s", in.Slug(), sentences(problems)))
		}
		found = append(found, answer.by(in, author)...)
		page := answer.Repository.PullRequests.PageInfo
		if !page.HasNextPage {
			return found, nil
		}
		if page.EndCursor == "" || page.EndCursor == after {
			return nil, action.Fail(action.Later, errors.New("list open pull requests: "+samePlace))
		}
		after = page.EndCursor
	}
}

// by gives the pull requests of one page that an account has opened.
func (a pullsAnswer) by(in pull.Ref, author string) []pull.Ref {
	if author == Me {
		author = a.Viewer.Login
	}
	var found []pull.Ref
	for _, n := range a.Repository.PullRequests.Nodes {
		if author == "" || n.Author != nil && pull.NormalLogin(n.Author.Login) == pull.NormalLogin(author) {
			found = append(found, pull.Ref{Host: in.Host, Owner: in.Owner, Repo: in.Repo, Number: n.Number})
		}
	}
	return found
}
