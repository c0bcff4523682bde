package view

import (
	"fmt"
	"strings"

	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verdict"
)

const labelWidth = 12

// gateLines prints the six gates. The first that does not hold carries the
// whole reason; later ones stay short.
func gateLines(f Facts, p Page) []string {
	var lines []string
	first := true
	for _, name := range verdict.GateNames {
		g := f.Verdict.Gate(name)
		text := gateText(f, p, g, first)
		if g.Holds != verdict.Yes {
			first = false
		}
		lines = append(lines, p.row(gateSign(f, g), string(name), text))
	}
	return lines
}

// row is sign, label and text, wrapped under the text.
func (p Page) row(s sign, label, text string) string {
	indent := 2 + p.markWidth() + 1 + labelWidth
	parts := strings.Split(text, "\n")
	for i, part := range parts {
		parts[i] = p.wrap(part, indent, indent)
	}
	return "  " + p.mark(s) + " " + pad(label, labelWidth) + strings.Join(parts, "\n"+strings.Repeat(" ", indent))
}

// gateSign: the headline's gate stands as the phase does.
func gateSign(f Facts, g verdict.Gate) sign {
	switch {
	case g.Holds == verdict.Yes:
		return holds
	case g.Holds == verdict.Maybe:
		return unknown
	case g.Name == f.Verdict.Why.Gate:
		return signOf(f.Verdict.Phase)
	}
	for _, r := range g.Reasons {
		switch r.Code {
		case "needs_decision", "reviewer_dirty", "reviewer_answered":
			return yours
		case "unjudged", "to_fix", "answer_due":
			return atWork
		case "checks_failed", "conflict", "behind", "unstable", "threads_unresolved", "host_wants_resolution":
			return against
		}
	}
	return waits
}

// gateText says how a gate stands, in a line or, where full, with all that
// explains it.
func gateText(f Facts, p Page, g verdict.Gate, full bool) string {
	if !f.judged() {
		return unread(f, g.Name)
	}
	switch g.Name {
	case verdict.GateFeedback:
		return feedbackText(f, full)
	case verdict.GateThreads:
		return threadsText(f, g)
	case verdict.GateChecks:
		return checksText(f, p, g)
	case verdict.GateMergeable:
		if g.Holds == verdict.Yes {
			return "clean against " + clean(f.Snapshot.BaseRef)
		}
		return clean(reasonsText(g, f.name()))
	}
	return reviewersText(f, p, g, full)
}

// surfaces that a gate rests on, for a page with gaps.
var surfaces = map[verdict.GateName][]pull.Surface{
	verdict.GateFeedback:  {pull.SurfaceComments, pull.SurfaceReviews},
	verdict.GateThreads:   {pull.SurfaceThreads},
	verdict.GateReviewers: {pull.SurfaceReviews, pull.SurfaceRequests, pull.SurfaceTimeline},
	verdict.GateChecks:    {pull.SurfaceChecks, pull.SurfaceRules},
	verdict.GateMergeable: {pull.SurfaceMerge, pull.SurfaceHead, pull.SurfaceCommits, pull.SurfacePolicy},
}

// unread says what could not be read of a gate, else that it was not judged.
func unread(f Facts, name verdict.GateName) string {
	if g, ok := f.Snapshot.Missing(surfaces[name]...); ok {
		return clean(fmt.Sprintf("%s could not be read (%s)", g.What, g.Why))
	}
	return "not judged"
}
