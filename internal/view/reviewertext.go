package view

import (
	"strings"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verdict"
)

// reviewersText tells of the reviewers of one of the two gates.
func reviewersText(f Facts, p Page, g verdict.Gate, full bool) string {
	last := g.Name == verdict.GateLast
	var readings []feedback.Reading
	for _, r := range f.Verdict.Readings {
		if r.Role != string(policy.Ignore) && (r.Role == string(policy.Last)) == last {
			readings = append(readings, r)
		}
	}
	if len(readings) == 0 {
		return "none named by policy"
	}
	var parts []string
	for _, word := range readingOrder {
		parts = append(parts, told(f, p, readings, word, full && g.Holds != verdict.Yes)...)
	}
	return strings.Join(parts, "; ")
}

// readingOrder: first what is still missing, then what stands.
var readingOrder = []feedback.ReadingWord{
	feedback.Dirty, feedback.Refused, feedback.Silent, feedback.Lagging, feedback.Pending,
	feedback.Absent, feedback.Answered, feedback.Clean,
}

// told gives one phrase for all reviewers of a reading, or one for each where
// each has times of its own.
func told(f Facts, p Page, readings []feedback.Reading, word feedback.ReadingWord, full bool) []string {
	var names, phrases []string
	for _, r := range readings {
		if r.Word != word {
			continue
		}
		names = append(names, clean(r.Reviewer))
		phrases = append(phrases, clean(r.Reviewer)+" "+readingText(f, p, r))
	}
	switch {
	case len(names) == 0:
		return nil
	case full && word != feedback.Clean && word != feedback.Answered:
		return phrases
	}
	return []string{list(names) + " " + shortly(word, f.head())}
}

// shortly words a reading without its times.
func shortly(word feedback.ReadingWord, head pull.Oid) string {
	switch word {
	case feedback.Absent:
		return "yet to look"
	case feedback.Pending:
		return "at work"
	case feedback.Clean, feedback.Answered, feedback.Dirty:
		return string(word) + " at " + head.Short()
	}
	return string(word)
}

// readingText tells of one reviewer with its times.
func readingText(f Facts, p Page, r feedback.Reading) string {
	switch r.Word {
	case feedback.Pending:
		return pendingText(f, p, r)
	case feedback.Silent:
		return "asked " + p.ago(r.AskedAt, f.Now) + ", stayed silent"
	case feedback.Refused:
		if r.Until.IsZero() {
			return "refuses to review now"
		}
		return "refuses to review until " + p.clock(r.Until, f.Now)
	case feedback.Lagging:
		return "has answered; its findings are not all visible yet"
	case feedback.Absent:
		return "has not looked at " + f.head().Short()
	case feedback.Dirty:
		return "dirty at " + f.head().Short() + ", " + plural(r.Open, "finding") + " open"
	}
	return shortly(r.Word, f.head())
}

func pendingText(f Facts, p Page, r feedback.Reading) string {
	text := "at work"
	if !r.AskedAt.IsZero() {
		text = "asked " + p.ago(r.AskedAt, f.Now)
		if !r.Acknowledged.IsZero() {
			text += ", seen at work"
		}
	}
	if at := f.expected(r); !at.IsZero() {
		text += "; expected by " + p.clock(at, f.Now)
	}
	if !r.Until.IsZero() {
		text += ", reported silent at " + p.clock(r.Until, f.Now)
	}
	return text
}
