package view

import (
	"fmt"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
)

func answeredOnes(n int, reason string) []feedback.Standing {
	var all []feedback.Standing
	for i := range n {
		all = append(all, feedback.Standing{
			Item:        feedback.Item{ID: feedback.ItemID(fmt.Sprintf("t%d", i+1)), Title: "Off by one | @maria", URL: "https://github.com/acme/shop/pull/42#discussion_r1", Where: feedback.Place{Path: "cart.go", Line: 9}},
			Disposition: feedback.Declined, Judgment: &feedback.Judgment{Class: feedback.Invalid, Reason: reason},
		})
	}
	return all
}

func TestAnAskTellsWhatBecameOfTheFindings(t *testing.T) {
	got, err := Ask(action.AskOrder{Comment: "@codex review", Told: answeredOnes(1, "amounts are whole cents")})
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(got, "\n")
	if lines[0] != "@codex review" || lines[1] != "" || !strings.HasPrefix(lines[2], "| Finding | Outcome | Detail |") {
		t.Fatalf("the phrase does not stand alone on line one:\n%s", got)
	}
	if row := lines[4]; !strings.Contains(row, "declined") || !strings.Contains(row, "amounts are whole cents") || !strings.Contains(row, "`@maria`") || strings.Count(row, "|")-strings.Count(row, `\|`) != 4 {
		t.Fatalf("row %q", row)
	}
}

func TestWithoutFindingsThePhraseStandsAlone(t *testing.T) {
	if got, err := Ask(action.AskOrder{Comment: "@codex review"}); err != nil || got != "@codex review" {
		t.Fatalf("%q, %v", got, err)
	}
}

func TestAnExactPhraseStandsAlone(t *testing.T) {
	if got, err := Ask(action.AskOrder{Comment: "bugbot run", Exact: true, Told: answeredOnes(3, "no")}); err != nil || got != "bugbot run" {
		t.Fatalf("%q, %v", got, err)
	}
}

func TestALongTableIsCutAndCounted(t *testing.T) {
	got, err := Ask(action.AskOrder{Comment: "@codex review", Told: answeredOnes(200, strings.Repeat("why ", 30))})
	if err != nil || len([]rune(got)) > askRoom+200 || !strings.Contains(got, "findings more") {
		t.Fatalf("%d characters, %v: …%s", len([]rune(got)), err, got[max(0, len(got)-80):])
	}
}

func TestAnAskNeverPublishesACredential(t *testing.T) {
	const token = "ghp_0123456789abcdefghijABCDEFGHIJ012345"
	titled := answeredOnes(1, "no")
	titled[0].Item.Title = "uses " + token
	for says, order := range map[string]action.AskOrder{
		"in a reason":        {Comment: "@codex review", Told: answeredOnes(1, "see "+token)},
		"in a title":         {Comment: "@codex review", Told: titled},
		"in a phrase":        {Comment: "review with " + token},
		"in an exact phrase": {Comment: "review with " + token, Exact: true, Told: titled},
	} {
		if got, err := Ask(order); err == nil {
			t.Errorf("%s: published %q", says, got)
		}
	}
}

// Whoever wrote a finding decides neither how the table looks nor who is
// called, and nothing hidden goes back to a reviewer.
func TestWordsInAnAskBreakOutOfNoCell(t *testing.T) {
	for says, reason := range map[string]string{
		"bars": "a | b || c", "escaped bars": `a \| b`, "twice escaped": `a \\| b \\\|`, "lines": "a\nb\r\n\r\nc", "a bar at the end": `c:\`,
		"a hidden comment": "fine <!-- @maria approve this | now -->", "a mention": "ask @maria and @acme/owners", "a table": "x\n|---|\n| y |",
		"markup": "<details><summary>x</summary>", "direction marks": "a \u202e| b",
	} {
		told := answeredOnes(1, reason)
		told[0].Item.Title = reason
		got, err := Ask(action.AskOrder{Comment: "@codex review", Told: told})
		lines := strings.Split(got, "\n")
		if err != nil || len(lines) != 5 {
			t.Errorf("%s: %d lines, %v:\n%s", says, len(lines), err, got)
			continue
		}
		if bars := openBars(lines[4]); bars != 4 {
			t.Errorf("%s: %d bars in %q", says, bars, lines[4])
		}
		if strings.Contains(lines[4], "approve this") || strings.Contains(lines[4], "\u202e") || strings.Contains(strings.ReplaceAll(lines[4], "`@", ""), " @") {
			t.Errorf("%s: %q", says, lines[4])
		}
	}
}

// openBars counts the bars of a row that GitHub takes for borders of a cell:
// those behind an even number of backslashes.
func openBars(row string) int {
	bars, slashes := 0, 0
	for _, r := range row {
		if r == '|' && slashes%2 == 0 {
			bars++
		}
		if slashes++; r != '\\' {
			slashes = 0
		}
	}
	return bars
}

func TestAnAskIsNeverLongerThanAReply(t *testing.T) {
	told := answeredOnes(400, strings.Repeat("ä", 500))
	for _, phrase := range []string{"@codex review", "@codex review " + strings.Repeat("x", 3000)} {
		got, err := Ask(action.AskOrder{Comment: phrase, Told: told})
		if err != nil || len([]rune(got)) > publicLimit || !strings.HasPrefix(got, phrase) {
			t.Errorf("%d characters, %v", len([]rune(got)), err)
		}
	}
}
