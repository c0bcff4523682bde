package config

import (
	"fmt"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/reviewer"
)

// jobs is the account that GitHub's workflows act as.
var jobs = pull.Author{Login: "github-actions", ID: 41898282, Kind: pull.Bot}

// oursMarked is a line as `settle review` leaves it under the key of one run.
func oursMarked(kind mark.Kind, word string) string {
	return mark.Secret("of a job").Write("acme/shop#1", mark.Mark{Kind: kind, Digest: mark.DigestOf("x"), Word: word})
}

// summary is the summary comment of a run of ours at a head; alone has one entry
// for each finding without a thread.
func summary(by pull.Author, at time.Time, head pull.Oid, open, inline int, alone ...int) pull.Comment {
	word := fmt.Sprintf("%s.%d.%d.%d", head, open, inline, len(alone))
	return pull.Comment{ID: 31, Author: by, CreatedAt: seenAt.Add(-time.Hour), EditedAt: &at, Body: "**Review**\n\n" + oursMarked(mark.Review, word)}
}

func ours(t *testing.T, text string) []policy.Reviewer {
	t.Helper()
	p, err := ReadPolicy("policy.yaml", "", []byte("version: 1\n"+text))
	if err != nil {
		t.Fatal(err)
	}
	return p.Reviewers
}

// readOurs reads the first reviewer in a world of these comments and threads.
func readOurs(all []policy.Reviewer, comments []pull.Comment, threads ...pull.Thread) feedback.Reading {
	s := pull.Snapshot{
		Ref: pull.Ref{Owner: "acme", Repo: "shop", Number: 1}, State: pull.Open, Head: reviewedHead, Viewer: pull.Viewer{Login: "dev"},
		Comments: comments, Threads: threads,
	}
	items := reviewer.Items(s, all)
	return reviewer.Read(reviewer.Input{
		Snapshot: s, Reviewer: all[0], Since: seenAt.Add(-10 * time.Minute), Open: len(items), Visible: len(items),
		Timing: policy.Default().Timing, Now: seenAt.Add(time.Minute),
	})
}

func found(by pull.Author, own bool) pull.Thread {
	body := "**Off by one**\n*high · logic*\n\nIt is.\n\n" + oursMarked(mark.Finding, string(reviewedHead)+".ab")
	c := pull.Comment{ID: 41, Author: by, CreatedAt: seenAt, Body: body, Commit: reviewedHead, Ours: own}
	if own {
		c.Marks = mark.Secret("another").Read("acme/shop#1", body)
	}
	return pull.Thread{NodeID: "T", Path: "a.go", Line: 3, Side: "RIGHT", Subject: "LINE", Comments: []pull.Comment{c}, Total: 1}
}

func TestOurOwnReviewerIsReadByTheMarkOfItsSummary(t *testing.T) {
	const other = pull.Oid("2222222222222222222222222222222222222222")
	all := ours(t, "reviewers: {settle: required}\n")
	forger := pull.Author{Login: "mallory", ID: 9, Kind: pull.Person}
	before := seenAt.Add(-30 * time.Minute)
	failed := summary(jobs, seenAt, reviewedHead, 0, 0)
	failed.Body = oursMarked(mark.Review, string(reviewedHead)+".failed")
	within := summary(jobs, seenAt, reviewedHead, 0, 0)
	within.Body += "\n\nadded below"
	quoted := summary(jobs, seenAt, reviewedHead, 0, 0)
	quoted.Author = forger
	cases := map[string]struct {
		comments []pull.Comment
		threads  []pull.Thread
		want     feedback.ReadingWord
	}{
		"nothing is open":                             {[]pull.Comment{summary(jobs, seenAt, reviewedHead, 0, 0)}, nil, feedback.Clean},
		"said before we saw the head":                 {[]pull.Comment{summary(jobs, before, reviewedHead, 0, 0)}, nil, feedback.Clean},
		"a slow job, about an older commit":           {[]pull.Comment{summary(jobs, seenAt, other, 0, 0)}, nil, feedback.Pending},
		"one is open, and seen":                       {[]pull.Comment{summary(jobs, seenAt, reviewedHead, 1, 1)}, []pull.Thread{found(jobs, false)}, feedback.Dirty},
		"one is open, and not seen yet":               {[]pull.Comment{summary(jobs, seenAt, reviewedHead, 1, 1)}, nil, feedback.Lagging},
		"one of an earlier head remains":              {[]pull.Comment{summary(jobs, seenAt, reviewedHead, 1, 0)}, nil, feedback.Answered},
		"one of an earlier head is in the summary":    {[]pull.Comment{summary(jobs, seenAt, reviewedHead, 1, 0, 1)}, nil, feedback.Dirty},
		"ten are open":                                {[]pull.Comment{summary(jobs, seenAt, reviewedHead, 10, 0)}, []pull.Thread{found(jobs, false)}, feedback.Dirty},
		"another workflow under the same account":     {[]pull.Comment{{ID: 1, Author: jobs, CreatedAt: seenAt, Body: "Coverage: 0 lines less."}}, nil, feedback.Pending},
		"it got no answer":                            {[]pull.Comment{failed}, nil, feedback.Refused},
		"its mark is not the last line":               {[]pull.Comment{within}, nil, feedback.Pending},
		"somebody pastes the summary":                 {[]pull.Comment{quoted}, nil, feedback.Pending},
		"the findings of the head, then no open more": {[]pull.Comment{summary(jobs, seenAt.Add(time.Second), reviewedHead, 0, 1)}, []pull.Thread{found(jobs, false)}, feedback.Clean},
	}
	for says, c := range cases {
		if got := readOurs(all, c.comments, c.threads...); got.Word != c.want {
			t.Errorf("%s: read %s of %+v, want %s", says, got.Word, got.Evidence, c.want)
		}
	}
}

