package view

import (
	"fmt"
	"strings"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/verdict"
)

// openWords say in few words why a thread is left open.
var openWords = map[string]string{
	"policy": "by policy", "waits_for_a_person": "for a decision", "reopened": "reopened by somebody", "awaiting_proof": "until checks pass",
	"as_asked": "as a person asked", "not_allowed": "for want of a permission",
}

// leftOpenWhys are the reasons that a thread stays open, in the order of telling.
var leftOpenWhys = []string{"policy", "as_asked", "waits_for_a_person", "reopened", "awaiting_proof", "not_allowed"}

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
	for _, why := range leftOpenWhys {
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
	text := because(g.Reasons[0], name) + parted(g.Reasons[0], name)
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
