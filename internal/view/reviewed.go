package view

import (
	"time"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/review"
)

// ReviewRun is what a reviewer of ours came to, for the door that asked for it.
type ReviewRun struct {
	Ref    pull.Ref
	At     time.Time
	Plan   review.Plan
	Forged int  // marks that count for nothing
	DryRun bool // nothing was sent
	Told   int  // earlier findings that the reviewer is told of
	// WouldAsk is the agent that a dry run did not start, KeptIn the file for a
	// reviewer of the person's own: with one of them there is no plan.
	WouldAsk string
	KeptIn   string
	FailOn   string // severity at which a finding fails the run; empty: none does

	Posted  ReviewPosted
	Skipped []string           // what a file's results were left out for, one sentence each
	Doubted []feedback.Finding // dropped, because less sure than policy wants
	Notes   []string           // what the reviewer could not be told as it should be

	Agent    string
	Runs     int
	Seconds  float64
	Spent    policy.Money
	Requests int
	Points   int
	Bytes    int64
}

// ReviewPosted is what was published of a plan.
type ReviewPosted struct {
	Review, Summary pull.Posted
	Inline          int // new findings at their lines,
	File            int // on their files,
	InSummary       int // in the summary only,
	Already         int // and published by an earlier, broken run of the same plan
	Resolved        int
	Left            []review.Left  // threads in which a person spoke while we worked
	Failed          []string       // new findings that stand nowhere, and why
	Others          []pull.Comment // later summary comments of ours, which are left as they are
}

// Reaches reports that a new or a remaining finding is as bad as FailOn.
func (r ReviewRun) Reaches() bool {
	for _, s := range (ReviewComment{Plan: r.Plan}).standings() {
		if feedback.Reaches(s.finding.Severity, r.FailOn) {
			return true
		}
	}
	return false
}

// Reviewed is settle.review/1: what a review found, remembered and published.
type Reviewed struct {
	Schema     string          `json:"schema"`
	At         time.Time       `json:"at"`
	Ref        string          `json:"ref"`
	URL        string          `json:"url"`
	Head       *string         `json:"head"`
	Summary    string          `json:"summary"`
	Tool       *string         `json:"tool"`
	New        []ReviewFinding `json:"new"`
	Retained   []ReviewFinding `json:"retained"`
	Resolved   []ReviewFinding `json:"resolved"`
	Dropped    []ReviewFinding `json:"dropped"`
	LeftOpen   []ReviewFinding `json:"left_open"`
	Silenced   []ReviewFinding `json:"silenced"`
	Closed     []ReviewFinding `json:"closed"`
	Missing    []ReviewFinding `json:"missing"`
	Doubted    []ReviewFinding `json:"doubted"`
	UnknownIDs []string        `json:"unknown_ids"`
	Unresolved *string         `json:"unresolved"`
	Failure    *string         `json:"failure"`
	Inline     int             `json:"inline"`
	File       int             `json:"file"`
	InSummary  int             `json:"in_summary"`
	Already    int             `json:"already"`
	Threads    int             `json:"threads_resolved"`
	NotPosted  []string        `json:"not_posted"`
	ReviewURL  *string         `json:"review_url"`
	SummaryURL *string         `json:"summary_url"`
	Forged     int             `json:"forged"`
	Notes      []string        `json:"notes"`
	Texts      []ReviewText    `json:"texts"`
	WouldAsk   *string         `json:"would_ask"`
	KeptIn     *string         `json:"feedback_file"`
	Requests   int             `json:"api_requests"`
	Points     int             `json:"api_points"`
	Bytes      int64           `json:"bytes_received"`
	Agent      *string         `json:"agent"`
	Runs       int             `json:"agent_runs"`
	Seconds    float64         `json:"agent_seconds"`
	Spent      float64         `json:"spent_usd"`
	FailOn     *string         `json:"fail_on"`
	DryRun     bool            `json:"dry_run"`
	ExitCode   int             `json:"exit_code"`

	run ReviewRun
}

