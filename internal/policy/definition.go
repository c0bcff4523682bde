package policy

import "time"

// Definition is what is known of one reviewer: who it is, how it is asked, how
// its verdict is read. It is the `define` block of the policy file; the
// built-in reviewers are files of the same format.
type Definition struct {
	Name      string
	Kind      string // bot | person | auditor
	Role      Role   // its own role where a plain list names it
	Accounts  []Account
	Signed    string // expression: only what it matches is the reviewer's, where others speak under the account too; empty: all
	Ask       Ask
	Started   []Signal
	Clean     []Signal
	Dirty     []Signal
	Refused   []Signal
	Findings  Findings
	Summaries []Signal // comments it rewrites in place; never asks
	Source    string   // where the facts come from, with a date
}

// Account identifies a reviewer: the id decides, logins compare whole, without [bot].
type Account struct {
	ID    int64
	Login string
}

// Ask is how it is asked. At most one of Comment, Request, Push is set; none: it cannot be asked.
type Ask struct {
	Comment string
	Request string
	Push    bool
	Exact   bool          // the phrase must stand alone: no mark beside it
	Latency time.Duration // usual time to a verdict
	Window  time.Duration // silence after this long counts as one unanswered ask
	Cost    string        // what one ask costs, in the vendor's terms; empty: not known
}

// Possible reports that we can ask by a deed of our own.
func (a Ask) Possible() bool { return a.Comment != "" || a.Request != "" }

// Signal matches one sign of a reviewer. Exactly one of Check, Reaction,
// Review, Inline, Body, Event is set; the rest narrows it.
type Signal struct {
	Check      string
	Status     string   // with Check: in_progress, queued, completed
	Conclusion []string // with Check
	Reaction   string   // GitHub's REST word: eyes, +1, …
	Target     string   // ask | pull
	Review     string   // approved | commented | changes_requested
	Inline     string   // any
	Body       string   // regular expression over a review's or comment's body
	Event      string   // timeline event kind
	Within     time.Duration
	Until      string // regular expression with group time, for refusals
}

// Findings says where its findings live and how they are read.
type Findings struct {
	From     []string // inline, review_body, conversation
	Title    string   // first_bold | first_line | regular expression with group title
	Severity string   // regular expression with group severity
	Skip     []string // bodies that are no finding (regular expressions)
	InBody   *InBody  // several findings in one body; nil: a body is one
}

// InBody tells findings of one body apart, in blocks of <details> that stand in
// each other: a section of findings, in it a block for each file, in that the
// findings. All are regular expressions over a line without its quote marks.
type InBody struct {
	Section string // over a summary: its block holds findings; empty: any block may
	File    string // over a summary, with group path: its block holds the findings of a file
	Entry   string // over a line that a finding begins with, with group line, perhaps group start
}
