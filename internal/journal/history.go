package journal

import (
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
)

// History is the fold of a journal. It is a value: Fold makes a new one and
// nobody changes it.
type History struct {
	Seq      int64
	Born     time.Time // the first line; marks in older comments may be adopted
	Deeds    map[action.Key]Deed
	Judged   map[feedback.ItemID]feedback.Judgment // newest version; a person's word wins
	Told     Words
	Heads    []Head
	Last     Saw       // the newest sighting
	Change   time.Time // when it was written: the last foreign change seen
	High     High
	Rounds   int
	Failures map[feedback.At]int
	Failed   map[feedback.ItemID]string // every failed check that was seen, also of earlier heads: what it said, as a digest
	Spent    policy.Money
	Runs     int               // agent runs
	Seconds  float64           // agent time
	Since    time.Time         // from when limits of time count: Born, or when a person last said more than pause or stop
	Active   time.Duration     // since then, without the spans in which nothing was done
	barred   int               // keys in that state
	repairs  map[pull.Oid]bool // commits that a repair made
	line     time.Time         // the newest line
}

// Idle is a span between two lines after which nobody was at work: a machine
// that slept, a wait for a person. It does not count as active (F1.38).
const Idle = 15 * time.Minute

// Deed is the last state of a key and what led there.
type Deed struct {
	Key       action.Key
	State     State
	Why       Why
	Try       int
	Term      int64 // of the last started
	WantedAt  time.Time
	StartedAt time.Time // of the last try
	SettledAt time.Time
	NotBefore time.Time
	Lapses    int // for the doubling back-off
	Items     []feedback.At
	Head      pull.Oid
	Round     int
	Outcome   Outcome
	Seq       int64 // of the last line
}

// Words are the person's lines in force.
type Words struct {
	Paused  bool
	Stopped bool
	Now     bool // stopped with what was under way
	By      string
	At      time.Time
	Seq     int64     // of the newest told line: Begin refuses a verdict that is older
	Spoke   time.Time // when that was
	Raised  int       // rounds granted beyond the policy
	Resumed time.Time
}

// Head is a head we saw, and when first.
type Head struct {
	Oid  pull.Oid
	At   time.Time
	Ours bool // a push of ours made it
}

// High is what a snapshot may not be behind of.
type High struct {
	Pushed   pull.Oid // our last push that is done
	PushedAt time.Time
	Versions map[feedback.ItemID]Seen
}

// Seen is an item's highest version and when we learned it.
type Seen struct {
	Version feedback.Version
	At      time.Time
}

// Deed finds a deed by key; the zero Deed has no state.
func (h History) Deed(key action.Key) Deed { return h.Deeds[key] }

// ByDigest finds a deed by the short form that marks and trailers carry.
func (h History) ByDigest(d mark.Digest) (Deed, bool) {
	for key, deed := range h.Deeds {
		if key.Digest() == d {
			return deed, true
		}
	}
	return Deed{}, false
}
