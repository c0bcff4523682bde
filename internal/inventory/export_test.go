package inventory

import (
	"errors"
	"testing"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/strictjson"
	"github.com/settlehq/settle/internal/verdict"
)

// fixing is a pull request with one valid thread whose fix is made at its head
// and not pushed; proof is what the checks said of it, if they were run.
func fixing(proof *feedback.Proof) (pull.Snapshot, journal.History, verdict.Verdict) {
	const head, made = pull.Oid("aaaaaaa0000000000000000000000000000000aa"), pull.Oid("c07be2100000000000000000000000000000c07b")
	at := feedback.At{Item: "t7", Version: feedback.Version{Comment: 7, Unix: 70}}
	judged := feedback.Judgment{At: at, Class: feedback.Valid, Reason: "true"}
	fix := action.FixKey(head, []feedback.At{at}, 0)
	h := journal.History{Deeds: map[action.Key]journal.Deed{fix: {
		Key: fix, State: journal.Done, Head: head,
		Outcome: journal.Outcome{Commit: made, Claims: []feedback.Claim{{At: at, Outcome: feedback.Fixed, Summary: "Rounded once."}}},
	}}}
	if proof != nil {
		h.Deeds[action.VerifyKey(made)] = journal.Deed{State: journal.Done, Outcome: journal.Outcome{Proof: proof}}
	}
	s := pull.Snapshot{Ref: pull.Ref{Owner: "acme", Repo: "shop", Number: 42}, Head: head, Base: "bbbbbbb", Commits: []pull.Oid{head}}
	v := verdict.Verdict{Phase: verdict.Working, Items: []feedback.Standing{{
		Item: feedback.Item{ID: at.Item, Version: at.Version, Thread: "PRRT_7", ReplyTo: 7, Body: "Rounding loses a cent."}, Judgment: &judged, Disposition: feedback.Open,
	}}}
	return s, h, v
}

// A commit that is made and not pushed stands in the file, with how far it came.
func TestAFixThatIsNotPushedIsPartOfTheFile(t *testing.T) {
	for phase, proof := range map[string]*feedback.Proof{
		"5a-verify-failed": {Gate: "lite"}, "5b-commit-verify-failed": nil, "5c-push-failed": {Gate: "lite", Green: true},
	} {
		f, err := Of(fixing(proof))
		if err != nil {
			t.Fatal(err)
		}
		if i := f.Items[0]; f.Recovery != (Recovery{false, phase}) || !is(i.Outcome, Committed) || value(i.Commit)[:7] != "c07be21" || value(i.Summary) != "Rounded once." {
			t.Errorf("want %s: %+v %+v", phase, f.Recovery, i)
		}
		text, err := f.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Parse(text); err != nil {
			t.Errorf("%s: %v", phase, err)
		}
	}
}

// What has no word is named, and nothing is written of it.
func TestWhatHasNoWordIsNamed(t *testing.T) {
	s, h, v := fixing(nil)
	h.Deeds = nil
	_, err := Of(s, h, v)
	var refusal *strictjson.Refusal
	if !errors.As(err, &refusal) || refusal.Problems[0].Path != "items[0]" || refusal.Problems[0].Reason != "t7: the file has no word for valid, open" {
		t.Fatalf("got %v", err)
	}
	v.Items[0].Judgment.Class, v.Items[0].Disposition = feedback.Invalid, feedback.Fixed
	if _, err := Of(s, h, v); !errors.As(err, &refusal) || refusal.Problems[0].Reason != "t7: the file has no word for invalid, fixed" {
		t.Errorf("got %v", err)
	}
}

// The work begins before the commit that settled something.
func TestTheWorkBeginsBeforeItsCommits(t *testing.T) {
	s, h, v := fixing(nil)
	s.Commits = []pull.Oid{"1111111", "2222222", s.Head}
	h.Heads = []journal.Head{{Oid: "2222222"}}
	st := &v.Items[0]
	st.Disposition, st.Commit = feedback.Fixed, s.Head
	s.Checks = []pull.Check{{Status: pull.CheckSuccess}}
	for commit, want := range map[pull.Oid]string{s.Head: "2222222", "2222222": "1111111", "1111111": "bbbbbbb"} {
		st.Commit = commit
		f, err := Of(s, h, v)
		if err != nil || f.PR.Before != want || f.PR.After != string(s.Head) {
			t.Errorf("%s: %+v, %v", commit, f.PR, err)
		}
	}
	s.Checks = nil
	if _, err := Of(s, h, v); err == nil {
		t.Error("a commit that nothing has checked has a gate")
	}
}
