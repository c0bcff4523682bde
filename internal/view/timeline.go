package view

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verdict"
)

// moment is one entry of a timeline: a decision, a step of a deed, a word of a
// person, or a head that somebody else gave the branch.
type moment struct {
	at      time.Time
	seq     int64
	verdict *verdict.Verdict
	before  *verdict.Verdict // the decision before it, for what is new
	did     *journal.Did
	told    *journal.Told
	foreign pull.Oid
}

// momentsOf orders what was recorded since an instant. A decision rests on
// the lines up to its position, so it stands behind them.
func momentsOf(f Facts, since time.Time) []moment {
	var moments []moment
	for _, e := range f.Entries {
		if !e.At.Before(since) && (e.Did != nil || e.Told != nil) {
			moments = append(moments, moment{at: e.At, seq: 2 * e.Seq, did: e.Did, told: e.Told})
		}
		if head, foreign := foreignHead(f.History, e); foreign && !e.At.Before(since) {
			moments = append(moments, moment{at: e.At, seq: 2 * e.Seq, foreign: head})
		}
	}
	for _, i := range changes(f.Recorded, since) {
		m := moment{at: f.Recorded[i].At, seq: 2*f.Recorded[i].Seq + 1, verdict: &f.Recorded[i].Verdict}
		if i > 0 {
			m.before = &f.Recorded[i-1].Verdict
		}
		moments = append(moments, m)
	}
	slices.SortStableFunc(moments, func(a, b moment) int { return cmp.Compare(a.seq, b.seq) })
	return moments
}

// foreignHead tells the head that a line shows for the first time, where
// somebody else gave it to the branch while we were at work.
func foreignHead(h journal.History, e journal.Entry) (pull.Oid, bool) {
	for i, head := range h.Heads {
		if e.Saw != nil && i > 0 && !head.Ours && head.Oid == e.Saw.Head && head.At.Equal(e.At) {
			return head.Oid, true
		}
	}
	return "", false
}

// Text is the timeline: decisions with their reasons, deeds with their states.
func (e Explain) Text(p Page) string {
	var lines []string
	for _, m := range e.moments {
		lines = append(lines, m.lines(e.facts, p)...)
	}
	if e.asked != nil {
		lines = append(lines, "")
		for _, row := range questionLines(*e.asked) {
			lines = append(lines, p.indented(row))
		}
	}
	if e.Stop != nil {
		lines = append(lines, stopPage(e.facts, p)...)
	}
	if len(lines) == 0 {
		return "Nothing was decided about " + e.Ref + " yet.\n"
	}
	return strings.Join(lines, "\n") + "\n"
}

func (m moment) lines(f Facts, p Page) []string {
	switch {
	case m.verdict != nil:
		return decisionLines(f, *m.verdict, m.before, m.at, p)
	case m.foreign != "":
		return []string{p.line(m.at, f, "moved", "somebody else brought the head to "+m.foreign.Short()+"; what was bound to the old one is void")}
	case m.told != nil:
		return []string{p.line(m.at, f, "told", strings.TrimSpace(toldText(f, *m.told)))}
	}
	return didLines(f, *m.did, m.at, p)
}

func toldText(f Facts, t journal.Told) string {
	text := clean(t.Who) + ": " + spaced(string(t.Word))
	if t.Judgment != nil {
		text += " " + f.name()(string(t.Judgment.At.Item)) + " " + spaced(string(t.Judgment.Class))
		if t.Judgment.Reason != "" {
			text += ": " + clean(t.Judgment.Reason)
		}
	}
	if len(t.Judgments) > 0 {
		text += " " + plural(len(t.Judgments), "item") + " by"
	}
	return text + " " + clean(t.Text)
}

// wordWidth of a timeline's second column.
const wordWidth = 8

// line is time, word and text; what does not fit goes on under the text.
func (p Page) line(at time.Time, f Facts, word, text string) string {
	head := p.timestamp(at, f.Now) + "  " + pad(word, wordWidth) + " "
	return strings.TrimRight(head+p.wrap(text, cells(head), p.indent(at, f)), " ")
}

// indent stands a little behind the time, less on a narrow page.
func (p Page) indent(at time.Time, f Facts) int {
	return min(cells(p.timestamp(at, f.Now))+4, p.width()/3)
}

