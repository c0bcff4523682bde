package view

import (
	"fmt"
	"strings"

	"github.com/settlehq/settle/internal/feedback"
)

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
