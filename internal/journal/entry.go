// Package journal is the life of a deed: what was seen, what we were told,
// what we did, folded into one History.
//
// It promises that the state of a pull request is a fold of its lines and
// nothing else, and that only the transitions of architecture.md 4.1 are legal.
// It stores nothing: places keep the lines, will adds to them.
package journal

import (
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
)

// Entry is one line: exactly one of Saw, Told, Did. Seq rises within one pull
// request; Term is the lease term that wrote it, 0 for a person's line.
type Entry struct {
	Seq  int64     `json:"seq"`
	At   time.Time `json:"at"`
	Term int64     `json:"term,omitempty"`
	Saw  *Saw      `json:"saw,omitempty"`
	Told *Told     `json:"told,omitempty"`
	Did  *Did      `json:"did,omitempty"`
}

// Saw is written only when something of it changed.
type Saw struct {
	Digest   string                               `json:"digest"` // pull.Snapshot.Digest: foreign facts
	Head     pull.Oid                             `json:"head"`
	Draft    bool                                 `json:"draft"`
	Versions map[feedback.ItemID]feedback.Version `json:"versions,omitempty"`
	Failed   map[feedback.ItemID]string           `json:"failed,omitempty"` // the counted checks that failed: feedback.FailureKey of each
}

// Word is what a person told us.
type Word string

// The words. Raise lifts a limit; resume also lifts set-back and blocks.
const (
	Answer Word = "answer"
	Pause  Word = "pause"
	Resume Word = "resume"
	Stop   Word = "stop"
	Raise  Word = "raise"
)

// Told is a person's line. For Answer either Judgment is set, or Judgments for
// a file of several answers, which is one line so that it is taken whole.
type Told struct {
	Who       string              `json:"who"`
	Word      Word                `json:"word"`
	Judgment  *feedback.Judgment  `json:"judgment,omitempty"`
	Judgments []feedback.Judgment `json:"judgments,omitempty"`
	Text      string              `json:"text,omitempty"` // for people: the name of the file
	Now       bool                `json:"now,omitempty"`  // of Stop: what is under way ends too, and is lost
}

// State of a deed.
type State string

// The six states.
const (
	Wanted   State = "wanted"
	Started  State = "started"
	Doubtful State = "doubtful"
	Done     State = "done"
	Lapsed   State = "lapsed"
	Barred   State = "barred"
)

// Why a deed lapsed or was barred.
type Why string

// Reasons. Failed spends an attempt of every item that the outcome names.
const (
	Unwished Why = "unwished"
	Moved    Why = "moved"   // Expect did not hold
	Limited  Why = "limited" // rate limit; NotBefore says until when
	Away     Why = "absent"  // looked up after the doubt window, not there
	Void     Why = "void"    // head moved, item changed, paused long, closed
	Died     Why = "died"    // its lease ran out
	Failed   Why = "failed"  // agent, audit or gate said no
	Refused  Why = "refused" // the host refused it for good
	Found    Why = "found"   // doubtful -> done: its key was found in the world
	Adopted  Why = "adopted" // rebuilt from a mark after a lost database
)

// Did is one step of a deed's life. NotBefore bars a new try of a lapsed key
// until then.
type Did struct {
	Key       action.Key    `json:"key"`
	Try       int           `json:"try"`
	State     State         `json:"state"`
	Why       Why           `json:"why,omitempty"`
	Outcome   *Outcome      `json:"outcome,omitempty"`
	NotBefore time.Time     `json:"not_before,omitzero"`
	Items     []feedback.At `json:"items,omitempty"` // of a work, when wanted
	Head      pull.Oid      `json:"head,omitempty"`  // the head when wanted
	Round     int           `json:"round,omitempty"`
}

// Outcome is what a deed left behind.
type Outcome struct {
	Moved     map[pull.Oid]pull.Oid   `json:"moved,omitempty"` // rebase: what each commit became
	Commit    pull.Oid                `json:"commit,omitempty"`
	URL       string                  `json:"url,omitempty"`
	ID        int64                   `json:"id,omitempty"` // comment id
	Judgments []feedback.Judgment     `json:"judgments,omitempty"`
	Claims    []feedback.Claim        `json:"claims,omitempty"`
	Proof     *feedback.Proof         `json:"proof,omitempty"`  // of a verify: the gate that decides
	Proofs    []feedback.Proof        `json:"proofs,omitempty"` // all that was run, in order: gates, hooks, looks
	Findings  []feedback.Finding      `json:"findings,omitempty"`
	Threads   int                     `json:"threads,omitempty"` // of an audit: findings beside these that stand as threads
	Posted    int                     `json:"posted,omitempty"`  // of them: those that this audit opened
	Clusters  []feedback.ClusterClaim `json:"clusters,omitempty"`
	Origins   []feedback.Origin       `json:"origins,omitempty"` // of a triage: items about lines of our own
	Edits     []feedback.Edit         `json:"edits,omitempty"`   // of a fix: what it changed
	Blob      string                  `json:"blob,omitempty"`    // digest of a bundle or a long output
	Text      string                  `json:"text,omitempty"`    // what went wrong, for people
	Spent     policy.Money            `json:"spent,omitempty"`
	Agent     string                  `json:"agent,omitempty"`
	Runs      int                     `json:"runs,omitempty"`    // agent runs
	Seconds   float64                 `json:"seconds,omitempty"` // agent time
}
