package view

import (
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/review"
)

// texts are what a dry run would publish: the review and its comments, replies,
// the summary, in the order of sending.
func (r ReviewRun) texts() []ReviewText {
	if !r.DryRun || r.WouldAsk != "" {
		return nil
	}
	var comments []ReviewText
	inline := 0
	for _, p := range r.Plan.New {
		if p.Anchor == review.Summary {
			continue
		}
		target := "comment at " + placeOf(p.Finding.Where())
		if p.Anchor == review.File {
			target = "comment on " + p.Finding.Path
		} else {
			inline++
		}
		comments = append(comments, toPost(target, func() (string, error) { return FindingBody(p) }))
	}
	var all []ReviewText
	if inline > 0 {
		all = append(all, ReviewText{"review", ReviewBody(r.Plan.Head, inline)})
	}
	for _, p := range r.Plan.Still {
		comments = append(comments, ReviewText{"reply in " + clean(p.URL), StillSo(r.Plan.Head)})
	}
	return append(append(all, comments...), toPost("summary comment", func() (string, error) {
		text, _, err := ReviewSummary(ReviewComment{Plan: r.Plan, Mark: func(mark.Digest, pull.Oid, string) string { return "" }})
		return text, err
	}))
}

func toPost(target string, word func() (string, error)) ReviewText {
	text, err := word()
	if err != nil {
		text = "not sent: " + err.Error()
	}
	return ReviewText{target, text}
}
