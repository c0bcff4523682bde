package view

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/pull"
)

// scripted is what a script reads by default: threads that are not resolved and
// whose code stands.
func scripted(f Facts) Script { return NewThreads(f).Only(Filter{Unresolved: true}).Script() }

func TestAScriptReadsFourKeysInTheHostsNames(t *testing.T) {
	f := threaded()
	f.Snapshot.Threads = f.Snapshot.Threads[:2]
	f.Snapshot.Comments = append(f.Snapshot.Comments, pull.Comment{ID: 9, Body: " \n", Author: pull.Author{Login: "maria"}})
	f.Snapshot.Reviews = append(f.Snapshot.Reviews, pull.Review{ID: 10, State: pull.Approved}, pull.Review{ID: 11, Body: "a draft", State: pull.PendingReview})
	got, err := json.MarshalIndent(scripted(f), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	const want = `{
 "review_threads": [
  {
   "root_comment_id": 1,
   "node": {
    "id": "T1",
    "isResolved": false,
    "isOutdated": false,
    "path": "cart/a.go",
    "line": 3,
    "originalLine": null,
    "startLine": null,
    "originalStartLine": null,
    "comments": {
     "nodes": [
      {
       "id": "Ccursor",
       "author": {
        "login": "cursor"
       },
       "body": "words of cursor",
       "createdAt": "2026-11-21T14:10:02Z",
       "url": null
      },
      {
       "id": "CMaria",
       "author": {
        "login": "Maria"
       },
       "body": "words of Maria",
       "createdAt": "2026-11-21T14:11:02Z",
       "url": null
      }
     ]
    }
   }
  }
 ],
 "pr_comments": [
  {
   "id": "Cmaria",
   "author": {
    "login": "maria"
   },
   "body": "words of maria",
   "createdAt": "2026-11-21T14:17:02Z",
   "url": null
  }
 ],
 "review_bodies": [
  {
   "id": "",
   "author": {
    "login": "coderabbitai"
   },
   "body": "Outside the diff.",
   "state": "COMMENTED",
   "submittedAt": null,
   "url": null
  }
 ],
 "cross_invocation": {
  "signal": true,
  "resolved_threads": [
   {
    "thread_id": "T2",
    "path": "cart/b.go",
    "line": 4,
    "first_comment_body": "words of cursor",
    "last_comment_at": "2026-11-21T14:12:02Z"
   }
  ]
 }
}`
	if string(got) != want {
		t.Errorf("got\n%s", got)
	}
}

// The words of whoever opened the pull request, and of our own account, are
// there like any other's: what is left out is blank, never somebody's.
func TestNobodyIsLeftOutForWhoTheyAre(t *testing.T) {
	f := threaded()
	f.Snapshot.Author = pull.Author{Login: "dev", Kind: pull.Person}
	f.Snapshot.Comments = []pull.Comment{spoke(7, "dev", 0), spoke(8, "dependabot[bot]", 1), spoke(9, "", 2)}
	f.Snapshot.Comments[0].Ours = true
	got := scripted(f)
	if len(got.PRComments) != 3 || got.PRComments[0].Author.Login != "dev" || got.PRComments[2].Author != nil {
		t.Errorf("got %+v", got.PRComments)
	}
}

// The first five scenarios of the cross-invocation plan, by number.
func TestTheSignalAcrossRounds(t *testing.T) {
	thread := func(id int64, resolved, outdated bool) pull.Thread {
		return pull.Thread{NodeID: "T", Path: "a.go", Resolved: resolved, Outdated: outdated, Comments: []pull.Comment{spoke(id, "cursor", int(id))}}
	}
	var twenty []pull.Thread
	for id := range int64(20) {
		twenty = append(twenty, thread(id+1, true, false))
	}
	cases := []struct {
		name            string
		threads         []pull.Thread
		signal          bool
		before, current int
	}{
		{"1: two resolved, one new", []pull.Thread{thread(1, true, false), thread(2, true, false), thread(3, false, false)}, true, 2, 1},
		{"2: none resolved", []pull.Thread{thread(1, false, false), thread(2, false, false)}, false, 0, 2},
		{"3: nothing but resolved ones", []pull.Thread{thread(1, true, false), thread(2, true, false)}, false, 2, 0},
		{"4: of twenty the last ten", append(twenty, thread(21, false, false)), true, 10, 1},
		{"5: what is not resolved is outdated", []pull.Thread{thread(1, true, false), thread(2, false, true)}, false, 1, 0},
	}
	for _, c := range cases {
		f := threaded()
		f.Snapshot.Threads = c.threads
		got := scripted(f)
		if *got.CrossInvocation.Signal != c.signal || len(got.CrossInvocation.ResolvedThreads) != c.before || len(got.ReviewThreads) != c.current {
			t.Errorf("%s: signal %v, %d resolved, %d threads", c.name, *got.CrossInvocation.Signal, len(got.CrossInvocation.ResolvedThreads), len(got.ReviewThreads))
		}
		if c.before == 10 && !got.CrossInvocation.ResolvedThreads[0].LastCommentAt.After(*got.CrossInvocation.ResolvedThreads[9].LastCommentAt) {
			t.Errorf("%s: the youngest is not first", c.name)
		}
	}
}

func TestWhatAScriptCouldNotReadIsNull(t *testing.T) {
	text, err := json.Marshal(scripted(gapped()))
	if err != nil || !strings.Contains(string(text), `"review_threads":null`) || !strings.Contains(string(text), `"signal":null`) {
		t.Errorf("%s, %v", text, err)
	}
	text, err = json.Marshal(scripted(Facts{Ref: shop, Now: noon}))
	if err != nil || !strings.Contains(string(text), `"review_threads":null,"pr_comments":null,"review_bodies":null`) {
		t.Errorf("%s, %v", text, err)
	}
}
