package reviewer

import (
	"time"

	"github.com/settlehq/settle/internal/feedback"
)

// Audit is our own audit of the whole diff at the head: the one reviewer that
// speaks through the journal and not on the host. The zero Audit was not made.
type Audit struct {
	Began, Ended time.Time // Ended is zero while it runs
	Findings     int
	Posted       int    // of them: threads that it opened
	Refused      string // why none will be made at this head; empty: one can be
}

// readAudit gives the standing of our own auditor. It is asked by nobody: where
// no audit was made it is absent, and nothing that anybody writes changes that.
func readAudit(in Input) feedback.Reading {
	r := feedback.Reading{
		Reviewer: in.Reviewer.Name, Role: string(in.Reviewer.Role), Word: feedback.Absent, Commit: in.Snapshot.Head, Current: true, Open: in.Open,
		Evidence: feedback.Evidence{Kind: "audit", Text: "none was made at this head"},
	}
	switch {
	case in.Audit.Refused != "":
		r.Word, r.Evidence.Text = feedback.Refused, in.Audit.Refused
		return r
	case in.Audit.Began.IsZero():
		return r
	}
	r.AskedAt, r.Evidence = in.Audit.Began, feedback.Evidence{Kind: "audit", Commit: in.Snapshot.Head}
	switch {
	case in.Audit.Ended.IsZero():
		r.Word = feedback.Pending
	case in.Visible < in.Audit.Posted && in.Now.Before(in.Audit.Ended.Add(in.Timing.Doubt())):
		r.Word, r.AnsweredAt = feedback.Lagging, in.Audit.Ended
		r.LookAt, r.Until = in.Now.Add(in.Timing.Lag), in.Audit.Ended.Add(in.Timing.Doubt())
	case in.Audit.Findings > 0 && in.Open == 0:
		r.Word, r.AnsweredAt = feedback.Answered, in.Audit.Ended
	case in.Audit.Findings > 0:
		r.Word, r.AnsweredAt = feedback.Dirty, in.Audit.Ended
	default:
		r.Word, r.AnsweredAt = feedback.Clean, in.Audit.Ended
	}
	return r
}
