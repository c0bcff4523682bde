package perform_test

import (
	"os"
	"path/filepath"
	"slices"
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

// baseMoved: main gets a commit of its own.
func (w *world) baseMoved(add files) pull.Oid {
	w.t.Helper()
	w.git(w.desk, "fetch", "-q", w.bare, "main")
	w.git(w.desk, "switch", "-q", "--detach", "FETCH_HEAD")
	w.commit(add)
	w.git(w.desk, "push", "-q", w.bare, "HEAD:main")
	oid := strings.TrimSpace(w.git(w.desk, "rev-parse", "HEAD"))
	w.git(w.desk, "switch", "-q", "cart")
	return pull.Oid(oid)
}

func (w *world) joins(task action.Task, base pull.Oid) action.Action {
	key := action.UpdateKey(w.host.head, base)
	if task == action.Rebase {
		key = action.RebaseKey(w.host.head, base)
	}
	return action.Action{
		Kind: action.Work, Key: key, Expect: action.Expect{Head: w.host.head}, Work: &action.WorkOrder{Task: task, Head: w.host.head, Base: base},
	}
}

// moves brings the branch to what a work has left.
func (w *world) moves(did journal.Did) journal.Did {
	w.t.Helper()
	commit := did.Outcome.Commit
	a := action.Action{
		Kind: action.Push, Key: action.PushKey(commit), Expect: action.Expect{Head: w.host.head},
		Push: &action.PushOrder{Commit: commit, Parent: w.host.head, Rewrite: did.Key.Task() == action.Rebase},
	}
	return w.perform(a, func(s *perform.Scene) { s.From = journal.Deed{Key: did.Key, Outcome: *did.Outcome} })
}

// apart is a branch with one commit that main contradicts.
func apart(t *testing.T) (*world, pull.Oid) {
	t.Helper()
	w := newWorld(t, files{"cart.go": "package cart\n\nvar total = 0\n"})
	w.pushed(files{"cart.go": "package cart\n\nvar total = 1\n"})
	w.host.head = w.tip()
	return w, w.baseMoved(files{"cart.go": "package cart\n\nvar total = 2\n", "main.go": "package cart\n"})
}

func solves(text string) hand {
	return func(t *testing.T, dir string, _ request) (report, error) {
		return report{}, os.WriteFile(filepath.Join(dir, "cart.go"), []byte(text), 0o644)
	}
}

func TestABranchThatIsBehindIsMergedWithItsBase(t *testing.T) {
	w := newWorld(t, files{"cart.go": "package cart\n"})
	w.pushed(files{"cart.go": "package cart\n\nvar total = 1\n"})
	w.host.head = w.tip()
	base := w.baseMoved(files{"main.go": "package cart\n"})
	did := w.perform(w.joins(action.Update, base))
	want(t, did, journal.Done, "")
	w.wantFile(did, "main.go", "package cart\n")
	want(t, w.moves(did), journal.Done, "")
	told := w.git(w.bare, "log", "-1", "--format=%P %s%n%b", "cart")
	if w.tip() != did.Outcome.Commit || !strings.HasPrefix(told, string(w.host.head)+" "+string(base)+" Merge main into cart\n") || len(w.agents.asked) != 0 {
		t.Errorf("%s; %d agents", told, len(w.agents.asked))
	}
}

func TestABranchThatHoldsItsBaseHasNothingToMerge(t *testing.T) {
	w := newWorld(t, files{"cart.go": "package cart\n"})
	did := w.perform(w.joins(action.Update, w.tip()))
	want(t, did, journal.Done, "")
	if did.Outcome.Commit != "" {
		t.Errorf("it left %s", did.Outcome.Commit)
	}
}

func TestAConflictIsSolvedByAnAgentInThoseFilesAlone(t *testing.T) {
	w, base := apart(t)
	w.agents.are(map[string]hand{"one": solves("package cart\n\nvar total = 3\n")})
	did := w.perform(w.joins(action.Update, base))
	want(t, did, journal.Done, "")
	w.wantFile(did, "cart.go", "package cart\n\nvar total = 3\n")
	w.wantFile(did, "main.go", "package cart\n")
	asked := w.agents.asked[0]
	if !slices.Equal(asked.Conflicts, []string{"cart.go"}) || !strings.Contains(asked.Prompt, "| cart.go\n") || !asked.Rules.Edit || did.Outcome.Runs != 1 {
		t.Errorf("asked %+v", asked)
	}
	if told := w.git(w.bare, "cat-file", "-t", string(base)); told != "commit\n" {
		t.Error(told)
	}
}

func TestAnAgentThatDoesNotSolveAConflictLeavesNothing(t *testing.T) {
	cases := map[string]struct {
		hand hand
		says string
	}{
		"the marks stay":     {func(*testing.T, string, request) (report, error) { return report{}, nil }, "still there: cart.go"},
		"half of them":       {solves("package cart\n\nvar total = 3\n>>>>>>> main\n"), "still there: cart.go"},
		"it edits elsewhere": {edits(files{"cart.go": "package cart\n", "main.go": "package other\n"}), "beside the conflict: main.go"},
		"it adds a file":     {edits(files{"cart.go": "package cart\n", "more.go": "package cart\n"}), "beside the conflict: more.go"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			w, base := apart(t)
			w.agents.are(map[string]hand{"one": c.hand})
			did := w.perform(w.joins(action.Update, base))
			want(t, did, journal.Lapsed, journal.Failed)
			if did.Outcome.Commit != "" || !strings.Contains(did.Outcome.Text, c.says) {
				t.Errorf("left %q: %s", did.Outcome.Commit, did.Outcome.Text)
			}
		})
	}
}

