package perform_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/perform"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
)

func TestAnAgentsChangeBecomesOneCommitInOurName(t *testing.T) {
	w := newWorld(t, files{"cart.go": "package cart\n"})
	w.agents.are(map[string]hand{"one": func(t *testing.T, dir string, r request) (report, error) {
		done, err := edits(files{"cart.go": "package cart\n\nvar total = 1\n", "cart_test.go": "package cart\n\nfunc TestTotal(t *testing.T) {}\n"})(t, dir, r)
		for i := range done.Outcomes {
			done.Outcomes[i].Test = "TestTotal"
		}
		return done, err
	}})
	work := w.fixes(w.thread(101), w.thread(102))
	did := w.perform(work)
	want(t, did, journal.Done, "")
	w.wantFile(did, "cart.go", "package cart\n\nvar total = 1\n")
	commits := w.unpack(did)
	if len(commits) != 1 || outcomes(did) != "t101 fixed, t102 fixed" {
		t.Fatalf("%d commits; %s", len(commits), outcomes(did))
	}
	for _, c := range did.Outcome.Claims {
		if c.Commit != pull.Oid(commits[0]) || c.Summary != "Totals are rounded once." || c.Test != "TestTotal" {
			t.Errorf("claim %+v", c)
		}
	}
	if o := did.Outcome; o.Agent != "one" || o.Runs != 1 || o.Spent != 250000 || o.Seconds != 60 {
		t.Errorf("booked %q, %d runs, %v, %v s", o.Agent, o.Runs, o.Spent, o.Seconds)
	}
}

// What the agent committed by itself is taken over with the rest: one commit, ours.
func TestAnAgentsOwnCommitIsTakenOver(t *testing.T) {
	w := newWorld(t, files{"cart.go": "package cart\n"})
	w.agents.are(map[string]hand{"one": func(t *testing.T, dir string, r request) (report, error) {
		done, err := edits(files{"cart.go": "package cart // better\n"})(t, dir, r)
		w.git(dir, "add", "-A")
		w.git(dir, "commit", "-q", "-m", "the agent's words")
		return done, err
	}})
	did := w.perform(w.fixes(w.thread(101)))
	want(t, did, journal.Done, "")
	commits := w.unpack(did)
	if len(commits) != 1 {
		t.Fatalf("%d commits", len(commits))
	}
	w.wantTrailers(did, commits[0], did.Key, w.thread(101))
	w.wantFile(did, "cart.go", "package cart // better\n")
}

func TestAClaimOfAFixWithoutAChangeIsAFailure(t *testing.T) {
	w := newWorld(t, files{"cart.go": "package cart\n"})
	w.agents.are(map[string]hand{"one": edits(nil)})
	did := w.perform(w.fixes(w.thread(101)))
	want(t, did, journal.Done, "")
	if outcomes(did) != "t101 failed" || did.Outcome.Commit != "" || did.Outcome.Claims[0].Why == "" {
		t.Errorf("%+v", did.Outcome)
	}
}

// What an agent changed for nothing that it calls fixed belongs to nobody.
func TestAChangeWithoutAFixIsThrownAway(t *testing.T) {
	w := newWorld(t, files{"cart.go": "package cart\n"})
	w.agents.are(map[string]hand{"one": func(t *testing.T, dir string, r request) (report, error) {
		_, err := edits(files{"cart.go": "package broken\n"})(t, dir, r)
		return claims(r, feedback.Declined), err
	}})
	did := w.perform(w.fixes(w.thread(101)))
	want(t, did, journal.Done, "")
	if outcomes(did) != "t101 declined" || did.Outcome.Commit != "" || did.Outcome.Blob != "" {
		t.Errorf("%+v", did.Outcome)
	}
}

