package inventory

import (
	"fmt"
	"strings"

	"github.com/settlehq/settle/internal/strictjson"
)

// guard is one rule that every item keeps; it gives the key that breaks it, and
// why, or nothing.
type guard struct {
	name  string
	holds func(Item) (key, why string)
}

// guards 1 to 8; guard 0 is the schema with its version.
var guards = []guard{
	{"guard1RationaleNotEmpty", func(i Item) (string, string) {
		return broken(strings.TrimSpace(i.Rationale) == "", "rationale", "is empty, and it becomes the public answer")
	}},
	{"guard2FiledOnlyEscalated", func(i Item) (string, string) {
		return broken(i.Filed && i.Classification != Escalate, "escalation_filed", "only ESCALATE is filed")
	}},
	{"guard3SummaryWithoutIDs", func(i Item) (string, string) {
		return broken(i.Kind == Summary && (i.ThreadID != nil || i.ReplyTo != nil || i.IssueComment != nil), "kind", "a review_summary has no thread_id, reply_to_comment_id or issue_comment_id")
	}},
	{"guard4OutcomeOnlyOfFix", func(i Item) (string, string) {
		return broken(i.Classification != Fix && i.Outcome != nil, "fix_outcome", "only FIX has an outcome")
	}},
	{"guard5FixHasOutcome", func(i Item) (string, string) {
		return broken(i.Classification == Fix && i.Outcome == nil, "fix_outcome", "FIX has one of committed, already_addressed, failed")
	}},
	{"guard6CommittedIsWhole", func(i Item) (string, string) {
		return broken(is(i.Outcome, Committed) && (i.Commit == nil || i.Summary == nil || i.Gate == nil), "fix_outcome", "committed has fix_commit_sha, fix_summary and fix_gate_variant")
	}},
	{"guard7AddressedHasCommit", func(i Item) (string, string) {
		return broken(is(i.Outcome, Addressed) && i.Commit == nil, "fix_commit_sha", "already_addressed names the commit")
	}},
	{"guard8EscalatedIsFiled", func(i Item) (string, string) {
		return broken(i.Classification == Escalate && !i.Filed, "escalation_filed", "ESCALATE that nobody filed is answered by nobody")
	}},
}

func broken(is bool, key, why string) (string, string) {
	if is {
		return key, why
	}
	return "", ""
}

func is(text *string, word string) bool { return text != nil && *text == word }

// Check runs the nine guards and the table over a file; the error is a
// *strictjson.Refusal that names every item which breaks one.
func (f File) Check() error {
	if f.Version != 1 {
		return strictjson.Refuse(strictjson.Problem{Path: "schema_version", Rule: "guard0Version", Reason: fmt.Sprintf("is %d, this is version 1", f.Version)})
	}
	var problems []strictjson.Problem
	for i, item := range f.Items {
		path := fmt.Sprintf("items[%d]", i)
		for _, g := range guards {
			if key, why := g.holds(item); key != "" {
				problems = append(problems, strictjson.Problem{Path: path + "." + key, Rule: g.name, Reason: item.name() + ": " + why})
			}
		}
		if _, err := item.entry(f.Recovery.Handed); err != nil && len(problems) == 0 {
			problems = append(problems, strictjson.Problem{Path: path, Rule: "outsideTheTable", Reason: item.name() + ": " + err.Error()})
		}
	}
	if _, err := f.Recovery.Resume(); err != nil {
		problems = append(problems, strictjson.Problem{Path: "crash_recovery", Rule: "outsideTheTable", Reason: err.Error()})
	}
	return strictjson.Refuse(problems...)
}

// name of an item for people.
func (i Item) name() string {
	switch {
	case i.ThreadID != nil:
		return *i.ThreadID
	case i.IssueComment != nil:
		return fmt.Sprintf("issue comment %d", *i.IssueComment)
	case i.Review != nil:
		return fmt.Sprintf("review %d", *i.Review)
	}
	return i.Kind + " of " + i.Author
}
