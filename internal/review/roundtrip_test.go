package review_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/review"
	"github.com/settlehq/settle/internal/view"
)

// What view writes is read again: a finding that was published is known by its
// comment alone.
func TestAFindingIsReadOutOfItsComment(t *testing.T) {
	suggestion := "\treturn sum / 100"
	full := feedback.Finding{
		Path: "cart.go", Start: 8, Line: 9, Side: "RIGHT", Severity: "high", Category: "side effects", Rule: "SA4006", Confidence: 8,
		Title: "Totals lose a cent", Body: "Each line is rounded.\n\n```go\nsum += line / 100\n```\n\nRound once.",
		Others: []feedback.Place{{Path: "tax.go", Line: 3}, {Path: "docs"}}, Suggestion: &suggestion,
	}
	again := &feedback.Published{URL: "https://github.com/acme/shop/pull/42#discussion_r9", Finding: feedback.Finding{Severity: "low"}}
	for name, p := range map[string]review.Posting{
		"full, at its line":   {Finding: full, Anchor: review.Inline},
		"full, on its file":   {Finding: full, Anchor: review.File},
		"raised again":        {Finding: full, Anchor: review.Inline, Again: again},
		"nothing but words":   {Finding: feedback.Finding{Path: "cart.go", Severity: "low", Title: "T", Body: "B"}, Anchor: review.File},
		"a word for a rule":   {Finding: feedback.Finding{Path: "cart.go", Severity: "low", Rule: "low", Title: "T", Body: "B"}, Anchor: review.File},
		"no words but title":  {Finding: feedback.Finding{Path: "cart.go", Severity: "critical", Title: "T"}, Anchor: review.File},
		"code in the title":   {Finding: feedback.Finding{Path: "cart.go", Severity: "low", Title: "`sum` is *never* read", Body: "See `sum`."}, Anchor: review.File},
		"a body with a title": {Finding: feedback.Finding{Path: "cart.go", Severity: "low", Title: "T", Body: "One\n\n**Two**\n*three*"}, Anchor: review.File},
	} {
		t.Run(name, func(t *testing.T) {
			body, err := view.FindingBody(p)
			if err != nil {
				t.Fatal(err)
			}
			got, f := review.Read(body+"\n\n<!-- settle:v1 finding:0123456789abcdef mac=0123456789abcdef0123456789abcdef -->"), p.Finding
			if got.Title != f.Title || got.Severity != f.Severity || got.Category != f.Category || got.Rule != f.Rule || got.Confidence != f.Confidence {
				t.Errorf("read %+v\nof\n%s", got, body)
			}
			if got.Body != f.Body {
				t.Errorf("body %q, want %q", got.Body, f.Body)
			}
			if len(got.Others) != len(f.Others) || len(f.Others) > 0 && (got.Others[0].Path != "tax.go" || got.Others[0].Line != 3 || got.Others[1].Path != "docs") {
				t.Errorf("other places %+v", got.Others)
			}
			if p.Anchor == review.File && (got.Line != f.Line || got.Start != f.Start) {
				t.Errorf("lines %d to %d", got.Start, got.Line)
			}
		})
	}
}

// A finding that stands in the summary only has its place in words.
func TestAFindingOfTheSummaryIsReadWithItsPlace(t *testing.T) {
	w := newWorld(t)
	w.diff = map[string][2]int{}
	multi := finding(5, func(f *feedback.Finding) { f.Start = 3 })
	w.round(answer(nil, finding(9), multi, finding(20, reworded)))
	all := review.Recall(w.s).Published
	if len(all) != 3 {
		t.Fatalf("%d findings", len(all))
	}
	for _, p := range all {
		if p.Thread != "" || p.Finding.Path != "cart.go" || p.Finding.Line == 0 || !strings.Contains(p.Finding.Title+p.Finding.Body, "overflow") {
			t.Errorf("read %+v", p.Finding)
		}
	}
	if all[0].Finding.Start != 3 || all[0].Finding.Line != 5 {
		t.Errorf("lines %d to %d", all[0].Finding.Start, all[0].Finding.Line)
	}
	if got := told(w.round(answer(nil, finding(9)))); got != "retained 9; dropped 5,20" {
		t.Errorf("next round: %s", got)
	}
}

func TestASignatureIsOfRuleCodeAndWords(t *testing.T) {
	f, code := finding(3), "\tif sum > limit {\n\t\treturn sum\n\t}"
	sign := review.Sign(f, code)
	if !regexp.MustCompile(`^[0-9a-f]{8}\.[0-9a-f]{12}\.[0-9a-f]{12}$`).MatchString(sign) {
		t.Fatalf("signature %q", sign)
	}
	for name, same := range map[string]string{
		"the same":      review.Sign(f, code),
		"another line":  review.Sign(finding(3, func(f *feedback.Finding) { f.Line, f.Start, f.Path = 30, 28, "other.go" }), code),
		"indentation":   review.Sign(f, strings.ReplaceAll(code, "\t", "    ")),
		"other blanks":  review.Sign(f, "if sum  >  limit {\r\n\r\nreturn sum }"),
		"severity":      review.Sign(finding(3, severe("low")), code),
		"case of words": review.Sign(finding(3, func(f *feedback.Finding) { f.Title = strings.ToUpper(f.Title) + "." }), code),
	} {
		if same != sign {
			t.Errorf("%s: changes it", name)
		}
	}
	for name, other := range map[string]string{
		"another rule":  review.Sign(finding(3, func(f *feedback.Finding) { f.Rule = "G115" }), code),
		"other code":    review.Sign(f, strings.ReplaceAll(code, ">", ">=")),
		"another title": review.Sign(finding(4), code),
		"no code":       review.Sign(f, ""),
	} {
		if other == sign {
			t.Errorf("%s: does not change it", name)
		}
	}
}
