package view

import (
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
)

const fixCommit = pull.Oid("c07be2190d3f5a6b1c8e7d4f2a9b0c6e5d8f1a37")

var shop = pull.Ref{Owner: "acme", Repo: "shop", Number: 42}

// ask is a thread's item, with what a case changes.
func ask(disposition feedback.Disposition, change func(*feedback.Standing)) *feedback.Standing {
	st := &feedback.Standing{
		Item: feedback.Item{
			ID: "t2203844821", Version: feedback.Version{Comment: 2203844901, Unix: 1763733122}, Reviewer: "bugbot",
			Title: "Rounding loses a cent", Body: "Please look here. It rounds twice.", ReplyTo: 2203844821,
			Where: feedback.Place{Path: "cart.go", Line: 31}, Thread: "T1",
		},
		Disposition: disposition, Judgment: &feedback.Judgment{Class: feedback.Valid, Reason: "each line is rounded on its own"},
	}
	if change != nil {
		change(st)
	}
	return st
}

func TestReplySaysWhatBecameOfTheAsk(t *testing.T) {
	primary := ask(feedback.Fixed, func(st *feedback.Standing) {
		st.Replied, st.ReplyURL, st.Commit = true, "https://github.com/acme/shop/pull/42#discussion_r9911", fixCommit
	})
	cases := map[string]struct {
		st      *feedback.Standing
		primary *feedback.Standing
		want    string
	}{
		"fixed": {ask(feedback.Fixed, func(st *feedback.Standing) {
			st.Commit = fixCommit
			st.Claim = &feedback.Claim{Summary: "totals are summed first and rounded once", Test: "TestTotalRoundsOnce"}
		}), nil, "Fixed in c07be21: totals are summed first and rounded once. TestTotalRoundsOnce fails without the change."},
		"fixed, and nothing more is known": {ask(feedback.Fixed, func(st *feedback.Standing) { st.Commit = fixCommit }), nil,
			"Fixed in c07be21."},
		"fixed as suggested": {ask(feedback.Fixed, func(st *feedback.Standing) {
			st.Commit, st.Claim = fixCommit, &feedback.Claim{Suggested: true, Summary: "applied"}
		}), nil, "Applied as suggested in c07be21."},
		"a duplicate": {ask(feedback.Fixed, func(st *feedback.Standing) { st.Commit = fixCommit }), primary,
			"Same cause as https://github.com/acme/shop/pull/42#discussion_r9911; fixed there in c07be21."},
		"already so, with the hunk": {ask(feedback.AlreadyAddressed, func(st *feedback.Standing) {
			st.Judgment = &feedback.Judgment{Class: feedback.AlreadyFixed, Evidence: []feedback.Evidence{
				{Kind: "commit", Commit: "3b1d77e0000"}, {Kind: "hunk", Text: "@@ -1 +1 @@\n-\tsum\n+\ttotal\n"},
			}}
		}), nil, "Already the case since 3b1d77e:\n\n```diff\n@@ -1 +1 @@\n-\tsum\n+\ttotal\n```"},
		"declined": {ask(feedback.Declined, func(st *feedback.Standing) {
			st.Judgment = &feedback.Judgment{Class: feedback.Invalid, Reason: "Amounts are whole cents by design (docs/money.md)."}
		}), nil, "Left as it is: Amounts are whole cents by design (docs/money.md)."},
		"the code is gone": {ask(feedback.Declined, func(st *feedback.Standing) {
			st.Judgment = &feedback.Judgment{Class: feedback.Stale, Evidence: []feedback.Evidence{{Kind: "commit", Commit: "3b1d77e0000"}}}
		}), nil, "The code this was about is gone since 3b1d77e; looked for it in cart.go."},
		"deferred": {ask(feedback.Deferred, func(st *feedback.Standing) {
			st.Tracked, st.Judgment = "https://github.com/acme/shop/issues/7", &feedback.Judgment{Defer: "https://github.com/acme/shop/issues/7"}
		}), nil, "Not part of this pull request; tracked in https://github.com/acme/shop/issues/7."},
		"a question": {ask(feedback.Escalated, func(st *feedback.Standing) {
			st.Judgment = &feedback.Judgment{Class: feedback.NeedsHuman, Question: &feedback.Question{
				Text:    "keep the v1 field?",
				Options: []feedback.Option{{Option: "keep it", Tradeoff: "one more release of both"}, {Option: "drop it", Tradeoff: "breaks old clients"}},
			}}
		}), nil, "This needs a maintainer's decision: keep the v1 field? Options: keep it (one more release of both); drop it (breaks old clients). Left open."},
		"a limit": {ask(feedback.Escalated, func(st *feedback.Standing) { st.Judgment, st.Why = nil, "rounds" }), nil,
			"This needs a maintainer's decision: the number of rounds allowed for this pull request is used up; is this to be worked on? Left open."},
		"failed": {ask(feedback.Failed, nil), nil,
			"No change that passes this repository's checks was found; left open for a maintainer."},
	}
	for name, c := range cases {
		got, err := Reply(action.Say{Disposition: c.st.Disposition, Standing: c.st, Primary: c.primary, ReplyTo: 1}, policy.Answers{})
		if err != nil || got != c.want {
			t.Errorf("%s: got %q, %v\nwant %q", name, got, err, c.want)
		}
	}
}

