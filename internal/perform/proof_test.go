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
	"github.com/settlehq/settle/internal/perform"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
)

// already says that nothing is left to do, by a commit or by none.
func already(commit string) hand {
	return func(_ *testing.T, _ string, r request) (report, error) {
		done := claims(r, feedback.AlreadyAddressed)
		for i := range done.Outcomes {
			done.Outcomes[i].Commit = pull.Oid(commit)
		}
		return done, nil
	}
}

// about flags one line at a commit.
func about(line string, at pull.Oid) func(*feedback.Standing) {
	return func(st *feedback.Standing) {
		st.Item.Hunk, st.Item.Commit = "@@ -1,3 +1,3 @@\n package cart\n \n+"+line, at
	}
}

func TestWhatWasSoAlreadyIsShownByGit(t *testing.T) {
	w := newWorld(t, files{"cart.go": "package cart\n\nvar total = sum(1)\n", "tax.go": "package cart\n"})
	reviewed := w.tip()
	w.pushed(files{"tax.go": "package cart // taxes\n"})
	elsewhere := w.tip()
	w.pushed(files{"cart.go": "package cart\n\nvar total = round(sum(1))\n"})
	fixing := w.tip()
	w.host.head = fixing
	cases := []struct {
		name    string
		commit  pull.Oid
		line    string
		at      pull.Oid
		outcome feedback.Disposition
		broken  feedback.ViolationCode
	}{
		{"found in the file's history", "", "var total = sum(1)", reviewed, feedback.AlreadyAddressed, ""},
		{"named, and it took the line away", fixing, "var total = sum(1)", reviewed, feedback.AlreadyAddressed, ""},
		{"named by its first digits", fixing[:9], "var total = sum(1)", reviewed, feedback.AlreadyAddressed, ""},
		{"named, and it brought the line as it stands", fixing, "var total = round(sum(1))", fixing, feedback.AlreadyAddressed, ""},
		{"named, and it touched another file", elsewhere, "var total = sum(1)", reviewed, feedback.Failed, feedback.NoEvidence},
		{"named, and nobody has it", "0bad0bad0bad0bad0bad0bad0bad0bad0bad0bad", "var total = sum(1)", reviewed, feedback.Failed, feedback.NotBefore},
		{"nothing changed since it was looked at", "", "var total = round(sum(1))", fixing, feedback.Failed, ""},
		{"lines that stand everywhere prove nothing", fixing, "}", reviewed, feedback.Failed, feedback.NoEvidence},
	}
	for i, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			w.agents.are(map[string]hand{"one": already(string(c.commit))})
			did := w.perform(w.fixes(w.thread(int64(201+i), about(c.line, c.at))))
			want(t, did, journal.Done, "")
			claim := did.Outcome.Claims[0]
			if claim.Outcome != c.outcome || (c.broken == "") != (len(claim.Violations) == 0) || c.broken != "" && claim.Violations[0].Code != c.broken {
				t.Fatalf("claim %+v", claim)
			}
			if c.outcome != feedback.AlreadyAddressed {
				return
			}
			if claim.Commit != fixing || len(claim.Evidence) != 2 || !strings.Contains(claim.Evidence[1].Text, "-var total = sum(1)\n+var total = round(sum(1))") {
				t.Errorf("shown by %+v", claim)
			}
		})
	}
	w.agents.are(map[string]hand{"one": already(string(fixing))})
	did := w.perform(w.fixes(w.thread(301, func(st *feedback.Standing) { st.Item.Where = feedback.Place{} })))
	if claim := did.Outcome.Claims[0]; claim.Outcome != feedback.Failed || len(claim.Violations) != 0 {
		t.Errorf("an ask without a place: %+v", claim)
	}
}