// ReviewFinding is one finding of a review. Because says why it was left open or
// not raised.
type ReviewFinding struct {
	ID         *string `json:"id"`
	Severity   *string `json:"severity"`
	Category   *string `json:"category"`
	Rule       *string `json:"rule"`
	Confidence *int    `json:"confidence"`
	Path       *string `json:"path"`
	StartLine  *int    `json:"start_line"`
	Line       *int    `json:"line"`
	Side       string  `json:"side"`
	Title      string  `json:"title"`
	Anchor     *string `json:"anchor"`
	Again      bool    `json:"again"`
	URL        *string `json:"url"`
	Because    *string `json:"because"`
}

// ReviewText is a text that a dry run would publish.
type ReviewText struct {
	Target string `json:"target"`
	Text   string `json:"text"`
}

// NewReviewed says what a review came to, and what the command ends with.
func NewReviewed(r ReviewRun, exitCode int) Reviewed {
	p, posted := r.Plan, r.Posted
	out := Reviewed{
		Schema: "settle.review/1", At: stamp(r.At), Ref: r.Ref.String(), URL: urlOf(r.Ref), Head: oid(p.Head), Summary: r.summary(), Tool: known(p.Tool),
		New: each(p.New, newFinding), Retained: each(p.Retained, oldFinding), Resolved: each(p.Resolve, oldFinding), Dropped: each(p.Dropped, oldFinding),
		LeftOpen: each(append(p.Left[:len(p.Left):len(p.Left)], posted.Left...), leftFinding), Silenced: each(p.Silenced, silencedFinding),
		Closed: each(p.Closed, oldFinding), Missing: each(p.Missing, oldFinding), Doubted: each(r.Doubted, func(f feedback.Finding) ReviewFinding { return finding("", f) }),
		UnknownIDs: none(p.Unknown), Unresolved: known(string(p.Unresolved)), Failure: known(p.Failed),
		Inline: posted.Inline, File: posted.File, InSummary: posted.InSummary, Already: posted.Already, Threads: posted.Resolved,
		NotPosted: none(posted.Failed), ReviewURL: known(posted.Review.URL), SummaryURL: known(posted.Summary.URL), Forged: r.Forged,
		Notes: none(append(r.Skipped[:len(r.Skipped):len(r.Skipped)], r.Notes...)), Texts: none(r.texts()), WouldAsk: known(r.WouldAsk), KeptIn: known(r.KeptIn),
		Requests: r.Requests, Points: r.Points, Bytes: r.Bytes, Agent: known(r.Agent), Runs: r.Runs, Seconds: r.Seconds, Spent: r.Spent.USD(),
		FailOn: known(r.FailOn), DryRun: r.DryRun, ExitCode: exitCode, run: r,
	}
	return out
}

// summary is the answer in a line.
func (r ReviewRun) summary() string {
	switch {
	case r.KeptIn != "":
		return plural(r.Told, "earlier finding") + " written to " + clean(r.KeptIn)
	case r.WouldAsk != "":
		return "would " + ReviewAsks(r.WouldAsk, r.Told)
	}
	return counts(r.Plan)
}

// ReviewAsks says what an agent is asked for.
func ReviewAsks(agent string, earlier int) string {
	return "ask " + clean(agent) + " for a review, telling " + plural(earlier, "earlier finding")
}

func finding(id mark.Digest, f feedback.Finding) ReviewFinding {
	where := f.Where()
	return ReviewFinding{
		ID: known(string(id)), Severity: known(f.Severity), Category: known(f.Category), Rule: known(f.Rule), Confidence: known(f.Confidence),
		Path: known(where.Path), StartLine: known(where.Start), Line: known(where.Line), Side: where.Side, Title: f.Title,
	}
}

func newFinding(p review.Posting) ReviewFinding {
	out := finding(p.ID, p.Finding)
	out.Anchor, out.Again = known(string(p.Anchor)), p.Again != nil
	return out
}

func oldFinding(p feedback.Published) ReviewFinding {
	out := finding(p.ID, p.Finding)
	out.URL = known(p.URL)
	return out
}

func leftFinding(l review.Left) ReviewFinding {
	out := oldFinding(l.Published)
	out.Because = known(string(l.Why))
	return out
}

func silencedFinding(s review.Silenced) ReviewFinding {
	out := finding(s.By.ID, s.Finding)
	out.URL, out.Because = known(s.By.URL), known(string(s.Why))
	return out
}
