package view

import (
	"strings"
	"time"
)

// Reviewers is settle.reviewers/1: how each reviewer stands at the head, and
// which other bots have spoken. Both are null where the pull request was never
// observed or not judged.
type Reviewers struct {
	Schema    string     `json:"schema"`
	At        time.Time  `json:"at"`
	Ref       string     `json:"ref"`
	URL       string     `json:"url"`
	Head      *string    `json:"head"`
	Reviewers []Reviewer `json:"reviewers"`
	Unnamed   []Unnamed  `json:"unnamed"`
	Gaps      []Gap      `json:"gaps"`

	now time.Time
}

// NewReviewers words each reviewer's standing.
func NewReviewers(f Facts) Reviewers {
	s := NewStatus(f)
	r := Reviewers{Schema: "settle.reviewers/1", At: s.At, Ref: s.Ref, URL: s.URL, Head: s.Head, Reviewers: s.Reviewers, Gaps: s.Gaps, now: f.Now}
	if f.judged() {
		r.Unnamed = each(f.Unnamed, f.unnamed)
	}
	return r
}

// Text is a line for each reviewer: what it said, at which commit, by which
// sign, when more is expected and what asking costs. What was not judged is
// said with its reason.
func (r Reviewers) Text(p Page) string {
	head := "never observed"
	if r.Head != nil {
		head = "head " + (*r.Head)[:min(7, len(*r.Head))]
	}
	lines := []string{p.wrap(r.Ref+"  "+head, 0, 0)}
	for _, g := range r.Gaps {
		lines = append(lines, p.row(unknown, g.Surface, clean(g.What+": "+g.Why)))
	}
	for _, one := range r.Reviewers {
		lines = append(lines, p.standing(signOfReading(one.Reading), one.Name, r.says(one, p)))
	}
	for _, one := range r.Unnamed {
		lines = append(lines, p.standing(unknown, one.Login, one.says()))
	}
	return strings.Join(lines, "\n") + "\n"
}

// standing is the line of one who reviews.
func (p Page) standing(s sign, name, says string) string {
	head := "  " + p.mark(s) + " " + pad(clean(name), 16) + " "
	used := 2 + p.markWidth() + 1 + max(16, cells(clean(name))) + 1
	indent := used
	if p.width() < 2*used+8 { // too narrow for a column
		indent = 4
	}
	return head + p.wrap(says, used, indent)
}

func (r Reviewers) says(one Reviewer, p Page) string {
	parts := []string{pad(one.Role, 9) + one.Reading}
	if one.Commit != nil {
		parts[0] += " at " + (*one.Commit)[:min(7, len(*one.Commit))]
	}
	if one.FindingsOpen > 0 {
		parts = append(parts, plural(one.FindingsOpen, "open finding"))
	}
	if e := one.Evidence; e != nil {
		parts = append(parts, p.signText(*e))
	}
	for _, at := range []struct {
		word string
		time *time.Time
	}{{"asked", one.AskedAt}, {"seen at work", one.AcknowledgedAt}, {"answered", one.AnsweredAt}, {"expected", one.ExpectedAt}, {"refused until", one.RefusedUntil}} {
		if at.time != nil {
			parts = append(parts, at.word+" "+p.clock(*at.time, r.now))
		}
	}
	if one.SilentAsks > 0 {
		parts = append(parts, plural(one.SilentAsks, "ask")+" without an answer")
	}
	if one.Usual != nil {
		parts = append(parts, one.Usual.text())
	}
	if one.Cost != nil {
		parts = append(parts, costText(*one.Cost))
	}
	return strings.Join(parts, ", ")
}

// signText shows what a reading rests on.
func (p Page) signText(s Sign) string {
	text := "by " + clean(s.Kind)
	if s.Text != nil {
		text += " (" + p.end(clean(*s.Text), titleLimit) + ")"
	}
	return text
}

// costText: how often it was asked, and what each of these was.
func costText(c Cost) string {
	text := "never asked by us"
	if c.Asks > 0 {
		text = plural(c.Asks, "ask") + " so far"
	}
	if c.Each != nil {
		text += " (each: " + clean(*c.Each) + ")"
	}
	return text
}

func signOfReading(word string) sign {
	switch word {
	case "clean", "answered":
		return holds
	case "dirty", "refused", "silent":
		return against
	}
	return waits
}
