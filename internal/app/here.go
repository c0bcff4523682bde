package app

import (
	"context"
	"errors"
	"fmt"
	"regexp"

	"github.com/settlehq/settle/internal/git"
	"github.com/settlehq/settle/internal/pull"
)

// addresses of repositories, as git writes them.
var addresses = regexp.MustCompile(`^(?:https?://(?:[^/@]*@)?|ssh://(?:[^/@]*@)?|git@)([^/:]+)(?::\d+)?[:/]([^/]+)/([^/]+?)(?:\.git)?/?$`)

// RepositoryHere is the repository that the working copy in a folder comes from.
func RepositoryHere(ctx context.Context, dir string) (pull.Ref, error) {
	checkout, err := git.Here(ctx, dir)
	if err != nil {
		return pull.Ref{}, err
	}
	return repositoryOf(checkout)
}

func repositoryOf(c git.Checkout) (pull.Ref, error) {
	m := addresses.FindStringSubmatch(c.Origin)
	if m == nil {
		return pull.Ref{}, errors.New("the working copy has no remote on a GitHub host")
	}
	ref := pull.Ref{Host: m[1], Owner: m[2], Repo: m[3]}
	if ref.Host == "github.com" {
		ref.Host = ""
	}
	return ref, nil
}

// PullHere is the open pull request of the branch that is checked out in a
// folder; here, where it has an owner, is the repository to look in.
func (a *App) PullHere(ctx context.Context, dir string, here pull.Ref) (pull.Ref, error) {
	checkout, err := git.Here(ctx, dir)
	if err != nil {
		return pull.Ref{}, err
	}
	if checkout.Branch == "" {
		return pull.Ref{}, errors.New("no branch is checked out")
	}
	if here.Owner == "" {
		if here, err = repositoryOf(checkout); err != nil {
			return pull.Ref{}, err
		}
	}
	here.Number, err = a.client.PullOf(ctx, here.Owner, here.Repo, checkout.Branch)
	if err != nil {
		return pull.Ref{}, fmt.Errorf("look for it: %w", err)
	}
	return here, nil
}
