package inventory

import (
	"fmt"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/verdict"
)

// Words of the file.
const (
	Thread       = "review_thread"
	Summary      = "review_summary"
	Conversation = "issue_comment"

	Fix      = "FIX"
	Skip     = "SKIP"
	Escalate = "ESCALATE"

	Committed = "committed"
	Addressed = "already_addressed"
	Failed    = "failed"
)

// pair is one row of docs/inventory.md: what we say, and what the file says.
type pair struct {
	class          feedback.Class
	disposition    feedback.Disposition
	classification string
	outcome        string // empty: null
	unpushed       bool   // only in a file that was not handed on
}

// pairs in the order in which a word of the file is read: the first that fits,
// where the file does not say more.
var pairs = []pair{
	{feedback.Valid, feedback.Fixed, Fix, Committed, false},
	{feedback.Valid, feedback.Open, Fix, Committed, true},
	{feedback.AlreadyFixed, feedback.AlreadyAddressed, Fix, Addressed, false},
	{feedback.Valid, feedback.AlreadyAddressed, Fix, Addressed, false},
	{feedback.Valid, feedback.Failed, Fix, Failed, false},
	{feedback.Invalid, feedback.Declined, Skip, "", false},
	{feedback.Stale, feedback.Declined, Skip, "", false},
	{feedback.Valid, feedback.Declined, Skip, "", false},
	{feedback.NeedsHuman, feedback.Deferred, Skip, "", false},
	{feedback.Valid, feedback.Deferred, Skip, "", false},
	{feedback.NeedsHuman, feedback.Escalated, Escalate, "", false},
	{feedback.Valid, feedback.Escalated, Escalate, "", false},
	{feedback.Invalid, feedback.Escalated, Escalate, "", false},
	{feedback.Stale, feedback.Escalated, Escalate, "", false},
	{feedback.AlreadyFixed, feedback.Escalated, Escalate, "", false},
}

// outward finds the row of what we say.
func outward(c feedback.Class, d feedback.Disposition, handed bool) (pair, error) {
	for _, p := range pairs {
		if p.class == c && p.disposition == d && (!p.unpushed || !handed) {
			return p, nil
		}
	}
	return pair{}, fmt.Errorf("the file has no word for %s, %s", c, d)
}

// inward finds the row of what the file says; ours, where it is there, says which.
func inward(classification, outcome string, ours *Ours, handed bool) (pair, error) {
	for _, p := range pairs {
		fits := p.classification == classification && p.outcome == outcome
		if ours != nil {
			fits = fits && string(p.class) == ours.Class && string(p.disposition) == ours.Disposition && (!p.unpushed || !handed)
		} else {
			fits = fits && (p.outcome != Committed || p.unpushed != handed)
		}
		if fits {
			return p, nil
		}
	}
	if ours != nil {
		return pair{}, fmt.Errorf("%s with outcome %q is not %s, %s", classification, outcome, ours.Class, ours.Disposition)
	}
	return pair{}, fmt.Errorf("%s with outcome %q has no meaning here", classification, outcome)
}

// CopilotStatus is the file's word for a reading of Copilot; empty: it is no
// reviewer of the pull request.
func CopilotStatus(word feedback.ReadingWord) (string, error) {
	switch word {
	case feedback.Clean, feedback.Answered, feedback.Dirty, feedback.Lagging:
		return "review_found", nil
	case feedback.Pending, feedback.Silent, feedback.Refused:
		return "timeout", nil
	case feedback.Absent, "":
		return "not_requested", nil
	}
	return "", fmt.Errorf("the file has no word for a reviewer that is %s", word)
}

// Stage is how far the work on a pull request has come, as far as the file has
// words for it.
type Stage struct {
	Phase    verdict.Phase
	Unpushed bool // a commit is made and not in the branch
	Red      bool // its checks said no
	Green    bool // its checks said yes
	Due      int  // answers that are still due
}

// Recovery is the file's word for a stage.
func (s Stage) Recovery() Recovery {
	switch {
	case s.Unpushed && s.Red:
		return Recovery{Phase: "5a-verify-failed"}
	case s.Unpushed && !s.Green:
		return Recovery{Phase: "5b-commit-verify-failed"}
	case s.Unpushed:
		return Recovery{Phase: "5c-push-failed"}
	case s.Phase == verdict.Ready || s.Phase == verdict.Ended:
		return Recovery{Handed: true, Phase: "9-final-check-done"}
	case s.Due > 0:
		return Recovery{Handed: true, Phase: "7-write-inventory"}
	}
	return Recovery{Handed: true, Phase: "8-skill-b-done"}
}

// Resume is what a tool does that finds a file of an earlier run.
type Resume string

// The three rows of the resume table.
const (
	ResumeOrDiscard Resume = "resume_or_discard" // refuse: the work before the hand-over broke off
	FromInventory   Resume = "from_inventory"    // refuse: answer from the file
	Orphan          Resume = "orphan"            // everything was said; the file may go
)

// Resume finds the row; a pair outside the table is refused.
func (r Recovery) Resume() (Resume, error) {
	switch r {
	case Recovery{false, "5a-verify-failed"}, Recovery{false, "5b-commit-verify-failed"}, Recovery{false, "5c-push-failed"}:
		return ResumeOrDiscard, nil
	case Recovery{true, "7-write-inventory"}:
		return FromInventory, nil
	case Recovery{true, "8-skill-b-done"}, Recovery{true, "9-final-check-done"}:
		return Orphan, nil
	}
	return "", fmt.Errorf("skill_a_completed is %t after %s", r.Handed, r.Phase)
}
