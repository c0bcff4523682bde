package view

import (
	"fmt"
	"strings"
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

// texts are what a dry run would publish: the review and its comments, replies,
// the summary, in the order of sending.
func (r ReviewRun) texts() []ReviewText {
	if !r.DryRun || r.WouldAsk != "" {
		return nil
	}
	var comments []ReviewText
	inline := 0
	for _, p := range r.Plan.New {
		if p.Anchor == review.Summary {
			continue
		}
		target := "comment at " + placeOf(p.Finding.Where())
		if p.Anchor == review.File {
			target = "comment on " + p.Finding.Path
		} else {
			inline++
		}
		comments = append(comments, toPost(target, func() (string, error) { return FindingBody(p) }))
	}
	var all []ReviewText
	if inline > 0 {
		all = append(all, ReviewText{"review", ReviewBody(r.Plan.Head, inline)})
	}
	for _, p := range r.Plan.Still {
		comments = append(comments, ReviewText{"reply in " + clean(p.URL), StillSo(r.Plan.Head)})
	}
	return append(append(all, comments...), toPost("summary comment", func() (string, error) {
		text, _, err := ReviewSummary(ReviewComment{Plan: r.Plan, Mark: func(mark.Digest, pull.Oid, string) string { return "" }})
		return text, err
	}))
}

func toPost(target string, word func() (string, error)) ReviewText {
	text, err := word()
	if err != nil {
		text = "not sent: " + err.Error()
	}
	return ReviewText{target, text}
}

// Text is the answer, then each finding that stands, then what was not done and
// why, and what was said or would be.
func (v Reviewed) Text(p Page) string {
	r := v.run
	lines := []string{p.answer(v.Ref+"  "+v.Summary, "head "+r.Plan.Head.Short())}
	for _, s := range (ReviewComment{Plan: r.Plan}).standings() {
		lines = append(lines, p.row(severitySign(s.finding.Severity), s.finding.Severity, clean(placeOf(s.finding.Where()))+"  "+clean(s.finding.Title)+"  ("+s.state+")"))
	}
	for _, line := range r.remarks() {
		lines = append(lines, p.wrap(clean(line), 0, 2))
	}
	for _, text := range v.Texts {
		lines = append(lines, "would post the "+clean(text.Target)+":")
		for line := range strings.SplitSeq(text.Text, "\n") {
			lines = append(lines, strings.TrimRight("  | "+visibleLine(line), " "))
		}
	}
	if r.DryRun {
		for _, one := range r.Plan.Resolve {
			lines = append(lines, "would close the thread "+clean(one.URL))
		}
	}
	return strings.Join(append(lines, p.wrap(r.ending(), 0, 2)), "\n") + "\n"
}

// answer is a first line of which nothing is cut.
func (p Page) answer(left, right string) string {
	if cells(left)+1+cells(right) > p.width() {
		return p.wrap(left+"  "+right, 0, 2)
	}
	return p.spread(left, right)
}

// severitySign: what is critical or high is against us, the rest waits.
func severitySign(severity string) sign {
	if feedback.Reaches(severity, "high") {
		return against
	}
	return waits
}

// remarks tell what was not raised, not closed and not posted, and why.
func (r ReviewRun) remarks() []string {
	var lines []string
	if r.Plan.Failed != "" {
		lines = append(lines, "The review could not be made: "+r.Plan.Failed)
	}
	for _, s := range r.Plan.Silenced {
		lines = append(lines, fmt.Sprintf("Not raised again: %s (%s; %s)", s.Finding.Title, reviewWords[s.Why], s.By.URL))
	}
	for _, f := range r.Doubted {
		lines = append(lines, fmt.Sprintf("Dropped: %s (confidence %d of 10)", f.Title, f.Confidence))
	}
	for _, one := range r.Plan.Missing {
		lines = append(lines, "Not raised: "+one.Finding.Title+" (a person has deleted its comment)")
	}
	if r.Plan.Unresolved != "" && len(r.Plan.Left) > 0 {
		lines = append(lines, "No thread was closed: "+reviewWords[r.Plan.Unresolved])
	}
	for _, l := range append(r.Plan.Left[:len(r.Plan.Left):len(r.Plan.Left)], r.Posted.Left...) {
		if l.Why != r.Plan.Unresolved {
			lines = append(lines, fmt.Sprintf("Left open: %s (%s; %s)", l.Published.Finding.Title, reviewWords[l.Why], l.Published.URL))
		}
	}
	for _, one := range r.Plan.Closed {
		lines = append(lines, fmt.Sprintf("Said to remain, though its thread was closed before: %s (%s)", one.Finding.Title, one.URL))
	}
	for _, id := range r.Plan.Unknown {
		lines = append(lines, "Not known here: "+id+", which is said to remain")
	}
	for _, why := range r.Posted.Failed {
		lines = append(lines, "Not posted: "+why)
	}
	if n := r.Forged; n > 0 {
		lines = append(lines, plural(n, "mark")+" of a finding that this account did not write, or in a reply or quotation; not believed")
	}
	for _, c := range r.Posted.Others {
		lines = append(lines, "A second summary of this account is left as it is: "+c.URL)
	}
	return append(append(lines, r.Skipped...), r.Notes...)
}

// ending says what was sent and what it cost.
func (r ReviewRun) ending() string {
	var parts []string
	for _, part := range []struct {
		n    int
		what string
	}{
		{r.Posted.Inline, "at a line"}, {r.Posted.File, "on a file"}, {r.Posted.InSummary, "in the summary only"}, {r.Posted.Already, "posted before"},
	} {
		if part.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", part.n, part.what))
		}
	}
	if len(parts) == 0 {
		parts = append(parts, "nothing new")
	}
	text := "Nothing was sent."
	if url := r.Posted.Summary.URL; url != "" {
		text = "Published: " + strings.Join(append(parts, plural(r.Posted.Resolved, "thread")+" closed", "summary "+clean(url)), ", ") + "."
	}
	if r.Runs > 0 {
		text += fmt.Sprintf(" %s took %s in %s, %s.", clean(r.Agent), took(seconds(r.Seconds)), plural(r.Runs, "run"), dollars(r.Spent))
	}
	return text + fmt.Sprintf(" %s to GitHub.", plural(r.Requests, "request"))
}
