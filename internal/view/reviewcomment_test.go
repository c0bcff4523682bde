package view

import (
	"fmt"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/review"
)

// posting is the nth new finding.
func posting(n int, severity string, anchor review.Anchor) review.Posting {
	return review.Posting{
		ID: mark.Digest(fmt.Sprintf("%016x", n)), Signature: "sig", Anchor: anchor,
		Finding: feedback.Finding{Path: "cart.go", Line: n, Severity: severity, Title: fmt.Sprintf("Fault %d", n), Body: "Because it is so."},
	}
}

func receipt(id mark.Digest, head pull.Oid, signature string) string {
	return mark.Secret("key").Write("acme/shop#42", mark.Mark{Kind: mark.Finding, Digest: id})
}

func TestTheSummaryTellsWhatStandsWorstFirst(t *testing.T) {
	old := feedback.Published{ID: "00000000000000aa", Thread: "T1", URL: "https://github.com/acme/shop/pull/42#discussion_r7",
		Finding: feedback.Finding{Path: "tax.go", Severity: "critical", Title: "Tax | is lost"}}
	raised := posting(2, "high", review.Inline)
	raised.Again = &old
	c := ReviewComment{
		Plan: review.Plan{
			Head: "9f2c1ab04be1c7d2a83f", New: []review.Posting{posting(1, "low", review.Inline), raised}, Retained: []feedback.Published{old},
			Resolve: make([]feedback.Published, 3), Left: []review.Left{{Published: feedback.Published{Thread: "T2"}, Why: review.Discussed}}, Silenced: make([]review.Silenced, 1),
		},
		URLs: map[mark.Digest]string{"0000000000000001": "https://github.com/acme/shop/pull/42#discussion_r8"}, Mark: receipt,
	}
	text, left, err := ReviewSummary(c)
	want := "**Review at 9f2c1ab: 2 new findings, 1 still open, 1 left open and 3 closed as settled**\n\n" +
		"| severity | place | finding | |\n|---|---|---|---|\n" +
		"| critical | [`tax.go`](https://github.com/acme/shop/pull/42#discussion_r7) | Tax \\| is lost | still open |\n" +
		"| high | `cart.go:2` | Fault 2 | raised again |\n" +
		"| low | [`cart.go:1`](https://github.com/acme/shop/pull/42#discussion_r8) | Fault 1 | new |\n\n" +
		"1 finding put aside before, and not raised again.\n\n1 finding left open: not found again, and people talk there."
	if err != nil || len(left) > 0 || text != want {
		t.Errorf("%v, %v\ngot\n%s\nwant\n%s", err, left, text, want)
	}
}

func TestASummaryWithoutFindingsSaysSoAndWhyNothingIsClosed(t *testing.T) {
	plan := review.Plan{Head: "9f2c1ab0", Unresolved: review.NotStated}
	if text, _, err := ReviewSummary(ReviewComment{Plan: plan, Mark: receipt}); err != nil || text != "**Review at 9f2c1ab: no open finding**" {
		t.Errorf("a first one: %v\n%s", err, text)
	}
	plan.Left = []review.Left{{Published: feedback.Published{Thread: "T1"}, Why: review.NotStated}}
	text, _, err := ReviewSummary(ReviewComment{Plan: plan, Mark: receipt})
	if want := "**Review at 9f2c1ab: 1 left open**\n\nNo thread was closed: it was not said which of the earlier findings remain."; err != nil || text != want {
		t.Errorf("%v\n%s", err, text)
	}
}

func TestWhatStandsInTheSummaryOnlyKeepsItsMarkFromRunToRun(t *testing.T) {
	kept := feedback.Published{ID: "00000000000000bb", Signature: "old", Head: "1111111", Finding: feedback.Finding{Path: "a.go", Severity: "low", Title: "Kept", Body: "Still so."}}
	talked := kept
	talked.ID, talked.Finding.Title = "00000000000000cc", "Talked of"
	var asked []string
	c := ReviewComment{
		Plan: review.Plan{Head: "2222222", New: []review.Posting{posting(3, "high", review.Summary)}, Retained: []feedback.Published{kept}, Left: []review.Left{{Published: talked}}},
		Mark: func(id mark.Digest, head pull.Oid, signature string) string {
			asked = append(asked, fmt.Sprintf("%s %s %s", id, head, signature))
			return receipt(id, head, signature)
		},
	}
	text, left, err := ReviewSummary(c)
	if err != nil || len(left) > 0 {
		t.Fatal(err, left)
	}
	if got := strings.Join(asked, "\n"); got != "00000000000000bb 1111111 old\n00000000000000cc 1111111 old\n0000000000000003 2222222 sig" {
		t.Errorf("marks of\n%s", got)
	}
	for _, want := range []string{"In `a.go`:\n\n**Kept**\n*low*\n\nStill so.\n\n<!-- settle:v1 finding:00000000000000bb", "**Talked of**", "In `cart.go`:\n\n**Fault 3**", "(about line 3)"} {
		if !strings.Contains(text, want) {
			t.Errorf("lacks %q:\n%s", want, text)
		}
	}
}

func TestASummaryIsBoundedAndNamesWhatFoundNoRoom(t *testing.T) {
	plan := review.Plan{Head: "9f2c1ab0"}
	for n := range 600 {
		p := posting(n+1, "medium", review.Summary)
		p.Finding.Title, p.Finding.Body = strings.Repeat("long title ", 30), strings.Repeat("word ", 900)
		plan.New = append(plan.New, p)
	}
	text, left, err := ReviewSummary(ReviewComment{Plan: plan, Mark: receipt})
	if err != nil || len([]rune(text)) > 60_000 {
		t.Fatal(err, len([]rune(text)))
	}
	marks := len(mark.Secret("key").Read("acme/shop#42", text))
	if marks+len(left) != 600 || marks < 30 || !strings.Contains(text, fmt.Sprintf("For %d more findings there was no room here.", len(left))) {
		t.Errorf("%d with a mark, %d left", marks, len(left))
	}
}
