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
	if _, err := Ask(action.AskOrder{Comment: "@codex review", Told: answeredOnes(1, "see ghp_0123456789abcdefghijABCDEFGHIJ012345")}); err == nil {
		t.Fatal("it was published")
	}
}
