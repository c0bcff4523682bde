package redteam

import (
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/feedback"
	receipts "github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/prompt"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/review"
	"github.com/settlehq/settle/internal/view"
)

// known is a finding that a reviewer of ours has published.
const known receipts.Digest = "0123456789abcdef"

// reviewer looks at what a reviewer of ours remembers, is told and says where
// the text is a reply to a finding of its own.
func (t *trial) reviewer(s pull.Snapshot) {
	t.looked++
	s.Threads = append([]pull.Thread{t.discussed(s)}, s.Threads...)
	published := review.Recall(s).Published
	if len(published) != 1 || published[0].ID != known || published[0].Resolved {
		t.fail("a reviewer of ours takes it for a finding of its own")
		return
	}
	order := prompt.Order{Task: action.Audit, Whole: true, Ref: s.Ref, Title: s.Title, Head: s.Head, Base: s.Base, Earlier: []feedback.Earlier{{Published: published[0]}}}
	t.told(order)
	order.Diff, order.Earlier[0].Diff, order.Analysis = t.facts()[0], t.facts()[0], []feedback.Finding{t.claimed()}
	t.told(order)
	order.Examine = order.Analysis
	t.told(order)
	t.said(review.Posting{ID: known, Finding: t.claimed(), Anchor: review.Inline})
	t.said(review.Posting{ID: known, Finding: t.claimed(), Anchor: review.Summary})
	t.offered()
}

// offered: a suggestion that repeats the text, where a page shows what prose
// would hide, publishes no credential and no mark.
func (t *trial) offered() {
	t.looked++
	f := t.claimed()
	f.Title, f.Body, f.Rule, f.Category, f.Others, f.Suggestion = "Totals lose a cent", "Each line is rounded.", "", "", nil, &t.text
	text, err := view.FindingBody(review.Posting{Finding: f, Anchor: review.Inline})
	if err == nil && (strings.Contains(text, madeUp()) || receipts.Strip(text) != text) {
		t.fail("a suggestion publishes a credential or a mark")
	}
}

// discussed is a thread of ours in which the text is the reply.
func (t *trial) discussed(s pull.Snapshot) pull.Thread {
	body, err := view.FindingBody(review.Posting{Finding: feedback.Finding{Path: "cart.go", Line: 3, Severity: "high", Title: "Totals lose a cent", Body: "Each line is rounded."}, Anchor: review.Inline})
	if err != nil {
		t.fail("a finding of ours cannot be worded: %v", err)
	}
	line := receipts.Secret("a key").Write(s.Ref.String(), receipts.Mark{Kind: receipts.Finding, Digest: known, Word: string(s.Head) + ".0"})
	return pull.Thread{NodeID: "T900", Path: "cart.go", Line: 3, Side: "RIGHT", Comments: []pull.Comment{
		{ID: 900, Ours: true, Author: pull.Author{Login: s.Viewer.Login, Kind: pull.Person}, Body: body + "\n\n" + line}, {ID: 901, Author: author(t.attack), Body: t.text},
	}}
}

// claimed is a finding that repeats the text, as a model or a linter might.
func (t *trial) claimed() feedback.Finding {
	return feedback.Finding{Path: "cart.go", Line: 3, Severity: "high", Category: t.text, Rule: t.text, Title: t.text, Body: t.text, Others: []feedback.Place{{Path: t.text}}}
}

// told looks at both forms of an order.
func (t *trial) told(order prompt.Order) {
	order.Analysis = plainly(order.Analysis)
	for _, words := range []string{order.Text(), order.Brief(agent.RequestFile)} {
		t.quoted(words)
	}
}

// plainly leaves of a finding what stands in quotation: rules and places are
// names in the middle of a line.
func plainly(all []feedback.Finding) (plain []feedback.Finding) {
	for _, f := range all {
		f.Rule, f.Others = "", nil
		plain = append(plain, f)
	}
	return plain
}

// said looks at a published finding, and at the summary that holds it.
func (t *trial) said(p review.Posting) {
	t.looked++
	if text, err := view.FindingBody(p); err == nil {
		t.leaves(text)
	}
	summary := view.ReviewComment{Plan: review.Plan{Head: "1111111", New: []review.Posting{p}}, Mark: func(receipts.Digest, pull.Oid, string) string { return "" }}
	if text, _, err := view.ReviewSummary(summary); err == nil {
		t.leaves(text)
	}
}
