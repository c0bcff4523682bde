package view

import (
	"fmt"
	"time"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verdict"
)

// Recorded is a verdict as the memory kept it. Seq is the journal position
// that it rests on.
type Recorded struct {
	Seq     int64
	At      time.Time
	Verdict verdict.Verdict
}

// Facts are what every door tells of one pull request; the doors gather them
// and view words them. Snapshot is nil for one that was never observed; then
// what comes from it is unknown. Verdict belongs to Snapshot. Entries are the
// journal in order of Seq, History their fold. Holder is the process that
// drives the pull request now, nil when none does. Requests, Points, Bytes and
// Waited count one run. Times of a terminal are shown in Now's location.
type Facts struct {
	Ref        pull.Ref
	Now        time.Time
	Snapshot   *pull.Snapshot
	ObservedAt time.Time
	Verdict    verdict.Verdict
	Policy     policy.Policy
	Unnamed    []pull.Author // bots that spoke and that the policy does not name
	Entries    []journal.Entry
	History    journal.History
	Recorded   []Recorded
	Holder     *journal.Holder
	Requests   int
	Points     int
	Bytes      int64
	Waited     time.Duration
	DryRun     bool
	Record     *verdict.Record // what the newest ready rested on; nil where none was asked for, or there is none
}

// judged: the items are known. A verdict that ended before they were looked at
// has an unknown feedback gate; one that saw them never has.
func (f Facts) judged() bool {
	return f.Snapshot != nil && f.Verdict.Gate(verdict.GateFeedback).Holds != verdict.Maybe
}

// asks are the items that want an answer.
func (f Facts) asks() []feedback.Standing {
	var asks []feedback.Standing
	for _, st := range f.Verdict.Items {
		if !st.Item.FYI {
			asks = append(asks, st)
		}
	}
	return asks
}

func (f Facts) standing(id string) (feedback.Standing, bool) {
	for _, st := range f.Verdict.Items {
		if string(st.Item.ID) == id {
			return st, true
		}
	}
	return feedback.Standing{}, false
}

func (f Facts) head() pull.Oid {
	if f.Snapshot != nil {
		return f.Snapshot.Head
	}
	return f.Verdict.Head
}

// url is the pull request's own address.
func (f Facts) url() string {
	if f.Snapshot != nil && f.Snapshot.URL != "" {
		return f.Snapshot.URL
	}
	return urlOf(f.Ref)
}

func urlOf(ref pull.Ref) string {
	host := ref.Host
	if host == "" {
		host = "github.com"
	}
	return fmt.Sprintf("https://%s/%s/pull/%d", host, ref.Slug(), ref.Number)
}

// open lists the asks that wait for a person, one for each matter.
func (f Facts) open() []feedback.Standing {
	var open []feedback.Standing
	for _, st := range f.asks() {
		if st.Disposition == feedback.Escalated || st.Disposition == feedback.Failed {
			open = append(open, st)
		}
	}
	return feedback.Matters(open)
}

// dispositions in the order in which they are counted and printed.
var dispositions = []feedback.Disposition{
	feedback.Open, feedback.Fixed, feedback.AlreadyAddressed, feedback.Declined,
	feedback.Deferred, feedback.Escalated, feedback.Failed,
}

func tallyOf(items []feedback.Standing) map[feedback.Disposition]int {
	counts := map[feedback.Disposition]int{}
	for _, d := range dispositions {
		counts[d] = 0
	}
	for _, st := range items {
		counts[st.Disposition]++
	}
	return counts
}

// seen gives a gap list for the interface: what was not read, and, where the
// items were not judged, that and why.
func (f Facts) gaps() []Gap {
	gaps := []Gap{}
	if f.Snapshot == nil {
		return append(gaps, Gap{Surface: "head", What: "the pull request", Why: "never observed"})
	}
	for _, g := range f.Snapshot.Gaps {
		gaps = append(gaps, Gap{Surface: string(g.Surface), What: g.What, Why: g.Why})
	}
	if !f.judged() && len(gaps) == 0 {
		gaps = append(gaps, Gap{Surface: "items", What: "what became of each ask", Why: "not judged: " + Reason(f.Verdict.Why)})
	}
	return gaps
}

// Gap says what is unknown and why: a surface that could not be read, or items
// that were not judged.
type Gap struct {
	Surface string `json:"surface"`
	What    string `json:"what"`
	Why     string `json:"why"`
}
