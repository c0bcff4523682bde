package inventory

import (
	"fmt"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/view"
)

func (x export) entry(st feedback.Standing) Entry {
	i := st.Item
	e := Entry{
		At: i.At(), Outdated: i.Outdated, Author: author(i), Excerpt: shortened(i.Body), Class: feedback.NeedsHuman, Disposition: st.Disposition,
		Reason: strings.TrimSpace(view.QuestionOf(st).Text),
	}
	e.place(i)
	if j := st.Judgment; j != nil {
		e.Class, e.Defer = j.Class, j.Defer
		if st.Disposition != feedback.Escalated && st.Disposition != feedback.Failed {
			e.Reason, e.Reply = strings.TrimSpace(j.Reason), j.Reply
		}
		e.Duplicate = x.named(j.Primary)
	}
	x.settled(&e, st)
	return e
}

func (e *Entry) place(i feedback.Item) {
	var number int64
	_, _ = fmt.Sscanf(string(i.ID)[1:], "%d", &number)
	switch i.ID.Kind() {
	case feedback.Thread:
		e.Kind, e.Thread, e.ReplyTo = Thread, i.Thread, i.ReplyTo
	case feedback.ReviewFinding:
		e.Kind, e.Review = Summary, number
	default:
		e.Kind, e.Comment = Conversation, number
	}
}

// settled adds what was done: the commit, what it changed and what checked it.
func (x export) settled(e *Entry, st feedback.Standing) {
	claim := feedback.Claim{Commit: st.Commit}
	switch {
	case st.Disposition == feedback.Open:
		made, ok := x.made(st)
		if !ok {
			return
		}
		claim = made
	case st.Claim != nil:
		claim.Summary = st.Claim.Summary
		if claim.Commit == "" {
			claim.Commit = st.Claim.Commit
		}
	}
	switch st.Disposition {
	case feedback.Open, feedback.Fixed:
		if claim.Summary == "" {
			claim.Summary = e.Reason
		}
		e.Commit, e.Summary, e.Gate = string(claim.Commit), claim.Summary, x.gate(claim.Commit)
	case feedback.AlreadyAddressed:
		e.Commit, e.Summary = string(claim.Commit), claim.Summary
		if e.Commit == "" && st.Judgment != nil {
			e.Commit = string(shownBy(*st.Judgment))
		}
	case feedback.Declined:
		if st.Claim != nil && st.Claim.Why != "" {
			e.Reason = st.Claim.Why
		}
	default: // nothing was done
	}
}

// shownBy is the commit that a judgment names.
func shownBy(j feedback.Judgment) pull.Oid {
	for _, evidence := range j.Evidence {
		if j.Commit == "" {
			j.Commit = evidence.Commit
		}
	}
	return j.Commit
}

// gate is what checked a commit: our own proof of it or of the head, else the
// host's checks of a head that holds it. Where nothing did there is no word; of a
// commit that is not pushed it is what will.
func (x export) gate(commit pull.Oid) string {
	for _, at := range []pull.Oid{commit, x.s.Head} {
		if proof := x.h.Deed(action.VerifyKey(at)).Outcome.Proof; proof != nil {
			return proof.Gate
		}
	}
	if _, held := x.s.Holds(commit); !held {
		return "full"
	}
	red := func(c pull.Check) bool { return !c.Ours && !c.Status.Passed() }
	if len(x.s.Checks) > 0 && !slices.ContainsFunc(x.s.Checks, red) {
		return "full"
	}
	return ""
}

func (x export) named(id feedback.ItemID) string {
	for _, st := range x.v.Items {
		switch {
		case id == "" || st.Item.ID != id:
		case st.Item.Thread != "":
			return st.Item.Thread
		case id.Kind() == feedback.Conversation:
			return string(id[1:])
		default:
			return string(id)
		}
	}
	return ""
}

// author is the file's name for who asked.
func author(i feedback.Item) string {
	if i.Reviewer == "copilot" {
		return "copilot"
	}
	return i.By.Login
}
