package view

import (
	"time"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verdict"
)

// Event is settle.event/1: one thing that happened during a run. Kind is
// observed, decided, deed, progress, question, waiting, gap or error, and the
// field of that name is set by the caller; the others are left out.
type Event struct {
	Schema   string     `json:"schema"`
	At       time.Time  `json:"at"`
	Ref      string     `json:"ref"`
	URL      string     `json:"url"`
	Seq      int        `json:"seq"`
	Kind     string     `json:"kind"`
	Observed *Observed  `json:"observed,omitempty"`
	Decided  *Decision  `json:"decided,omitempty"`
	Deed     *Deed      `json:"deed,omitempty"`
	Progress *Line      `json:"progress,omitempty"`
	Question *Question  `json:"question,omitempty"`
	Waiting  *Wait      `json:"waiting,omitempty"`
	Gap      *Gap       `json:"gap,omitempty"`
	Error    *Error     `json:"error,omitempty"`
	WakeAt   *time.Time `json:"wake_at,omitempty"`
}

// Observed is what a look showed, in numbers; null where it was not read whole.
type Observed struct {
	Head     string `json:"head"`
	Draft    bool   `json:"draft"`
	State    string `json:"state"`
	Threads  *int   `json:"threads"`
	Reviews  *int   `json:"reviews"`
	Comments *int   `json:"comments"`
	Checks   *int   `json:"checks"`
	Gaps     []Gap  `json:"gaps"`
}

// Line is progress that only people read.
type Line struct {
	Text string `json:"text"`
}

// Wait says whom or what is waited for.
type Wait struct {
	Gate    *string    `json:"gate"`
	Subject *string    `json:"subject"`
	Code    string     `json:"code"`
	Since   *time.Time `json:"since"`
	Until   *time.Time `json:"until"`
}

// NewEvent begins an event; seq rises by one with each event of a run.
func NewEvent(seq int, at time.Time, ref pull.Ref, kind string) Event {
	return Event{Schema: "settle.event/1", At: stamp(at), Ref: ref.String(), URL: urlOf(ref), Seq: seq, Kind: kind}
}

// ObservedOf is the content of an observed event.
func ObservedOf(s pull.Snapshot) *Observed {
	number := func(n int, surface pull.Surface) *int {
		if _, missing := s.Missing(surface); missing {
			return nil
		}
		return &n
	}
	return &Observed{
		Head: string(s.Head), Draft: s.Draft, State: string(s.State),
		Threads: number(len(s.Threads), pull.SurfaceThreads), Reviews: number(len(s.Reviews), pull.SurfaceReviews),
		Comments: number(len(s.Comments), pull.SurfaceComments), Checks: number(len(s.Checks), pull.SurfaceChecks),
		Gaps: each(s.Gaps, func(g pull.Gap) Gap { return Gap{Surface: string(g.Surface), What: g.What, Why: g.Why} }),
	}
}

// DecidedOf is the content of a decided event.
func DecidedOf(r Recorded) *Decision {
	d := decisionOf(r)
	return &d
}

// QuestionOf is the content of a question event: what a person is asked about an item.
func QuestionOf(st feedback.Standing) *Question {
	q := questionRow(st)
	return &q
}

// WaitOf is the content of a waiting event.
func WaitOf(v verdict.Verdict) *Wait {
	return &Wait{
		Gate: known(string(v.Why.Gate)), Subject: known(v.Why.Subject), Code: v.Why.Code,
		Since: when(v.Why.Since), Until: when(v.Why.Until),
	}
}

// WakeOf is when a verdict wants the next look; nil once it has ended.
func WakeOf(v verdict.Verdict) *time.Time { return when(v.Wake) }
