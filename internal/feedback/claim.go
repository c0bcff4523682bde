package feedback

import "github.com/settlehq/settle/internal/pull"

// Claim is what a work says of one item. It is no evidence: decide believes a
// fix only when a commit with the item's trailer is reachable from the head.
type Claim struct {
	At        At          `json:"at"`
	Outcome   Disposition `json:"outcome"` // fixed, already_addressed, declined, failed
	Commit    pull.Oid    `json:"commit,omitempty"`
	Summary   string      `json:"summary"`             // what changed, one sentence
	Test      string      `json:"test,omitempty"`      // the test that fails without the change
	Suggested bool        `json:"suggested,omitempty"` // the reviewer's own text was applied
	Why       string      `json:"why,omitempty"`

	// Evidence of already_addressed: the commit, and the hunk that touches the
	// flagged lines, as git showed them to us.
	Evidence []Evidence `json:"evidence,omitempty"`
	// Violations are what an audit found against this claim; the outcome is
	// failed then, and a person decides.
	Violations []Violation `json:"violations,omitempty"`
}

// Violation is one broken rule of an agent's work. Subject is outside text: a
// path, a commit, a name; empty where there is nothing to name.
type Violation struct {
	Code    ViolationCode `json:"code"`
	Subject string        `json:"subject,omitempty"`
}

// ViolationCode says which rule was broken.
type ViolationCode string

// What an audit can find.
const (
	NothingChanged  ViolationCode = "nothing_changed"  // a fix is reported, and nothing had changed
	NoSuchCommit    ViolationCode = "no_such_commit"   // the named commit is none of the new ones
	UnclaimedCommit ViolationCode = "unclaimed_commit" // a new commit that no outcome names
	ClaimedTwice    ViolationCode = "claimed_twice"    // one commit for items that have nothing to do with each other
	UnclaimedEdits  ViolationCode = "unclaimed_edits"  // edits beside the commits, when every fix names a commit
	Elsewhere       ViolationCode = "elsewhere"        // a file that no item is about was changed
	Guarded         ViolationCode = "guarded"          // a file that waits for a person was changed
	TestsRemoved    ViolationCode = "tests_removed"
	TestsWeakened   ViolationCode = "tests_weakened"
	NoSuchTest      ViolationCode = "no_such_test" // the named test is not in the change
	WrongBranch     ViolationCode = "wrong_branch" // the work went on on a branch of its own
	Rewritten       ViolationCode = "rewritten"    // the history that was there is not there any more
	Planted         ViolationCode = "planted"      // git's configuration or hooks were changed
	Linked          ViolationCode = "linked"       // a link or a repository was left where files belong
	Outside         ViolationCode = "outside"      // a file of ours outside of the tree was written
	Pushed          ViolationCode = "pushed"       // commits were pushed, past us
	NotBefore       ViolationCode = "not_before"   // the commit named as evidence is not older than the work
	NoEvidence      ViolationCode = "no_evidence"  // the commit named as evidence does not touch the flagged lines
	HookRefused     ViolationCode = "hook_refused" // the repository's hook refused every change that was tried
	HookGuarded     ViolationCode = "hook_guarded" // the repository's hook changed a file that waits for a person
)
