package view

import (
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
)

// spoke is one comment of a thread.
func spoke(id int64, by string, minutes int) pull.Comment {
	return pull.Comment{ID: id, NodeID: "C" + by, Author: pull.Author{Login: by}, Body: "words of " + by, CreatedAt: noon.Add(time.Duration(minutes) * time.Minute)}
}

// threaded is a pull request with six threads, a comment and a review.
func threaded() Facts {
	f := world()
	s := f.Snapshot
	s.Threads = []pull.Thread{
		{NodeID: "T1", Path: "cart/a.go", Line: 3, Comments: []pull.Comment{spoke(1, "cursor", 0), spoke(11, "Maria", 1)}},
		{NodeID: "T2", Path: "cart/b.go", Line: 4, Resolved: true, Comments: []pull.Comment{spoke(2, "cursor", 2)}},
		{NodeID: "T3", Path: "cart/b.go", OriginalLine: 9, Outdated: true, Comments: []pull.Comment{spoke(3, "copilot", 3)}},
		{NodeID: "T4", Path: "cartoon.go", Line: 5, Comments: []pull.Comment{spoke(4, "copilot", 4)}},
		{NodeID: "T5", Path: "doc/x.md", OriginalLine: 7, Outdated: true, Resolved: true, Comments: []pull.Comment{spoke(5, "maria", 5)}},
		{NodeID: "T6", Path: "cart/a.go", Line: 8, Comments: []pull.Comment{spoke(6, "ghost[bot]", 6)}},
	}
	s.Comments = []pull.Comment{spoke(7, "maria", 7)}
	s.Reviews = []pull.Review{{ID: 8, Author: pull.Author{Login: "coderabbitai"}, Body: "Outside the diff.", State: pull.Commented}}
	f.Verdict.Items = nil
	for _, t := range s.Threads {
		st := row(feedback.ItemID(*threadRow(t).ID), t.Root().Author.Login, feedback.Place{Path: t.Path}, "x", feedback.Open, "")
		st.Item.Thread = t.NodeID
		f.Verdict.Items = append(f.Verdict.Items, st)
	}
	f.Verdict.Items[3].Disposition = feedback.Declined
	finding := row("r8.1", "coderabbit", feedback.Place{Path: "cart/c.go"}, "x", feedback.Open, "")
	f.Verdict.Items = append(f.Verdict.Items, row("c7", "people", feedback.Place{}, "x", feedback.Open, ""), finding)
	return f
}

// held prints what a list holds: threads, then items that are no thread's.
func held(t Threads) string {
	var names []string
	for _, thread := range t.Threads {
		names = append(names, *thread.ID)
	}
	for _, item := range t.Items {
		if item.Kind != "thread" {
			names = append(names, item.ID)
		}
	}
	return strings.Join(names, " ")
}

func TestAFilterTakesWhatItNames(t *testing.T) {
	cases := map[string]struct {
		filter Filter
		want   string
	}{
		"one item, though it is outdated":         {Filter{Item: "t3"}, "t3"},
		"one finding of a review":                 {Filter{Item: "r8.1"}, "r8.1"},
		"one comment":                             {Filter{Item: "c7"}, "c7"},
		"nothing asked: all":                      {Filter{}, "t1 t2 t3 t4 t5 t6 c7 r8.1"},
		"unresolved, code stands":                 {Filter{Unresolved: true}, "t1 t4 t6 c7 r8.1"},
		"unresolved, outdated too":                {Filter{Unresolved: true, Outdated: true}, "t1 t3 t4 t6 c7 r8.1"},
		"anybody in the thread, without case":     {Filter{Authors: []string{"MARIA"}}, "t1 t5 c7"},
		"a bot with or without its suffix":        {Filter{Authors: []string{"ghost"}}, "t6"},
		"one of two authors":                      {Filter{Authors: []string{"copilot", "coderabbitai[bot]"}}, "t3 t4 r8.1"},
		"who asks, by login":                      {Filter{Reviewers: []string{"cursor"}}, "t1 t2"},
		"who asks, by the name in the policy":     {Filter{Reviewers: []string{"coderabbit", "people"}}, "c7 r8.1"},
		"a file":                                  {Filter{Paths: []string{"cart/a.go"}}, "t1 t6"},
		"a folder, and what is found in its code": {Filter{Paths: []string{"cart"}}, "t1 t2 t3 t6 r8.1"},
		"a folder with its slash":                 {Filter{Paths: []string{"cart/"}}, "t1 t2 t3 t6 r8.1"},
		"two places":                              {Filter{Paths: []string{"doc", "cartoon.go"}}, "t4 t5"},
		"open asks":                               {Filter{Open: true}, "t1 t2 t3 t5 t6 c7 r8.1"},
		"all of it together":                      {Filter{Unresolved: true, Authors: []string{"cursor", "ghost"}, Paths: []string{"cart"}}, "t1 t6"},
		"a bound, after all else":                 {Filter{Unresolved: true, MaxThreads: 2}, "t1 t4 c7 r8.1"},
		"a bound that nothing reaches":            {Filter{MaxThreads: 6}, "t1 t2 t3 t4 t5 t6 c7 r8.1"},
	}
	for name, c := range cases {
		got := NewThreads(threaded()).Only(c.filter)
		if held(got) != c.want {
			t.Errorf("%s: %s, want %s", name, held(got), c.want)
		}
		partial := len(strings.Fields(c.want)) < 8
		if got.Complete == partial || (len(got.Gaps) > 0) != partial {
			t.Errorf("%s: complete is %v with gaps %v", name, got.Complete, got.Gaps)
		}
		if got.CrossInvocation.Signal == nil || !*got.CrossInvocation.Signal || len(got.CrossInvocation.ResolvedThreads) != 2 {
			t.Errorf("%s: a filter changed what is known of earlier rounds", name)
		}
	}
}

func TestWhatAFilterLeavesOutIsNamed(t *testing.T) {
	got := NewThreads(threaded()).Only(Filter{Unresolved: true, Paths: []string{"cart", "cartoon.go"}, MaxThreads: 1})
	want := []Gap{
		{"threads", "3 of 6", "left out by --unresolved --path cart --path cartoon.go"}, {"threads", "2 of 6", "left out by --max-threads 1"},
		{"comments", "1 of 1", "left out by --unresolved --path cart --path cartoon.go"},
	}
	if len(got.Gaps) != 3 || got.Gaps[0] != want[0] || got.Gaps[1] != want[1] || got.Gaps[2] != want[2] {
		t.Errorf("got %v", got.Gaps)
	}
	if page := got.Text(live); !strings.Contains(page, "left out by --max-threads 1") || !strings.Contains(page, "2 items, 0 answered") {
		t.Errorf("the page:\n%s", page)
	}
	if never := NewThreads(Facts{Ref: shop, Now: noon}).Only(Filter{Unresolved: true}); never.Threads != nil || len(never.Gaps) != 1 {
		t.Errorf("what was never observed: %+v", never)
	}
}

func TestWhatWasNotJudgedIsOpen(t *testing.T) {
	f := threaded()
	f.Verdict = pausedFacts().Verdict
	if got := NewThreads(f).Only(Filter{Open: true}); len(got.Threads) != 6 || got.Items != nil || !got.Complete {
		t.Errorf("%d threads, items %v", len(got.Threads), got.Items)
	}
}
