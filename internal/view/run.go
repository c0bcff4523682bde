package view

import (
	"fmt"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verdict"
)

// Run is settle.run/1: what a run, or all runs so far, came to. The counts of
// dispositions and LeftOpen are null where the items were not judged. Deeds
// are counted over the pull request's whole life, requests over this run.
type Run struct {
	Schema           string    `json:"schema"`
	At               time.Time `json:"at"`
	Ref              string    `json:"ref"`
	URL              string    `json:"url"`
	Phase            *string   `json:"phase"`
	Head             *string   `json:"head"`
	Summary          string    `json:"summary"`
	Reasons          []Cause   `json:"reasons"`
	Rounds           int       `json:"rounds"`
	Replies          int       `json:"replies"`
	Resolved         int       `json:"resolved"`
	LeftOpen         *int      `json:"left_open"`
	Fixed            *int      `json:"fixed"`
	AlreadyAddressed *int      `json:"already_addressed"`
	Declined         *int      `json:"declined"`
	Deferred         *int      `json:"deferred"`
	Escalated        *int      `json:"escalated"`
	Failed           *int      `json:"failed"`
	Triggers         int       `json:"triggers"`
	Pushes           int       `json:"pushes"`
	Commits          []string  `json:"commits"`
	APIRequests      int       `json:"api_requests"`
	APIPoints        int       `json:"api_points"`
	BytesReceived    int64     `json:"bytes_received"`
	AgentRuns        int       `json:"agent_runs"`
	AgentSeconds     float64   `json:"agent_seconds"`
	WaitedSeconds    float64   `json:"waited_seconds"`
	SpentUSD         float64   `json:"spent_usd"`
	DryRun           bool      `json:"dry_run"`
	ExitCode         int       `json:"exit_code"`

	facts Facts
}

// NewRun sums up; exit is the code that the command ends with.
func NewRun(f Facts, exit int) Run {
	h := f.History
	r := Run{
		Schema: "settle.run/1", At: stamp(f.Now), Ref: f.Ref.String(), URL: f.url(), Phase: known(string(f.Verdict.Phase)),
		Head: oid(f.head()), Summary: summaryOf(f), Reasons: NewStatus(f).Reasons, Rounds: h.Rounds,
		Replies: tally(h, action.Reply), Resolved: tally(h, action.Resolve), Triggers: tally(h, action.Ask), Pushes: tally(h, action.Push),
		Commits: commitsOf(f), APIRequests: f.Requests, APIPoints: f.Points, BytesReceived: f.Bytes, AgentRuns: h.Runs,
		AgentSeconds: h.Seconds, WaitedSeconds: f.Waited.Seconds(), SpentUSD: h.Spent.USD(), DryRun: f.DryRun, ExitCode: exit, facts: f,
	}
	if f.judged() {
		r.count(f.asks())
	}
	return r
}

func (r *Run) count(asks []feedback.Standing) {
	counts, left := tallyOf(asks), 0
	for _, st := range asks {
		if st.LeftOpen != "" && !st.Item.Resolved {
			left++
		}
	}
	of := func(d feedback.Disposition) *int { n := counts[d]; return &n }
	r.LeftOpen, r.Fixed, r.AlreadyAddressed = &left, of(feedback.Fixed), of(feedback.AlreadyAddressed)
	r.Declined, r.Deferred = of(feedback.Declined), of(feedback.Deferred)
	r.Escalated, r.Failed = of(feedback.Escalated), of(feedback.Failed)
}

// commitsOf lists our commits that the head holds; null where they were not read.
func commitsOf(f Facts) []string {
	if f.Snapshot == nil {
		return nil
	}
	if _, missing := f.Snapshot.Missing(pull.SurfaceCommits); missing {
		return nil
	}
	return each(f.Snapshot.Ours, func(t pull.Trailer) string { return string(t.Commit) })
}

// Text is the end of a run: the answer, then what was done and what it cost.
func (r Run) Text(p Page) string {
	f := r.facts
	if f.Snapshot == nil {
		return p.wrap(r.Ref+": never observed", 0, 0) + "\n"
	}
	phase := spaced(string(f.Verdict.Phase))
	line := phase + "  " + r.Ref
	if head := f.head(); head != "" {
		line += " at " + head.Short()
	}
	if f.Verdict.Phase == verdict.Ready {
		line += " after " + plural(r.Rounds, "round") + lasted(f)
	} else {
		line += ": " + clean(headline(f.Verdict, f.name()))
	}
	lines := []string{p.paintFirst(p.wrap(line, 0, 2), phase, signOf(f.Verdict.Phase)), "  " + p.wrap(r.tally(), 2, 2)}
	if text := next(f, p); (f.Verdict.Phase != verdict.Ready || f.Verdict.Watched()) && text != capital(headline(f.Verdict, f.name()))+"." {
		lines = append(lines, p.wrap(text, 0, 0))
	}
	return strings.Join(lines, "\n") + "\n"
}

func (p Page) paintFirst(line, word string, s sign) string {
	return p.paint(word, signs[s].color) + strings.TrimPrefix(line, word)
}

func lasted(f Facts) string {
	text := ""
	if born := f.History.Born; !born.IsZero() {
		text = ", in " + took(f.Now.Sub(born))
	}
	if f.History.Spent > 0 {
		text += ", for " + dollars(f.History.Spent)
	}
	return text
}

// tally is what was done, in words; a dry run says that nothing was.
func (r Run) tally() string {
	if r.DryRun {
		return fmt.Sprintf("dry run: nothing was sent; %s", plural(r.APIRequests, "API request"))
	}
	parts := []string{plural(r.Replies, "reply"), fmt.Sprintf("%d resolved", r.Resolved)}
	if r.Declined != nil {
		parts = append(parts, fmt.Sprintf("%d declined", *r.Declined), fmt.Sprintf("%d escalated", *r.Escalated))
	}
	return strings.Join(parts, ", ") + "; " + plural(r.Pushes, "push") + ", " + plural(r.APIRequests, "API request") + ", " + plural(r.AgentRuns, "agent run")
}
