package view

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/policy"
)

// feedbackText counts the answers; in full it names the question that is open.
func feedbackText(f Facts, full bool) string {
	asks := f.asks()
	if f.Verdict.Halt != nil && full {
		return stopText(*f.Verdict.Halt)
	}
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

// asker is the reviewer's name, of a person the login.
func asker(st feedback.Standing) string {
	if st.Item.Reviewer == policy.People && st.Item.By.Login != "" {
		return clean(st.Item.By.Login)
	}
	return clean(st.Item.Reviewer)
}
