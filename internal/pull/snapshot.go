// Package pull holds a pull request as it was seen at one instant.
//
// A Snapshot promises that what could not be read is a Gap, never a zero value
// that looks like an answer. The package judges nothing: readings, items and
// gates are made from it by reviewer and decide.
package pull

import (
	"time"

	"github.com/settlehq/settle/internal/mark"
)

// Oid is a full git object id, 40 (or 64) hex digits.
type Oid string

// Short prints the seven digits that people read.
func (o Oid) Short() string {
	if len(o) > 7 {
		return string(o[:7])
	}
	return string(o)
}

// State of the pull request itself. Gone: transferred, deleted, or access lost.
type State string

// States of a pull request (GitHub: PullRequestState, and Gone for a 404).
const (
	Open   State = "open"
	Closed State = "closed"
	Merged State = "merged"
	Gone   State = "gone"
)

// Merge is GitHub's mergeStateStatus, in lower case (schema 15.26.1).
type Merge string

// The merge states. HasHooks counts as clean (github-facts).
const (
	MergeClean    Merge = "clean"
	MergeDirty    Merge = "dirty"
	MergeBehind   Merge = "behind"
	MergeBlocked  Merge = "blocked"
	MergeUnstable Merge = "unstable"
	MergeHasHooks Merge = "has_hooks"
	MergeDraft    Merge = "draft"
	MergeUnknown  Merge = "unknown"
)

// Snapshot is everything that one look showed. At is when the read began.
type Snapshot struct {
	Ref   Ref       `json:"ref"`
	At    time.Time `json:"at"`
	URL   string    `json:"url"`
	Title string    `json:"title"`

	Viewer     Viewer    `json:"viewer"`
	Author     Author    `json:"author"`
	NodeID     string    `json:"node_id"`
	State      State     `json:"state"`
	Draft      bool      `json:"draft"`
	Head       Oid       `json:"head"`
	HeadAt     time.Time `json:"head_at"` // when the head became the head; zero when not told
	HeadRef    string    `json:"head_ref"`
	HeadRepo   string    `json:"head_repo"` // owner/name; empty when the fork was deleted
	Base       Oid       `json:"base"`
	BaseRef    string    `json:"base_ref"`
	BaseTip    Oid       `json:"base_tip"` // where the base branch is now; Base may be what the host last compared with
	Fork       bool      `json:"fork"`
	Maintainer bool      `json:"maintainer_can_modify"`
	Merge      Merge     `json:"merge"`
	Mergeable  *bool     `json:"mergeable"` // nil: the host does not know yet

	Commits       []Oid         `json:"commits"` // between base and head, oldest first
	Ours          []Trailer     `json:"ours"`
	Threads       []Thread      `json:"threads"`
	Comments      []Comment     `json:"comments"`
	Reviews       []Review      `json:"reviews"`
	Checks        []Check       `json:"checks"`
	Withheld      []Withheld    `json:"withheld,omitempty"` // runs of workflows that wait for a maintainer's approval
	Required      []Requirement `json:"required"`           // checks that the host's rules ask for, seen or not
	Conversations bool          `json:"conversations"`      // the host requires conversation resolution
	Asked         []Asked       `json:"asked"`
	Reactions     []Reaction    `json:"reactions"` // on the pull request's own body
	Events        []Event       `json:"events"`
	Labels        []string      `json:"labels"`
	FollowUps     []Ref         `json:"follow_ups"`
	Queued        bool          `json:"queued"`
	Decision      Decision      `json:"review_decision"`    // empty: the host asks for no review
	Restrictions  []string      `json:"restrictions"`       // rules of the base branch that may hold up a merge, beside checks, reviews and threads; the host's words
	Below         *Below        `json:"below"`              // the open pull request whose head is our base
	MovedTo       string        `json:"moved_to,omitempty"` // owner/name, where the repository has another one now; then State is Gone

	PolicyText string `json:"policy_text"`           // the policy file at the tip of the base branch
	PolicyPath string `json:"policy_path"`           // empty: none there
	PolicyRepo string `json:"policy_repo,omitempty"` // owner/.github, where the file stands there and not on the base branch

	Gaps []Gap `json:"gaps"`
}

// Decision is what the reviews of a pull request come to, where the host asks
// for any (GitHub: PullRequestReviewDecision, in lower case).
type Decision string

// The decisions.
const (
	ReviewApproved         Decision = "approved"
	ReviewChangesRequested Decision = "changes_requested"
	ReviewRequired         Decision = "review_required"
)

// Below is the pull request that ours is stacked on.
type Below struct {
	Number int  `json:"number"`
	Draft  bool `json:"draft"`
}

// Trailer is one of our commits that is reachable from the head. It survives a
// person's rebase, because it is read from the message and not from the id.
type Trailer struct {
	Key    mark.Digest `json:"key"`
	Items  []string    `json:"items"` // item@version
	Commit Oid         `json:"commit"`
}

// Surface is a part of the pull request that is read as one.
type Surface string

// The surfaces a Gap can name.
const (
	SurfaceHead     Surface = "head"
	SurfaceThreads  Surface = "threads"
	SurfaceComments Surface = "comments"
	SurfaceReviews  Surface = "reviews"
	SurfaceChecks   Surface = "checks"
	SurfaceRules    Surface = "rules"
	SurfaceMerge    Surface = "merge"
	SurfaceTimeline Surface = "timeline"
	SurfaceCommits  Surface = "commits"
	SurfaceRequests Surface = "requests"
	SurfacePolicy   Surface = "policy"
)

// Gap says what could not be read and why. Nothing that rests on the surface
// may be acted on.
type Gap struct {
	Surface Surface `json:"surface"`
	What    string  `json:"what"` // "page 3 of 5"
	Why     string  `json:"why"`  // "GitHub answered 502 four times"
}

// Missing reports the first gap of any of the surfaces, and whether there is one.
func (s Snapshot) Missing(surfaces ...Surface) (Gap, bool) {
	for _, g := range s.Gaps {
		for _, want := range surfaces {
			if g.Surface == want {
				return g, true
			}
		}
	}
	return Gap{}, false
}
