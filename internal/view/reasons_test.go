package view

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verdict"
)

// codesOf reads the reason words that judgment uses from its own source.
func codesOf(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "decide", "*.go"))
	if err != nil || len(files) < 10 {
		t.Fatalf("%d files of decide, %v", len(files), err)
	}
	word := regexp.MustCompile(`(?:Code:\s*|code = |j\.owe\(|^\s*)"([a-z][a-z_]*[a-z])"`)
	var codes []string
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range word.FindAllStringSubmatch(string(text), -1) {
			codes = append(codes, m[1])
		}
	}
	return codes
}

func TestEveryReasonOfJudgmentHasASentence(t *testing.T) {
	codes := codesOf(t)
	if len(codes) < 30 {
		t.Fatalf("found only %d codes: %q", len(codes), codes)
	}
	for _, state := range []pull.State{pull.Merged, pull.Closed, pull.Gone} {
		codes = append(codes, string(state))
	}
	for _, word := range []feedback.ReadingWord{
		feedback.Clean, feedback.Answered, feedback.Dirty, feedback.Pending, feedback.Lagging, feedback.Absent, feedback.Silent, feedback.Refused,
	} {
		codes = append(codes, "reviewer_"+string(word))
	}
	for _, code := range codes {
		if said[code] == "" {
			t.Errorf("no sentence for %q", code)
		}
	}
	for _, surface := range []pull.Surface{
		pull.SurfaceHead, pull.SurfaceThreads, pull.SurfaceComments, pull.SurfaceReviews, pull.SurfaceChecks, pull.SurfaceRules,
		pull.SurfaceMerge, pull.SurfaceTimeline, pull.SurfaceCommits, pull.SurfaceRequests, pull.SurfacePolicy,
	} {
		if got := Reason(verdict.Reason{Code: "gap_" + string(surface)}); got != string(surface)+" could not be read" {
			t.Errorf("gap of %s: %q", surface, got)
		}
	}
}

func TestEveryWordOfARuleHasWords(t *testing.T) {
	for _, why := range leftOpenWhys {
		if openBecause[why] == "" || openWords[why] == "" {
			t.Errorf("no words for a thread left open: %s", why)
		}
	}
	for _, why := range []string{"undone", "not_in_head", "rounds", "cost", "no_verify", "follow_up", "attempts", "recurrence", "no_progress", "alternation", "born_from_fix", "active_time", "wall_time", "no_judgment"} {
		if undecided[why] == "" {
			t.Errorf("no question for %s", why)
		}
	}
}

func TestReasonsNameWhomTheyAreAbout(t *testing.T) {
	cases := map[string]verdict.Reason{
		"bugbot is asked and has not answered yet":                           {Code: "reviewer_pending", Subject: "bugbot"},
		"it is not known yet whether this happened: reply t1":                {Code: "in_doubt", Subject: "reply/t1@2.3/fixed"},
		"it is not known yet whether the push of 9f2c1ab arrived":            {Code: "push_in_doubt", Subject: string(headOid)},
		"GitHub does not let this account do it: push 9f2c1ab":               {Code: "not_allowed", Subject: "push/" + string(headOid)},
		"one thing is left to tidy: tell label needs-human":                  {Code: "tidying", Subject: "tell/label/needs-human/0011223344556677"},
		"ask bugbot failed and is tried again later":                         {Code: "backing_off", Subject: "ask/bugbot@9f2c#0"},
		"triage 2 items failed and is tried again later":                     {Code: "backing_off", Subject: "triage/t1@2.3,t4@5.6"},
		"somebody set it back to draft at this head; it is not marked again": {Code: "set_back"},
		"threads: page 2: GitHub answered 502":                               {Code: "gap_threads", Subject: "page 2: GitHub answered 502"},
		"born later t1":                                                      {Code: "born_later", Subject: "t1"},
	}
	for want, r := range cases {
		if got := Reason(r); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestHeadlineCountsWhatElseThereIs(t *testing.T) {
	v := verdict.Verdict{Why: verdict.Reason{Code: "feedback_open", Children: []verdict.Reason{
		{Code: "to_fix", Subject: "t1"}, {Code: "answer_due", Subject: "t1"}, {Code: "to_fix", Subject: "t2"},
	}}}
	if got := Headline(v); got != "feedback does not hold (2 open items)" {
		t.Error(got)
	}
	v.Why = verdict.Reason{Code: "backing_off", Subject: "push/c07be219", Children: []verdict.Reason{{Code: "quiet"}}}
	if got := Headline(v); !strings.HasPrefix(got, "push c07be21 failed and is tried again later: something changed") {
		t.Error(got)
	}
}

func TestAHeadlineSaysWhatRefusedAMerge(t *testing.T) {
	v := verdict.Verdict{Why: verdict.Reason{Gate: verdict.GateMergeable, Code: "behind", Subject: "main", Children: []verdict.Reason{
		{Code: "join_red", Subject: "main", Children: []verdict.Reason{{Code: "refused_before", Subject: "make test: total is 2"}}},
	}}}
	want := "the branch is behind main: together with main it does not pass the repository's checks, refused as before by make test: total is 2"
	if got := Headline(v); got != want {
		t.Error(got)
	}
	v.Why.Children[0] = verdict.Reason{Code: "join_failed", Subject: "main"}
	if got := Headline(v); got != "the branch is behind main: nobody could bring it together with main" {
		t.Error(got)
	}
}

func TestExitCodes(t *testing.T) {
	phase := func(p verdict.Phase, code string) verdict.Verdict {
		return verdict.Verdict{Phase: p, Why: verdict.Reason{Code: code}}
	}
	cases := []struct {
		v     verdict.Verdict
		state pull.State
		want  int
	}{
		{phase(verdict.Ready, "ready"), pull.Open, 0}, {phase(verdict.NeedsYou, "needs_decision"), pull.Open, 7},
		{phase(verdict.Working, "feedback_open"), pull.Open, 8}, {phase(verdict.Waiting, "quiet"), pull.Open, 8},
		{phase(verdict.Waiting, "gap"), pull.Open, 6}, {phase(verdict.Blocked, "conflict"), pull.Open, 9},
		{phase(verdict.Blocked, "not_allowed"), pull.Open, 5}, {phase(verdict.Blocked, "policy_broken"), pull.Open, 3},
		{phase(verdict.Ended, "merged"), pull.Merged, 20}, {phase(verdict.Ended, "closed"), pull.Closed, 21},
		{phase(verdict.Ended, "gone"), pull.Gone, 22}, {phase(verdict.Paused, "paused"), pull.Open, 30},
		{phase(verdict.Paused, "stopped"), pull.Open, 31},
	}
	for _, c := range cases {
		if got := ExitCode(c.v, &pull.Snapshot{State: c.state}); got != c.want {
			t.Errorf("%s %s: got %d, want %d", c.v.Phase, c.v.Why.Code, got, c.want)
		}
	}
	if got := ExitCode(phase(verdict.Ended, "merged"), nil); got != 20 {
		t.Errorf("merged without a snapshot: %d", got)
	}
	if got := ExitCode(verdict.Verdict{}, nil); got != 8 {
		t.Errorf("never observed: %d", got)
	}
}
