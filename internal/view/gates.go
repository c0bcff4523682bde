package view

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/policy"
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

func feedbackText(f Facts, full bool) string {
	asks := f.asks()
	if len(asks) == 0 {
		return "nothing was asked"
	}
	answered := slices.DeleteFunc(slices.Clone(asks), func(st feedback.Standing) bool {
		return !final(st) || !st.Replied
	})
	text := fmt.Sprintf("%d of %d answered", len(answered), len(asks))
	if len(answered) == 0 {
		text = fmt.Sprintf("%d of %d open: %s", len(asks), len(asks), byReviewer(asks))
	} else if full || len(answered) == len(asks) {
		text += ": " + countsText(answered)
	}
	open := f.open()
	if len(open) == 0 {
		return text
	}
	if !full {
		return text + "; " + plural(len(open), "question")
	}
	question, _ := questionOf(open[0])
	text += fmt.Sprintf("; %s needs a decision: %s", f.name()(string(open[0].Item.ID)), clean(question))
	if len(open) > 1 {
		text += fmt.Sprintf(" (and %d more)", len(open)-1)
	}
	return text + fmt.Sprintf("\nsettle answer %d %s", f.Ref.Number, f.name()(string(open[0].Item.ID)))
}

// final: an answer that no person has to complete.
func final(st feedback.Standing) bool {
	return st.Disposition != feedback.Open && st.Disposition != feedback.Escalated && st.Disposition != feedback.Failed
}

func byReviewer(asks []feedback.Standing) string {
	var names, parts []string
	count := map[string]int{}
	for _, st := range asks {
		if count[asker(st)]++; count[asker(st)] == 1 {
			names = append(names, asker(st))
		}
	}
	for _, name := range names {
		parts = append(parts, strconv.Itoa(count[name])+" "+name)
	}
	return strings.Join(parts, ", ")
}

func countsText(items []feedback.Standing) string {
	var parts []string
	counts := tallyOf(items)
	for _, d := range dispositions {
		if counts[d] > 0 {
			parts = append(parts, strconv.Itoa(counts[d])+" "+spaced(string(d)))
		}
	}
	return strings.Join(parts, ", ")
}

// openWords say in few words why a thread is left open.
var openWords = map[string]string{
	"policy": "by policy", "waits_for_a_person": "for a decision", "reopened": "reopened by somebody", "awaiting_proof": "until checks pass",
}

func threadsText(f Facts, g verdict.Gate) string {
	resolved, rest, left := 0, 0, map[string][]string{}
	for _, st := range f.asks() {
		switch {
		case st.Item.Thread == "":
		case st.Item.Resolved:
			resolved++
		case st.LeftOpen == "":
			rest++
		default:
			left[st.LeftOpen] = append(left[st.LeftOpen], f.name()(string(st.Item.ID))+" "+whose(st))
		}
	}
	parts := []string{fmt.Sprintf("%d resolved", resolved)}
	for _, why := range []string{"policy", "waits_for_a_person", "reopened", "awaiting_proof"} {
		if ids := left[why]; len(ids) > 0 {
			parts = append(parts, fmt.Sprintf("%d left open %s (%s)", len(ids), openWords[why], few(ids)))
		}
	}
	if rest > 0 {
		parts = append(parts, fmt.Sprintf("%d open", rest))
	}
	if resolved+rest+len(left) == 0 {
		return "no threads"
	}
	if g.Holds != verdict.Yes && len(g.Reasons) > 0 && g.Reasons[0].Code != "threads_awaiting" {
		parts = append(parts, because(g.Reasons[0], f.name()))
	}
	return strings.Join(parts, ", ")
}

// whose: a declined thread is told by its outcome, another by who opened it.
func whose(st feedback.Standing) string {
	if st.Disposition == feedback.Declined {
		return "declined"
	}
	return asker(st)
}

// asker is the reviewer's name, of a person the login.
func asker(st feedback.Standing) string {
	if st.Item.Reviewer == policy.People && st.Item.By.Login != "" {
		return clean(st.Item.By.Login)
	}
	return clean(st.Item.Reviewer)
}

// few names at most three.
func few(names []string) string {
	if len(names) > 3 {
		return strings.Join(names[:3], ", ") + fmt.Sprintf(" and %d more", len(names)-3)
	}
	return strings.Join(names, ", ")
}

// reasonsText is the first reason of a gate and how many more there are.
func reasonsText(g verdict.Gate, name func(string) string) string {
	if len(g.Reasons) == 0 {
		return "not known"
	}
	text := because(g.Reasons[0], name)
	if n := len(g.Reasons) - 1; n > 0 {
		text += fmt.Sprintf(" (and %d more)", n)
	}
	return text
}

func checksText(f Facts, p Page, g verdict.Gate) string {
	if g.Holds != verdict.Yes {
		text := reasonsText(g, f.name())
		if len(g.Reasons) > 0 && !g.Reasons[0].Since.IsZero() {
			text += ", running since " + p.clock(g.Reasons[0].Since, f.Now)
		}
		return clean(text)
	}
	counted, kind := 0, "required"
	for _, c := range f.Snapshot.Checks {
		if !c.Ours && (c.Required || f.Policy.Gates.Checks == "all") {
			counted++
		}
	}
	if f.Policy.Gates.Checks == "all" {
		kind = "in all"
	}
	switch {
	case f.Policy.Gates.Checks == "none":
		return "not asked for by policy"
	case counted == 0:
		return "none " + kind
	}
	return fmt.Sprintf("%d of %d %s passed", counted, counted, kind)
}
