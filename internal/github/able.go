package github

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/pull"
)

// Abilities are what the host says that this account may do on a pull request,
// asked without doing it. A nil field was not told: there is nothing to ask about.
type Abilities struct {
	Role    string // admin, maintain, write, triage, read or ""
	Reply   *bool
	Resolve *bool
	Update  bool // mark ready, request reviews, label
	HeadIn  string
}

// Able asks what this account may do. Failures: Gone, NotAllowed.
func (c *Client) Able(ctx context.Context, ref pull.Ref) (Abilities, error) {
	ctx = about(ctx, ref)
	var answer struct {
		Repository *struct {
			ViewerPermission string
			PullRequest      *struct {
				ViewerCanUpdate bool
				HeadRepository  *struct{ NameWithOwner string }
				ReviewThreads   struct {
					Nodes []struct{ ViewerCanReply, ViewerCanResolve bool }
				}
			}
		}
	}
	problems, err := c.read(ctx, "able", vars{"owner": ref.Owner, "name": ref.Repo, "number": ref.Number}, &answer)
	if err != nil {
		return Abilities{}, err
	}
	if answer.Repository == nil || answer.Repository.PullRequest == nil {
		return Abilities{}, action.Fail(classOfProblems(problems), errors.New(sentences(problems)))
	}
	p := answer.Repository.PullRequest
	able := Abilities{Role: strings.ToLower(answer.Repository.ViewerPermission), Update: p.ViewerCanUpdate}
	if p.HeadRepository != nil {
		able.HeadIn = p.HeadRepository.NameWithOwner
	}
	for _, t := range p.ReviewThreads.Nodes {
		able.Reply, able.Resolve = new(t.ViewerCanReply), new(t.ViewerCanResolve)
	}
	return able, nil
}

// MayPush asks git's door of a repository, at its address on the web, whether
// this account may push: the first request of a push, which changes nothing.
func (c *Client) MayPush(ctx context.Context, ref pull.Ref, web string) (bool, error) {
	token, err := c.Token(ctx, ref)
	if err != nil {
		return false, err
	}
	address, err := url.JoinPath(web, ref.Slug()+".git", "info/refs")
	if err != nil {
		return false, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address+"?service=git-receive-pack", nil)
	if err != nil {
		return false, err
	}
	request.Header.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte("x-access-token:"+token)))
	answer, err := c.meter.next.RoundTrip(request)
	if err != nil {
		return false, unreached(err)
	}
	_ = answer.Body.Close()
	switch answer.StatusCode {
	case http.StatusOK:
		return true, nil
	case http.StatusForbidden, http.StatusUnauthorized, http.StatusNotFound:
		return false, nil
	}
	return false, action.Fail(classOfStatus(answer.StatusCode), fmt.Errorf("git's door answered %d", answer.StatusCode))
}
