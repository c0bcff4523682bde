package view

import (
	"fmt"
	"strings"
	"time"
)

// Reviewers is settle.reviewers/1: how each reviewer stands at the head.
// Reviewers is null where the pull request was never observed or not judged.
type Reviewers struct {
	Schema    string     `json:"schema"`
	At        time.Time  `json:"at"`
	Ref       string     `json:"ref"`
	URL       string     `json:"url"`
	Head      *string    `json:"head"`
	Reviewers []Reviewer `json:"reviewers"`
	Gaps      []Gap      `json:"gaps"`

	now time.Time
}

// NewReviewers words each reviewer's standing.
func NewReviewers(f Facts) Reviewers {
	s := NewStatus(f)
	return Reviewers{Schema: "settle.reviewers/1", At: s.At, Ref: s.Ref, URL: s.URL, Head: s.Head, Reviewers: s.Reviewers, Gaps: s.Gaps, now: f.Now}
}

// Text is a line for each reviewer: what it said, at which commit, by which
// sign, and when more is expected.
func (r Reviewers) Text(p Page) string {
	head := "never observed"
	if r.Head != nil {
		head = "head " + (*r.Head)[:min(7, len(*r.Head))]
	}
	lines := []string{p.wrap(r.Ref+"  "+head, 0, 0)}
	for _, one := range r.Reviewers {
		name := fmt.Sprintf("  %s %s ", p.mark(signOfReading(one.Reading)), pad(clean(one.Name), 16))
		lines = append(lines, name+p.wrap(r.says(one, p), cells(name), cells(name)))
	}
	return strings.Join(lines, "\n") + "\n"
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
		parts = append(parts, "by "+clean(e.Kind))
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
	return strings.Join(parts, ", ")
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
