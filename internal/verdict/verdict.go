// Package verdict says what was decided and why.
//
// A Verdict is a tree of reasons: every silence has one, with whom it waits
// for, since when and until when. Sentences are made of it in view.
package verdict

import (
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
)

// Phase is where a pull request stands.
type Phase string

// The seven phases (ux.md 1).
const (
	Working  Phase = "working"
	Waiting  Phase = "waiting"
	NeedsYou Phase = "needs_you"
	Blocked  Phase = "blocked"
	Paused   Phase = "paused"
	Ready    Phase = "ready"
	Ended    Phase = "ended"
)

// Truth of a condition; unknown is never yes.
type Truth string

// Yes, no, not known.
const (
	Yes   Truth = "yes"
	No    Truth = "no"
	Maybe Truth = "unknown"
)

// GateName is one of the six gates, in the order of GateNames.
type GateName string

// The gates.
const (
	GateFeedback  GateName = "feedback"
	GateThreads   GateName = "threads"
	GateReviewers GateName = "reviewers"
	GateChecks    GateName = "checks"
	GateMergeable GateName = "mergeable"
	GateLast      GateName = "last"
)

// GateNames in the order they are evaluated and printed.
var GateNames = []GateName{GateFeedback, GateThreads, GateReviewers, GateChecks, GateMergeable, GateLast}

// Watching is the code of a verdict that is ready, and of a pull request that is
// looked after until it is merged or closed.
const Watching = "watching"

// Reason is one node of the tree. Code is a stable word (reviewer_pending,
// checks_failed, …); Subject is who or what; Since and Until may be zero.
type Reason struct {
	Gate     GateName  `json:"gate,omitempty"`
	Code     string    `json:"code"`
	Holds    Truth     `json:"holds"`
	Subject  string    `json:"subject,omitempty"`
	Since    time.Time `json:"since,omitzero"`
	Until    time.Time `json:"until,omitzero"`
	Children []Reason  `json:"children,omitempty"`
}

// Gate is one named condition for ready at Head.
type Gate struct {
	Name    GateName `json:"name"`
	Holds   Truth    `json:"holds"`
	Head    pull.Oid `json:"head"`
	Reasons []Reason `json:"reasons,omitempty"`
}

// Basis is what a verdict rests on: the same basis gives the same verdict.
type Basis struct {
	Snapshot string    `json:"snapshot"` // digest of the whole observation
	Seq      int64     `json:"seq"`      // journal position that was read
	Policy   string    `json:"policy"`
	Code     string    `json:"code"` // version of settle
	Now      time.Time `json:"now"`
}

// Verdict is what Next returns.
type Verdict struct {
	Phase    Phase               `json:"phase"`
	Head     pull.Oid            `json:"head"`
	Why      Reason              `json:"why"` // the headline, with its children
	Gates    []Gate              `json:"gates"`
	Items    []feedback.Standing `json:"items"`
	Readings []feedback.Reading  `json:"readings"`
	Clusters []feedback.Cluster  `json:"clusters,omitempty"` // which of the items belong together
	Halt     *Halt               `json:"halt,omitempty"`     // where facts have stopped the fixing
	Gaps     []pull.Gap          `json:"gaps,omitempty"`
	Round    int                 `json:"round"`
	Actions  []action.Action     `json:"actions,omitempty"` // in order; at most one push, last
	Void     []action.Key        `json:"void,omitempty"`    // jobs that no longer make sense
	Wake     time.Time           `json:"wake,omitzero"`     // zero only when ended
	Basis    Basis               `json:"basis"`
}

// Gate finds a gate by name; a verdict that ended early has none, and the
// answer is an unknown gate.
func (v Verdict) Gate(name GateName) Gate {
	for _, g := range v.Gates {
		if g.Name == name {
			return g
		}
	}
	return Gate{Name: name, Holds: Maybe, Head: v.Head}
}
