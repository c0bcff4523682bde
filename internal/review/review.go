// Package review is the memory and the judgment of a reviewer of ours.
//
// It promises that a finding is published once: what stands on the pull request
// already is retained, what a person has put aside is not raised again in other
// words, and a thread is resolved only when the reviewer said which of its
// findings remain and nobody talks there. The memory is the pull request
// itself: marks of our own account, and nobody else's. It refuses to guess:
// where an answer is missing, failed or silent about what remains, nothing is
// resolved and the plan says why.
//
// It stands between what a reviewer answered and what perform publishes: Recall
// reads the memory out of a snapshot, Decide makes a Plan of memory and answer.
// Both are pure.
package review

import (
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/pull"
)

// Memory is what a reviewer of ours has said on a pull request.
type Memory struct {
	Ref       pull.Ref
	Published []feedback.Published // in the order of the snapshot: threads, then what stands in the summary only
	Summary   *pull.Comment        // the oldest summary comment; nil: none
	Others    []pull.Comment       // later summary comments of ours: one too many
	Deleted   []mark.Digest        // ids that were published and are not there any more: known to the database alone, so given by the caller
	Forged    int                  // marks of a finding or a summary that count for nothing: by others, in replies, quoted
}

// Answer is what a reviewer said this time.
type Answer struct {
	Tool     string // the agent's name, or the tool of a file
	Findings []feedback.Finding
	Retained []string // ids of earlier findings that remain, short or whole
	Stated   bool     // Retained was given, be it empty; else nothing is resolved, and the plan says so
	Failed   string   // why there is no answer; then nothing is resolved
	Partial  bool     // a tool that tells a whole run without naming ids (SARIF executionSuccessful): what it does not report again is gone
}

// Code is what Decide has to know of the code under review.
type Code interface {
	// Reach reports that the host takes a comment there: all lines lie inside
	// one hunk of base...head. Start 0: only line.
	Reach(path, side string, start, line int) bool
	// InDiff reports that a comment on the file as a whole is possible.
	InDiff(path string) bool
	// Region gives the lines at head, of side LEFT at the merge base; empty:
	// they are not there.
	Region(path, side string, start, line int) string
	// Renamed gives the name that a file has now which had the old one at a
	// commit; the same name where nothing is known, empty when it was deleted.
	Renamed(old string, since pull.Oid) string
}

// Anchor is where a new finding is posted.
type Anchor string

// The anchors, nearest to the code first.
const (
	Inline  Anchor = "inline"  // at its line, within one review
	File    Anchor = "file"    // on its file
	Summary Anchor = "summary" // in the summary comment only
)

// Posting is one finding to be published. ID depends on the pull request, the
// head and the signature: a run that is killed and begins anew finds the same.
type Posting struct {
	ID        mark.Digest
	Signature string
	Finding   feedback.Finding
	Anchor    Anchor
	Again     *feedback.Published // what was put aside before and is worse now; nil: a new matter
}

// Reason says why something is not done. It is a word for machines; view has the
// sentences.
type Reason string

// The reasons.
const (
	Resolved    Reason = "resolved"     // silenced: somebody else closed its thread, or hid its comment
	Answered    Reason = "answered"     // silenced: it was discussed, and closed then
	Discussed   Reason = "discussed"    // left: a person has replied, so the thread is left to people
	OtherTool   Reason = "other_tool"   // left: the answer is of a tool that speaks for its own findings only
	NotAllowed  Reason = "not_allowed"  // left: settled, and the host does not let this account close its thread
	Moved       Reason = "moved"        // left: settled, and somebody pushed before its thread was closed
	NotStated   Reason = "not_stated"   // nothing is resolved: the answer does not say what remains
	AnswerFails Reason = "answer_fails" // nothing is resolved: there is no answer
)

// Silenced is a finding that is not raised, because it was put aside before.
type Silenced struct {
	Finding feedback.Finding
	By      feedback.Published
	Why     Reason // Resolved or Answered
}

// Left is an open finding that was not retained and stays as it is.
type Left struct {
	Published feedback.Published
	Why       Reason
}

// Plan is what is to be said and to be closed. Every open finding of the memory
// is in exactly one of Retained, Resolve, Dropped and Left.
type Plan struct {
	Ref        pull.Ref
	Head       pull.Oid
	Tool       string
	New        []Posting            // by severity, path, line, title; at most MostPosted not in the summary
	Retained   []feedback.Published // open, and not described again
	Still      []feedback.Published // of these: said to be fixed; their threads are told that they are not
	Silenced   []Silenced           // put aside before: not raised again
	Resolve    []feedback.Published // own threads whose matter is settled
	Dropped    []feedback.Published // settled, and of the summary only: they leave it
	Left       []Left
	Closed     []feedback.Published // said to remain, though their threads were closed by us before
	Unknown    []string             // retained ids that nobody has: ignored
	Unresolved Reason               // why nothing is resolved at all; empty: the answer said what remains
	Failed     string               // with AnswerFails: what the reviewer failed of
	Missing    []feedback.Published // comments that a person deleted, found again and not raised: ID and Finding only
}

// MostPosted bounds the comments of one review, inline and on files; what is
// less severe stands in the summary.
const MostPosted = 50