func TestGuardedFilesWaitForAPersonAndTheSuggestionsStay(t *testing.T) {
	w := newWorld(t, files{"cart.go": "1\n2\n"})
	w.agents.are(map[string]hand{"one": edits(files{"cart.go": "all new\n", ".github/workflows/ci.yml": "on: push\n"})})
	did := w.perform(w.fixes(w.thread(101), w.suggests(102, "cart.go", 1, 1, "one")))
	want(t, did, journal.Done, "")
	claim := did.Outcome.Claims[1]
	if outcomes(did) != "t102 fixed, t101 failed" || claim.Violations[0] != (feedback.Violation{Code: feedback.Guarded, Subject: ".github/workflows/ci.yml"}) {
		t.Errorf("%s; %+v", outcomes(did), claim)
	}
	if o := did.Outcome; !strings.Contains(claim.Why, ".github/workflows/ci.yml") || !strings.Contains(o.Text, "is kept") || o.Runs != 1 || o.Spent == 0 {
		t.Errorf("outcome %+v", o)
	}
	w.wantFile(did, "cart.go", "one\n2\n")
	if len(w.unpack(did)) != 1 {
		t.Error("something beside the suggestion was committed")
	}
}

// The next of the chain tries where one is absent or has no quota, and only there.
func TestTheChainOfAgents(t *testing.T) {
	until := noon.Add(3 * time.Hour)
	works := edits(files{"cart.go": "package cart // better\n"})
	quota := troubled(agent.Trouble{Kind: agent.Quota, Agent: "one", Until: until, Err: errors.New("no more today")})
	crash := troubled(agent.Trouble{Kind: agent.Crashed, Agent: "one", Err: errors.New("exit 1")})
	hangs := troubled(agent.Trouble{Kind: agent.TimedOut, Agent: "one", Err: errors.New("30m are over")})
	cases := []struct {
		name  string
		hands map[string]hand
		ran   string
		state journal.State
		why   journal.Why
	}{
		{"the first works", map[string]hand{"one": works, "two": works}, "one", journal.Done, ""},
		{"the first is absent", map[string]hand{"two": works}, "two", journal.Done, ""},
		{"the first has no quota", map[string]hand{"one": quota, "two": works}, "one two", journal.Done, ""},
		{"the first crashes", map[string]hand{"one": crash, "two": works}, "one", journal.Lapsed, journal.Failed},
		{"the first hangs", map[string]hand{"one": hangs, "two": works}, "one two", journal.Done, ""},
		{"all hang", map[string]hand{"one": hangs, "two": hangs}, "one two", journal.Lapsed, journal.Failed},
		{"nobody has quota", map[string]hand{"two": quota}, "two", journal.Lapsed, journal.Limited},
		{"the first has no quota, the second is absent", map[string]hand{"one": quota}, "one", journal.Lapsed, journal.Limited},
		{"nobody is there", nil, "", journal.Barred, journal.Refused},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t, files{"cart.go": "package cart\n"})
			w.agents.are(c.hands)
			w.history.Spent = 2_000_000
			did := w.perform(w.fixes(w.thread(101)))
			want(t, did, c.state, c.why)
			if got := strings.Join(w.agents.names, " "); got != c.ran || did.Outcome.Runs != len(w.agents.names) {
				t.Errorf("ran %q and booked %d, want %q", got, did.Outcome.Runs, c.ran)
			}
			if c.why == journal.Limited && !did.NotBefore.Equal(until) {
				t.Errorf("not before %s, want %s", did.NotBefore, until)
			}
			for i, asked := range w.agents.asked {
				if left := w.policy.Limits.Cost - 2_000_000; asked.Budget.Cost != left {
					t.Errorf("the %d. run may cost %v, want %v", i+1, asked.Budget.Cost, left)
				}
			}
			if i := slices.Index(w.agents.names, "two"); i >= 0 && (w.agents.asked[i].Budget.Model != "large" || w.agents.asked[i].Budget.Turns != 7) {
				t.Errorf("the second was given %+v", w.agents.asked[i].Budget)
			}
		})
	}
}

// The first of the chain left a mess before it ran out of quota: the next
// begins at the head.
func TestTheNextOfTheChainBeginsClean(t *testing.T) {
	w := newWorld(t, files{"cart.go": "package cart\n"})
	w.agents.are(map[string]hand{
		"one": func(t *testing.T, dir string, r request) (report, error) {
			_, _ = edits(files{"cart.go": "half a thought", "mess": "x"})(t, dir, r)
			return report{}, &agent.Trouble{Kind: agent.Quota, Agent: "one", Err: errors.New("no more today")}
		},
		"two": edits(files{"cart_test.go": "package cart\n"}),
	})
	did := w.perform(w.fixes(w.thread(101)))
	want(t, did, journal.Done, "")
	w.wantFile(did, "cart.go", "package cart\n")
}

