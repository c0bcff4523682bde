package app

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/settlehq/settle/internal/git"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/perform"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/reconcile"
	"github.com/settlehq/settle/internal/verify"
)

// performer hands the loop's scenes to perform.
type performer struct {
	*perform.Performer
	repos *repos
}

// Do carries out one deed, in the name of the account that was observed.
func (p performer) Do(ctx context.Context, scene reconcile.Scene) journal.Did {
	p.repos.by(scene.Snapshot.Viewer)
	return p.Performer.Do(ctx, perform.Scene(scene))
}

func (a *App) performer() performer {
	repos := &repos{Repos: &git.Repos{Root: a.state("repositories"), Now: a.clock.Now, Remote: a.remote}}
	if a.options.Sign && a.options.Settings.App.ID == 0 {
		repos.Signing = git.UserSigning(context.Background())
	}
	return performer{repos: repos, Performer: &perform.Performer{
		Host: paced{a.client, a}, Repo: repos, Checks: &verify.Checks{Logs: a.state("logs"), Line: a.options.Line, Env: verify.GoEnv()},
		Agents: agents{a}, Blobs: a.store, Clock: a.clock, Marks: a.marks, Post: a.post(), Says: says{a}, Line: a.options.Line,
	}}
}

// repos are git's repositories as perform sees them.
type repos struct {
	*git.Repos
	once sync.Once
}

// by sets who our commits are by: the account that we act as, at the address
// that GitHub gives to every account.
func (r *repos) by(v pull.Viewer) {
	r.once.Do(func() {
		r.Author = git.Identity{Name: v.Login, Email: fmt.Sprintf("%d+%s@users.noreply.github.com", v.ID, v.Login)}
	})
}

// Open makes a tree.
func (r *repos) Open(ctx context.Context, ref pull.Ref, commit pull.Oid, bundle []byte) (perform.Tree, error) {
	return r.Repos.Open(ctx, ref, commit, bundle)
}

// remote is where a repository lives for git, and what opens it.
func (a *App) remote(ctx context.Context, ref pull.Ref) (git.Remote, error) {
	api := a.options.Settings.API
	if strings.HasPrefix(api, "unix:") {
		return git.Remote{}, errors.New("git cannot speak through a unix socket: give SETTLE_GITHUB_URL as http://…")
	}
	token, err := a.client.Token(ctx, ref)
	if err != nil {
		return git.Remote{}, err
	}
	basic := base64.StdEncoding.EncodeToString([]byte("x-access-token:" + token))
	return git.Remote{URL: webOf(api) + "/" + ref.Slug() + ".git", Header: "Authorization: Basic " + basic}, nil
}

// webOf is where a host serves its pages and git, from where it serves its API:
// api.HOST for GitHub's cloud, below /api/v3 for an Enterprise Server.
func webOf(api string) string {
	if root, ok := strings.CutSuffix(api, "/api/v3"); ok {
		return root
	}
	if host, ok := strings.CutPrefix(api, "https://api."); ok {
		return "https://" + host
	}
	return api
}
