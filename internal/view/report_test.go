package view

import (
	"fmt"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
)

func TestClosingReportTellsOutcomeChecksAndCost(t *testing.T) {
	fixed := ask(feedback.Fixed, func(st *feedback.Standing) { st.Commit, st.Item.URL = fixCommit, "https://e.example/t1" })
	left := ask(feedback.Declined, func(st *feedback.Standing) {
		st.Item.Title, st.Replied, st.ReplyURL, st.LeftOpen = "Use a|b for @maria", true, "https://e.example/r2", "policy"
	})
	h := journal.History{Rounds: 2, Runs: 3, Seconds: 41, Spent: 840000, Deeds: map[action.Key]journal.Deed{}}
	for _, key := range []action.Key{"push/c1", "reply/t1@1.1/fixed", "reply/t2@1.1/declined", "resolve/t1@1.1/fixed"} {
		h.Deeds[key] = journal.Deed{Key: key, State: journal.Done}
	}
	h.Deeds["verify/c1"] = journal.Deed{Key: "verify/c1", State: journal.Done, Outcome: journal.Outcome{Proof: &feedback.Proof{Green: true}}}
	s := pull.Snapshot{Head: fixCommit, Checks: []pull.Check{{Name: "ci", Status: pull.CheckSuccess}, {Name: "settle", Ours: true}}}
	got, err := ClosingReport(Facts{Snapshot: &s, History: h}, []feedback.Standing{*fixed, *left})
	want := "**Ready for review at c07be21**\n\n" +
		"| item | outcome | commit or link |\n|---|---|---|\n" +
		"| [cart.go:31](https://e.example/t1) Rounding loses a cent | fixed | c07be21 |\n" +
		"| cart.go:31 Use a\\|b for `@maria` | declined | [answer](https://e.example/r2) |\n\n\n" +
		"Left open: 1 thread (answered; closing it is for its author or a maintainer).\n\n" +
		"Checks on this head: 1 of 1 passed; the repository's own checks passed before each push.\n\n" +
		"Cost: 2 rounds, 1 push, 2 replies, 1 thread resolved, 3 agent runs (41 s), $0.84."
	if err != nil || got != strings.Replace(want, "\n\n\n", "\n\n", 1) {
		t.Fatalf("got\n%s\n%v", got, err)
	}
}

func TestClosingReportOfNothingSaysSo(t *testing.T) {
	got, err := ClosingReport(Facts{Snapshot: &pull.Snapshot{Head: fixCommit}}, nil)
	want := "**Ready for review at c07be21**\n\nNothing was asked.\n\nNo checks are reported on this head.\n\nCost: 0 rounds."
	if err != nil || got != want {
		t.Fatalf("got\n%s\n%v", got, err)
	}
}

func TestClosingReportCountsRowsThatDoNotFit(t *testing.T) {
	var many []feedback.Standing
	for i := range 200 {
		many = append(many, *ask(feedback.Fixed, func(st *feedback.Standing) {
			st.Commit, st.Item.URL = fixCommit, fmt.Sprintf("https://github.com/acme/shop/pull/42#discussion_r%d", i)
			st.Item.Title = strings.Repeat("long title ", 20)
		}))
	}
	got, err := ClosingReport(Facts{Snapshot: &pull.Snapshot{Head: fixCommit}}, many)
	rows := strings.Count(got, "\n| [cart.go:31]")
	if err != nil || rows < 5 || !strings.Contains(got, fmt.Sprintf("\n\nand %d more, each answered where it was asked.", 200-rows)) {
		t.Fatalf("%d rows, %v:\n%s", rows, err, got)
	}
}

// The report of a stop says which push of ours drew which ask, as far as there is
// room, and nothing that only the program's user can read.
func TestClosingReportOfAStopTellsTheChain(t *testing.T) {
	f := stopped()
	got, err := ClosingReport(f, f.Verdict.Items)
	if err != nil {
		t.Fatal(err)
	}
	compare(t, "report_stopped.md", got)
	for n := range 60 {
		f.Verdict.Halt.Chain = append(f.Verdict.Halt.Chain, f.Verdict.Halt.Chain[n%3])
	}
	for i := range f.Verdict.Items {
		f.Verdict.Items[i].Item.Title = strings.Repeat("long title ", 20)
	}
	long, err := ClosingReport(f, f.Verdict.Items)
	if err != nil || strings.Count(long, "was made for") < 2 || strings.Count(long, "was made for") > 20 {
		t.Fatalf("%d links, %v", strings.Count(long, "was made for"), err)
	}
	if strings.Contains(got, "settle ") {
		t.Error("it names the program")
	}
}
