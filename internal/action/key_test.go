package action

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
)

var update = flag.Bool("update", false, "record the key formulas as they are; think of open deeds first")

const golden = "testdata/keys.golden"

var (
	thread  = feedback.At{Item: "t2203844821", Version: feedback.Version{Comment: 2203844901, Unix: 1763733122}}
	finding = feedback.At{Item: "r77.1", Version: feedback.Version{Comment: 77, Unix: 1763733200}}
	remark  = feedback.At{Item: "c9", Version: feedback.Version{Comment: 9, Unix: 1763733300}}
	there   = pull.Ref{Owner: "acme", Repo: "shop", Number: 42}
	corp    = pull.Ref{Host: "git.corp.example", Owner: "acme", Repo: "shop", Number: 42}
)

// formula is one use of one Key function, and what must be read back from it.
type formula struct {
	says string
	key  Key
	kind Kind
	task Task
}

func formulas() []formula {
	all := []formula{
		{"one item", TriageKey([]feedback.At{thread}), Work, Triage},
		{"many items, sorted by name", TriageKey([]feedback.At{thread, remark, finding}), Work, Triage},
		{"no failure yet", FixKey("h1", []feedback.At{thread, finding}, 0), Work, Fix},
		{"after two failures", FixKey("h1", []feedback.At{finding, thread}, 2), Work, Fix},
		{"at another head", FixKey("h2", []feedback.At{thread}, 0), Work, Fix},
		{"a commit", VerifyKey("c1"), Work, Verify},
		{"a head", AuditKey("h1"), Work, Audit},
		{"both sides", RebaseKey("h1", "b1"), Work, Rebase},
		{"both sides", UpdateKey("h1", "b1"), Work, Update},
		{"first try of a check with a slash in its name", RepairKey("c1", "ci/unit", 0), Work, Repair},
		{"after a failure", RepairKey("c1", "ci/unit", 1), Work, Repair},
		{"a commit", PushKey("c1"), Push, ""},
		{"first ask", AskKey("bugbot", "h1", 0), Ask, ""},
		{"second ask", AskKey("bugbot", "h1", 1), Ask, ""},
		{"the host's second attempt", RerunKey(811, 2), Rerun, ""},
		{"a pull request", FollowUpKey(there), FollowUp, ""},
		{"a pull request of another host", FollowUpKey(corp), FollowUp, ""},
		{"a head", ReadyKey("h1"), Ready, ""},
		{"a label", TellKey("label", "needs-human", thread.String()), Tell, ""},
		{"a report", TellKey("report", there.String(), "[]"), Tell, ""},
		{"an issue for what was put off", IssueKey(thread), Tell, ""},
		{"a comment", RetractKey(991), Retract, ""},
	}
	for _, d := range []feedback.Disposition{feedback.Fixed, feedback.AlreadyAddressed, feedback.Declined, feedback.Deferred, feedback.Escalated, feedback.Failed} {
		all = append(all, formula{string(d), ReplyKey(thread, d), Reply, ""}, formula{string(d), ResolveKey(thread, d), Resolve, ""})
	}
	return all
}

// Keys outlive releases: a key that is written differently tomorrow doubles
// every deed that is open today.
func TestTheKeyFormulasAreTheRecordedOnes(t *testing.T) {
	var b strings.Builder
	for _, f := range formulas() {
		fmt.Fprintf(&b, "%s  # %s; digest %s\n", f.key, f.says, f.key.Digest())
	}
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Split(b.String(), "\n")
	for i, line := range strings.Split(string(want), "\n") {
		if i >= len(got) || got[i] != line {
			t.Fatalf("line %d of %s: recorded %q, now %q", i+1, golden, line, append(got, "")[min(i, len(got))])
		}
	}
	if len(got) != strings.Count(string(want), "\n")+1 {
		t.Fatalf("%d formulas, %d are recorded", len(got)-1, strings.Count(string(want), "\n"))
	}
}

func TestEveryKindAndTaskHasAFormula(t *testing.T) {
	kinds, tasks := map[Kind]bool{}, map[Task]bool{}
	for _, f := range formulas() {
		kinds[f.kind], tasks[f.task] = true, true
	}
	for _, kind := range []Kind{Work, Push, Reply, Resolve, Ask, Rerun, FollowUp, Ready, Tell, Retract} {
		if !kinds[kind] {
			t.Errorf("no formula for the kind %s", kind)
		}
	}
	for _, task := range []Task{Triage, Fix, Repair, Rebase, Update, Verify, Audit} {
		if !tasks[task] {
			t.Errorf("no formula for the task %s", task)
		}
	}
}

func TestKindTaskAndSubjectAreReadBack(t *testing.T) {
	for _, f := range formulas() {
		word := string(f.kind)
		if f.task != "" {
			word = string(f.task)
		}
		if f.key.Kind() != f.kind || f.key.Task() != f.task || word+"/"+f.key.Subject() != string(f.key) {
			t.Errorf("%s: read %s, %q and %q", f.key, f.key.Kind(), f.key.Task(), f.key.Subject())
		}
	}
}

func TestTwoReasonsNeverShareAKey(t *testing.T) {
	keys, digests := map[Key]bool{}, map[string]bool{}
	for _, f := range formulas() {
		if keys[f.key] || digests[string(f.key.Digest())] {
			t.Errorf("%s (%s) is there twice", f.key, f.says)
		}
		keys[f.key], digests[string(f.key.Digest())] = true, true
	}
}

func TestTheOrderOfTheItemsIsNoReason(t *testing.T) {
	orders := [][]feedback.At{{thread, finding, remark}, {remark, thread, finding}, {finding, remark, thread}}
	for _, items := range orders {
		given := fmt.Sprint(items)
		if TriageKey(items) != TriageKey(orders[0]) || FixKey("h1", items, 1) != FixKey("h1", orders[0], 1) {
			t.Errorf("%v gives another key", items)
		}
		if fmt.Sprint(items) != given {
			t.Error("making a key changed the caller's list")
		}
	}
}

func TestANewWordOnAnItemIsAReason(t *testing.T) {
	later := thread
	later.Version.Unix++
	if TriageKey([]feedback.At{thread}) == TriageKey([]feedback.At{later}) || ReplyKey(thread, feedback.Fixed) == ReplyKey(later, feedback.Fixed) {
		t.Error("the version is not in the key")
	}
}