func TestReplyInTheConversationQuotesTheAskAndSigns(t *testing.T) {
	st := ask(feedback.Fixed, func(st *feedback.Standing) {
		st.Commit = fixCommit
		st.Item.Body = "> earlier words\n\n<!-- x -->\n**Please** tell @maria why. It rounds twice."
	})
	got, err := Reply(action.Say{Disposition: feedback.Fixed, Standing: st}, policy.Answers{Signature: "– the cart team"})
	if want := "> Please tell `@maria` why.\n\nFixed in c07be21.\n\n– the cart team"; err != nil || got != want {
		t.Fatalf("got %q, %v", got, err)
	}
}

func TestReplyRefusesWhatItCannotStandFor(t *testing.T) {
	cases := map[string]*feedback.Standing{
		"a fix without a commit":         ask(feedback.Fixed, nil),
		"a deferral without a place":     ask(feedback.Deferred, nil),
		"an ask that is open":            ask(feedback.Open, nil),
		"a reason that holds a token":    ask(feedback.Declined, func(st *feedback.Standing) { st.Judgment.Reason = "the token is ghp_0123456789abcdefghij" }),
		"a token broken by a zero width": ask(feedback.Declined, func(st *feedback.Standing) { st.Judgment.Reason = "ghp_01234567\u200b89abcdefghij" }),
	}
	for name, st := range cases {
		if got, err := Reply(action.Say{Disposition: st.Disposition, Standing: st, ReplyTo: 1}, policy.Answers{}); err == nil {
			t.Errorf("%s was published: %q", name, got)
		}
	}
}

func TestReplyFitsWithItsMarkHoweverMuchWasSaid(t *testing.T) {
	long := strings.Repeat("ünd @maria ` <b> ", 900)
	st := ask(feedback.AlreadyAddressed, func(st *feedback.Standing) {
		st.Item.Body = long
		st.Judgment = &feedback.Judgment{Reason: long, Evidence: []feedback.Evidence{{Kind: "hunk", Text: strings.Repeat("```\n"+long, 50)}}}
	})
	got, err := Reply(action.Say{Disposition: st.Disposition, Standing: st}, policy.Answers{Signature: long})
	if size := len([]rune(got)); err != nil || size > publicLimit-120 {
		t.Fatalf("%d characters, %v", size, err)
	}
}

func TestOutsideWordsNotifyNobodyAndHideNothing(t *testing.T) {
	cases := map[string]string{
		"ask @maria, or @acme/cart":           "ask `@maria`, or `@acme/cart`",
		"mail a@b.example stays":              "mail a@b.example stays",
		"see https://host.example/@user/post": "see https://host.example/@user/post",
		"code `@Override` stays":              "code `@Override` stays",
		"an open ` before @maria":             "an open \\` before `@maria`",
		"`@maria":                             "\\``@maria`",
		"`x`@maria`y`":                        "`x` `@maria` `y`",
		"\\`@maria\\`":                        "\\``@maria`\\`",
		"``a ` b`` @maria":                    "``a ` b`` `@maria`",
		"- ```\n  x\n  ```\nhello @maria":     "- ``` x ``` hello `@maria`",
		"a <!-- @maria --> b":                 "a b",
		"a <!-<!-- -->- @maria --> b":         "a b",
		"a <!-- no end":                       "a",
		"<img src=x> ![p](https://e.example)": "&lt;img src=x> [p](https://e.example)",
		"[](https://e.example) x":             "x",
		"x\n[//]: # (hidden)\ny":              "x y",
		"zero\u200bwidth \u202eturned":        "zerowidth turned",
	}
	for in, want := range cases {
		if got := words(in, 500); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

func TestCommitNamesItemsAndWhy(t *testing.T) {
	items := []feedback.Standing{*ask(feedback.Open, nil), *ask(feedback.Open, func(st *feedback.Standing) { st.Item.ID = "c7" })}
	got := Commit(shop, items, "Round totals once.", "Each line was rounded on its own; this fixes #12 for @maria.", "fix/a")
	want := "fix(cart): round totals once (PR #42 comment 2203844821)\n\n" +
		"Each line was rounded on its own; this fixes number 12 for `@maria`.\n\n" +
		"Settle-Item: t2203844821@2203844901.1763733122\nSettle-Item: c7@2203844901.1763733122\n" +
		"Settle-Key: " + string(mark.DigestOf("fix/a")) + "\n"
	if got != want {
		t.Fatalf("got\n%s\nwant\n%s", got, want)
	}
}

func TestCommitSubjectStaysShortAndCleanWhateverIsPassed(t *testing.T) {
	deep := ask(feedback.Open, func(st *feedback.Standing) { st.Item.Where.Path = "internal/Cart Totals/sum.go" })
	for _, summary := range []string{"", strings.Repeat("wide words ", 40), "ghp_0123456789abcdefghij", "two\nlines"} {
		line, rest, _ := strings.Cut(Commit(shop, []feedback.Standing{*deep}, summary, "", "fix/a"), "\n")
		if len([]rune(line)) > 100 || !strings.HasPrefix(line, "fix(carttotals): ") || !strings.HasSuffix(line, " (PR #42 comment 2203844821)") || Secret(line) {
			t.Errorf("%q: %q", summary, line)
		}
		if !strings.HasPrefix(rest, "\nSettle-Item: ") {
			t.Errorf("%q: rest %q", summary, rest)
		}
	}
}
