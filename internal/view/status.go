package view

import (
	"time"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/verdict"
)

// Status is settle.status/1: ready or not, and exactly why. Null is unknown,
// and then Gaps says why.
type Status struct {
	Schema          string             `json:"schema"`
	At              time.Time          `json:"at"`
	Ref             string             `json:"ref"`
	URL             string             `json:"url"`
	Title           *string            `json:"title"`
	State           *string            `json:"state"`
	Draft           *bool              `json:"draft"`
	Head            *string            `json:"head"`
	Base            *string            `json:"base"`
	Phase           *string            `json:"phase"`
	Summary         string             `json:"summary"`
	Reasons         []Cause            `json:"reasons"`
	Gates           []Gate             `json:"gates"`
	Reviewers       []Reviewer         `json:"reviewers"`
	Questions       []Question         `json:"questions"`
	Stop            *Stop              `json:"stop"` // why facts have stopped the fixing; null where they have not
	Gaps            []Gap              `json:"gaps"`
	Counts          map[string]int     `json:"counts"`
	Recurrences     *int               `json:"recurrences"`
	Clusters        []feedback.Cluster `json:"clusters"`
	Readings        []ClusterReading   `json:"readings"`
	Round           int                `json:"round"`
	Limits          Limits             `json:"limits"`
	Spent           Spent              `json:"spent"`
	Holder          *Holder            `json:"holder"`
	ObservedAt      *time.Time         `json:"observed_at"`
	WakeAt          *time.Time         `json:"wake_at"`
	ExpectedReadyAt *time.Time         `json:"expected_ready_at"`

	facts Facts
}

// Limits are the bounds of policy; Rounds includes what a person granted.
type Limits struct {
	Rounds            int     `json:"rounds"`
	AttemptsPerItem   int     `json:"attempts_per_item"`
	ActiveTimeSeconds float64 `json:"active_time_seconds"`
	WallTimeSeconds   float64 `json:"wall_time_seconds"`
	CostUSD           float64 `json:"cost_usd"`
}

// Spent is what was used of the limits, over all runs. Wall time begins with
// the first line of the journal.
type Spent struct {
	Rounds          int     `json:"rounds"`
	AgentRuns       int     `json:"agent_runs"`
	AgentSeconds    float64 `json:"agent_seconds"`
	WallTimeSeconds float64 `json:"wall_time_seconds"`
	CostUSD         float64 `json:"cost_usd"`
}

// Holder is the process that drives the pull request.
type Holder struct {
	Host  string     `json:"host"`
	PID   int        `json:"pid"`
	Since *time.Time `json:"since"`
}

// NewStatus words the facts. Without a snapshot only the journal's part is known.
func NewStatus(f Facts) Status {
	s := Status{
		Schema: "settle.status/1", At: stamp(f.Now), Ref: f.Ref.String(), URL: f.url(), Summary: summaryOf(f),
		Reasons: []Cause{}, Readings: readings(f), Stop: stopOf(f), Gaps: f.gaps(), Round: f.History.Rounds, Limits: limitsOf(f), Spent: spentOf(f),
		Holder: holderOf(f.Holder), ObservedAt: when(f.ObservedAt), WakeAt: when(f.Verdict.Wake), facts: f,
	}
	if f.Verdict.Why.Code != "" {
		s.Reasons = append(s.Reasons, causeOf(f.Verdict.Why))
	}
	if f.Snapshot != nil {
		s.Title, s.State, s.Draft = known(f.Snapshot.Title), known(string(f.Snapshot.State)), &f.Snapshot.Draft
		s.Head, s.Base, s.Phase = oid(f.Snapshot.Head), oid(f.Snapshot.Base), known(string(f.Verdict.Phase))
		s.Gates = each(f.Verdict.Gates, gateOf)
	}
	if f.judged() {
		s.Reviewers = each(f.Verdict.Readings, f.reviewer)
		s.Questions = each(f.open(), questionRow)
		s.Counts = map[string]int{}
		for d, n := range tallyOf(f.asks()) {
			s.Counts[string(d)] = n
		}
		s.Recurrences, s.Clusters = recurrences(f.asks()), none(f.Verdict.Clusters)
	}
	return s
}

func summaryOf(f Facts) string {
	if f.Snapshot == nil {
		return "never observed"
	}
	return Headline(f.Verdict)
}

func limitsOf(f Facts) Limits {
	l := f.Policy.Limits
	return Limits{
		Rounds: l.Rounds + f.History.Told.Raised, AttemptsPerItem: l.Attempts, ActiveTimeSeconds: l.ActiveTime.Seconds(),
		WallTimeSeconds: l.WallTime.Seconds(), CostUSD: l.Cost.USD(),
	}
}

func spentOf(f Facts) Spent {
	spent := Spent{Rounds: f.History.Rounds, AgentRuns: f.History.Runs, AgentSeconds: f.History.Seconds, CostUSD: f.History.Spent.USD()}
	if !f.History.Born.IsZero() {
		spent.WallTimeSeconds = f.Now.Sub(f.History.Born).Truncate(time.Second).Seconds()
	}
	return spent
}

func holderOf(h *journal.Holder) *Holder {
	if h == nil {
		return nil
	}
	return &Holder{Host: h.Host, PID: h.PID, Since: when(h.Since)}
}

// Cause is a reason of the interface: the sentence in Text, the stable word in
// Code.
type Cause struct {
	Code     string     `json:"code"`
	Gate     *string    `json:"gate"`
	Text     string     `json:"text"`
	Subject  *string    `json:"subject"`
	Since    *time.Time `json:"since"`
	Until    *time.Time `json:"until"`
	Children []Cause    `json:"children"`
}

func causeOf(r verdict.Reason) Cause {
	return Cause{
		Code: r.Code, Gate: known(string(r.Gate)), Text: Reason(r), Subject: known(r.Subject),
		Since: when(r.Since), Until: when(r.Until), Children: each(r.Children, causeOf),
	}
}

// Gate of the interface: Holds is null while unknown.
type Gate struct {
	Name    string  `json:"name"`
	Holds   *bool   `json:"holds"`
	Head    *string `json:"head"`
	Reasons []Cause `json:"reasons"`
}

func gateOf(g verdict.Gate) Gate {
	out := Gate{Name: string(g.Name), Head: oid(g.Head), Reasons: each(g.Reasons, causeOf)}
	if g.Holds != verdict.Maybe {
		holds := g.Holds == verdict.Yes
		out.Holds = &holds
	}
	return out
}

// Question is what a person is asked about one item.
type Question struct {
	Item           string   `json:"item"`
	URL            *string  `json:"url"`
	Why            *string  `json:"why"`
	Text           string   `json:"text"`
	Investigated   *string  `json:"investigated"`
	Options        []Option `json:"options"`
	Recommendation *string  `json:"recommendation"`
}

// Option is one way to answer a question.
type Option struct {
	Option   string `json:"option"`
	Tradeoff string `json:"tradeoff"`
}

func questionRow(st feedback.Standing) Question {
	text, _ := questionOf(st)
	q := Question{Item: string(st.Item.ID), URL: known(st.Item.URL), Why: known(st.Why), Text: text, Options: []Option{}}
	if st.Judgment != nil && st.Judgment.Question != nil {
		asked := st.Judgment.Question
		q.Investigated, q.Recommendation = known(asked.Investigated), known(asked.Recommendation)
		q.Options = each(asked.Options, func(o feedback.Option) Option { return Option(o) })
	}
	return q
}