// A lack of agents is not the items' fault: what a suggestion settled is kept,
// the rest spends no attempt and is open for another try.
func TestSuggestionsOutliveALackOfAgents(t *testing.T) {
	quota := troubled(agent.Trouble{Kind: agent.Quota, Agent: "one", Until: noon.Add(time.Hour), Err: errors.New("no more today")})
	for name, hands := range map[string]map[string]hand{"no quota": {"one": quota}, "none there": nil} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, files{"cart.go": "1\n2\n"})
			w.agents.are(hands)
			did := w.perform(w.fixes(w.suggests(101, "cart.go", 1, 1, "one"), w.thread(102)))
			want(t, did, journal.Done, "")
			if outcomes(did) != "t101 fixed" || did.Outcome.Commit == "" || did.Outcome.Text == "" {
				t.Errorf("%s; %+v", outcomes(did), did.Outcome)
			}
		})
	}
}

func TestCommitsThatCannotBeKeptAreNotClaimed(t *testing.T) {
	w := newWorld(t, files{"cart.go": "1\n2\n"})
	w.blobs.full = true
	want(t, w.perform(w.fixes(w.suggests(101, "cart.go", 1, 1, "one"))), journal.Lapsed, journal.Limited)
}

// The request says what the rules are and what is known from before.
func TestWhatAnAgentIsTold(t *testing.T) {
	w := newWorld(t, files{"cart.go": "package cart\n"})
	w.agents.are(map[string]hand{"one": edits(files{"cart.go": "package cart // better\n"})})
	st := w.thread(101, func(st *feedback.Standing) { st.Attempts, st.Reopened = 2, true })
	at, old := st.Item.At(), pull.Oid("0123456789012345678901234567890123456789")
	other := feedback.At{Item: "t999", Version: feedback.Version{Comment: 999, Unix: 1}}
	w.history = journal.Fold([]journal.Entry{
		{Seq: 1, At: noon, Did: &journal.Did{Key: action.FixKey(old, []feedback.At{at, other}, 0), Try: 1, State: journal.Wanted, Items: []feedback.At{at, other}}},
		{Seq: 2, At: noon, Did: &journal.Did{Key: action.FixKey(old, []feedback.At{at, other}, 0), Try: 1, State: journal.Done, Outcome: &journal.Outcome{Claims: []feedback.Claim{
			{At: at, Outcome: feedback.Failed, Why: "the rounding is in another package"}, {At: other, Outcome: feedback.Failed, Why: "not of this item"},
		}}}},
		{Seq: 3, At: noon, Did: &journal.Did{Key: action.VerifyKey(old), Try: 2, State: journal.Wanted, Items: []feedback.At{at}}},
		{Seq: 4, At: noon, Did: &journal.Did{Key: action.VerifyKey(old), Try: 2, State: journal.Done, Outcome: &journal.Outcome{
			Proof: &feedback.Proof{Command: "make test", Exit: 2, Tail: strings.Repeat("noise\n", 50) + "--- FAIL: TestTotal\n"},
		}}},
	})
	want(t, w.perform(w.fixes(st)), journal.Done, "")
	r := w.agents.asked[0]
	if r.Head != w.host.head || !r.Rules.Edit || r.Rules.Verify != w.policy.Verify.Full || !slices.Equal(r.Rules.Protected, w.policy.Escalation.Protected()) || r.Budget.Time != w.policy.Agents.Timeout {
		t.Errorf("request %+v", r)
	}
	facts := strings.Join(r.Items[0].Facts, "\n")
	for _, part := range []string{"answered before", "the rounding is in another package", "refused by make test", "--- FAIL: TestTotal"} {
		if !strings.Contains(facts, part) || !strings.Contains(r.Prompt, part) {
			t.Errorf("%q is missing from the facts or the prompt:\n%s", part, facts)
		}
	}
	if strings.Contains(facts, "not of this item") || strings.Count(facts, "noise") > 29 {
		t.Errorf("facts hold too much:\n%s", facts)
	}
	if _, err := os.Stat(r.Worktree); err == nil {
		t.Error("the working tree outlived the work")
	}
}

