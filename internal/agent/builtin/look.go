package builtin

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/sandbox"
)

// Found is what can be known of an agent without spending anything.
type Found struct {
	Name     string
	Version  string // empty: it did not tell
	SignedIn *bool  // nil: not known
	How      string // by what it is signed in, or what would do it
}

// Look asks whether the agent is installed, which version it is, and whether
// something is there that signs it in; whether that is still good is known
// only by using it. False: not installed.
func (a *Agent) Look(ctx context.Context) (Found, bool) {
	path, err := a.program()
	if err != nil {
		return Found{Name: a.name}, false
	}
	f := Found{Name: a.name, Version: version(ctx, path)}
	f.SignedIn, f.How = a.signedIn()
	return f, true
}

var versions = regexp.MustCompile(`\d+\.\d+(?:\.\d+)?`)

func version(ctx context.Context, path string) string {
	home, err := os.MkdirTemp("", "settle-look-*")
	if err != nil {
		return ""
	}
	defer func() { _ = sandbox.RemoveAll(home) }()
	r, err := sandbox.Run(ctx, sandbox.Command{
		Dir: home, Args: []string{path, "--version"}, Env: sandbox.Env{Home: home, Temp: home, Set: xdg(home)},
		Bounds: sandbox.Bounds{Time: 10 * time.Second, Output: 4 << 10}, Merge: true,
	})
	if err != nil {
		return ""
	}
	return versions.FindString(string(r.Stdout))
}

func (a *Agent) signedIn() (*bool, string) {
	yes, no := true, false
	if name, ok := a.hasKey(); ok {
		return &yes, name
	}
	if home, err := os.UserHomeDir(); err == nil {
		for _, path := range a.logins {
			if _, err := os.Stat(filepath.Join(home, path)); err == nil {
				return &yes, "its own sign-in"
			}
		}
	}
	if a.free || runtime.GOOS == "darwin" { // a keychain cannot be looked into, nor copied
		return nil, "no key of its own is set"
	}
	return &no, "set " + strings.Join(keyNames(a.keys), " or ")
}

// keyNames are those of the variables that sign in.
func keyNames(names []string) []string {
	var keys []string
	for _, name := range names {
		if isKey(name) {
			keys = append(keys, name)
		}
	}
	return keys
}
