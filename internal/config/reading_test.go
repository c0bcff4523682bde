package config

import (
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/feedback"
)

// A reader that never commits itself must not pass for a good one: each label
// that names a verdict is missed by "pending", and by every other single word.
func TestNoSingleWordFitsTheLabels(t *testing.T) {
	labels := map[string]int{}
	for _, r := range bodies(t) {
		for _, label := range []string{"dirty", "clean", "not_reviewed"} {
			if strings.HasPrefix(r.Expected.Verdict, label) {
				labels[label]++
			}
		}
	}
	for _, word := range []feedback.ReadingWord{feedback.Pending, feedback.Absent, feedback.Silent, feedback.Clean, feedback.Dirty, feedback.Refused} {
		missed := 0
		for _, label := range []string{"dirty", "clean", "not_reviewed"} {
			if labels[label] == 0 {
				t.Fatalf("no body is labelled %s", label)
			}
			if !fits(label, word, 1) {
				missed += labels[label]
			}
		}
		if waits := word == feedback.Pending || word == feedback.Absent || word == feedback.Silent; waits && missed != labels["dirty"]+labels["clean"]+labels["not_reviewed"] || missed == 0 {
			t.Errorf("%s for everything misses only %d", word, missed)
		}
	}
	if labels["dirty"] < 51 || labels["clean"] < 8 || labels["not_reviewed"] < 8 {
		t.Errorf("labels %v", labels)
	}
}

// surfaces are the places at which a reviewer speaks.
var surfaces = []string{"inline_comment", "review_body", "issue_comment"}

// readFor reads a body as if a built-in reviewer had written it.
func readFor(t *testing.T, login, kind, body string) feedback.Reading {
	t.Helper()
	reading, _, known := recorded{Login: login, Kind: kind, body: body}.read(t)
	if !known || reading.Word == "" {
		t.Fatalf("%s: no reading of %.80q", login, body)
	}
	return reading
}

// The longest body that GitHub takes has 65,536 characters. What is slow to
// read would show at a sixteenth of that, too; one is read in full.
func TestTheWorstBodiesAreReadInBoundedTime(t *testing.T) {
	readFor(t, "coderabbitai", "review_body", strings.Repeat("<details><summary>found 1 potential ", 2000))
	const longest = 4096
	for says, piece := range map[string]string{
		"fences": "```suggestion\n", "stars": "**", "comments": "<!--", "tags": "<details><summary>", "quotes": "> ", "bars": "| ", "almost clean": "found no ",
		"almost dirty": "found 1 potential ", "digits": "9", "blanks": " ", "lines": "\n", "letters": "ä", "not letters": "\xff\xfe", "severities": "![P1 Badge]",
	} {
		body := strings.Repeat(piece, longest/len(piece)+1)[:longest]
		for name, def := range Builtin() {
			for _, kind := range surfaces {
				start := time.Now()
				readFor(t, def.Accounts[0].Login, kind, body)
				if took := time.Since(start); took > time.Second {
					t.Errorf("%s as %s, %s: %s", name, kind, says, took)
				}
			}
		}
	}
}

// FuzzReading: any body whatever yields a reading, and what counts findings in
// its words is never clean.
func FuzzReading(f *testing.F) {
	f.Add("codex", "issue_comment", "**P1** [x](y) ```suggestion")
	f.Add("copilot", "review_body", "generated 2 comments")
	f.Add("bugbot", "review_body", "found 3 potential issues, and bugbot reviewed your changes and found no issues")
	logins := map[string]string{}
	for name, def := range Builtin() {
		logins[name] = def.Accounts[0].Login
	}
	f.Fuzz(func(t *testing.T, name, kind, body string) {
		login, ok := logins[name]
		if !ok {
			login = "cursor"
		}
		reading := readFor(t, login, kind, body)
		if kind == "inline_comment" && reading.Word == feedback.Clean {
			t.Fatalf("%s: a finding is read as clean: %q", name, body)
		}
	})
}
