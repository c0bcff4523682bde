package view

import (
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/review"
)

// before is an earlier finding with its thread.
func before(id, severity, title string) feedback.Published {
	return feedback.Published{
		ID: "00000000000000aa", Thread: "T" + id, URL: "https://github.com/acme/shop/pull/42#discussion_r" + id,
		Finding: feedback.Finding{Path: "tax.go", Line: 3, Severity: severity, Title: title, Body: "Because it is so."},
	}
}

// reviewRun is a run in which all that can happen has happened.
func reviewRun(dry bool) ReviewRun {
	text := "sum := 0"
	first := posting(9, "high", review.Inline)
	first.Finding.Suggestion = &text
	r := ReviewRun{
		Ref: shop, At: noon, Forged: 1, DryRun: dry, FailOn: "high", Agent: "claude", Runs: 2, Seconds: 41, Spent: 110000, Requests: 9,
		Plan: review.Plan{
			Ref: shop, Head: headOid, Tool: "claude", New: []review.Posting{first, posting(70, "medium", review.File), posting(80, "low", review.Summary)},
			Retained: []feedback.Published{before("11", "critical", "Tax is lost\x1b[31m")}, Resolve: []feedback.Published{before("12", "low", "Gone")},
			Silenced: []review.Silenced{{Finding: feedback.Finding{Title: "Put aside"}, By: before("13", "low", "Aside"), Why: review.Answered}},
			Left:     []review.Left{{Published: before("14", "low", "Talked of"), Why: review.Discussed}}, Unknown: []string{"feedbeef"},
			Missing: []feedback.Published{{Finding: feedback.Finding{Title: "Deleted"}}}, Closed: []feedback.Published{before("15", "low", "Shut")},
		},
		Skipped: []string{"2 results are left out: suppressed"}, Doubted: []feedback.Finding{{Title: "Perhaps", Confidence: 3}},
	}
	if !dry {
		r.Posted = ReviewPosted{
			Summary: pull.Posted{ID: 1, URL: "https://github.com/acme/shop/pull/42#issuecomment-9"}, Inline: 1, File: 1, InSummary: 1, Resolved: 1,
			Failed: []string{"a.go: there was no room for it in the summary"}, Others: []pull.Comment{{URL: "https://github.com/acme/shop/pull/42#issuecomment-10"}},
		}
	}
	return r
}

func failedReview() ReviewRun {
	return ReviewRun{
		Ref: shop, At: noon, Agent: "claude", Runs: 2, Seconds: 9, Requests: 4,
		Plan: review.Plan{Ref: shop, Head: headOid, Unresolved: review.AnswerFails, Failed: "agent claude: invalid: read report: unexpected end of JSON input", Left: []review.Left{{Published: before("14", "low", "Talked of"), Why: review.AnswerFails}}},
	}
}

func TestAReviewFailsAtAndAboveASeverity(t *testing.T) {
	fresh, remains := ReviewRun{}, ReviewRun{}
	fresh.Plan.New = []review.Posting{posting(1, "medium", review.Inline)}
	remains.Plan.Retained = []feedback.Published{before("1", "medium", "Old")}
	for bar, want := range map[string]bool{"critical": false, "high": false, "medium": true, "low": true, "": false} {
		for _, r := range []ReviewRun{fresh, remains} {
			if r.FailOn = bar; r.Reaches() != want {
				t.Errorf("a medium finding at %q: %v", bar, r.Reaches())
			}
		}
	}
	if aside := (ReviewRun{FailOn: "low", Plan: review.Plan{Silenced: make([]review.Silenced, 1), Resolve: make([]feedback.Published, 1)}}); aside.Reaches() {
		t.Error("what is settled or put aside fails a run")
	}
}

// What a dry run prints is what a run publishes, letter by letter.
func TestADryRunShowsTheTextsThemselves(t *testing.T) {
	dry := NewReviewed(reviewRun(true), 0)
	compare(t, "review_dry.txt", dry.Text(piped))
	texts := dry.Texts
	var targets []string
	for _, text := range texts {
		targets = append(targets, text.Target)
	}
	if got := strings.Join(targets, ", "); got != "review, comment at cart.go:9, comment on cart.go, summary comment" {
		t.Errorf("targets are %s", got)
	}
	if want := body(t, reviewRun(true).Plan.New[0].Finding, nil, review.Inline); texts[1].Text != want {
		t.Errorf("got\n%s\nwant\n%s", texts[1].Text, want)
	}
	asking := NewReviewed(ReviewRun{Ref: shop, At: noon, DryRun: true, WouldAsk: "claude", Told: 2}, 0)
	if len(asking.Texts) > 0 || asking.Summary != "would ask claude for a review, telling 2 earlier findings" {
		t.Errorf("%+v", asking)
	}
}
