// Package simtest is the laboratory of the core: the real judgment, journal and
// loop against a toy world, with every adversity as an explicit choice.
//
// One Sim value serves random runs (a seed repeats one), exhaustive search over
// pairs of adversities, and variants: one rule put back to what it must not be,
// which an invariant must catch. It promises that the core is not copied: what
// runs here is reconcile.Loop with decide and journal as they are.
package simtest

import (
	"fmt"
	"hash/crc32"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
)

// world stands for GitHub, git, reviewers, agents and people. It is copied
// whole by clone, so that a search can go back.
type world struct {
	now     time.Time
	nextID  int64
	state   pull.State
	draft   bool
	head    pull.Oid
	headAt  time.Time
	commits map[pull.Oid]commit
	threads []pull.Thread
	talk    []pull.Comment
	reviews []pull.Review
	asked   []pull.Asked
	labels  []string
	merge   pull.Merge
	tangled bool     // the checks refuse what first comes of a conflict
	due     []due    // what actors will do by themselves
	script  []string // findings that bugbot still has: one review each, "" is clean
	later   []string // findings that copilot still has, where it takes part
	beside  int      // pull requests that we opened beside this one
	barred  bool     // the account may write nothing
	queued  bool     // in the host's merge queue
	ci      pull.CheckStatus
	runs    int // of ci at this head

	limited      action.Key // was refused by a rate limit
	limitedUntil time.Time

	person time.Time
	found  map[feedback.ItemID]found // what triages held to be right
	landed []landing
	past   []pull.Snapshot // what a stale replica may still show
	truths []truth
	resets int
}

type commit struct {
	parent pull.Oid
	items  []string
	joins  bool // it brings the branch together with its base
}

// due is an actor's deed at a time.
type due struct {
	at   time.Time
	who  string
	head pull.Oid
}

// landing is an effect of ours that arrived.
type landing struct {
	at   time.Time
	key  action.Key
	late bool // after a deed of it may honestly have been given up
}

// truth is whether ready would have been true at a time and head.
type truth struct {
	at    time.Time
	head  pull.Oid
	ready bool
	fixed []string // items whose commits are reachable
}

const us = "dev"

func newWorld(threads []string, script []string) world {
	start := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	w := world{
		now: start, nextID: 100, state: pull.Open, draft: true, head: "h0", headAt: start.Add(-time.Hour),
		commits: map[pull.Oid]commit{"h0": {}}, merge: pull.MergeClean, ci: pull.CheckSuccess, runs: 1, script: script, found: map[feedback.ItemID]found{},
	}
	for _, words := range threads {
		by, body, _ := strings.Cut(words, ":")
		if strings.Contains(body, "review") {
			w.reviews = append(w.reviews, pull.Review{ID: w.id(), Author: account(by), State: pull.Commented, Commit: w.head, SubmittedAt: w.now, Body: body})
			continue
		}
		w.open(by, body)
	}
	if len(w.threads) > 0 {
		w.reviews = append(w.reviews, pull.Review{ID: w.id(), Author: account("bugbot"), State: pull.Commented, Commit: w.head, SubmittedAt: w.now})
	}
	return w
}

func account(name string) pull.Author {
	kind := pull.Person
	if name == "bugbot" || name == "copilot" {
		kind = pull.Bot
	}
	return pull.Author{Login: name, Kind: kind, Association: "MEMBER", Trust: pull.Maintainer}
}

func (w *world) id() int64 { w.nextID++; return w.nextID }

func (w *world) open(by, body string) {
	id := w.id()
	w.threads = append(w.threads, pull.Thread{
		NodeID: fmt.Sprintf("T%d", id), Path: "a.go", Line: 1, Side: "RIGHT", Subject: "LINE",
		Comments: []pull.Comment{{ID: id, Author: account(by), CreatedAt: w.now, Body: body, Commit: w.head}},
	})
}

// clone copies everything that a step may change.
func (w world) clone() world {
	commits := map[pull.Oid]commit{}
	for oid, c := range w.commits {
		commits[oid] = c
	}
	w.commits = commits
	w.threads = slices.Clone(w.threads)
	for i := range w.threads {
		w.threads[i].Comments = slices.Clone(w.threads[i].Comments)
	}
	w.talk, w.reviews, w.asked = slices.Clone(w.talk), slices.Clone(w.reviews), slices.Clone(w.asked)
	w.labels, w.due, w.script, w.later = slices.Clone(w.labels), slices.Clone(w.due), slices.Clone(w.script), slices.Clone(w.later)
	w.found = maps.Clone(w.found)
	w.landed, w.past, w.truths = slices.Clone(w.landed), slices.Clone(w.past), slices.Clone(w.truths)
	return w
}

// snapshot is what an honest, current read shows.
func (w *world) snapshot() pull.Snapshot {
	yes, no := true, false
	c := w.clone()
	s := pull.Snapshot{
		Ref: pull.Ref{Owner: "a", Repo: "b", Number: 1}, At: w.now, State: w.state, Draft: w.draft, Head: w.head, HeadAt: w.headAt,
		Base: "b0", BaseRef: "main", HeadRef: "topic", HeadRepo: "acme/shop", Viewer: pull.Viewer{Login: us, Permission: "write"},
		Threads: c.threads, Comments: c.talk, Reviews: c.reviews, Asked: c.asked, Labels: c.labels, Merge: w.merge, Mergeable: &yes,
		Checks: []pull.Check{{ID: w.checkID(), Name: "ci", Status: w.ci, Attempt: w.runs, Required: true, Head: w.head, CompletedAt: w.headAt.Add(time.Second)}},
		Queued: w.queued,
	}
	if w.merge == pull.MergeDirty {
		s.Mergeable = &no
	}
	for oid := w.head; oid != ""; oid = w.commits[oid].parent {
		if items := w.commits[oid].items; len(items) > 0 {
			s.Ours = append(s.Ours, pull.Trailer{Commit: oid, Items: items})
		}
	}
	return s
}

