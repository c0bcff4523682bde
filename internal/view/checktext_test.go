package view

import (
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verdict"
)

func TestTheTitleOfOurCheckIsTheAnswerInALine(t *testing.T) {
	born := blocked()
	long := working()
	long.Verdict.Why = verdict.Reason{Code: "checks_pending", Subject: strings.Repeat("a very long name ", 40)}
	for want, f := range map[string]Facts{
		"Ready at 9f2c1ab": world(), "Waiting for bugbot until 15:05 UTC": waiting(), "1 question: t4830": needsYou(),
		"Stopped: " + headline(born.Verdict, born.name()): born,
	} {
		if got := CheckTitle(f); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if got := CheckTitle(long); len([]rune(got)) > 140 || !strings.HasPrefix(got, "At work: ") {
		t.Errorf("%d characters: %q", len([]rune(got)), got)
	}
}

func TestTheTextOfOurCheckTicksOnlyWhatHolds(t *testing.T) {
	got, err := CheckText(waiting())
	if err != nil || strings.Count(got, "\n") != 5 || strings.Count(got, "- [x] ") != strings.Count(got, "- [")-notHeld(waiting()) {
		t.Errorf("%v\n%s", err, got)
	}
	for _, word := range []string{"@", "settle answer", "<!--"} {
		if strings.Contains(got, word) {
			t.Errorf("it says %q:\n%s", word, got)
		}
	}
}

func notHeld(f Facts) int {
	n := 0
	for _, g := range f.Verdict.Gates {
		if g.Holds != verdict.Yes {
			n++
		}
	}
	return n
}

func TestNothingPublicShowsACredential(t *testing.T) {
	f := world()
	f.Snapshot.Checks = []pull.Check{{Name: "ci", Status: pull.CheckSuccess, Required: true}}
	f.Snapshot.BaseRef = "ghp_0123456789abcdefghijABCDEFGHIJ012345"
	if text, err := CheckText(f); err == nil && strings.Contains(text, "ghp_") {
		t.Errorf("published %q", text)
	}
	if text, err := ClosingReport(f, []feedback.Standing{}); err == nil && strings.Contains(text, "ghp_") {
		t.Errorf("published %q", text)
	}
}