func TestAConflictInFilesThatWaitForAPersonIsNotSolved(t *testing.T) {
	w, base := apart(t)
	w.policy.Escalation.Paths = append(w.policy.Escalation.Paths, "cart.go")
	w.agents.are(map[string]hand{"one": solves("package cart\n")})
	did := w.perform(w.joins(action.Update, base))
	want(t, did, journal.Lapsed, journal.Failed)
	if len(w.agents.asked) != 0 || !strings.Contains(did.Outcome.Text, "wait for a person: cart.go") {
		t.Errorf("%d asked: %s", len(w.agents.asked), did.Outcome.Text)
	}
}

func TestTheSecondOfAChainGetsTheConflictAsTheFirstDid(t *testing.T) {
	w, base := apart(t)
	w.policy.Agents.Fix = []policy.AgentUse{{Use: "one"}, {Use: "two"}}
	w.agents.are(map[string]hand{
		"one": func(t *testing.T, dir string, _ request) (report, error) {
			if err := os.WriteFile(filepath.Join(dir, "cart.go"), []byte("spoilt\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			return report{}, &agent.Trouble{Kind: agent.Quota, Agent: "one"}
		},
		"two": func(t *testing.T, dir string, r request) (report, error) {
			text, err := os.ReadFile(filepath.Join(dir, "cart.go"))
			if err != nil || !strings.Contains(string(text), "<<<<<<< ") {
				t.Errorf("the second found %q, %v", text, err)
			}
			return solves("package cart\n\nvar total = 3\n")(t, dir, r)
		},
	})
	did := w.perform(w.joins(action.Update, base))
	want(t, did, journal.Done, "")
	w.wantFile(did, "cart.go", "package cart\n\nvar total = 3\n")
}

func TestARebaseMakesEachCommitAnewAndSaysWhatItBecame(t *testing.T) {
	w, base := apart(t)
	w.pushed(files{"more.go": "package cart\n"})
	old := strings.Fields(w.git(w.desk, "log", "--reverse", "--format=%H", "-2"))
	w.host.head = w.tip()
	w.agents.are(map[string]hand{"one": solves("package cart\n\nvar total = 3\n")})
	did := w.perform(w.joins(action.Rebase, base))
	want(t, did, journal.Done, "")
	want(t, w.moves(did), journal.Done, "")
	anew := strings.Fields(w.git(w.bare, "log", "--reverse", "--format=%H", string(base)+"..cart"))
	if len(anew) != 2 || len(did.Outcome.Moved) != 2 || len(w.agents.asked) != 1 {
		t.Fatalf("%v became %v (%v)", old, anew, did.Outcome.Moved)
	}
	for i, was := range old {
		if did.Outcome.Moved[pull.Oid(was)] != pull.Oid(anew[i]) {
			t.Errorf("%s became %s, said was %s", was, anew[i], did.Outcome.Moved[pull.Oid(was)])
		}
	}
	if got := w.git(w.bare, "log", "-1", "--format=%an", "cart"); got != "Maria\n" {
		t.Errorf("it is by %s", got)
	}
}

func TestABranchOfSeveralAuthorsIsMergedInstead(t *testing.T) {
	w, base := apart(t)
	w.git(w.desk, "-c", "user.name=Otto", "-c", "user.email=otto@example.com", "commit", "-q", "--allow-empty", "--author", "Otto <otto@example.com>", "-m", "Otto's")
	w.git(w.desk, "push", "-q", w.bare, "cart")
	w.host.head = w.tip()
	w.agents.are(map[string]hand{"one": solves("package cart\n\nvar total = 3\n")})
	did := w.perform(w.joins(action.Rebase, base))
	want(t, did, journal.Done, "")
	w.unpack(did)
	if len(did.Outcome.Moved) != 0 {
		t.Errorf("commits of others were made anew: %v", did.Outcome.Moved)
	}
}

func TestARewriteNeverTakesAwayWhatSomebodyPushed(t *testing.T) {
	w, base := apart(t)
	w.agents.are(map[string]hand{"one": solves("package cart\n\nvar total = 3\n")})
	did := w.perform(w.joins(action.Rebase, base))
	want(t, did, journal.Done, "")
	w.pushed(files{"theirs.go": "package cart\n"})
	want(t, w.moves(did), journal.Lapsed, journal.Moved)
	if w.git(w.bare, "show", "cart:theirs.go") != "package cart\n" {
		t.Error("their commit was lost")
	}
}

func TestACheckThatBrokeOffIsStartedAgainAtThisHeadOnly(t *testing.T) {
	w := newTalk(t)
	a := action.Action{Kind: action.Rerun, Key: action.RerunKey(811, 1), Expect: action.Expect{Head: w.host.head}, Rerun: &action.RerunOrder{Check: 811, Name: "ci"}}
	want(t, w.perform(a), journal.Done, "")
	seen := w.host.snapshot()
	w.host.head = "5353535353535353535353535353535353535353"
	want(t, w.performAt(seen, a), journal.Lapsed, journal.Moved)
	if !slices.Equal(w.host.reruns, []int64{811}) {
		t.Errorf("started %v", w.host.reruns)
	}
}

func TestACommitThatWasMadeAnewIsCitedAnew(t *testing.T) {
	w := newTalk(t)
	st := w.thread(101)
	w.host.state = pull.Open
	const was, is = pull.Oid("c07be2190d3f5a6b1c8e7d4f2a9b0c6e5d8f1a37"), pull.Oid("9f2c1ab04be1c7d2a83f6e5590d1b7c4e8a2f613")
	posted, err := w.host.Reply(t.Context(), shop, 101, "Fixed in c07be21: totals are rounded once.\n\n<!-- kept -->")
	if err != nil {
		t.Fatal(err)
	}
	a := action.Action{
		Kind: action.Tell, Key: action.TellKey("correction", "9001", "a"), Comment: &action.CommentRef{ID: posted.ID, Inline: true},
		Say: &action.Say{Audience: "correction", Item: st.Item.At(), From: was, To: is},
	}
	want(t, w.perform(a), journal.Done, "")
	comments := w.host.threads[0].Comments
	if last := comments[len(comments)-1]; last.Body != "Fixed in 9f2c1ab: totals are rounded once.\n\n<!-- kept -->" || len(comments) != 2 {
		t.Errorf("%d comments, the last: %s", len(comments), last.Body)
	}
	w.host.threads = nil
	want(t, w.perform(a), journal.Lapsed, journal.Moved)
}

// mends is the repair of what a work has left, refused by the checks.
func (w *world) mends(did journal.Did, base pull.Oid) (action.Action, func(*perform.Scene)) {
	commit := did.Outcome.Commit
	a := action.Action{
		Kind: action.Work, Key: action.RepairKey(commit, "full", 0), Expect: action.Expect{Head: w.host.head},
		Work: &action.WorkOrder{
			Task: action.Repair, Head: w.host.head, Commit: commit, From: did.Key, Onto: base,
			Broken: &feedback.Proof{Commit: commit, Gate: "full", Command: "make test", Exit: 2, Tail: "total is 2"},
		},
	}
	return a, func(s *perform.Scene) {
		s.From = journal.Deed{Key: did.Key, State: journal.Done, Outcome: *did.Outcome}
	}
}

// proves runs the checks on what a work has left, the second time.
func (w *world) proves(did journal.Did, base pull.Oid) *feedback.Proof {
	w.t.Helper()
	a := w.verifies(did.Outcome.Commit)
	a.Work.Onto = base
	_, from := w.mends(did, base)
	proved := w.perform(a, from, func(s *perform.Scene) { s.Deed.Try = 2 })
	want(w.t, proved, journal.Done, "")
	return proved.Outcome.Proof
}

// What the checks refuse of a merge goes back to an agent like a refused fix:
// one more commit on top, proven again, pushed as one with the merge.
func TestARefusedMergeGoesBackToAnAgent(t *testing.T) {
	w, base := apart(t)
	w.policy.Verify.Full = `case "$(cat cart.go)" in *"total = 1"*|*"total = 2"*|*"total = 4"*) ;; *) echo wrong total; exit 1;; esac`
	w.agents.are(map[string]hand{"one": solves("package cart\n\nvar total = 3\n")})
	merged := w.perform(w.joins(action.Update, base))
	want(t, merged, journal.Done, "")
	if p := w.proves(merged, base); p.Green || p.Old() || p.Before == nil {
		t.Fatalf("refused: %+v", p)
	}
	w.agents.are(map[string]hand{"one": solves("package cart\n\nvar total = 4\n")})
	mend, from := w.mends(merged, base)
	did := w.perform(mend, from)
	want(t, did, journal.Done, "")
	asked := w.agents.asked[len(w.agents.asked)-1]
	if asked.Broken == nil || len(asked.Items) != 0 || !strings.Contains(asked.Prompt, "brought together with the branch\n| main\n") || !strings.Contains(asked.Prompt, "| total is 2") {
		t.Errorf("asked %s", asked.Prompt)
	}
	if p := w.proves(did, base); !p.Green {
		t.Errorf("repaired, and refused: %+v", p)
	}
	want(t, w.moves(did), journal.Done, "")
	told := w.git(w.bare, "log", "-1", "--format=%P %s%n%b", "cart")
	if !strings.HasPrefix(told, string(merged.Outcome.Commit)+" fix: make it pass together with main (PR #42)\n") || w.tip() != did.Outcome.Commit {
		t.Errorf("pushed %s", told)
	}
}

func TestARepairOfAMergeStaysWithinBothSides(t *testing.T) {
	w := newWorld(t, files{"cart.go": "package cart\n\nvar total = 0\n", "tax.go": "package cart\n"})
	w.pushed(files{"cart.go": "package cart\n\nvar total = 1\n"})
	w.host.head = w.tip()
	base := w.baseMoved(files{"main.go": "package cart\n"})
	merged := w.perform(w.joins(action.Update, base))
	want(t, merged, journal.Done, "")
	mend, from := w.mends(merged, base)
	w.agents.are(map[string]hand{"one": edits(files{"main.go": "package cart // mended\n", "tax.go": "package cart // too far\n"})})
	did := w.perform(mend, from)
	want(t, did, journal.Done, "")
	if did.Outcome.Commit != "" || !strings.Contains(did.Outcome.Text, "what was refused is kept") {
		t.Errorf("left %q: %s", did.Outcome.Commit, did.Outcome.Text)
	}
	w.agents.are(map[string]hand{"one": edits(files{"main.go": "package cart // mended\n"})})
	did = w.perform(mend, from)
	want(t, did, journal.Done, "")
	w.wantFile(did, "main.go", "package cart // mended\n")
}

// What is red in the base already is not ours to mend.
func TestWhatTheBaseBreaksWasRedBefore(t *testing.T) {
	w := newWorld(t, files{"cart.go": "package cart\n"})
	w.policy.Verify.Full = "! test -e broken.go"
	w.pushed(files{"cart.go": "package cart\n\nvar total = 1\n"})
	w.host.head = w.tip()
	base := w.baseMoved(files{"broken.go": "package cart\n"})
	merged := w.perform(w.joins(action.Update, base))
	want(t, merged, journal.Done, "")
	if p := w.proves(merged, base); p.Green || !p.Old() || p.Before.Commit != base {
		t.Errorf("proof %+v", p)
	}
}

// Somebody else rebased the branch: what the cited commit has become is found in
// git by its change. Where nothing tells, the answer stays.
func TestAnAnswerFollowsAPersonsRebase(t *testing.T) {
	w := newWorld(t, files{"cart.go": "package cart\n"})
	w.pushed(files{"total.go": "package cart\n\nvar total = 1\n"})
	was := w.tip()
	if _, err := w.do.Repo.Open(t.Context(), shop, was, nil); err != nil {
		t.Fatal(err)
	}
	w.git(w.desk, "commit", "-q", "--amend", "-m", "Work, told better")
	w.git(w.desk, "push", "-q", "-f", w.bare, "cart")
	is := w.tip()
	st := w.thread(101)
	posted, err := w.host.Reply(t.Context(), shop, 101, "Already the case since "+was.Short()+".")
	if err != nil {
		t.Fatal(err)
	}
	correct := func(from pull.Oid) journal.Did {
		seen := w.host.snapshot()
		seen.Head, seen.Commits = is, []pull.Oid{is}
		return w.performAt(seen, action.Action{
			Kind: action.Tell, Key: action.TellKey("correction", "9001", string(from)), Comment: &action.CommentRef{ID: posted.ID, Inline: true},
			Say: &action.Say{Audience: "correction", Item: st.Item.At(), From: from},
		})
	}
	unknown := correct("1111111111111111111111111111111111111111")
	want(t, unknown, journal.Done, "")
	said := func() string {
		comments := w.host.threads[0].Comments
		return comments[len(comments)-1].Body
	}
	if said() != "Already the case since "+was.Short()+"." || len(unknown.Outcome.Moved) != 0 {
		t.Errorf("nothing tells, and it says %q", said())
	}
	did := correct(was)
	want(t, did, journal.Done, "")
	if said() != "Already the case since "+is.Short()+"." || did.Outcome.Moved[was] != is {
		t.Errorf("it says %q, %v", said(), did.Outcome.Moved)
	}
}
