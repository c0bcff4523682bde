package perform_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/perform"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/review"
)

// publish is one run of a process.
func (g *gallery) publish() (perform.Published, error) {
	r := &perform.Reviews{Host: g, Memory: g, Clock: g, Pause: g.Pause, Marks: secret, Doubt: doubt}
	return r.Publish(g.t.Context(), journal.Lease{Name: journal.ReviewLease(shop)}, g.plan)
}

// marks counts how often each finding of the plan stands.
func (g *gallery) marks() map[mark.Digest]int {
	count := map[mark.Digest]int{}
	for _, one := range g.plan.New {
		count[one.ID] = 0
	}
	for _, old := range review.Recall(g.snapshot()).Published {
		if _, ours := count[old.ID]; ours {
			count[old.ID]++
		}
	}
	return count
}

// exact: each finding stands once, in one summary, and of the threads those are
// closed that the plan names, but for those that people talk in.
func (g *gallery) exact() {
	g.t.Helper()
	for id, n := range g.marks() {
		if n != 1 {
			g.t.Errorf("%s stands %d times", id, n)
		}
	}
	m := review.Recall(g.snapshot())
	if m.Summary == nil || len(m.Others) > 0 {
		g.t.Errorf("summaries: %v, and %d more", m.Summary != nil, len(m.Others))
	}
	planned := map[string]bool{}
	for _, old := range g.plan.Resolve {
		planned[old.Thread] = true
	}
	for _, t := range g.threads {
		talked := len(t.Comments) > 1
		if t.Resolved != (planned[t.NodeID] && !talked) {
			g.t.Errorf("thread %s: resolved %v, planned %v, talked in %v", t.NodeID, t.Resolved, planned[t.NodeID], talked)
		}
	}
}

// earlier are threads that an earlier review of ours opened.
func (g *gallery) earlier(many int) (all []feedback.Published) {
	for n := range many {
		body := fmt.Sprintf("**Earlier %d**\n*low*\n\nIt was so.\n\n%s", n, secret.Write(shop.String(), mark.Mark{
			Kind: mark.Finding, Digest: mark.DigestOf(fmt.Sprint("earlier ", n)), Word: strings.Repeat("e", 40) + ".abc",
		}))
		g.open(pull.Inline{Path: "old.go", Line: n + 1, Side: "RIGHT", Body: body})
	}
	g.keep()
	for _, old := range review.Recall(g.snapshot()).Published {
		if old.Thread != "" {
			all = append(all, old)
		}
	}
	return all
}

// exhibits is a plan of new findings, one a line.
func exhibits(many int) review.Plan {
	plan := review.Plan{Ref: shop, Head: pull.Oid(strings.Repeat("a", 40)), Tool: "claude"}
	for n := range many {
		plan.New = append(plan.New, review.Posting{
			ID: mark.DigestOf(fmt.Sprint("finding ", n)), Signature: fmt.Sprintf("%04x", n), Anchor: review.Inline,
			Finding: feedback.Finding{Path: fmt.Sprintf("file%d.go", n%7), Line: n + 1, Severity: "high", Title: fmt.Sprintf("Finding %d", n), Body: "It is wrong."},
		})
	}
	return plan
}

// count of the requests of a name.
func (g *gallery) count(name string) int {
	return len(slices.DeleteFunc(slices.Clone(g.requests), func(r string) bool { return r != name }))
}

// markReview is the mark of an earlier summary.
var markReview = mark.Mark{Kind: mark.Review, Digest: mark.DigestOf("review/" + shop.String())}

// markReply is the mark of an answer that a run of ours gave.
var markReply = mark.Mark{Kind: mark.Reply, Digest: mark.DigestOf("reply/t1"), Word: "declined"}
