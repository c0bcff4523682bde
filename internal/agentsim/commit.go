package agentsim

import (
	"fmt"
	"os/exec"
	"strings"

	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/scenario"
)

// commit makes the entry's commits: the edited files spread over them in
// order, the last takes the rest. It gives the last one; "" where the edits
// are left uncommitted.
func (s *sim) commit(entry scenario.Fix, e edits) (pull.Oid, error) {
	if entry.Commits <= 0 || len(e) == 0 || claims(entry, "no_commit") {
		return "", nil
	}
	paths := e.paths()
	count := min(entry.Commits, len(paths))
	for n := range count {
		part := paths[n : n+1]
		if n == count-1 {
			part = paths[n:]
		}
		if err := s.commitPart(entry, part, n+1); err != nil {
			return "", err
		}
	}
	head, err := s.git("rev-parse", "HEAD")
	return pull.Oid(head), err
}

func (s *sim) commitPart(entry scenario.Fix, paths []string, n int) error {
	if _, err := s.git(append([]string{"add", "--all", "--"}, paths...)...); err != nil {
		return err
	}
	args := []string{"commit", "--quiet", "--message", fmt.Sprintf("%s, part %d", strings.Join(entry.For, ", "), n)}
	if claims(entry, "skip_hooks") {
		args = append(args, "--no-verify")
	}
	if clean, err := s.git("diff", "--cached", "--name-only"); err != nil || clean == "" {
		return err
	}
	_, err := s.git(args...)
	return err
}

// git runs in the worktree as an agent's own shell would: with whatever the
// agent was given, and its own name.
func (s *sim) git(args ...string) (string, error) {
	cmd := exec.Command("git", append([]string{"-c", "user.name=agent", "-c", "user.email=agent@example.com"}, args...)...)
	cmd.Dir = s.asked.Worktree
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("git %s: %w: %s", args[0], err, strings.TrimSpace(string(out)))
	}
	return strings.TrimSpace(string(out)), nil
}
