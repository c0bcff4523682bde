package verify

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
)

// hookPlaces are the folders in which repositories keep the hooks that they
// have git run, the first that has one counts: .husky of husky, .githooks by
// custom (core.hooksPath). Settings of a person's own clone are not ours to know.
var hookPlaces = []string{".githooks", ".husky"}

// Hook runs one hook of the repository as git would: at the top of the tree,
// with git's own arguments and input, and the setup of the checks before it. It
// sees no credential. found is false where the repository has no such hook;
// nothing is run then. A hook that says no is a Proof that is not green.
func (c *Checks) Hook(ctx context.Context, dir string, commit pull.Oid, rules policy.Verify, hook feedback.Hook) (proof feedback.Proof, found bool, err error) {
	path := hookFile(dir, hook.Name)
	if path == "" {
		return feedback.Proof{}, false, nil
	}
	run, err := c.begin(dir, commit, hook.Name)
	if err != nil {
		return feedback.Proof{}, true, action.Fail(action.Later, fmt.Errorf("run hook: %w", err))
	}
	defer run.end()
	deadline := time.Now().Add(limit(rules))
	proof.Green = true
	if rules.Setup != "" && !rules.None {
		if proof, err = run.one(ctx, step{args: shell(rules.Setup), name: rules.Setup}, time.Until(deadline)); err != nil {
			return feedback.Proof{}, true, err
		}
	}
	if proof.Green {
		if proof, err = run.hook(ctx, path, hook, time.Until(deadline)); err != nil {
			return feedback.Proof{}, true, err
		}
	}
	proof.Commit, proof.Gate = commit, hook.Name
	return proof, true, nil
}

// hookFile is the path of a hook below dir; empty: there is none. A hook that
// cannot be executed is none to git either, but for husky, which runs it by sh.
func hookFile(dir, name string) string {
	for _, place := range hookPlaces {
		path := filepath.Join(place, name)
		info, err := os.Stat(filepath.Join(dir, path))
		if err == nil && info.Mode().IsRegular() && (place == ".husky" || info.Mode()&0o111 != 0) {
			return path
		}
	}
	return ""
}

func (r *run) hook(ctx context.Context, path string, hook feedback.Hook, left time.Duration) (feedback.Proof, error) {
	args := []string{"./" + filepath.ToSlash(path)}
	if strings.HasPrefix(path, ".husky") {
		args = []string{"sh", "-e", path}
	}
	args = append(args, hook.Args...)
	message := filepath.Join(r.home, "message")
	if hook.Message != nil {
		if err := os.WriteFile(message, []byte(*hook.Message), 0o600); err != nil {
			return feedback.Proof{}, action.Fail(action.Later, fmt.Errorf("run hook: %w", err))
		}
		args = append(args, message)
	}
	proof, err := r.one(ctx, step{args: args, name: strings.Join(append([]string{filepath.ToSlash(path)}, hook.Args...), " "), stdin: hook.Stdin}, left)
	if err != nil || hook.Message == nil {
		return proof, err
	}
	text, err := os.ReadFile(message)
	if err != nil || len(text) > messageLimit {
		proof.Green, proof.Tail = false, proof.Tail+"\nthe message was taken away, or grew beyond measure"
		return proof, nil
	}
	*hook.Message = string(text)
	return proof, nil
}

// messageLimit bounds what a hook may make of a commit's message, in bytes.
const messageLimit = 64 << 10
