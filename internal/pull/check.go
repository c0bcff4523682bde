package pull

import "time"

// CheckStatus is where a check stands, one scale for check runs and statuses.
type CheckStatus string

// Status and conclusion in one word (GitHub CheckStatusState and
// CheckConclusionState, StatusState).
const (
	CheckQueued         CheckStatus = "queued"
	CheckRunning        CheckStatus = "in_progress"
	CheckWaiting        CheckStatus = "waiting" // asks for an approval
	CheckSuccess        CheckStatus = "success"
	CheckNeutral        CheckStatus = "neutral"
	CheckSkipped        CheckStatus = "skipped"
	CheckFailure        CheckStatus = "failure"
	CheckCancelled      CheckStatus = "cancelled"
	CheckTimedOut       CheckStatus = "timed_out"
	CheckActionRequired CheckStatus = "action_required"
	CheckStartupFailure CheckStatus = "startup_failure"
	CheckStale          CheckStatus = "stale"
	CheckUnknown        CheckStatus = "unknown"
)

// Passed reports success, neutral or skipped: what GitHub lets a required check be.
func (s CheckStatus) Passed() bool {
	return s == CheckSuccess || s == CheckNeutral || s == CheckSkipped
}

// BrokeOff reports that a check ended without a word on the code: somebody or
// something stopped it, or it never began.
func (s CheckStatus) BrokeOff() bool {
	return s == CheckCancelled || s == CheckStartupFailure || s == CheckStale
}

// Pending reports that a conclusion is still due.
func (s CheckStatus) Pending() bool {
	return s == CheckQueued || s == CheckRunning || s == CheckWaiting || s == CheckUnknown
}

// Withheld is a run of one of the repository's workflows that the host holds
// back until a maintainer approves it, as it does for forks. It has made no check.
type Withheld struct {
	Name  string    `json:"name"` // of the workflow
	URL   string    `json:"url"`
	Since time.Time `json:"since"`
}

// Check is a check run or a commit status on Head.
type Check struct {
	ID          int64       `json:"id"`
	Name        string      `json:"name"`
	App         string      `json:"app"` // slug of the app; empty for a commit status
	AppID       int64       `json:"app_id"`
	Status      CheckStatus `json:"status"`
	Required    bool        `json:"required"`
	Head        Oid         `json:"head"`
	URL         string      `json:"url"`
	Title       string      `json:"title"`
	Summary     string      `json:"summary"`
	StartedAt   time.Time   `json:"started_at"`
	CompletedAt time.Time   `json:"completed_at"`
	Ours        bool        `json:"ours"`              // published by us: never counts in a gate
	Attempt     int         `json:"attempt,omitempty"` // of a run that neither passed nor failed: which one of its workflow it is; 0: not told
	Log         string      `json:"log,omitempty"`     // of a required one that failed: the lines that tell; empty: none, or not readable
}

// OwnCheck is the name under which we say outside how a pull request stands.
const OwnCheck = "settle"

// Publication is what is said of a commit under OwnCheck. State is one of
// success, failure and queued; Title is a line, Text may be long and is shown
// only where the host has room for it. ID is the check run that said it before;
// 0: none, or it is a commit status.
type Publication struct {
	Head   Oid
	ID     int64
	Status CheckStatus
	Title  string
	Text   string
	URL    string
}

// Requirement is a check that the host's rules ask for. AppID 0: any app.
type Requirement struct {
	Name  string `json:"name"`
	AppID int64  `json:"app_id"`
}
