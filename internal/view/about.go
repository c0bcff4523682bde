package view

import (
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/verdict"
)

// About keeps what concerns one item: the decisions that name it, the deeds
// for it, what a person said of it, and what a person is asked.
func (e Explain) About(id feedback.ItemID) Explain {
	kept := []Round{}
	for _, r := range e.Rounds {
		r.Verdicts = slices.DeleteFunc(slices.Clone(r.Verdicts), func(d Decision) bool { return !causesName(d.Reasons, string(id)) })
		r.Deeds = slices.DeleteFunc(slices.Clone(r.Deeds), func(d Deed) bool { return !keyNames(action.Key(d.Key), id) })
		if len(r.Verdicts)+len(r.Deeds) > 0 {
			kept = append(kept, r)
		}
	}
	e.Rounds, e.Stop = kept, nil
	e.moments = slices.DeleteFunc(slices.Clone(e.moments), func(m moment) bool { return !m.names(id) })
	if st, ok := e.facts.standing(string(id)); ok && unanswerable(st) {
		q := questionRow(st)
		e.Question, e.asked = &q, &st
	}
	return e
}

func causesName(causes []Cause, id string) bool {
	return slices.ContainsFunc(causes, func(c Cause) bool {
		return c.Subject != nil && *c.Subject == id || causesName(c.Children, id)
	})
}

func keyNames(key action.Key, id feedback.ItemID) bool {
	return subjectOfKey(key) == string(id) || slices.Contains(itemsOfKey(key), string(id)) || strings.Contains(string(key), "/"+string(id)+"@")
}

func (m moment) names(id feedback.ItemID) bool {
	switch {
	case m.verdict != nil:
		return reasonNames(m.verdict.Why, string(id))
	case m.told != nil:
		return toldOf(*m.told, id)
	}
	return keyNames(m.did.Key, id)
}

// toldOf: a person's line is about an item, or about all of them.
func toldOf(t journal.Told, id feedback.ItemID) bool {
	if t.Judgment == nil && len(t.Judgments) == 0 {
		return true
	}
	return t.Judgment != nil && t.Judgment.At.Item == id ||
		slices.ContainsFunc(t.Judgments, func(j feedback.Judgment) bool { return j.At.Item == id })
}

func reasonNames(r verdict.Reason, id string) bool {
	return r.Subject == id || slices.ContainsFunc(r.Children, func(c verdict.Reason) bool { return reasonNames(c, id) })
}
