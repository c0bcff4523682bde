package view

import (
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/policy"
)

// worded answers an item by a template.
func worded(t *testing.T, st feedback.Standing, template string) (string, error) {
	t.Helper()
	parsed, err := policy.ParseTemplate("answer.md", st.Disposition, template)
	if err != nil {
		t.Fatal(err)
	}
	say := action.Say{Item: st.Item.At(), Disposition: st.Disposition, Standing: &st, ReplyTo: 1}
	return Reply(say, policy.Answers{Wording: map[feedback.Disposition]policy.Template{st.Disposition: parsed}, Signature: "The cart team"})
}

func TestARepositoryWordsItsAnswers(t *testing.T) {
	place := feedback.Place{Path: "cart.go", Line: 31}
	fix := row("t1", "bugbot", place, "Rounding", feedback.Fixed, feedback.Valid)
	fix.Claim = &feedback.Claim{Outcome: feedback.Fixed, Summary: "Totals are rounded once", Test: "TestTotal"}
	declined := row("t2", "bugbot", place, "Floats", feedback.Declined, feedback.Invalid)
	deferred := row("t3", "bugbot", place, "Currencies", feedback.Deferred, feedback.NeedsHuman)
	deferred.Tracked = "https://github.com/acme/shop/issues/7"
	asked := needsYou().Verdict.Items[3]
	rows := []struct {
		st             feedback.Standing
		template, want string
	}{
		{fix, "Done in **{{commit}}**.\n\n- {{summary}}\n- proven by {{test}}", "Done in **" + fix.Commit.Short() + "**.\n\n- Totals are rounded once.\n- proven by TestTotal"},
		{declined, "We keep {{place}} as it is: {{reason}}", "We keep cart.go:31 as it is: each line is rounded on its own."},
		{deferred, "Later, see {{link}}.", "Later, see https://github.com/acme/shop/issues/7."},
		{asked, "Open: {{question}} Ways: {{options}}. Looked into: {{investigated}}.",
			"Open: keep the v1 field? Ways: keep it (one more release of both); drop it (breaks old clients). Looked into: two clients still read it."},
		// Without a value for each placeholder the built-in wording is used.
		{asked, "{{question}} {{recommendation}}", "This needs a maintainer's decision: keep the v1 field? Options: keep it (one more release of both); drop it (breaks old clients). Left open."},
		// The template's own words are public words like any others.
		{fix, "{{text}}\n\ncc @maria <!-- hidden --> <b>!</b> `@code`\n```go\n@x <b>\n```",
			"Fixed in " + fix.Commit.Short() + ": Totals are rounded once. TestTotal fails without the change.\n\ncc `@maria`  &lt;b>!&lt;/b> `@code`\n```go\n@x <b>\n```"},
	}
	for _, row := range rows {
		got, err := worded(t, row.st, row.template)
		if want := row.want + "\n\nThe cart team"; err != nil || got != want {
			t.Errorf("%s: %v\ngot:\n%s\nwant:\n%s", row.template, err, got, want)
		}
	}
}

func TestATemplateIsBoundedAndHoldsNoCredential(t *testing.T) {
	declined := row("t2", "bugbot", feedback.Place{}, "Floats", feedback.Declined, feedback.Invalid)
	if _, err := worded(t, declined, "{{text}} ghp_0123456789abcdefghij0123"); err == nil {
		t.Error("a credential was published")
	}
	declined.Judgment.Reason = strings.Repeat("because ", 300)
	long := strings.Repeat("{{reason}}\n", 200)
	got, err := worded(t, declined, long)
	if size := len([]rune(got)); err != nil || size > publicLimit || size < OwnWords/2 {
		t.Errorf("%d characters, %v", size, err)
	}
}

// A duplicate points to the answer that stands elsewhere, whatever the template.
func TestADuplicateIsNotWordedByTheTemplate(t *testing.T) {
	primary := row("t1", "bugbot", feedback.Place{}, "Rounding", feedback.Declined, feedback.Invalid)
	twin := row("t2", "copilot", feedback.Place{}, "Rounding", feedback.Declined, feedback.Invalid)
	parsed, err := policy.ParseTemplate("a.md", feedback.Declined, "No: {{reason}}")
	if err != nil {
		t.Fatal(err)
	}
	say := action.Say{Item: twin.Item.At(), Disposition: feedback.Declined, Standing: &twin, Primary: &primary, ReplyTo: 1}
	got, err := Reply(say, policy.Answers{Wording: map[feedback.Disposition]policy.Template{feedback.Declined: parsed}})
	if err != nil || !strings.HasPrefix(got, "Same point as https://") {
		t.Errorf("%q, %v", got, err)
	}
}
