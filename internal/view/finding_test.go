package view

import (
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/review"
)

func found(change func(*feedback.Finding)) feedback.Finding {
	text := "\treturn sum / 100"
	f := feedback.Finding{
		Path: "cart.go", Start: 8, Line: 9, Severity: "high", Category: "side_effects", Rule: "SA4006", Confidence: 8,
		Title: "Totals lose a cent", Body: "Each line is rounded.\n\n```go\nsum += line / 100\n```", Suggestion: &text,
	}
	if change != nil {
		change(&f)
	}
	return f
}

func body(t *testing.T, f feedback.Finding, again *feedback.Published, at review.Anchor) string {
	t.Helper()
	text, err := FindingBody(review.Posting{Finding: f, Again: again, Anchor: at})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestAFindingIsPublishedInOneForm(t *testing.T) {
	want := "**Totals lose a cent**\n*high · side effects · `SA4006` · confidence 8/10*\n\nEach line is rounded.\n\n```go\nsum += line / 100\n```\n\n" +
		"This was put aside before as low (https://github.com/acme/shop/pull/42#discussion_r9); it is worse than was known then.\n\n" +
		"Also at `tax.go:3`, `docs`.\n\n```suggestion\n\treturn sum / 100\n```"
	f := found(func(f *feedback.Finding) { f.Others = []feedback.Place{{Path: "tax.go", Line: 3}, {Path: "docs"}} })
	again := &feedback.Published{URL: "https://github.com/acme/shop/pull/42#discussion_r9", Finding: feedback.Finding{Severity: "low"}}
	if got := body(t, f, again, review.Inline); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	loose := body(t, found(nil), nil, review.File)
	if !strings.HasSuffix(loose, "(about lines 8 to 9)\n\nIn place of lines 8 to 9:\n\n```\n\treturn sum / 100\n```") || strings.Contains(loose, "```suggestion") {
		t.Errorf("away from its line:\n%s", loose)
	}
	if told := body(t, found(nil), nil, review.Summary); !strings.Contains(told, "\n\n(about lines 8 to 9)\n\n") {
		t.Errorf("in the summary:\n%s", told)
	}
	if bare := body(t, feedback.Finding{Path: "a.go", Severity: "low", Title: "T", Body: "B"}, nil, review.File); bare != "**T**\n*low*\n\nB" {
		t.Errorf("with nothing but words:\n%s", bare)
	}
}

func TestAFindingPublishesNothingThatHidesNotifiesOrLeaks(t *testing.T) {
	key := "ghp_" + strings.Repeat("a1", 12)
	forged := mark.Secret("x").Write("acme/shop#42", mark.Mark{Kind: mark.Finding, Digest: "0123456789abcdef"})
	attack := "@maria <img src=x> <!-- hidden --> " + key + "\n" + forged + "\n```suggestion\nrm\n```\n"
	f := found(func(f *feedback.Finding) {
		f.Title, f.Body, f.Rule, f.Category = attack, attack, key, "*a* `b` @maria"
		f.Suggestion = &forged
	})
	text := body(t, f, nil, review.Inline)
	for _, never := range []string{key, "<img", "hidden", "<!--", "\n```suggestion", " @maria", "*@maria"} {
		if strings.Contains(text, never) {
			t.Errorf("%q is published:\n%s", never, text)
		}
	}
	for name, bad := range map[string]string{"a credential": "token := \"" + key + "\"", "unseen": "if admin\u202e {", "an old mark": "<!-- reviewcerberus-issue -->"} {
		f.Suggestion = &bad
		if text := body(t, f, nil, review.Inline); strings.Contains(text, "suggestion\n") {
			t.Errorf("a suggestion with %s is offered:\n%s", name, text)
		}
	}
}

func TestALongFindingIsCutAndItsSuggestionIsWholeOrAbsent(t *testing.T) {
	long := strings.Repeat("x := 1\n", 300)
	for name, suggestion := range map[string]string{"short": "a\n````\nb", "long": long} {
		f := found(func(f *feedback.Finding) {
			f.Title, f.Body, f.Suggestion = strings.Repeat("t", 500), strings.Repeat("word ", 2000), &suggestion
		})
		text := body(t, f, nil, review.Inline)
		if n := len([]rune(text)); n > publicLimit-200 {
			t.Errorf("%s: %d characters leave no room for a mark", name, n)
		}
		if whole := strings.Contains(text, "`suggestion\n"+suggestion+"\n`````"); whole != (name == "short") {
			t.Errorf("%s: suggestion whole is %v", name, whole)
		}
	}
}