func (w *world) triages(standings ...feedback.Standing) action.Action {
	a := w.fixes(standings...)
	a.Work.Task, a.Key = action.Triage, action.TriageKey(a.Work.Items)
	return a
}

// judges gives every item of a request the same class.
func judges(class feedback.Class) hand {
	return func(t *testing.T, dir string, r request) (report, error) {
		if err := os.WriteFile(filepath.Join(dir, "notes.txt"), []byte("thinking"), 0o644); err != nil {
			t.Error(err)
		}
		done := report{CostUSD: 0.5}
		for _, item := range r.Items {
			done.Judgments = append(done.Judgments, agent.Judgment{Item: item.ID, Class: class, Reason: "True of the code."})
		}
		return done, nil
	}
}

func TestTriageJudgesTheNewItemsAndLeavesNoTrace(t *testing.T) {
	w := newWorld(t, files{"cart.go": "package cart\n"})
	w.agents.are(map[string]hand{"one": judges(feedback.Valid)})
	first, known, second := w.thread(101), w.thread(102), w.thread(103)
	work := w.triages(first, known, second)
	work.Work.Items = []feedback.At{first.Item.At(), second.Item.At()}
	did := w.perform(work)
	want(t, did, journal.Done, "")
	o := did.Outcome
	if len(o.Judgments) != 2 || o.Judgments[0].At != first.Item.At() || o.Judgments[1].At != second.Item.At() || o.Judgments[0].Source != feedback.ByAgent {
		t.Errorf("judged %+v", o.Judgments)
	}
	if o.Commit != "" || o.Blob != "" || o.Runs != 1 || o.Spent != 500000 {
		t.Errorf("outcome %+v", o)
	}
	if r := w.agents.asked[0]; r.Rules.Edit || r.Rules.Verify != "" {
		t.Errorf("rules %+v", r.Rules)
	}
}

func TestATriageThatBreaksTheContractIsFailed(t *testing.T) {
	w := newWorld(t, files{"cart.go": "package cart\n"})
	w.agents.are(map[string]hand{"one": judges("perhaps")})
	did := w.perform(w.triages(w.thread(101)))
	want(t, did, journal.Lapsed, journal.Failed)
	if did.Outcome.Runs != 1 || did.Outcome.Text == "" {
		t.Errorf("%+v", did.Outcome)
	}
	w.policy.Agents.Triage = nil
	want(t, w.perform(w.triages(w.thread(101))), journal.Barred, journal.Refused)
}

// proven is a fix whose commit is not pushed yet, and the scene of what follows it.
func (w *world) proven() (commit pull.Oid, from func(*perform.Scene)) {
	w.t.Helper()
	w.agents.are(map[string]hand{"one": edits(files{"total.go": "package cart\n"})})
	did := w.perform(w.fixes(w.thread(101, func(st *feedback.Standing) { st.Item.Where.Path = "total.go" })))
	want(w.t, did, journal.Done, "")
	return did.Outcome.Commit, func(s *perform.Scene) {
		s.From = journal.Deed{Key: did.Key, State: journal.Done, Outcome: *did.Outcome}
	}
}

func (w *world) verifies(commit pull.Oid) action.Action {
	return action.Action{
		Kind: action.Work, Key: action.VerifyKey(commit), Expect: action.Expect{Head: w.host.head},
		Work: &action.WorkOrder{Task: action.Verify, Head: w.host.head, Commit: commit},
	}
}

func TestChecksRunAtTheCommitAndARedRunIsRepeatedOnce(t *testing.T) {
	w := newWorld(t, files{"cart.go": "package cart\n"})
	commit, from := w.proven()
	w.policy.Verify.Full = "test -e total.go"
	did := w.perform(w.verifies(commit), from)
	want(t, did, journal.Done, "")
	if p := did.Outcome.Proof; p == nil || !p.Green || p.Commit != commit {
		t.Errorf("proof %+v", p)
	}
	w.policy.Verify.Full = "echo it is red; exit 3"
	first := w.perform(w.verifies(commit), from)
	want(t, first, journal.Lapsed, journal.Failed)
	second := w.perform(w.verifies(commit), from, func(s *perform.Scene) { s.Deed.Try = 2 })
	want(t, second, journal.Done, "")
	for _, did := range []journal.Did{first, second} {
		if p := did.Outcome.Proof; p == nil || p.Green || p.Exit != 3 || !strings.Contains(p.Tail, "it is red") {
			t.Errorf("proof %+v", p)
		}
	}
	w.policy.Verify = policy.Verify{}
	want(t, w.perform(w.verifies(commit), from), journal.Barred, journal.Refused)
}

