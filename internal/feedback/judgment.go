package feedback

import (
	"time"

	"github.com/settlehq/settle/internal/pull"
)

// Class says what an ask is.
type Class string

// The five classes (S5, F5.6).
const (
	Valid        Class = "valid"
	Invalid      Class = "invalid"
	Stale        Class = "stale"
	AlreadyFixed Class = "already_fixed"
	NeedsHuman   Class = "needs_human"
)

// Source says who judged.
type Source string

// Sources of a judgment, weakest first: a person's word wins over all.
const (
	ByAgent  Source = "agent"
	ByRule   Source = "rule"
	ByPerson Source = "person"
)

// Judgment is what an item at a version was found to be. Primary names the
// item that this one duplicates; the duplicate shares its fix and its fate.
type Judgment struct {
	At       At         `json:"at"`
	Class    Class      `json:"class"`
	Reason   string     `json:"reason"`
	Source   Source     `json:"source"`
	Primary  ItemID     `json:"primary,omitempty"`
	Evidence []Evidence `json:"evidence,omitempty"`
	Question *Question  `json:"question,omitempty"`
	Defer    string     `json:"defer,omitempty"`    // a person's word: tracked at this link, or NewIssue
	Guidance string     `json:"guidance,omitempty"` // a person's word for the fixer

	// Confidence is the judge's own, over 0 up to 1; 0: not said. It is shown and
	// orders questions; nothing rests on it.
	Confidence float64 `json:"confidence,omitempty"`

	// The rest is a person's word only, out of a file that another tool wrote.
	Commit   pull.Oid `json:"commit,omitempty"`    // what settled it; counts where the head reaches it
	Reply    string   `json:"reply,omitempty"`     // the public answer in the person's own words
	KeepOpen bool     `json:"keep_open,omitempty"` // its thread is answered and not closed
}

// NewIssue in Defer: an issue is opened for it, and tracked there.
const NewIssue = "new"

// Question is what a person is asked.
type Question struct {
	Text           string   `json:"text"`
	Investigated   string   `json:"investigated"`
	Options        []Option `json:"options"`
	Recommendation string   `json:"recommendation,omitempty"`
}

// Option is one way to answer a Question.
type Option struct {
	Option   string `json:"option"`
	Tradeoff string `json:"tradeoff"`
}

// Disposition is what became of an item at its version. It is derived by
// decide and never stored as a fact.
type Disposition string

// The dispositions. Open: nothing final yet.
const (
	Open             Disposition = "open"
	Fixed            Disposition = "fixed"
	AlreadyAddressed Disposition = "already_addressed"
	Declined         Disposition = "declined"
	Deferred         Disposition = "deferred"
	Escalated        Disposition = "escalated"
	Failed           Disposition = "failed"
)

// Evidence is what a judgment or a disposition rests on.
type Evidence struct {
	Kind   string   `json:"kind"` // commit, hunk, check, output, text, link
	Commit pull.Oid `json:"commit,omitempty"`
	URL    string   `json:"url,omitempty"`
	Text   string   `json:"text,omitempty"`
}

// Standing is an item with all that is known of it: the row of `threads`.
type Standing struct {
	Item        Item        `json:"item"`
	Judgment    *Judgment   `json:"judgment,omitempty"`
	Disposition Disposition `json:"disposition"`
	Claim       *Claim      `json:"claim,omitempty"`
	Commit      pull.Oid    `json:"commit,omitempty"` // in the head, for a fixed item
	Attempts    int         `json:"attempts"`
	Replied     bool        `json:"replied"`
	ReplyURL    string      `json:"reply_url,omitempty"`
	ReplyKey    string      `json:"reply_key,omitempty"`
	Reopened    bool        `json:"reopened"`
	LeftOpen    string      `json:"left_open,omitempty"` // why a thread stays open by rule
	Tracked     string      `json:"tracked,omitempty"`   // where a deferred item is tracked; empty: nowhere yet
	Why         string      `json:"why,omitempty"`       // why escalated or failed
	Cluster     string      `json:"cluster,omitempty"`   // id of the cluster it belongs to, or was fixed in
	Recurrence  *Recurrence `json:"recurrence,omitempty"`
}

// ReadingWord is how a reviewer stands at a head.
type ReadingWord string

// The eight readings. Only Clean passes, and Answered where policy allows.
const (
	Clean    ReadingWord = "clean"
	Answered ReadingWord = "answered"
	Dirty    ReadingWord = "dirty"
	Pending  ReadingWord = "pending"
	Lagging  ReadingWord = "lagging"
	Absent   ReadingWord = "absent"
	Silent   ReadingWord = "silent"
	Refused  ReadingWord = "refused"
)

// Reading is a reviewer's standing at Commit. Times are zero when unknown.
type Reading struct {
	Reviewer     string      `json:"reviewer"`
	Role         string      `json:"role"`
	Word         ReadingWord `json:"reading"`
	Commit       pull.Oid    `json:"commit"`  // what the evidence speaks of
	Current      bool        `json:"current"` // Commit is the head
	Evidence     Evidence    `json:"evidence"`
	Open         int         `json:"findings_open"`
	AskedAt      time.Time   `json:"asked_at"`
	Acknowledged time.Time   `json:"acknowledged_at"`
	AnsweredAt   time.Time   `json:"answered_at"`
	Until        time.Time   `json:"until"` // refused until; or silent after
	LookAt       time.Time   `json:"look_at"`
	Asks         int         `json:"asks"`       // asks at this head, ours
	Unanswered   int         `json:"unanswered"` // of these, in vain: a refusal is an answer
}
