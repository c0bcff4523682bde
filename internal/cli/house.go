package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/app"
	"github.com/settlehq/settle/internal/config"
	"github.com/settlehq/settle/internal/pull"
)

// settings reads the environment, with the global flags laid over it.
func (t *terminal) settings() (config.Settings, error) {
	getenv := t.getenv
	if t.global.repo != "" {
		getenv = func(name string) string {
			if name == "SETTLE_REPO" {
				return t.global.repo
			}
			return t.getenv(name)
		}
	}
	s, err := config.FromEnv(getenv, os.ReadFile)
	if err != nil && strings.HasPrefix(err.Error(), "SETTLE_REPO ") {
		return s, &usageError{what: fmt.Sprintf("%q is not a repository", getenv("SETTLE_REPO")), why: "wanted [HOST/]OWNER/REPO", command: "settle"}
	}
	if err != nil {
		return s, &fileError{err}
	}
	if t.global.database != "" {
		s.Database = t.global.database
	}
	return s, nil
}

// fileError is a file or a setting that is refused.
type fileError struct{ error }

func (e *fileError) Unwrap() error { return e.error }

// errNoToken says that nobody is signed in.
var errNoToken = errors.New("no token")

// policies reads --policy and lays flags over what each repository says.
func (t *terminal) policies(s config.Settings, over config.Overrides) (*config.Policies, error) {
	p := &config.Policies{Overrides: over, Personal: s.Personal, Zone: time.Local}
	if t.global.policy == "" {
		return p, nil
	}
	text, err := os.ReadFile(t.global.policy)
	if err != nil {
		return nil, &fileError{fmt.Errorf("%s cannot be read: %w", t.global.policy, err)}
	}
	if _, err := config.ReadPolicy(t.global.policy, "flag:"+t.global.policy, text); err != nil {
		return nil, &fileError{err}
	}
	p.Given, p.GivenName = string(text), t.global.policy
	return p, nil
}

// need says what a command wants of the house.
type need struct {
	host   bool // speaks to the host, so a token is needed
	writes bool // writes to the database
	over   config.Overrides
	line   func(string)
}

// open opens the house.
func (t *terminal) open(ctx context.Context, n need) (*app.App, config.Settings, error) {
	s, err := t.settings()
	if err != nil {
		return nil, s, err
	}
	if s.Token == "" && s.App.ID == 0 && n.host {
		return nil, s, fmt.Errorf("%w for %s", errNoToken, hostName(s))
	}
	policies, err := t.policies(s, n.over)
	if err != nil {
		return nil, s, err
	}
	a, err := app.Open(ctx, app.Options{Settings: s, Policies: policies, Version: Version, Asking: !n.writes, Sign: true, Line: n.line})
	return a, s, err
}

func hostName(s config.Settings) string {
	if s.Host == "" {
		return "github.com"
	}
	return s.Host
}

// ref finds the pull request that an argument names: with none, the current
// branch's. Item is what the fragment of a URL pointed to.
func (t *terminal) ref(ctx context.Context, a *app.App, s config.Settings, argument string) (ref pull.Ref, item string, err error) {
	here := repoOf(s)
	if argument == "" {
		ref, err = t.currentPull(ctx, a, here)
		return ref, "", err
	}
	ref, item, err = pull.ParseRef(argument, here)
	if err == nil {
		return ref, item, nil
	}
	if strings.Trim(argument, "#0123456789") == "" && here.Owner == "" {
		if ref, err = t.numbered(ctx, a, argument); err == nil {
			return ref, "", nil
		}
	}
	return pull.Ref{}, "", &usageError{what: err.Error(), why: "wanted 42, owner/repo#42 or a URL", command: "settle"}
}

func repoOf(s config.Settings) pull.Ref {
	owner, repo, _ := strings.Cut(s.Repo, "/")
	return pull.Ref{Host: s.Host, Owner: owner, Repo: repo}
}

// numbered finds a bare number: in the repository of the working copy, else the
// only pull request of that number that the database knows.
func (t *terminal) numbered(ctx context.Context, a *app.App, argument string) (pull.Ref, error) {
	if here, err := app.RepositoryHere(ctx, "."); err == nil {
		if ref, _, err := pull.ParseRef(argument, here); err == nil {
			return ref, nil
		}
	}
	known, err := a.Known(ctx)
	if err != nil {
		return pull.Ref{}, err
	}
	var found []pull.Ref
	for _, ref := range known {
		if fmt.Sprint(ref.Number) == strings.TrimPrefix(argument, "#") {
			found = append(found, ref)
		}
	}
	if len(found) == 1 {
		return found[0], nil
	}
	return pull.Ref{}, fmt.Errorf("in which repository is %s? Run in a checkout of it, or give -R owner/repo", argument)
}

func (t *terminal) currentPull(ctx context.Context, a *app.App, here pull.Ref) (pull.Ref, error) {
	ref, err := a.PullHere(ctx, ".", here)
	if err != nil {
		return pull.Ref{}, fmt.Errorf("find the pull request of the current branch: %w", err)
	}
	return ref, nil
}

// absolute is a path for a child that works elsewhere.
func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}
