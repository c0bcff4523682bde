package inventory

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/strictjson"
	"github.com/settlehq/settle/internal/verdict"
)

// good is a file of another tool: one item of each kind and classification.
const good = `{
  "schema_version": 1,
  "pr": {"owner": "acme", "repo": "shop", "number": 42, "head_sha_at_inventory": "aaaaaaa00", "head_sha_after_push": "c07be21aa"},
  "polling": {"copilot_status": "review_found"},
  "items": [
    {"kind": "review_thread", "thread_id": "PRRT_1", "reply_to_comment_id": 7, "issue_comment_id": null, "is_outdated": false, "author": "copilot",
     "body_excerpt": "Each line is rounded", "classification": "FIX", "escalation_filed": false, "rationale": "True.", "fix_outcome": "committed",
     "fix_commit_sha": "c07be21aa", "fix_summary": "Rounded once.", "fix_gate_variant": "full", "duplicate_of": null},
    {"kind": "issue_comment", "issue_comment_id": 9, "author": "maria", "body_excerpt": "A comment, please", "classification": "SKIP", "rationale": "It has one."},
    {"kind": "review_summary", "author": "maria", "body_excerpt": "Which name?", "classification": "ESCALATE", "escalation_filed": true, "rationale": "Two names are in use."}
  ],
  "crash_recovery": {"skill_a_completed": true, "last_completed_phase": "7-write-inventory"}
}`

