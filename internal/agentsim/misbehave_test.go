package agentsim

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/scenario"
)

// sim plays a scenario's text in this process, asked to fix "rounding".
func (w *world) sim(text string) *sim {
	w.t.Helper()
	file, err := scenario.Parse("scenario.txtar", []byte(text))
	if err != nil {
		w.t.Fatal(err)
	}
	request := fixing(item("t1", "Two lines of 5 cents come to 8, not 9."))
	request.Worktree = w.worktree
	return &sim{file: file, asked: request, out: io.Discard, wait: time.Sleep}
}

// misbehaving runs a fix that edits a file and then does what the word says.
func misbehaving(t *testing.T, word string) (*world, agent.Report, string, error) {
	t.Helper()
	w := newWorld(t, fmt.Sprintf(`    - {for: rounding, replace: [{path: cart.go, old: "= 8", new: "= 9"}], misbehave: %s}
`, word))
	request := fixing(item("t1", "Two lines of 5 cents come to 8, not 9."))
	request.Budget.Time = 10 * time.Second
	report, said, err := w.run(t.Context(), request)
	return w, report, said, err
}

func TestLies(t *testing.T) {
	cases := map[string]func(w *world, o agent.Outcome) bool{
		"claims_success": func(w *world, o agent.Outcome) bool { return w.read("cart.go") == "package shop\n\nvar sum = 8\n" },
		"wrong_commit":   func(w *world, o agent.Outcome) bool { return strings.HasPrefix(string(o.Commit), "0bad") },
		"no_commit": func(w *world, o agent.Outcome) bool {
			return o.Commit == "" && w.git("rev-list", "--count", "HEAD") == "1"
		},
	}
	for word, holds := range cases {
		w, report, said, err := misbehaving(t, word)
		if err != nil {
			t.Errorf("%s: %v\n%s", word, err, said)
			continue
		}
		if o := report.Outcomes[0]; o.Outcome != feedback.Fixed || !holds(w, o) {
			t.Errorf("%s: got %+v", word, o)
		}
	}
}

func TestDeeds(t *testing.T) {
	cases := map[string]func(w *world) bool{
		"delete_tests":    func(w *world) bool { return w.read("cart_test.go") == "absent" },
		"outside":         func(w *world) bool { return w.read("../outside-the-worktree") == "here\n" },
		"plant_hook":      func(w *world) bool { return strings.Contains(w.read(".git/hooks/pre-push"), "stolen") },
		"read_env":        func(w *world) bool { return strings.Contains(w.read("environment.txt"), "PATH=") },
		"rewrite_history": func(w *world) bool { return w.git("log", "--format=%s", "-1") == "History, told differently" },
		"push":            func(w *world) bool { return w.git("branch", "--list", "from-the-agent") == "" },
	}
	for word, holds := range cases {
		w, _, said, err := misbehaving(t, word)
		if err != nil || !holds(w) {
			t.Errorf("%s did not happen: %v\n%s", word, err, said)
		}
	}
}

func TestEndings(t *testing.T) {
	if _, _, _, err := misbehaving(t, "exit"); agent.KindOf(err) != agent.Crashed {
		t.Errorf("exit: got %v", err)
	}
	if _, _, said, err := misbehaving(t, "flood"); err != nil || len(said) < flooded {
		t.Errorf("flood: %d bytes, %v", len(said), err)
	}
	for _, word := range []string{"fork", "background"} {
		if _, _, _, err := misbehaving(t, word); err != nil {
			t.Errorf("%s: %v", word, err)
		}
	}
}

func TestAHangingAgentIsEnded(t *testing.T) {
	w := newWorld(t, `    - {for: rounding, write: {a.txt: "a"}, misbehave: hang}
`)
	request := fixing(item("t1", "Two lines of 5 cents come to 8, not 9."))
	ctx, cancel := context.WithCancelCause(t.Context())
	w.watch = func(line string) {
		if line == "edits a.txt" {
			cancel(errCalledOff)
		}
	}
	if _, _, err := w.run(ctx, request); err == nil || !strings.Contains(err.Error(), errCalledOff.Error()) {
		t.Errorf("got %v", err)
	}
}

func TestASkippedHookIsNotRun(t *testing.T) {
	for word, refused := range map[string]bool{"skip_hooks": false, "wrong_commit": true} {
		w := newWorld(t, fmt.Sprintf(`    - {for: rounding, write: {a.txt: "a"}, misbehave: %s}
`, word))
		hook := filepath.Join(w.worktree, ".git/hooks/pre-commit")
		w.put(hook, "#!/bin/sh\nexit 1\n")
		if err := os.Chmod(hook, 0o755); err != nil {
			t.Fatal(err)
		}
		_, said, err := w.run(t.Context(), fixing(item("t1", "Two lines of 5 cents come to 8, not 9.")))
		if (err != nil) != refused {
			t.Errorf("%s: %v\n%s", word, err, said)
		}
	}
}

func TestNobodyIsAskedToPush(t *testing.T) {
	w := newWorld(t, "")
	if _, _, err := w.run(t.Context(), agent.Request{Task: action.Verify}); agent.KindOf(err) != agent.Crashed {
		t.Errorf("got %v", err)
	}
}