func TestAnAccountThatSeveralSpeakUnderIsHeardWhereItIsSigned(t *testing.T) {
	s := pull.Snapshot{Comments: []pull.Comment{{ID: 1, Author: jobs, Body: "Coverage: 81 %."}}}
	if seen(Builtin()["settle"], s) {
		t.Error("a comment of another workflow makes our reviewer one of this pull request")
	}
	s.Comments = append(s.Comments, summary(jobs, seenAt, reviewedHead, 0, 0))
	if !seen(Builtin()["settle"], s) {
		t.Error("our summary is not seen")
	}
}

// One account reviews and answers: what it found asks, what it answered does not,
// and what its owner writes by hand is theirs.
func TestAReviewerUnderOurOwnAccountAsks(t *testing.T) {
	dev := pull.Author{Login: "dev", ID: 8, Kind: pull.Person, Trust: pull.Maintainer}
	all := ours(t, "reviewers: {settle: {role: required, accounts: [{login: dev}]}}\n")
	thread := found(dev, true)
	answer := pull.Comment{ID: 42, Author: dev, CreatedAt: seenAt.Add(time.Minute), Body: "Fixed.", Ours: true, Marks: []mark.Mark{{Kind: mark.Reply}}}
	itself := summary(dev, seenAt, reviewedHead, 1, 1)
	itself.Ours, itself.Marks = true, []mark.Mark{{Kind: mark.Review}}
	s := pull.Snapshot{Head: reviewedHead, Viewer: pull.Viewer{Login: "dev"}, Threads: []pull.Thread{thread}, Comments: []pull.Comment{
		itself, {ID: 51, Author: dev, CreatedAt: seenAt, Body: "And the docs?", Ours: true},
	}}
	items := reviewer.Items(s, all)
	if len(items) != 2 || items[0].ID != "t41" || items[0].Reviewer != "settle" || items[0].Severity != "high" || items[0].Title != "Off by one" ||
		items[1].ID != "c51" || items[1].Reviewer != policy.People {
		t.Fatalf("asked: %+v", items)
	}
	version := items[0].Version
	s.Threads[0].Comments = append(s.Threads[0].Comments, answer)
	if items = reviewer.Items(s, all); items[0].Version != version {
		t.Error("our answer is taken for a new word")
	}
	s.Threads[0].Resolved, s.Threads[0].ResolvedBy = true, "dev"
	if items = reviewer.Items(s, all); items[0].FYI {
		t.Error("a thread that we answered and closed is nobody's")
	}
	s.Threads[0].Comments = s.Threads[0].Comments[:1]
	if items = reviewer.Items(s, all); !items[0].FYI {
		t.Error("what the reviewer closed itself is asked again")
	}
}
