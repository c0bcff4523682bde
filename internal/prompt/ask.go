package prompt

import (
	"fmt"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
)

// ask words one item; i is its place in the request file, from 0.
func (o Order) ask(i int, a Ask, s scope) string {
	item := a.Standing.Item
	field := func(name string) string { return fmt.Sprintf("items[%d].%s", i, name) }
	text := fmt.Sprintf("%d. Item %s, by %s", i+1, item.ID, asker(item))
	if item.Severity != "" {
		text += ", severity " + oneLine(item.Severity)
	}
	if place := where(item); place != "" {
		text += ", at " + place
	}
	body, hidden := pull.Visible(item.Body)
	text += "\n" + s.ends(body, bodyRoom, field("body")) + "\n"
	if len(hidden) > 0 {
		text += "Left out of it, because a page does not show it: " + strings.Join(hidden, ", ") + ".\n"
	}
	if item.Hunk != "" {
		text += "The code it was said about:\n" + s.end(item.Hunk, hunkRoom, field("hunk")) + "\n"
	}
	if sug := item.Suggestion; sug != nil {
		text += fmt.Sprintf("It suggests this text for lines %d to %d:\n%s\n", sug.Start, sug.End, s.ends(sug.Text, bodyRoom, field("suggestion.text")))
	}
	if j := a.Standing.Judgment; j != nil && o.Task != action.Triage {
		text += judged(*j)
	}
	for n, fact := range a.Facts {
		text += s.ends(fact, factRoom, field(fmt.Sprintf("facts[%d]", n))) + "\n"
	}
	return text
}

func judged(j feedback.Judgment) string {
	text := fmt.Sprintf("Judged %s", j.Class)
	if j.Primary != "" {
		text += ", the same matter as item " + string(j.Primary)
	}
	text += ":\n" + Quote(j.Reason) + "\n"
	if j.Guidance != "" {
		text += "A maintainer decided:\n" + Quote(j.Guidance) + "\n"
	}
	return text
}

// asker names who asks: login, reviewer of the policy where it is a bot, and
// how far the host trusts a person.
func asker(item feedback.Item) string {
	if item.By.Login == "" {
		return "an account that is gone"
	}
	who := oneLine(item.By.Login)
	switch {
	case item.By.Kind == pull.Bot:
		return fmt.Sprintf("%s (%s, a bot)", who, oneLine(item.Reviewer))
	case item.By.Trust != "":
		return fmt.Sprintf("%s (%s)", who, item.By.Trust)
	}
	return fmt.Sprintf("%s (%s)", who, oneLine(item.Reviewer))
}

func where(item feedback.Item) string {
	w := item.Where
	switch {
	case w.Path == "":
		return ""
	case item.Outdated && w.Line == 0:
		return oneLine(w.Path) + " (the code has changed since)"
	case item.Outdated:
		return fmt.Sprintf("%s, once line %d (the code has changed since)", oneLine(w.Path), w.Line)
	case w.Line == 0:
		return oneLine(w.Path)
	}
	return fmt.Sprintf("%s:%d", oneLine(w.Path), w.Line)
}
