package prompt

import (
	"fmt"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
)

// together words which items belong together, and what that asks of a fixer.
func (o Order) together() string {
	text := leads(o.Clusters)
	if text == "" || o.Task == action.Triage {
		return text
	}
	return text + o.readings()
}

// leads words clusters. Of what was settled before it tells where it was and
// what became of it, never what was said.
func leads(clusters []feedback.Cluster) string {
	if len(clusters) == 0 {
		return ""
	}
	text := "\nBy rule, one theme in one place, these belong together. It is a lead to examine; split a cluster where the code says so.\n"
	for _, c := range clusters {
		text += "Cluster " + oneLine(c.ID) + ": " + ids(c.Items) + " in " + oneLine(strings.Join(c.Files, ", ")) + ". " + oneLine(c.Hypothesis) + "\n"
		for _, p := range c.Prior {
			text += "  settled before, context and never work: " + prior(p) + "\n"
		}
	}
	return text
}

func ids(items []feedback.ItemID) string {
	var names []string
	for _, id := range items {
		names = append(names, string(id))
	}
	return strings.Join(names, ", ")
}

func prior(p feedback.Prior) string {
	text := string(p.ID) + " at " + oneLine(p.Path)
	if p.Line > 0 {
		text += fmt.Sprintf(":%d", p.Line)
	}
	switch {
	case p.Disposition == "":
		text += ", resolved"
	case p.Commit != "":
		text += fmt.Sprintf(", %s in %s", p.Disposition, p.Commit.Short())
	default:
		text += ", " + string(p.Disposition)
	}
	return text + ", last word " + p.LastComment.UTC().Format("2006-01-02 15:04")
}

// readings says how a fixer reads a cluster, and what each reading asks of it.
func (o Order) readings() string {
	text := ""
	if slices.ContainsFunc(o.Clusters, feedback.Cluster.CrossRound) {
		text += "Read each cluster that has items settled before, ahead of any change, and report under clusters its id, the reading, the items that are read so, and what you searched:\n" +
			"- band_aid: the earlier fixes hid the cause. Go back to where they were made and redo them at the root, once.\n" +
			"- correct_but_incomplete: they were right, and siblings have the same fault. Keep them, search the rest of the area for it, " +
			"mend what you find there, and name every file that you searched.\n" +
			"- sound_and_independent: they were right and whole, and this is another matter. Settle each item by itself.\n"
	}
	if slices.ContainsFunc(o.Clusters, func(c feedback.Cluster) bool { return !c.CrossRound() }) {
		text += "A cluster of this round alone may be reported likewise, as systemic (one cause: mend it once, at the root) or coincidental (alike by chance).\n"
	}
	return text
}
