package cli_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/store/sqlite"
)

var plan = pull.Ref{Owner: "acme", Repo: "plan", Number: 45}

// judgedPlan is a home in which the asks of the plan have been judged, and
// nothing else has been done.
func judgedPlan(t *testing.T) *home {
	t.Helper()
	file, err := filepath.Abs("testdata/plan.txtar")
	if err != nil {
		t.Fatal(err)
	}
	h := newHome(t, served(t, file).URL)
	h.env["NO_COLOR"] = "1"
	if err := os.MkdirAll(filepath.Join(h.dir, "config", "settle"), 0o700); err != nil {
		t.Fatal(err)
	}
	h.file("config/settle/config.yaml", personal(file))
	if code, _, stderr := h.settle("run", plan.String(), "--once", "--no-input"); code != 8 {
		t.Fatalf("exit code %d\n%s", code, stderr)
	}
	return h
}

// told are the person's lines of the plan's journal, and what was begun.
func (h *home) told() (answers []feedback.Judgment, begun []string) {
	h.t.Helper()
	store, err := sqlite.Open(h.t.Context(), h.database)
	if err != nil {
		h.t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	entries, err := store.Recall(h.t.Context(), plan)
	if err != nil {
		h.t.Fatal(err)
	}
	for _, e := range entries {
		if e.Told != nil && e.Told.Word == journal.Answer {
			answers = append(answers, *e.Told.Judgment)
		}
		if e.Did != nil && e.Did.State == journal.Started {
			begun = append(begun, string(e.Did.Key.Kind())+string(e.Did.Key.Task()))
		}
	}
	return answers, begun
}

// A person at the terminal is asked once for all of a round; what they say is
// written down as settle answer writes it.
func TestThePersonAtTheTerminalIsAskedOnceForAll(t *testing.T) {
	t.Parallel()
	h := judgedPlan(t)
	s := h.sit("run", plan.String(), "--once")
	shown := s.until("> ")
	for _, want := range []string{
		"1 question, 2 planned fixes", "Keep the v1 field?", "Looked into: Two clients still read it.", "- keep it: one more release of both",
		"Advised: keep it for one release", "Rounding loses a cent: The sum is rounded in each line.",
	} {
		if !strings.Contains(strings.Join(strings.Fields(shown), " "), want) {
			t.Errorf("%q is not shown:\n%s", want, shown)
		}
	}
	for _, row := range []struct{ line, says string }{
		{"perhaps", "is none of fix, decline, defer and escalate"},
		{"decline t9 no", "none of the 3 items"},
		{"defer c0101 shop-7", "no web address"},
		{"fix t4801", "wants an item and a text"},
	} {
		s.types(row.line + "\n")
		s.until(row.says)
	}
	s.types("decline t4801 amounts are whole cents\nescalate t4802 which name is it?\nfix c0101 keep it, mark it old\n\n")
	if code := s.leaves(); code != 8 && code != 7 {
		t.Fatalf("exit code %d\n%s", code, s.until(""))
	}
	answers, begun := h.told()
	var classes []feedback.Class
	for _, a := range answers {
		classes = append(classes, a.Class)
		if a.Source != feedback.ByPerson || a.At.Version.Comment == 0 {
			t.Errorf("%+v", a)
		}
	}
	if text, _ := json.Marshal(classes); string(text) != `["valid","invalid","needs_human"]` {
		t.Errorf("written down: %s", text)
	}
	if !strings.Contains(strings.Join(begun, " "), "reply") {
		t.Errorf("nothing was begun after the answers: %q", begun)
	}
	if shown := s.until(""); strings.Count(shown, "planned fixes") != 1 {
		t.Errorf("asked more than once:\n%s", shown)
	}
}

// An empty line goes on: the fix begins, the question is filed, and nothing is
// written down in the person's name.
func TestAnEmptyLineGoesOnAsPlanned(t *testing.T) {
	t.Parallel()
	h := judgedPlan(t)
	s := h.sit("run", plan.String(), "--once")
	s.until("> ")
	s.types("\n")
	if code := s.leaves(); code != 8 {
		t.Fatalf("exit code %d\n%s", code, s.until(""))
	}
	answers, begun := h.told()
	if all := strings.Join(begun, " "); len(answers) != 0 || !strings.Contains(all, "workfix") || !strings.Contains(all, "reply tell") {
		t.Errorf("%+v, %q", answers, begun)
	}
}

// Who goes away has not agreed: nothing of what was shown begins.
func TestWhoGoesAwayHasNotAgreed(t *testing.T) {
	t.Parallel()
	h := judgedPlan(t)
	s := h.sit("run", plan.String(), "--once")
	s.until("> ")
	s.types("\x04")
	if code := s.leaves(); code != 7 {
		t.Fatalf("exit code %d\n%s", code, s.until(""))
	}
	s.until("error: the questions at the terminal were not answered")
	if answers, begun := h.told(); len(answers) != 0 || strings.Join(begun, " ") != "worktriage" {
		t.Errorf("%+v, %q", answers, begun)
	}
}

// In a pipe, and with --no-input, nobody is asked: questions are filed.
func TestWithoutATerminalQuestionsAreFiled(t *testing.T) {
	t.Parallel()
	h := judgedPlan(t)
	code, _, stderr := h.settle("run", plan.String(), "--once")
	if strings.Contains(stderr, "planned fix") || code != 8 && code != 7 {
		t.Errorf("exit code %d\n%s", code, stderr)
	}
	if answers, begun := h.told(); len(answers) != 0 || !strings.Contains(strings.Join(begun, " "), "reply tell") {
		t.Errorf("%+v, %q", answers, begun)
	}
}

// A run that could ask nobody is refused before anything is written.
func TestARunThatCouldAskNobodyIsRefused(t *testing.T) {
	t.Parallel()
	h := judgedPlan(t)
	before, err := os.ReadFile(h.database)
	if err != nil {
		t.Fatal(err)
	}
	for policy, why := range map[string]string{
		"escalation: {to: []}": "escalation.to is empty", "escalation: {to: [webhook, bd]}": "escalation.to says webhook, bd, and there is none",
		"escalation: {to: [], mode: prompt}": "escalation.to is empty",
	} {
		args := []string{"run", plan.String(), "--policy", h.file("rules.yaml", "version: 1\nverify: \"true\"\n"+policy+"\n")}
		code, stdout, stderr := h.settle(args...)
		if code != 3 || stdout != "" || !strings.Contains(strings.Join(strings.Fields(stderr), " "), why) || !strings.Contains(stderr, "nothing was started") {
			t.Errorf("%s: exit code %d\n%s%s", policy, code, stdout, stderr)
		}
		h.wantError(3, "bad_file", args)
		if code, stdout, stderr := h.settle("run", "--all", "-R", "acme/plan", "--policy", args[3]); code != 3 {
			t.Errorf("as one of several: exit code %d\n%s%s", code, stdout, stderr)
		}
	}
	after, err := os.ReadFile(h.database)
	if err != nil || string(before) != string(after) {
		t.Errorf("the database is changed (%v)", err)
	}
	if code, _, stderr := h.settle("run", plan.String(), "--once", "--issue", "--all"); code != 2 {
		t.Errorf("exit code %d\n%s", code, stderr)
	}
}
