package perform_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
)

// looksOver asks for a look over what the head has beyond main.
func (w *world) looksOver(settled ...feedback.Standing) action.Action {
	main := strings.TrimSpace(w.git(w.bare, "rev-parse", "refs/heads/main"))
	order := &action.WorkOrder{Task: action.Audit, Head: w.host.head, Base: pull.Oid(main), Standing: settled}
	return action.Action{Kind: action.Work, Key: action.AuditKey(w.host.head), Expect: action.Expect{Head: w.host.head}, Work: order}
}

func TestOurAuditorSeesTheWholeChangeAndNothingElse(t *testing.T) {
	w := newWorld(t, files{"cart.go": "package cart\n"})
	w.pushed(files{"cart.go": "package cart\n\nvar first = 1\n"})
	w.pushed(files{"order.go": "package cart\n\nvar second = 2\n"})
	w.host.head = w.tip()
	// Main went on meanwhile: what it got is no part of the change.
	w.git(w.desk, "checkout", "-q", "-b", "next", w.git(w.bare, "rev-parse", "refs/heads/main")[:40])
	w.commit(files{"theirs.go": "package cart\n\nvar theirs = 3\n"})
	w.git(w.desk, "push", "-q", w.bare, "next:main")
	w.agents.are(map[string]hand{"one": func(*testing.T, string, agent.Request) (agent.Report, error) {
		return agent.Report{CostUSD: 0.5, Findings: []feedback.Finding{{Path: "order.go", Line: 3, Title: "Two is wrong", Body: "It is one too many."}}}, nil
	}})
	did := w.perform(w.looksOver(w.declined(w.thread(101))))
	want(t, did, journal.Done, "")
	if o := did.Outcome; len(o.Findings) != 1 || o.Findings[0].Path != "order.go" || o.Runs != 1 || o.Spent != 500000 || o.Agent != "one" {
		t.Errorf("%+v", did.Outcome)
	}
	asked := w.agents.asked[0]
	for _, part := range []string{"+var first = 1", "+var second = 2"} {
		if !strings.Contains(asked.Diff, part) || !strings.Contains(asked.Prompt, strings.TrimPrefix(part, "+")) {
			t.Errorf("%q was not shown", part)
		}
	}
	if strings.Contains(asked.Prompt, "theirs") || asked.Rules.Edit {
		t.Errorf("more was shown, or may be edited: %+v", asked.Rules)
	}
	if !strings.Contains(asked.Prompt, "amounts are whole cents") {
		t.Error("what was settled before is not told")
	}
}

func TestAnAuditorThatEditsHasFoundNothing(t *testing.T) {
	w := newWorld(t, files{"cart.go": "package cart\n"})
	w.agents.are(map[string]hand{"one": func(_ *testing.T, dir string, _ agent.Request) (agent.Report, error) {
		return agent.Report{}, os.WriteFile(filepath.Join(dir, "cart.go"), []byte("package mine\n"), 0o600)
	}})
	did := w.perform(w.looksOver())
	want(t, did, journal.Lapsed, journal.Failed)
	if !strings.Contains(did.Outcome.Text, "changed the tree") {
		t.Errorf("told as %q", did.Outcome.Text)
	}
}

func TestPolicyNamesWhoAudits(t *testing.T) {
	w := newWorld(t, files{"cart.go": "package cart\n"})
	w.policy.Reviewers = []policy.Reviewer{{Name: "auditor", Agent: "two", Define: policy.Definition{Kind: "auditor"}}}
	w.agents.are(map[string]hand{
		"one": func(*testing.T, string, agent.Request) (agent.Report, error) {
			return agent.Report{}, errors.New("not asked")
		},
		"two": func(*testing.T, string, agent.Request) (agent.Report, error) { return agent.Report{}, nil },
	})
	did := w.perform(w.looksOver())
	want(t, did, journal.Done, "")
	if len(did.Outcome.Findings) != 0 || did.Outcome.Agent != "two" {
		t.Errorf("%+v", did.Outcome)
	}
}