// Commits that an agent made for each item become commits of ours, in our form.
func TestEachItemsCommitIsMadeAnewInOurForm(t *testing.T) {
	w := newWorld(t, files{"cart.go": "package cart\n", "tax.go": "package cart\n"})
	w.agents.are(map[string]hand{"one": func(t *testing.T, dir string, r request) (report, error) {
		done := claims(r, feedback.Fixed)
		for i, path := range []string{"cart.go", "tax.go"} {
			w.git(dir, "config", "user.name", "agent")
			if err := os.WriteFile(filepath.Join(dir, path), []byte("package cart // better\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			w.git(dir, "commit", "-q", "-a", "-m", "wip")
			done.Outcomes[i].Commit = pull.Oid(strings.TrimSpace(w.git(dir, "rev-parse", "HEAD")))
		}
		return done, nil
	}})
	first, second := w.thread(101), w.thread(102, func(st *feedback.Standing) { st.Item.Where.Path = "tax.go" })
	did := w.perform(w.fixes(first, second))
	want(t, did, journal.Done, "")
	commits := w.unpack(did)
	if len(commits) != 2 || outcomes(did) != "t101 fixed, t102 fixed" {
		t.Fatalf("%d commits; %s %+v", len(commits), outcomes(did), did.Outcome.Claims)
	}
	w.wantTrailers(did, commits[0], did.Key, first)
	w.wantTrailers(did, commits[1], did.Key, second)
	subject := strings.TrimSpace(w.git(w.tree(did), "show", "-s", "--format=%s by %an", commits[0]))
	if subject != "fix(cart): totals are rounded once (PR #42 comment 101) by dev" {
		t.Errorf("subject %q", subject)
	}
}

// tree holds what a work left.
func (w *world) tree(did journal.Did) string {
	w.t.Helper()
	tree, err := w.do.Repo.Open(w.t.Context(), shop, did.Outcome.Commit, w.blobs.kept[did.Outcome.Blob])
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { _ = tree.Close(w.t.Context()) })
	return tree.Dir()
}

// One lie does not cost the honest half of a report.
func TestALieAboutOneItemLeavesTheOther(t *testing.T) {
	w := newWorld(t, files{"cart.go": "package cart\n", "tax.go": "package cart\n"})
	w.agents.are(map[string]hand{"one": func(t *testing.T, dir string, r request) (report, error) {
		done := claims(r, feedback.Fixed)
		if err := os.WriteFile(filepath.Join(dir, "cart.go"), []byte("package cart // better\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		w.git(dir, "commit", "-q", "-a", "-m", "wip")
		done.Outcomes[0].Commit = pull.Oid(strings.TrimSpace(w.git(dir, "rev-parse", "HEAD")))
		done.Outcomes[1].Commit = "0bad0bad0bad0bad0bad"
		return done, nil
	}})
	did := w.perform(w.fixes(w.thread(101), w.thread(102, func(st *feedback.Standing) { st.Item.Where.Path = "tax.go" })))
	want(t, did, journal.Done, "")
	if outcomes(did) != "t101 fixed, t102 failed" || len(w.unpack(did)) != 1 {
		t.Errorf("%s: %+v", outcomes(did), did.Outcome.Claims)
	}
}

// The repository's hooks see what git would show them, and what they change is
// part of the commit; guarded files are not theirs to change either.
func TestHooksOfTheRepositoryRunBeforeOurCommit(t *testing.T) {
	hook := "git diff --cached --name-only | grep -x cart.go || exit 1\necho '// formatted' >>cart.go\n"
	w := newWorld(t, files{"cart.go": "package cart\n", ".husky/pre-commit": hook})
	w.agents.are(map[string]hand{"one": edits(files{"cart.go": "package cart // better\n"})})
	did := w.perform(w.fixes(w.thread(101)))
	want(t, did, journal.Done, "")
	w.wantFile(did, "cart.go", "package cart // better\n// formatted\n")
	if p := did.Outcome.Proofs; len(p) != 1 || p[0].Gate != "pre-commit" || !p[0].Green || p[0].Command != ".husky/pre-commit" {
		t.Errorf("that it ran is shown by %+v", p)
	}
	w.pushed(files{".husky/pre-commit": "echo h1: >>go.sum\n"})
	w.host.head = w.tip()
	did = w.perform(w.fixes(w.thread(102)))
	if claim := did.Outcome.Claims[0]; claim.Outcome != feedback.Failed || claim.Violations[0].Code != feedback.HookGuarded {
		t.Errorf("claim %+v", claim)
	}
}

// What hooks need is made before the first, and again where the files were put
// back to the head meanwhile.
func TestWhatHooksNeedIsThereForEachCommit(t *testing.T) {
	w := newWorld(t, files{"cart.go": "package cart\n", "tax.go": "package cart\n", ".gitignore": "tools\n", ".husky/pre-commit": "test -e tools\n"})
	w.policy.Verify.Setup = "touch tools"
	w.agents.are(map[string]hand{"one": func(t *testing.T, dir string, r request) (report, error) {
		done, err := edits(files{"tax.go": "package cart // better\n"})(t, dir, r)
		w.git(dir, "commit", "-q", "-a", "-m", "wip")
		done.Outcomes[0].Commit = pull.Oid(strings.TrimSpace(w.git(dir, "rev-parse", "HEAD")))
		return done, errors.Join(err, os.WriteFile(filepath.Join(dir, "tax.go"), []byte("package cart // best\n"), 0o644))
	}})
	did := w.perform(w.fixes(w.suggests(101, "cart.go", 1, 1, "package cart // suggested"), w.thread(102, in("tax.go")), w.thread(103, in("tax.go"))))
	want(t, did, journal.Done, "")
	if outcomes(did) != "t101 fixed, t102 fixed, t103 fixed" || len(w.unpack(did)) != 3 || len(w.agents.asked) != 1 {
		t.Errorf("%s; asked %d times: %s", outcomes(did), len(w.agents.asked), did.Outcome.Text)
	}
}

func (w *world) repairs(commit pull.Oid, gate string, standings ...feedback.Standing) action.Action {
	a := w.fixes(standings...)
	a.Key = action.RepairKey(commit, gate, 0)
	a.Work.Task, a.Work.Commit = action.Repair, commit
	a.Work.Broken = &feedback.Proof{Commit: commit, Gate: gate, Command: "make test", Exit: 2, Tail: "--- FAIL: TestTotal"}
	return a
}

func TestARepairBuildsOnTheBranchAndKeepsWhatWasClaimed(t *testing.T) {
	w := newWorld(t, files{"cart.go": "package cart\n"})
	commit, from := w.proven()
	st := w.thread(101, func(st *feedback.Standing) { st.Item.Where.Path = "total.go" })
	w.agents.are(map[string]hand{"one": edits(files{"total.go": "package cart // mended\n"})})
	did := w.perform(w.repairs(commit, "full", st), from)
	want(t, did, journal.Done, "")
	asked := w.agents.asked[len(w.agents.asked)-1]
	if asked.Task != action.Repair || asked.Head != commit || asked.Broken == nil || !strings.Contains(asked.Prompt, "| --- FAIL: TestTotal") {
		t.Errorf("asked %+v", asked)
	}
	if commits := w.unpack(did); len(commits) != 2 || commits[0] != string(commit) {
		t.Errorf("commits %q", commits)
	}
	if c := did.Outcome.Claims[0]; c.Commit != commit || c.Outcome != feedback.Fixed {
		t.Errorf("the claim is now %+v", c)
	}
	w.agents.are(map[string]hand{"one": edits(nil)})
	nothing := w.perform(w.repairs(commit, "full", st), from)
	want(t, nothing, journal.Done, "")
	if o := nothing.Outcome; o.Commit != "" || o.Text == "" || o.Runs != 1 {
		t.Errorf("a repair that changed nothing: %+v", o)
	}
	w.agents.are(map[string]hand{"one": edits(files{"total.go": "x", "other.go": "package cart\n"})})
	lied := w.perform(w.repairs(commit, "full", st), from)
	if c := lied.Outcome.Claims[0]; len(c.Violations) != 1 || lied.Outcome.Commit != "" {
		t.Errorf("a repair that reaches too far: %+v", lied.Outcome)
	}
}

// looks gives findings, after having done something it may not.
func looks(disturb func(dir string), findings ...feedback.Finding) hand {
	return func(_ *testing.T, dir string, _ request) (report, error) {
		if disturb != nil {
			disturb(dir)
		}
		return agent.Report{Findings: findings, CostUSD: 0.5}, nil
	}
}

func TestASecondLookSeesTheFindingAndTheChangeAlone(t *testing.T) {
	w := newWorld(t, files{"cart.go": "package cart\n"})
	commit, from := w.proven()
	w.policy.Agents.SecondLook = []policy.AgentUse{{Use: "two"}}
	no := feedback.Finding{Path: "total.go", Line: 1, Title: "It does nothing.", Body: "The total is never summed."}
	touch := func(dir string) {
		if err := os.WriteFile(filepath.Join(dir, "cart.go"), []byte("better"), 0o644); err != nil {
			t.Error(err)
		}
	}
	cases := []struct {
		name  string
		look  hand
		try   int
		state journal.State
		green bool
		tail  string
	}{
		{"content", looks(nil), 1, journal.Done, true, ""},
		{"a finding", looks(nil, no), 1, journal.Done, false, "total.go:1: It does nothing.: The total is never summed."},
		{"who looks changed the tree", looks(touch), 1, journal.Lapsed, false, ""},
		{"and changed it again", looks(touch), 2, journal.Done, false, "changed the tree"},
		{"no look could be had", troubled(agent.Trouble{Kind: agent.Crashed, Agent: "two", Err: errors.New("exit 1")}), 1, journal.Lapsed, false, ""},
		{"nor the second time", troubled(agent.Trouble{Kind: agent.Crashed, Agent: "two", Err: errors.New("exit 1")}), 2, journal.Done, false, "exit 1"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			w.agents.are(map[string]hand{"two": c.look})
			verify := w.verifies(commit)
			verify.Work.Standing = []feedback.Standing{w.thread(101)}
			did := w.perform(verify, from, func(s *perform.Scene) { s.Deed.Try = c.try })
			if did.State != c.state {
				t.Fatalf("ended %s (%s): %+v", did.State, did.Why, did.Outcome)
			}
			if c.state != journal.Done {
				return
			}
			if p := did.Outcome.Proof; p.Green != c.green || !strings.Contains(p.Tail, c.tail) || !c.green && p.Gate != feedback.GateLook {
				t.Errorf("proof %+v", p)
			}
			asked := w.agents.asked[len(w.agents.asked)-1]
			if asked.Rules.Edit || asked.Rules.Verify != "" || !strings.Contains(asked.Diff, "+++ b/total.go") || len(asked.Items) != 1 || len(asked.Items[0].Facts) != 0 {
				t.Errorf("it was told %+v", asked)
			}
		})
	}
}

func TestRedBeforeIsShownBesideRedAfter(t *testing.T) {
	w := newWorld(t, files{"cart.go": "package cart\n"})
	commit, from := w.proven()
	second := func(s *perform.Scene) { s.Deed.Try = 2 }
	w.policy.Verify.Full = "echo old trouble; exit 3"
	p := w.perform(w.verifies(commit), from, second).Outcome.Proof
	if p.Before == nil || p.Before.Green || p.Before.Commit != w.host.head || !strings.Contains(p.Before.Tail, "old trouble") || !p.Old() {
		t.Errorf("proof %+v", p)
	}
	w.policy.Verify.Full = "test ! -e total.go"
	if p := w.perform(w.verifies(commit), from, second).Outcome.Proof; p.Before == nil || !p.Before.Green || p.Old() {
		t.Errorf("proof %+v", p)
	}
}
