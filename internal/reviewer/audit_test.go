package reviewer

import (
	"testing"
	"time"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
)

// What our auditor publishes under our own account is its, and no person's;
// what a person writes there by hand stays a person's.
func TestThreadsOfOurAuditorAreIts(t *testing.T) {
	me := pull.Author{Login: "dev", ID: 1, Kind: pull.Person}
	thread := func(marks ...mark.Mark) pull.Thread {
		return pull.Thread{NodeID: "T1", Path: "a.go", Line: 3, Comments: []pull.Comment{{ID: 9, Author: me, Ours: true, Body: "**Too many**\n*high*\n\nOne.", Marks: marks}}}
	}
	found := mark.Mark{Kind: mark.Finding, Digest: "0123456789abcdef"}
	auditor := policy.Reviewer{Name: "auditor", Publish: true, Define: policy.Definition{Name: "auditor", Kind: "auditor"}}
	silent := auditor
	silent.Publish = false
	for name, c := range map[string]struct {
		reviewer policy.Reviewer
		thread   pull.Thread
		want     string
		kind     pull.Kind
	}{
		"published":        {auditor, thread(found), "auditor", pull.Bot},
		"by hand":          {auditor, thread(), policy.People, pull.Person},
		"policy says no":   {silent, thread(found), policy.People, pull.Person},
		"by somebody else": {auditor, pull.Thread{NodeID: "T2", Comments: []pull.Comment{{ID: 8, Author: pull.Author{Login: "lee", Kind: pull.Person}, Body: "x", Marks: []mark.Mark{found}}}}, policy.People, pull.Person},
		"as an App":        {auditor, pull.Thread{NodeID: "T3", Comments: []pull.Comment{{ID: 7, Author: pull.Author{Login: "lint[bot]", Kind: pull.Bot}, Ours: true, Body: "x", Marks: []mark.Mark{found}}}}, "auditor", pull.Bot},
	} {
		items := Items(pull.Snapshot{Viewer: pull.Viewer{Login: "dev", ID: 1}, Threads: []pull.Thread{c.thread}}, []policy.Reviewer{c.reviewer, {Name: policy.People}})
		if len(items) != 1 || items[0].Reviewer != c.want || items[0].By.Kind != c.kind {
			t.Errorf("%s: %+v", name, items)
		}
	}
}

func TestAnAuditWaitsUntilWhatItPublishedIsSeen(t *testing.T) {
	ended := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	in := Input{
		Reviewer: policy.Reviewer{Name: "auditor", Define: policy.Definition{Kind: "auditor"}}, Timing: policy.Timing{Deadline: 20 * time.Second, Lag: time.Minute},
		Audit: Audit{Began: ended.Add(-time.Minute), Ended: ended, Findings: 2, Posted: 2},
	}
	for name, c := range map[string]struct {
		visible, open int
		after         time.Duration
		want          feedback.ReadingWord
	}{
		"one is seen":         {1, 1, 10 * time.Second, feedback.Lagging},
		"none is seen":        {0, 0, 10 * time.Second, feedback.Lagging},
		"both are":            {2, 2, 10 * time.Second, feedback.Dirty},
		"both are settled":    {2, 0, time.Second, feedback.Answered},
		"one was deleted":     {1, 0, 80 * time.Second, feedback.Answered},
		"and one is still on": {1, 1, 80 * time.Second, feedback.Dirty},
	} {
		in.Visible, in.Open, in.Now = c.visible, c.open, ended.Add(c.after)
		r := readAudit(in)
		if r.Word != c.want || c.want == feedback.Lagging && !r.Until.Equal(ended.Add(80*time.Second)) {
			t.Errorf("%s: %s until %s, want %s", name, r.Word, r.Until, c.want)
		}
	}
}