// changed is that file with one value at a path put in another's place.
func changed(t *testing.T, path string, to any) string {
	t.Helper()
	var file any
	if err := json.Unmarshal([]byte(good), &file); err != nil {
		t.Fatal(err)
	}
	at := file
	steps := strings.Split(path, ".")
	for _, step := range steps[:len(steps)-1] {
		if list, ok := at.([]any); ok {
			var i int
			_, _ = fmt.Sscan(step, &i)
			at = list[i]
			continue
		}
		at = at.(map[string]any)[step]
	}
	at.(map[string]any)[steps[len(steps)-1]] = to
	text, err := json.Marshal(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestEveryGuardNamesTheItem(t *testing.T) {
	if _, err := Parse([]byte(good)); err != nil {
		t.Fatal(err)
	}
	cases := []struct{ says, text, rule, path string }{
		{"no JSON", good[:len(good)-9], "", ""},
		{"another version", changed(t, "schema_version", 2), "guard0Version", "schema_version"},
		{"no rationale", changed(t, "items.1.rationale", " "), "guard1RationaleNotEmpty", "items[1].rationale"},
		{"filed and not escalated", changed(t, "items.1.escalation_filed", true), "guard2FiledOnlyEscalated", "items[1].escalation_filed"},
		{"a summary with an id", changed(t, "items.2.issue_comment_id", 5), "guard3SummaryWithoutIDs", "items[2].kind"},
		{"an outcome of what was skipped", changed(t, "items.1.fix_outcome", "failed"), "guard4OutcomeOnlyOfFix", "items[1].fix_outcome"},
		{"a fix without an outcome", changed(t, "items.0.fix_outcome", nil), "guard5FixHasOutcome", "items[0].fix_outcome"},
		{"committed without a commit", changed(t, "items.0.fix_commit_sha", nil), "guard6CommittedIsWhole", "items[0].fix_outcome"},
		{"committed without a summary", changed(t, "items.0.fix_summary", nil), "guard6CommittedIsWhole", "items[0].fix_outcome"},
		{"committed without a gate", changed(t, "items.0.fix_gate_variant", nil), "guard6CommittedIsWhole", "items[0].fix_outcome"},
		{"addressed without a commit", strings.Replace(changed(t, "items.0.fix_commit_sha", nil), "committed", "already_addressed", 1), "guard7AddressedHasCommit", "items[0].fix_commit_sha"},
		{"escalated and not filed", changed(t, "items.2.escalation_filed", false), "guard8EscalatedIsFiled", "items[2].escalation_filed"},
		{"an unknown class", changed(t, "items.1.classification", "DEFER"), "", "items[1].classification"},
		{"an id in words", changed(t, "items.2.review_id", "991"), "", "items[2].review_id"},
		{"a phase that does not go with its flag", changed(t, "crash_recovery.skill_a_completed", false), "outsideTheTable", "crash_recovery"},
		{"our words disagree with the file's", changed(t, "items.1.settle", map[string]any{"at": "c9@9.1", "class": "valid", "disposition": "fixed"}), "outsideTheTable", "items[1]"},
	}
	for _, c := range cases {
		t.Run(c.says, func(t *testing.T) {
			_, err := Parse([]byte(c.text))
			var refusal *strictjson.Refusal
			if !errors.As(err, &refusal) {
				t.Fatalf("not refused: %v", err)
			}
			if p := refusal.Problems[0]; p.Rule != c.rule || p.Path != c.path || p.Reason == "" {
				t.Errorf("got %+v", p)
			}
		})
	}
}

// random makes an entry of one row of the table.
func random(r *rand.Rand, p pair) Entry {
	text := func(most int) string {
		return strings.TrimSpace(strings.Repeat("x", 1+r.IntN(most)) + []string{"", " — ü", "\nnext line", `"quoted" \ back`}[r.IntN(4)])
	}
	e := Entry{
		At: feedback.At{Item: "t7", Version: feedback.Version{Comment: r.Int64N(1e12) + 1, Unix: r.Int64N(1e10)}}, Author: text(10), Excerpt: text(150),
		Class: p.class, Disposition: p.disposition, Reason: text(300), Outdated: r.IntN(2) == 0,
	}
	switch r.IntN(3) {
	case 0:
		e.Kind, e.Thread, e.ReplyTo = Thread, text(20), 7
	case 1:
		e.Kind, e.Comment, e.At.Item = Conversation, 1+r.Int64N(1e9), "c7"
	default:
		e.Kind, e.Review, e.At.Item = Summary, 1+r.Int64N(1e9), "r7.2"
	}
	if r.IntN(2) == 0 {
		e.Reply = text(200)
	}
	if p.disposition == feedback.Deferred {
		e.Defer = "https://github.com/acme/shop/issues/" + fmt.Sprint(r.IntN(100))
	}
	if p.outcome == Committed || p.outcome == Addressed || r.IntN(4) == 0 {
		e.Commit, e.Summary, e.Gate = fmt.Sprintf("%040x", r.Uint64()), text(200), []string{"full", "lite"}[r.IntN(2)]
	}
	if r.IntN(3) == 0 {
		e.Duplicate = text(20)
	}
	return e
}

// There and back through the file's text, an entry of any row of the table is
// what it was; and so is the file itself.
func TestARoundTripLosesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 7))
	rows := map[string]int{}
	for n := range 1500 {
		p := pairs[n%len(pairs)]
		handed := !p.unpushed
		f := File{Version: 1, PR: PR{"acme", "shop", 42, "aaaaaaa", "c07be21"}, Polling: Polling{"timeout"}, Recovery: Recovery{true, "7-write-inventory"}}
		if !handed {
			f.Recovery = Recovery{false, "5c-push-failed"}
		}
		e := random(r, p)
		item, err := e.Item(handed)
		if err != nil {
			t.Fatalf("%+v: %v", e, err)
		}
		f.Items = []Item{item}
		text, err := f.Encode()
		if err != nil {
			t.Fatal(err)
		}
		back, err := Parse(text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if !reflect.DeepEqual(back, f) {
			t.Fatalf("the file was\n%+v\nis\n%+v", f, back)
		}
		got, err := back.Items[0].entry(handed)
		if err != nil || got != e {
			t.Fatalf("%v\nwas %+v\nis  %+v", err, e, got)
		}
		rows[item.Classification+" "+value(item.Outcome)]++
	}
	if len(rows) != 5 {
		t.Errorf("rows met: %v", rows)
	}
}

