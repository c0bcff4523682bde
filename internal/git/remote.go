package git

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/pull"
)

// Remote is where a repository lives and what opens it. Header is one line of
// HTTP ("Authorization: Basic …") or empty; it is a secret.
type Remote struct {
	URL    string
	Header string
}

// String never shows the secret.
func (r Remote) String() string { return r.URL }

// config scopes the header to the host of the address, so that a redirect or
// another address never carries it.
func (r Remote) config() ([]string, error) {
	u, err := url.Parse(r.URL)
	if err != nil || strings.HasPrefix(r.URL, "-") {
		return nil, errors.New("the address of the remote cannot be read")
	}
	switch {
	case u.User != nil:
		return nil, errors.New("the address of the remote carries a user name or password")
	case r.Header == "":
		return nil, nil
	case u.Scheme != "https" && u.Scheme != "http":
		return nil, fmt.Errorf("a credential cannot travel by %q", u.Scheme)
	case strings.ContainsAny(r.Header, "\r\n"):
		return nil, errors.New("the credential has more than one line")
	}
	// An address may hold "=" only behind its path, so the pair stays readable.
	return []string{fmt.Sprintf("http.%s://%s/.extraHeader=%s", u.Scheme, u.Host, r.Header)}, nil
}

// speak runs a command of the store that talks to the host.
func (m *Mirror) speak(ctx context.Context, remote Remote, args ...string) (string, error) {
	config, err := remote.config()
	if err != nil {
		return "", action.Fail(action.Refused, err)
	}
	return m.store.run(ctx, call{args: args, config: config, remote: true})
}

// RemoteHead asks the host where a branch is. A branch that is not there is Gone.
func (m *Mirror) RemoteHead(ctx context.Context, remote Remote, branch string) (pull.Oid, error) {
	ref := "refs/heads/" + branch
	out, err := m.speak(ctx, remote, "ls-remote", "--quiet", remote.URL, ref)
	if err != nil {
		return "", fail(remoteClass(err), "read remote head", err)
	}
	for line := range strings.Lines(out) {
		if oid, name, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok && name == ref {
			return pull.Oid(oid), nil
		}
	}
	return "", fail(action.Gone, "read remote head", fmt.Errorf("no branch %q", branch))
}

// remoteSays maps what git says in English to a class; the first match counts.
var remoteSays = []struct {
	words string
	class action.FailureClass
}{
	{"authentication failed", action.NotAllowed},
	{"could not read username", action.NotAllowed},
	{"could not read password", action.NotAllowed},
	{"returned error: 401", action.NotAllowed},
	{"returned error: 403", action.NotAllowed},
	{"permission to ", action.NotAllowed},
	{"write access to repository not granted", action.NotAllowed},
	{"returned error: 429", action.Limited},
	{"repository not found", action.Gone},
	{"' not found", action.Gone},
	{"not our ref", action.Gone},
	{"couldn't find remote ref", action.Gone},
	{"does not appear to be a git repository", action.Gone},
	{"returned error: 404", action.Gone},
	{"returned error: 410", action.Gone},
}

// remoteClass reads the class of a failed talk; what git does not explain may
// be tried again.
func remoteClass(err error) action.FailureClass {
	var failed *Error
	if errors.As(err, &failed) {
		said := strings.ToLower(failed.Stderr)
		for _, row := range remoteSays {
			if strings.Contains(said, row.words) {
				return row.class
			}
		}
	}
	return action.Later
}