// checkID is the run of ci at this head: another run is another check.
func (w *world) checkID() int64 { return int64(crc32.ChecksumIEEE(fmt.Append(nil, w.head, w.runs))) }

// moved is a new head: ci runs anew there, and is green.
func (w *world) moved(head pull.Oid) {
	w.head, w.headAt, w.ci, w.runs = head, w.now, pull.CheckSuccess, 1
}

// remember keeps what replicas may still show, and what was true.
func (w *world) remember() {
	s := w.snapshot()
	w.past = append(w.past, s)
	if len(w.past) > 6 {
		w.past = w.past[1:]
	}
	t := truth{at: w.now, head: w.head, ready: w.readyIsTrue()}
	for _, trailer := range s.Ours {
		t.fixed = append(t.fixed, trailer.Items...)
	}
	w.truths = append(w.truths, t)
	if len(w.truths) > 40 {
		w.truths = w.truths[1:]
	}
}

// readyIsTrue is written from the outside: every ask has a visible answer of
// ours after its last foreign word, bugbot has spoken about this head, and
// nothing conflicts.
func (w *world) readyIsTrue() bool {
	if w.state != pull.Open || w.merge == pull.MergeDirty || w.ci != pull.CheckSuccess {
		return false
	}
	for _, t := range w.threads {
		if !answeredLast(t.Comments) && !(t.Resolved && t.ResolvedBy != us) {
			return false
		}
	}
	for _, c := range w.talk {
		if !c.Ours && !w.answeredInTalk(fmt.Sprintf("c%d@%d.%d/", c.ID, c.ID, c.LastWord().Unix())) {
			return false
		}
	}
	for _, r := range w.reviews {
		if r.Author.Kind == pull.Person && !w.answeredInTalk(fmt.Sprintf("r%d.1@%d.%d/", r.ID, r.ID, r.SubmittedAt.Unix())) {
			return false
		}
	}
	return slices.ContainsFunc(w.reviews, func(r pull.Review) bool { return r.Author.Login == "bugbot" && r.Commit == w.head })
}

func answeredLast(comments []pull.Comment) bool {
	var foreign, own feedback.Version
	said := ""
	for _, c := range comments {
		v := feedback.Version{Comment: c.ID, Unix: c.LastWord().Unix()}
		if !c.Ours && foreign.Less(v) {
			foreign = v
		}
		if c.Ours && own.Less(v) && len(c.Marks) > 0 {
			own, said = v, c.Body
		}
	}
	return said != "" && strings.Contains(said, foreign.String()) && !strings.Contains(said, "escalated") && !strings.Contains(said, "failed")
}

// answeredInTalk: a comment of ours names the item at its version. The toy's
// replies hold their key as text for this.
func (w *world) answeredInTalk(at string) bool {
	return slices.ContainsFunc(w.talk, func(o pull.Comment) bool {
		return o.Ours && strings.Contains(o.Body, at) && !strings.Contains(o.Body, "escalated") && !strings.Contains(o.Body, "failed")
	})
}

// say posts a comment of ours with the mark of its key.
func (w *world) say(key action.Key, thread int64, body string) {
	c := pull.Comment{ID: w.id(), Author: account(us), CreatedAt: w.now, Ours: true, Body: body, Marks: []mark.Mark{{Kind: mark.Kind(key.Kind()), Digest: key.Digest(), Word: word(key), Proved: true}}}
	if thread == 0 {
		w.talk = append(w.talk, c)
		return
	}
	for i, t := range w.threads {
		if t.Root().ID == thread {
			w.threads[i].Comments = append(w.threads[i].Comments, c)
		}
	}
}

func word(key action.Key) string {
	text := string(key)
	return text[strings.LastIndexByte(text, '/')+1:]
}

// review is what a bot answers an ask with: its next finding, or clean.
func (w *world) review(who string, head pull.Oid) {
	script := &w.script
	if who == "copilot" {
		script = &w.later
	}
	finding := ""
	if len(*script) > 0 {
		finding, *script = (*script)[0], (*script)[1:]
	}
	r := pull.Review{ID: w.id(), Author: account(who), State: pull.Commented, Commit: head, SubmittedAt: w.now, Body: "no problems"}
	if finding != "" {
		r.Body = "found 1 issues"
		w.open(who, finding)
		w.threads[len(w.threads)-1].Comments[0].Commit = head
	}
	w.reviews = append(w.reviews, r)
}

// rules is the policy of every simulated repository.
func rules() policy.Policy {
	p := policy.Default()
	p.Verify.Full = "make test"
	p.Report.Comment = false
	p.Limits.Rounds, p.Limits.Attempts, p.Limits.Reruns = 4, 2, 1
	p.Reviewers = []policy.Reviewer{bot("bugbot", policy.Required)}
	return p
}

func bot(name string, role policy.Role) policy.Reviewer {
	return policy.Reviewer{
		Name: name, Role: role, Asks: 2, Answered: true, WhenSilent: policy.Block, WhenRefused: policy.Wait,
		Define: policy.Definition{
			Accounts: []policy.Account{{Login: name}},
			Ask:      policy.Ask{Comment: name + " run", Latency: 2 * time.Minute, Window: 10 * time.Minute},
			Clean:    []policy.Signal{{Body: "no problems"}},
			Dirty:    []policy.Signal{{Inline: "any"}, {Body: `found (?P<count>\d+) issues`}},
			Findings: policy.Findings{From: []string{"inline"}},
		},
	}
}
