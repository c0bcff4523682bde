package perform_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/perform"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/review"
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

// look lets the agents look over the head, as a review that is published does.
func (w *world) look(change func(*perform.Overlook)) (agent.Report, *journal.Outcome, error) {
	w.t.Helper()
	main := strings.TrimSpace(w.git(w.bare, "rev-parse", "refs/heads/main"))
	o := perform.Overlook{Head: w.host.head, Base: pull.Oid(main)}
	if change != nil {
		change(&o)
	}
	return w.do.Look(w.t.Context(), w.host.snapshot(), w.policy, o)
}

func TestAReviewIsTheAuditWithAMemory(t *testing.T) {
	w := newWorld(t, files{"cart.go": "package cart\n"})
	w.pushed(files{"cart.go": "package cart\n\nvar first = 1\n"})
	w.host.head = w.tip()
	retained := []string{"0123abcd"}
	w.agents.are(map[string]hand{"one": func(_ *testing.T, dir string, _ agent.Request) (agent.Report, error) {
		if _, err := os.Stat(filepath.Join(dir, "cart.go")); err != nil {
			t.Error("the head is not checked out")
		}
		return agent.Report{Retained: &retained, CostUSD: 0.5}, nil
	}})
	report, outcome, err := w.look(func(o *perform.Overlook) {
		o.Earlier = []feedback.Earlier{{Published: feedback.Published{ID: "0123abcd01234567", Finding: feedback.Finding{Path: "cart.go", Title: "One too many", Body: "See there."}}}}
		o.Analysis, o.Instructions = []feedback.Finding{{Title: "unused", Body: "first is unused"}}, "Look at names."
	})
	if err != nil || len(*report.Retained) != 1 || outcome.Agent != "one" || outcome.Runs != 1 || outcome.Spent != 500000 {
		t.Fatalf("%v, %+v, %+v", err, report, outcome)
	}
	asked := w.agents.asked[0]
	if asked.Task != action.Audit || asked.Rules.Edit || len(asked.Earlier) != 1 || len(asked.Analysis) != 1 || asked.Instructions != "Look at names." {
		t.Errorf("asked was %+v", asked)
	}
	for _, part := range []string{"| +var first = 1", "| One too many", "| unused", "> Look at names."} {
		if !strings.Contains(asked.Prompt, part) {
			t.Errorf("%q is not told", part)
		}
	}
}

func TestAReportThatCannotBeUsedIsAskedForTwice(t *testing.T) {
	for name, c := range map[string]struct {
		hands []hand
		runs  int
		kind  agent.Kind
	}{
		"the second is good": {[]hand{troubled(agent.Trouble{Kind: agent.Invalid, Err: errors.New("no JSON")}), findsNothing}, 2, ""},
		"both are nonsense":  {[]hand{troubled(agent.Trouble{Kind: agent.Invalid, Err: errors.New("no JSON")}), troubled(agent.Trouble{Kind: agent.Invalid, Err: errors.New("no JSON")}), findsNothing}, 2, agent.Invalid},
		"out of time":        {[]hand{troubled(agent.Trouble{Kind: agent.TimedOut, Err: errors.New("30m")}), findsNothing}, 1, agent.TimedOut},
		"one edits":          {[]hand{edits(files{"cart.go": "package mine\n"}), findsNothing}, 2, ""},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, files{"cart.go": "package cart\n"})
			w.agents.are(map[string]hand{"one": func(t *testing.T, dir string, r agent.Request) (agent.Report, error) {
				report, err := c.hands[len(w.agents.asked)-1](t, dir, r)
				report.Outcomes = nil
				return report, err
			}})
			_, outcome, err := w.look(nil)
			if agent.KindOf(err) != c.kind || (err == nil) != (c.kind == "") || len(w.agents.asked) != c.runs || outcome.Runs != c.runs {
				t.Errorf("%v after %d runs, told as %d", err, len(w.agents.asked), outcome.Runs)
			}
		})
	}
}

func findsNothing(*testing.T, string, agent.Request) (agent.Report, error) {
	return agent.Report{}, nil
}

func TestAReviewByNamedAgentsAsksThem(t *testing.T) {
	w := newWorld(t, files{"cart.go": "package cart\n"})
	w.agents.are(map[string]hand{"two": findsNothing})
	if _, outcome, err := w.look(func(o *perform.Overlook) { o.Agents = []policy.AgentUse{{Use: "two"}} }); err != nil || outcome.Agent != "two" {
		t.Errorf("%v, %+v", err, outcome)
	}
	if _, _, err := w.look(nil); agent.KindOf(err) != agent.Absent {
		t.Errorf("who judges here is not installed: %v", err)
	}
}

// says stands in for the place where findings are published.
type says struct {
	asked []review.Answer
	said  perform.Said
	err   error
}

func (s *says) Say(_ context.Context, _ pull.Snapshot, _ policy.Policy, answer review.Answer) (perform.Said, error) {
	s.asked = append(s.asked, answer)
	return s.said, s.err
}

func TestWhatOurAuditorFindsIsPublishedWherePolicyWantsIt(t *testing.T) {
	one, two := feedback.Finding{Path: "a.go", Line: 3, Severity: "high", Title: "One", Body: "It is one."}, feedback.Finding{Severity: "low", Title: "Two", Body: "It is two."}
	for name, c := range map[string]struct {
		publish bool
		says    says
		want    string // findings that stay the run's, threads, new ones, texts that were published
	}{
		"not wanted":   {false, says{}, "One Two, 0 threads, 0 new, 0 told"},
		"published":    {true, says{said: perform.Said{Threads: 2, Posted: 1, Rest: []feedback.Finding{two}}}, "Two, 2 threads, 1 new, 1 told"},
		"in part":      {true, says{said: perform.Said{Threads: 1, Posted: 1, Rest: []feedback.Finding{two}}, err: errors.New("no network")}, "Two, 1 threads, 1 new, 1 told"},
		"not possible": {true, says{err: errors.New("no network")}, "One Two, 0 threads, 0 new, 1 told"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, files{"cart.go": "package cart\n"})
			w.do.Says = &c.says
			w.policy.Reviewers = []policy.Reviewer{{Name: "auditor", Publish: c.publish, Define: policy.Definition{Kind: "auditor"}}}
			w.agents.are(map[string]hand{"one": func(*testing.T, string, agent.Request) (agent.Report, error) {
				return agent.Report{Findings: []feedback.Finding{one, two}}, nil
			}})
			did := w.perform(w.looksOver())
			want(t, did, journal.Done, "")
			var left []string
			for _, f := range did.Outcome.Findings {
				left = append(left, f.Title)
			}
			o := did.Outcome
			if got := fmt.Sprintf("%s, %d threads, %d new, %d told", strings.Join(left, " "), o.Threads, o.Posted, len(c.says.asked)); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
			if c.says.err != nil && !strings.Contains(o.Text, "no network") {
				t.Errorf("why is not told: %q", o.Text)
			}
		})
	}
}