// under is a line that belongs to the one above.
func (p Page) under(at time.Time, f Facts, text string) string {
	indent := p.indent(at, f)
	return strings.Repeat(" ", indent) + p.wrap(text, indent, indent+2)
}

// shownReasons bounds the lines below one decision.
const shownReasons = 12

// decisionLines: the headline, then what is new of the items, then the other
// reasons, then what was left unsaid and why.
func decisionLines(f Facts, v verdict.Verdict, before *verdict.Verdict, at time.Time, p Page) []string {
	name := shorten(v.Items)
	lines := []string{p.line(at, f, "decided", spaced(string(v.Phase))+": "+clean(headline(v, name)))}
	var below []string
	for _, st := range v.Items {
		if st.Judgment != nil && !judgedBefore(before, st) {
			below = append(below, judgmentText(st, name))
		}
	}
	for _, r := range v.Why.Children {
		if r.Code != "unjudged" && r.Code != "to_fix" && r.Code != "answer_due" && r.Code != "resolve_due" {
			below = append(below, clean(because(r, name)))
		}
	}
	if !v.Why.Until.IsZero() {
		below = append(below, "until "+p.clock(v.Why.Until, f.Now))
	}
	rest := len(below) - shownReasons
	for _, text := range below[:min(len(below), shownReasons)] {
		lines = append(lines, p.under(at, f, text))
	}
	if rest > 0 {
		lines = append(lines, p.under(at, f, fmt.Sprintf("and %d more", rest)))
	}
	return append(lines, silences(f, v, before, at, p)...)
}

func judgedBefore(before *verdict.Verdict, st feedback.Standing) bool {
	if before == nil {
		return false
	}
	return slices.ContainsFunc(before.Items, func(old feedback.Standing) bool {
		return old.Item.ID == st.Item.ID && old.Judgment != nil && old.Judgment.At == st.Judgment.At && old.Judgment.Class == st.Judgment.Class
	})
}

// judgmentText: t4821  valid, bugbot high: each line is rounded on its own.
func judgmentText(st feedback.Standing, name func(string) string) string {
	text := name(string(st.Item.ID)) + "  " + spaced(string(st.Judgment.Class)) + ", " + asker(st)
	if st.Item.Severity != "" {
		text += " " + clean(st.Item.Severity)
	}
	if st.Judgment.Primary != "" {
		text += ", same as " + name(string(st.Judgment.Primary))
	}
	if cameBack(st) {
		text += ", settled before"
	}
	if st.Judgment.Reason != "" {
		text += ": " + clean(st.Judgment.Reason)
	}
	return text
}

// silences tells what is deliberately not done: a thread that a rule leaves open.
func silences(f Facts, v verdict.Verdict, before *verdict.Verdict, at time.Time, p Page) []string {
	var lines []string
	for _, st := range v.Items {
		if st.LeftOpen != "policy" || leftBefore(before, st) {
			continue
		}
		class := spaced(string(st.Disposition))
		if st.Judgment != nil {
			class = spaced(string(st.Judgment.Class))
		}
		who := "a bot"
		if f.kindOf(st.Item.Reviewer) == "person" {
			who = "a person"
		}
		text := "resolve " + shorten(v.Items)(string(st.Item.ID)) + "  policy: " + class + " from " + who + " stays open"
		lines = append(lines, p.line(at, f, "silent", text))
	}
	return lines
}

func leftBefore(before *verdict.Verdict, st feedback.Standing) bool {
	return before != nil && slices.ContainsFunc(before.Items, func(old feedback.Standing) bool {
		return old.Item.ID == st.Item.ID && old.LeftOpen == st.LeftOpen
	})
}

// inOrder lists the deeds of a history as they were last written down.
func inOrder(h journal.History) []journal.Deed {
	deeds := make([]journal.Deed, 0, len(h.Deeds))
	for _, deed := range h.Deeds {
		deeds = append(deeds, deed)
	}
	slices.SortFunc(deeds, func(a, b journal.Deed) int {
		return cmp.Or(cmp.Compare(a.Seq, b.Seq), cmp.Compare(a.Key, b.Key))
	})
	return deeds
}

// lastAt is when a deed last changed.
func lastAt(d journal.Deed) time.Time {
	at := d.WantedAt
	for _, t := range []time.Time{d.StartedAt, d.SettledAt} {
		if t.After(at) {
			at = t
		}
	}
	return at
}