func TestWhatWasLostCannotBeVerifiedOrPushed(t *testing.T) {
	w := newWorld(t, files{"cart.go": "package cart\n"})
	commit, from := w.proven()
	want(t, w.perform(w.verifies(commit)), journal.Lapsed, journal.Failed)
	w.blobs.kept = map[string][]byte{}
	want(t, w.perform(w.verifies(commit), from), journal.Lapsed, journal.Failed)
	want(t, w.perform(w.pushes(commit), from), journal.Lapsed, journal.Failed)
}

func (w *world) pushes(commit pull.Oid) action.Action {
	return action.Action{
		Kind: action.Push, Key: action.PushKey(commit), Expect: action.Expect{Head: w.host.head},
		Push: &action.PushOrder{Commit: commit, Parent: w.host.head},
	}
}

func TestAPushMovesTheHeadToTheProvenCommit(t *testing.T) {
	w := newWorld(t, files{"cart.go": "package cart\n"})
	commit, from := w.proven()
	did := w.perform(w.pushes(commit), from)
	want(t, did, journal.Done, "")
	if w.tip() != commit || did.Outcome.Commit != commit {
		t.Errorf("the branch is at %s, told %s, want %s", w.tip(), did.Outcome.Commit, commit)
	}
}

// The host's answer says that the head moved, or only its repository knows yet.
func TestAPushOntoAMovedGroundDoesNothing(t *testing.T) {
	moves := map[string]func(w *world){
		"the branch moved":             func(w *world) { w.pushed(files{"maria.go": "package cart\n"}) },
		"the host says that it moved":  func(w *world) { w.host.head = "1111111111111111111111111111111111111111" },
		"the pull request was merged":  func(w *world) { w.host.state = pull.Merged },
		"the pull request was closed":  func(w *world) { w.host.state = pull.Closed },
		"the pull request is not here": func(w *world) { w.host.state = pull.Gone },
	}
	for name, move := range moves {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, files{"cart.go": "package cart\n"})
			commit, from := w.proven()
			push, seen := w.pushes(commit), w.host.snapshot()
			move(w)
			tip := w.tip()
			want(t, w.performAt(seen, push, from), journal.Lapsed, journal.Moved)
			if w.tip() != tip {
				t.Errorf("the branch went from %s to %s", tip, w.tip())
			}
		})
	}
}

// A rule of the branch refuses: told with what to do, and with the one command
// that goes on, which works once the rule is gone.
func TestARefusedPushKeepsTheCommits(t *testing.T) {
	w := newWorld(t, files{"cart.go": "package cart\n"})
	commit, from := w.proven()
	hook := filepath.Join(w.bare, "hooks", "pre-receive")
	if err := os.WriteFile(hook, []byte("#!/bin/sh\necho 'GH006: Protected branch update failed' >&2\nexit 1\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	before := w.tip()
	did := w.perform(w.pushes(commit), from)
	want(t, did, journal.Barred, journal.Refused)
	text := did.Outcome.Text
	if w.tip() != before || !strings.Contains(text, "a rule of the branch forbids it") || !strings.Contains(text, "GH006") {
		t.Fatalf("told %q, the branch is at %s", text, w.tip())
	}
	if err := os.Remove(hook); err != nil {
		t.Fatal(err)
	}
	_, command, _ := strings.Cut(text, "by hand: git ")
	w.git("", strings.Fields(command)...)
	if w.tip() != commit {
		t.Errorf("%q brought the branch to %s", command, w.tip())
	}
}

func TestAPushToADeletedForkIsRefused(t *testing.T) {
	w := newWorld(t, files{"cart.go": "package cart\n"})
	commit, from := w.proven()
	want(t, w.perform(w.pushes(commit), from, func(s *perform.Scene) { s.Snapshot.HeadRepo = "" }), journal.Barred, journal.Refused)
}
