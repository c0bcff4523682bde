package process

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/sandbox"
)

// linked is a working tree as an agent gets it: linked to a repository that
// takes its objects from a third one.
func linked(t *testing.T) (tree, repository string) {
	t.Helper()
	dir := t.TempDir()
	store, repository, tree := filepath.Join(dir, "store"), filepath.Join(dir, "repository"), filepath.Join(dir, "tree")
	for _, args := range [][]string{
		{"init", "-q", "--bare", store},
		{"init", "-q", repository},
		{"-C", repository, "commit", "-q", "--allow-empty", "-m", "first"},
		{"-C", repository, "worktree", "add", "-q", "--detach", tree},
	} {
		cmd := exec.Command("git", args...)
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", args, err, out)
		}
	}
	list := filepath.Join(repository, ".git", "objects", "info", "alternates")
	err := errors.Join(os.MkdirAll(filepath.Dir(list), 0o755), os.WriteFile(list, []byte(filepath.Join(store, "objects")+"\n"), 0o644))
	if err != nil {
		t.Fatal(err)
	}
	return tree, repository
}

// play runs a script as an agent behind walls.
func play(t *testing.T, tree, script string, edit bool) string {
	t.Helper()
	if sandbox.Probe().Isolation == sandbox.None {
		t.Skip("this machine offers no walls")
	}
	asked := agent.Request{Task: action.Fix, Worktree: tree, Rules: agent.Rules{Edit: edit}, Budget: agent.Budget{Time: time.Minute}}
	f, err := NewFolder(asked)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Remove()
	c := Child{Name: "mine", Args: []string{"sh", "-c", script, "sh", f.Report}, Folder: f, Want: sandbox.Required, Merge: true}
	r, err := c.Run(t.Context(), agent.Job{Request: asked})
	if err != nil {
		t.Fatal(err)
	}
	return string(r.Stdout)
}

func TestAnAgentCommitsBehindWallsAndPlantsNothing(t *testing.T) {
	tree, repository := linked(t)
	out := play(t, tree, `echo x >file && git add file && git commit -q -m Mine && echo committed
		common=$(git rev-parse --git-common-dir)
		echo evil >"$common/hooks/pre-push" && echo planted
		echo '[core] hooksPath=/tmp' >>"$common/config" && echo configured
		echo report >"$1" && echo reported`, true)
	if !strings.Contains(out, "committed") || !strings.Contains(out, "reported") || strings.Contains(out, "planted") || strings.Contains(out, "configured") {
		t.Errorf("it said\n%s", out)
	}
	if _, err := os.Stat(filepath.Join(repository, ".git", "hooks", "pre-push")); err == nil {
		t.Error("a hook is there")
	}
}

func TestWhoJudgesChangesNothing(t *testing.T) {
	tree, _ := linked(t)
	out := play(t, tree, `git log --format=%s; echo x >file && echo changed; echo report >"$1" && echo reported`, false)
	if !strings.Contains(out, "first") || !strings.Contains(out, "reported") || strings.Contains(out, "changed") {
		t.Errorf("it said\n%s", out)
	}
}

func TestAReportThatIsALinkIsNotRead(t *testing.T) {
	f, err := NewFolder(agent.Request{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Remove()
	if _, err := f.ReadReport(); !errors.Is(err, ErrNoReport) {
		t.Errorf("none: %v", err)
	}
	if err := os.Symlink("/etc/passwd", f.Report); err != nil {
		t.Fatal(err)
	}
	if text, err := f.ReadReport(); err == nil {
		t.Errorf("read %q", text)
	}
}
