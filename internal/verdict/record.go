package verdict

import (
	"encoding/json"
	"time"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
)

// RecordSchema names the form of a Record.
const RecordSchema = "settle.record/1"

// Record is what ready rested on, as facts that anybody can read again from the
// host: which reviewer said what of which commit, what became of each ask, which
// checks passed. MAC seals it with the key of the memory that wrote it.
type Record struct {
	Schema       string           `json:"schema"`
	At           time.Time        `json:"at"`
	Ref          string           `json:"ref"`
	URL          string           `json:"url"`
	Head         pull.Oid         `json:"head"`
	Base         pull.Oid         `json:"base"`
	PolicyDigest string           `json:"policy_digest"`
	Gates        []RecordGate     `json:"gates"`
	Reviewers    []RecordReviewer `json:"reviewers"`
	Items        []RecordItem     `json:"items"`
	MAC          string           `json:"mac"`
}

// RecordGate is one of the six, with the checks or closed threads that it rests on.
type RecordGate struct {
	Name     GateName `json:"name"`
	Holds    bool     `json:"holds"`
	Evidence []Fact   `json:"evidence"`
}

// RecordReviewer is a reviewer's reading at the head, and the sign of it. A
// reviewer who was not needed may have none.
type RecordReviewer struct {
	Name     string               `json:"name"`
	Reading  feedback.ReadingWord `json:"reading"`
	Commit   pull.Oid             `json:"commit"`
	Evidence []Fact               `json:"evidence"`
}

// RecordItem is what became of one ask at its version: where it was asked, our
// answer, and the commit where it was fixed.
type RecordItem struct {
	ID          feedback.ItemID      `json:"id"`
	Version     feedback.Version     `json:"version"`
	Disposition feedback.Disposition `json:"disposition"`
	Evidence    []Fact               `json:"evidence"`
}

// Fact is one thing that the host shows: a check, a review, a comment, a
// reaction, an event, a closed thread or a commit. Two looks that show the same
// thing unchanged give equal facts.
type Fact struct {
	Kind   string    `json:"kind"`
	ID     int64     `json:"id"` // the host's number; 0 where it has none
	Name   string    `json:"name"`
	Author string    `json:"author"`
	Commit pull.Oid  `json:"commit"`
	At     time.Time `json:"at"`
	Text   string    `json:"text"`
	URL    string    `json:"url"`
}

// Sealing is the text that a record's MAC is made of.
func (r Record) Sealing() []byte {
	r.MAC = ""
	text, err := json.Marshal(r)
	if err != nil {
		panic(err) // plain data; this cannot happen
	}
	return text
}

// Difference is what a record says otherwise than the host. Got is empty where
// the host does not show it at all.
type Difference struct {
	Where string // head, gates.checks, reviewers.bugbot, items.t4821
	Want  string // as recorded
	Got   string
}
