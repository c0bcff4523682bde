package git

import (
	"context"
	"fmt"
	"strings"

	"github.com/settlehq/settle/internal/sandbox"
)

// Checkout is a working copy of a person as they left it.
type Checkout struct {
	Branch string // empty: no branch is checked out
	Origin string // address of the remote that the branch follows, else of origin
}

// Here tells about the working copy that a folder is in. It only reads.
func Here(ctx context.Context, dir string) (Checkout, error) {
	ask := func(args ...string) (string, error) {
		result, err := sandbox.Run(ctx, sandbox.Command{Dir: dir, Args: append([]string{"git"}, args...), Env: sandbox.Env{Set: []string{"GIT_OPTIONAL_LOCKS=0"}}})
		if err != nil {
			return "", fmt.Errorf("git %s: %w", args[0], err)
		}
		if result.Exit != 0 {
			return "", &Error{Command: args[0], Exit: result.Exit, Stderr: strings.TrimSpace(string(result.Stderr))}
		}
		return strings.TrimSpace(string(result.Stdout)), nil
	}
	if _, err := ask("rev-parse", "--git-dir"); err != nil {
		return Checkout{}, err
	}
	var c Checkout
	c.Branch, _ = ask("symbolic-ref", "--short", "--quiet", "HEAD")
	remote := "origin"
	if name, err := ask("config", "branch."+c.Branch+".remote"); err == nil && name != "" && name != "." {
		remote = name
	}
	c.Origin, _ = ask("remote", "get-url", remote)
	return c, nil
}

// Version of the git program, as it names itself.
func Version(ctx context.Context) (string, error) {
	result, err := sandbox.Run(ctx, sandbox.Command{Args: []string{"git", "version"}})
	if err != nil {
		return "", fmt.Errorf("git version: %w", err)
	}
	return strings.TrimPrefix(strings.TrimSpace(string(result.Stdout)), "git version "), nil
}
