package view

import (
	"fmt"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/policy"
)

// Wishes prints what a dry run would do: each wished deed with its target, its
// key and the full text that would be read on GitHub. What cannot be worded is
// printed with the reason. It is empty when nothing is wished.
func Wishes(f Facts, p Page) string {
	var lines []string
	for _, a := range f.Verdict.Actions {
		lines = append(lines, p.wrap("would "+wishText(f, a), 0, 2), "  "+string(a.Key))
		for line := range strings.SplitSeq(spoken(f, a), "\n") {
			if line != "" {
				lines = append(lines, "  | "+visibleLine(line))
			}
		}
	}
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}

func wishText(f Facts, a action.Action) string {
	items := 0
	if a.Work != nil {
		items = len(a.Work.Items)
	}
	switch a.Key.Task() {
	case action.Triage:
		return fmt.Sprintf("ask %s to judge %s", firstOf(f.Policy.Agents.Triage), plural(items, "item"))
	case action.Fix:
		return fmt.Sprintf("apply suggestions, and ask %s, to fix %s", firstOf(f.Policy.Agents.Fix), plural(items, "item"))
	case action.Repair:
		return fmt.Sprintf("give the branch back to %s, with what refused it", firstOf(f.Policy.Agents.Fix))
	case action.Verify:
		return "run the repository's checks: " + clean(f.Policy.Verify.Full)
	}
	switch a.Kind {
	case action.Reply, action.Resolve:
		id := subjectOfKey(a.Key)
		text := string(a.Kind) + " " + f.name()(id)
		if st, ok := f.standing(id); ok && placeOf(st.Item.Where) != "" {
			text += "  " + clean(placeOf(st.Item.Where))
		}
		return text
	case action.Ready:
		return "mark " + f.Ref.String() + " ready for review"
	}
	return deedWords(a.Key, f.name())
}

func firstOf(chain []policy.AgentUse) string {
	if len(chain) == 0 {
		return "no agent"
	}
	return clean(chain[0].Use)
}

// spoken is the text of a deed that others would read.
func spoken(f Facts, a action.Action) string {
	var text string
	var err error
	switch {
	case a.Kind == action.Reply && a.Say != nil && a.Say.Standing != nil:
		text, err = Reply(*a.Say, f.Policy.Answers)
	case a.Kind == action.Tell && a.Say != nil && a.Say.Audience == "report" && f.Snapshot != nil:
		text, err = ClosingReport(f, a.Say.Standings)
	case a.Kind == action.Tell && a.Say != nil && a.Say.Place != "" && f.Snapshot != nil:
		var n Notice
		n, err = NewNotice(*f.Snapshot, a.Key, *a.Say, f.Now)
		text = n.Title + "\n" + n.Text
	case a.Kind == action.Tell && a.Say != nil && a.Say.Audience == "check" && f.Snapshot != nil:
		if text, err = CheckText(f); err == nil {
			text = CheckTitle(f) + "\n" + text
		}
	case a.Kind == action.Tell && a.Say != nil && a.Say.Audience == "issue" && a.Say.Standing != nil && f.Snapshot != nil:
		var title, body string
		title, body, err = Issue(*f.Snapshot, *a.Say.Standing)
		text = title + "\n\n" + body
	case a.Ask != nil && a.Ask.Comment != "":
		text = a.Ask.Comment
	}
	if err != nil {
		return "not sent: " + err.Error()
	}
	return text
}