// A file of another tool, read and written again, says the same.
func TestAFileOfAnotherToolComesBackTheSame(t *testing.T) {
	f, err := Parse([]byte(good))
	if err != nil {
		t.Fatal(err)
	}
	for n, item := range f.Items {
		e, err := item.entry(true)
		if err != nil {
			t.Fatal(err)
		}
		e.At = feedback.At{Item: "t1", Version: feedback.Version{Comment: 1, Unix: 1}}
		back, err := e.Item(true)
		if err != nil {
			t.Fatal(err)
		}
		back.Ours = nil
		if !reflect.DeepEqual(back, item) {
			t.Errorf("item %d was %+v, is %+v", n, item, back)
		}
	}
}

func TestAPairOutsideTheTableIsRefused(t *testing.T) {
	classes := []feedback.Class{feedback.Valid, feedback.Invalid, feedback.Stale, feedback.AlreadyFixed, feedback.NeedsHuman}
	ends := []feedback.Disposition{feedback.Open, feedback.Fixed, feedback.AlreadyAddressed, feedback.Declined, feedback.Deferred, feedback.Escalated, feedback.Failed}
	known := map[string]bool{}
	for _, p := range pairs {
		known[string(p.class)+string(p.disposition)] = !p.unpushed
	}
	refused := 0
	for _, class := range classes {
		for _, end := range ends {
			if _, err := outward(class, end, true); (err == nil) != known[string(class)+string(end)] {
				t.Errorf("%s, %s: %v", class, end, err)
			} else if err != nil {
				refused++
			}
		}
	}
	if refused < 15 {
		t.Errorf("only %d pairs are refused", refused)
	}
	if _, err := CopilotStatus("asleep"); err == nil {
		t.Error("an unknown reading has a word")
	}
}

func TestReadingsAreToldAsThreeWords(t *testing.T) {
	for word, want := range map[feedback.ReadingWord]string{
		feedback.Clean: "review_found", feedback.Answered: "review_found", feedback.Dirty: "review_found", feedback.Lagging: "review_found",
		feedback.Pending: "timeout", feedback.Silent: "timeout", feedback.Refused: "timeout", feedback.Absent: "not_requested", "": "not_requested",
	} {
		if got, err := CopilotStatus(word); err != nil || got != want {
			t.Errorf("%q: %q, %v", word, got, err)
		}
	}
}

// Each of the six phases is reached, and each is read by the resume table.
func TestThePhasesAndTheResumeTable(t *testing.T) {
	cases := []struct {
		stage  Stage
		want   Recovery
		resume Resume
	}{
		{Stage{Unpushed: true, Red: true}, Recovery{false, "5a-verify-failed"}, ResumeOrDiscard},
		{Stage{Unpushed: true}, Recovery{false, "5b-commit-verify-failed"}, ResumeOrDiscard},
		{Stage{Unpushed: true, Green: true}, Recovery{false, "5c-push-failed"}, ResumeOrDiscard},
		{Stage{Phase: verdict.Working, Due: 2}, Recovery{true, "7-write-inventory"}, FromInventory},
		{Stage{Phase: verdict.Waiting}, Recovery{true, "8-skill-b-done"}, Orphan},
		{Stage{Phase: verdict.Ready}, Recovery{true, "9-final-check-done"}, Orphan},
	}
	for _, c := range cases {
		got := c.stage.Recovery()
		what, err := got.Resume()
		if got != c.want || err != nil || what != c.resume {
			t.Errorf("%+v: %+v, %s, %v", c.stage, got, what, err)
		}
	}
	for _, r := range []Recovery{{false, "7-write-inventory"}, {true, "5a-verify-failed"}, {true, ""}} {
		if what, err := r.Resume(); err == nil {
			t.Errorf("%+v is %s", r, what)
		}
	}
}
