package decide

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
)

// noon is now in every case; times in a case are relative to it.
var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// world is the input of a case, built line by line:
//
//	policy bugbot:required copilot:last [verify] [verify=none] [rounds=N] …
//	       [silent=proceed] [refused=block] [answered=block] [max_wait=5m] [waits=N] [approvals=N] [after=bugbot]
//	       [born=3/4] [alternations=N] [active=8h] [wall=72h]
//	       [follow_up] (of the reviewer before it) [to=comment,label] [issue=shop-7] [clusters=none]
//	       [conflict=rebase] [behind=ignore] [unstable=ignore] [foreign=stop] [retarget=stop] [reruns=N] [after_ready=watch] [report=ready,blocked]
//	       [notify=desktop,webhook_env:CHAT] [when=ready,…] [quiet=11:00-13:00]
//	head h1 [at=-10m] [untold] (the host tells no time)         merge clean|dirty|…     draft | closed | merged
//	thread 1 by=bugbot commit=h1 [at=-5m] [resolved=dev] [outdated]
//	reply 12 in=1 by=maria    lost 12 (a stale replica does not show it)
//	comment 9 by=maria [at=…] [body=words_with_underscores]
//	answer 1 in=1 key=KEY     a reply of ours with its mark
//	review 5 by=copilot state=commented commit=h1 body=…
//	check ci success [required] [ours] [app=…] [attempt=N] [log=…] require ci      withheld ci (a run waits for an approval)      asked copilot [at=…]
//	event review_requested by=dev subject=copilot-pull-request-reviewer
//	react eyes by=bugbot on=9 | on=pull        unreact eyes by=bugbot (of the pull request)
//	trailer c1 {t1} …
//	gap threads page_2_of_3 502               label needs-human
//	commits c07be21aa …                       (of the pull request, oldest first)
//	saw [at=…]       told pause by=maria       judged {t1} valid [by=person] [evidence=h1] [commit=c07be21] [keep_open] [born=f1] …
//	below 41 [draft]          queued     base b2 (the base branch is there now)     head_ref release/1     noaccess
//	decision review_required  restriction required_deployments
//	fork bigcorp/shop [editable] | fork gone      permission read
//	closes 1 by=maria         a person resolves thread 1
//	was [at=-5m]              judge here too; its headline is printed first
//	did KEY STATE [at=…] [why=…] [commit=…] [claim={t1}:fixed] [green|red] [gate=full] [tail=words_with_underscores] [before=red] [violation=elsewhere]
//	       [test=TestX] [tests=green] [term=…] [edit=FILE:OLD:NEW] [moved=c1:r1] [finding=FILE:LINE:TITLE] [cluster=ID reading=band_aid] (of the claimed items)
//
// {t1} stands for the item at its version.
type world struct {
	t       *testing.T
	s       pull.Snapshot
	p       policy.Policy
	entries []journal.Entry
	checks  int    // how many were told of; their ids are 801, 802, …
	before  string // the headline of the judgment before
}

func newWorld(t *testing.T) *world {
	yes := true
	p := policy.Default()
	p.Reviewers = nil
	return &world{t: t, p: p, s: pull.Snapshot{
		Ref: pull.Ref{Owner: "acme", Repo: "shop", Number: 42}, At: noon, State: pull.Open, Draft: true,
		Viewer: pull.Viewer{Login: "dev", Permission: "write"}, Head: "h1", HeadRepo: "acme/shop", HeadAt: noon.Add(-time.Hour),
		Base: "b1", BaseRef: "main", HeadRef: "cart", Merge: pull.MergeClean, Mergeable: &yes,
	}}
}

type line struct {
	words []string
	opts  map[string]string
}

func (l line) at(def time.Duration) time.Time {
	text, ok := l.opts["at"]
	if !ok {
		return noon.Add(def)
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		panic(err)
	}
	return noon.Add(d)
}

func (l line) id() int64 { n, _ := strconv.ParseInt(l.words[1], 10, 64); return n }

func (w *world) read(text string) {
	for raw := range strings.SplitSeq(text, "\n") {
		if raw, _, _ = strings.Cut(raw, " #"); strings.TrimSpace(raw) == "" || raw[0] == '#' {
			continue
		}
		l := line{opts: map[string]string{}}
		for _, field := range strings.Fields(w.expand(raw)) {
			if k, v, ok := strings.Cut(field, "="); ok && !strings.Contains(k, "/") {
				l.opts[k] = v
			} else {
				l.words = append(l.words, field)
			}
		}
		w.apply(l)
	}
}

// expand replaces {t1} by the item at its version, as the snapshot stands.
func (w *world) expand(text string) string {
	j := newJudge(w.s, w.historyNow(), w.p, noon)
	for _, item := range j.found() {
		text = strings.ReplaceAll(text, "{"+string(item.ID)+"}", item.At().String())
	}
	return text
}

func author(name string) pull.Author {
	switch name {
	case "bugbot":
		return pull.Author{Login: "cursor", Kind: pull.Bot}
	case "copilot":
		return pull.Author{Login: "copilot-pull-request-reviewer", Kind: pull.Bot}
	case "dev":
		return pull.Author{Login: "dev", Kind: pull.Person, Trust: pull.Maintainer}
	case "codex":
		return pull.Author{Login: "chatgpt-codex-connector", Kind: pull.Bot}
	case "strangebot":
		return pull.Author{Login: "strange", Kind: pull.Bot}
	}
	return pull.Author{Login: name, Kind: pull.Person, Association: "MEMBER", Trust: pull.Maintainer}
}

func (w *world) apply(l line) {
	switch l.words[0] {
	case "policy":
		w.policy(l)
	case "thread", "reply", "comment", "answer", "review", "react":
		w.words(l)
	case "unreact":
		w.s.Reactions = slices.DeleteFunc(w.s.Reactions, func(r pull.Reaction) bool { return r.Content == l.words[1] && r.By == author(l.opts["by"]) })
	case "lost":
		w.lose(l.id())
	case "closes":
		w.closes(l)
	case "was":
		v := Next(w.s, w.historyNow(), w.p, l.at(0))
		w.before = "was " + string(v.Phase) + ": " + reason(v.Why)
	case "status": // a commit status is a check without a number
		l.words[0] = "check"
		w.facts(l)
		w.s.Checks[len(w.s.Checks)-1].ID = 0
	case "check", "require", "asked", "gap", "label", "trailer", "commits", "event", "withheld", "conversations", "decision", "restriction":
		w.facts(l)
	case "fork", "permission", "below", "queued", "base", "head_ref", "noaccess", "author":
		w.place(l)
	case "head", "merge", "draft", "open", "ready", "closed", "merged", "gone", "own_draft_review":
		w.state(l)
	case "saw", "told", "judged", "did":
		w.history(l)
	default:
		w.t.Fatalf("unknown line %q", l.words)
	}
}

func (w *world) state(l line) {
	switch l.words[0] {
	case "head":
		w.s.Head, w.s.HeadAt = pull.Oid(l.words[1]), l.at(-time.Hour)
		if slices.Contains(l.words, "untold") {
			w.s.HeadAt = time.Time{}
		}
	case "merge":
		w.s.Merge = pull.Merge(l.words[1])
		w.s.Mergeable = map[string]*bool{"unknown": nil, "dirty": new(bool)}[l.words[1]]
		if l.words[1] != "unknown" && l.words[1] != "dirty" {
			yes := true
			w.s.Mergeable = &yes
		}
	case "ready":
		w.s.Draft = false
	case "draft":
		w.s.Draft = true
	case "own_draft_review":
		w.s.Viewer.PendingReview = "PRR_1"
	default:
		w.s.State = pull.State(l.words[0])
	}
}

// place: where the branch stands among others.
func (w *world) place(l line) {
	switch l.words[0] {
	case "below":
		n, _ := strconv.Atoi(l.words[1])
		w.s.Below = &pull.Below{Number: n, Draft: slices.Contains(l.words, "draft")}
	case "queued":
		w.s.Queued = true
	case "base":
		w.s.BaseTip = pull.Oid(l.words[1])
	case "head_ref":
		w.s.HeadRef = l.words[1]
	case "author":
		w.s.Author = author(l.words[1])
	case "fork":
		w.s.Fork, w.s.HeadRepo, w.s.Maintainer = true, strings.TrimPrefix(l.words[1], "gone"), slices.Contains(l.words, "editable")
	case "permission":
		w.s.Viewer.Permission = l.words[1]
	case "noaccess":
		w.s.State, w.s.Viewer.Permission = pull.Gone, ""
	}
}

func (w *world) words(l line) {
	by := author(l.opts["by"])
	c := pull.Comment{ID: l.id(), Author: by, CreatedAt: l.at(-30 * time.Minute), Body: strings.ReplaceAll(l.opts["body"], "_", " "), Ours: l.opts["by"] == "dev"}
	if c.Body == "" {
		c.Body = "**Words of " + l.words[1] + "**"
	}
	switch l.words[0] {
	case "thread":
		c.Commit = pull.Oid(l.opts["commit"])
		w.s.Threads = append(w.s.Threads, pull.Thread{
			NodeID: "T" + l.words[1], Path: "cart.go", Line: 3, Side: "RIGHT", Subject: "LINE", Comments: []pull.Comment{c},
			Outdated: slices.Contains(l.words, "outdated"), Resolved: l.opts["resolved"] != "", ResolvedBy: l.opts["resolved"],
		})
	case "reply":
		w.inThread(l.opts["in"], c)
	case "answer":
		c.Ours, c.Author = true, author("dev")
		c.Marks = []mark.Mark{{Kind: mark.Reply, Digest: action.Key(l.opts["key"]).Digest(), Proved: l.opts["proved"] != "no"}}
		if l.opts["in"] == "" {
			w.s.Comments = append(w.s.Comments, c)
		} else {
			w.inThread(l.opts["in"], c)
		}
	case "comment":
		w.s.Comments = append(w.s.Comments, c)
	case "review":
		body := c.Body
		if l.opts["body"] == "" {
			body = ""
		}
		w.s.Reviews = append(w.s.Reviews, pull.Review{ID: l.id(), Author: by, State: pull.ReviewState(l.opts["state"]), Commit: pull.Oid(l.opts["commit"]), SubmittedAt: l.at(-30 * time.Minute), Body: body})
	case "react":
		w.react(l, pull.Reaction{Content: l.words[1], By: by, At: l.at(-20 * time.Minute)})
	}
}

func (w *world) inThread(root string, c pull.Comment) {
	for i, t := range w.s.Threads {
		if strconv.FormatInt(t.Root().ID, 10) == root {
			w.s.Threads[i].Comments = append(w.s.Threads[i].Comments, c)
		}
	}
}

// lose takes a reply out of the snapshot, as a stale replica does.
func (w *world) lose(id int64) {
	for i, t := range w.s.Threads {
		w.s.Threads[i].Comments = slices.DeleteFunc(t.Comments, func(c pull.Comment) bool { return c.ID == id })
	}
}

func (w *world) closes(l line) {
	for i, t := range w.s.Threads {
		if t.Root().ID == l.id() {
			w.s.Threads[i].Resolved, w.s.Threads[i].ResolvedBy = true, l.opts["by"]
		}
	}
}

func (w *world) react(l line, r pull.Reaction) {
	if l.opts["on"] == "pull" {
		w.s.Reactions = append(w.s.Reactions, r)
	}
	for i, c := range w.s.Comments {
		if strconv.FormatInt(c.ID, 10) == l.opts["on"] {
			w.s.Comments[i].Reactions = append(c.Reactions, r)
		}
	}
}

func (w *world) facts(l line) {
	switch l.words[0] {
	case "check":
		name := strings.ReplaceAll(l.words[1], "_", " ")
		w.s.Checks = slices.DeleteFunc(w.s.Checks, func(c pull.Check) bool { return c.Name == name })
		attempt, _ := strconv.Atoi(l.opts["attempt"])
		w.checks++
		w.s.Checks = append(w.s.Checks, pull.Check{ID: int64(800 + w.checks), App: l.opts["app"], Attempt: attempt, Log: l.opts["log"], Name: name, Ours: slices.Contains(l.words, "ours"), Status: pull.CheckStatus(l.words[2]),
			Required: slices.Contains(l.words, "required"), Head: w.s.Head, CompletedAt: l.at(-20 * time.Minute), StartedAt: l.at(-25 * time.Minute)})
	case "require":
		app, _ := strconv.ParseInt(l.opts["app"], 10, 64)
		w.s.Required = append(w.s.Required, pull.Requirement{Name: l.words[1], AppID: app})
	case "withheld":
		w.s.Withheld = append(w.s.Withheld, pull.Withheld{Name: l.words[1], Since: l.at(-20 * time.Minute)})
	case "conversations":
		w.s.Conversations = true
	case "decision":
		w.s.Decision = pull.Decision(l.words[1])
	case "restriction":
		w.s.Restrictions = append(w.s.Restrictions, l.words[1])
	case "asked":
		w.s.Asked = append(w.s.Asked, pull.Asked{Login: author(l.words[1]).Login, At: l.at(-10 * time.Minute), By: "dev"})
	case "event":
		w.s.Events = append(w.s.Events, pull.Event{Kind: l.words[1], Actor: author(l.opts["by"]), At: l.at(-5 * time.Minute), Subject: l.opts["subject"], Commit: pull.Oid(l.opts["commit"])})
	case "gap":
		w.s.Gaps = append(w.s.Gaps, pull.Gap{Surface: pull.Surface(l.words[1]), What: l.words[2], Why: l.words[3]})
	case "label":
		w.s.Labels = append(w.s.Labels, l.words[1])
	case "commits":
		for _, name := range l.words[1:] {
			w.s.Commits = append(w.s.Commits, pull.Oid(name))
		}
	case "trailer":
		w.s.Ours = append(w.s.Ours, pull.Trailer{Commit: pull.Oid(l.words[1]), Items: l.words[2:]})
	}
}

func (w *world) policy(l line) {
	for _, word := range l.words[1:] {
		name, role, isReviewer := strings.Cut(word, ":")
		switch {
		case isReviewer:
			w.p.Reviewers = append(w.p.Reviewers, caseReviewer(name, policy.Role(role), l))
		case word == "verify":
			w.p.Verify.Full = "make test"
		case word == "follow_up":
			w.p.Reviewers[len(w.p.Reviewers)-1].FollowUp = true
		case word == "publish":
			w.p.Report.Check = "auto"
		case word == "noreport":
			w.p.Report.Comment = false
		}
	}
	number := func(name string, into *int) {
		if n, err := strconv.Atoi(l.opts[name]); err == nil {
			*into = n
		}
	}
	number("rounds", &w.p.Limits.Rounds)
	number("attempts", &w.p.Limits.Attempts)
	number("reruns", &w.p.Limits.Reruns)
	number("alternations", &w.p.Limits.Alternations)
	if least, last, ok := strings.Cut(l.opts["born"], "/"); ok {
		w.p.Limits.BornAtLeast, _ = strconv.Atoi(least)
		w.p.Limits.BornOfLast, _ = strconv.Atoi(last)
	}
	for name, into := range map[string]*time.Duration{"active": &w.p.Limits.ActiveTime, "wall": &w.p.Limits.WallTime} {
		if d, err := time.ParseDuration(l.opts[name]); err == nil {
			*into = d
		}
	}
	number("repairs", &w.p.Verify.Repairs)
	if cost, err := strconv.Atoi(l.opts["cost"]); err == nil {
		w.p.Limits.Cost = policy.Money(cost)
	}
	w.p.Verify.None = l.opts["verify"] == "none"
	w.p.Agents.Clusters = l.opts["clusters"]
	w.p.Broken = l.opts["broken"]
	if to := l.opts["to"]; to != "" {
		w.p.Escalation.To = strings.Split(to, ",")
	}
	if notify := l.opts["notify"]; notify != "" {
		w.p.Notify.To = strings.Split(notify, ",")
	}
	if when := l.opts["when"]; when != "" {
		w.p.Notify.When = strings.Split(when, ",")
	}
	if when := l.opts["report"]; when != "" {
		w.p.Report.When = strings.Split(when, ",")
	}
	w.p.Notify.Quiet, w.p.Escalation.Issue = orElse(l.opts["quiet"], w.p.Notify.Quiet), orElse(l.opts["issue"], w.p.Escalation.Issue)
	for key, into := range map[string]*string{"threads": &w.p.Gates.Threads, "checks": &w.p.Gates.Checks, "behind": &w.p.Gates.Behind, "no_checks": &w.p.Gates.NoChecks,
		"after_ready": &w.p.AfterReady, "unstable": &w.p.Gates.Unstable, "conflict": &w.p.Branch.Conflict, "foreign": &w.p.Branch.OnForeignPush, "retarget": &w.p.Branch.OnRetarget} {
		if v, ok := l.opts[key]; ok {
			*into = v
		}
	}
}

func caseReviewer(name string, role policy.Role, l line) policy.Reviewer {
	r := policy.Reviewer{Name: name, Role: role, Asks: 2, Answered: name != policy.People, WhenSilent: policy.Block, WhenRefused: policy.Wait}
	if v := l.opts["silent"]; v != "" {
		r.WhenSilent = policy.When(v)
	}
	if v := l.opts["refused"]; v != "" {
		r.WhenRefused = policy.When(v)
	}
	r.Answered = r.Answered && l.opts["answered"] != "block"
	r.MaxWait, _ = time.ParseDuration(l.opts["max_wait"])
	r.Waits, _ = strconv.Atoi(l.opts["waits"])
	if after := l.opts["after"]; after != "" && after != name {
		r.After = []string{after}
	}
	if name == policy.People {
		r.Approvals, _ = strconv.Atoi(l.opts["approvals"])
	}
	switch name {
	case "bugbot":
		r.Define = policy.Definition{
			Accounts: []policy.Account{{Login: "cursor"}},
			Ask:      policy.Ask{Comment: "bugbot run", Exact: true, Latency: 4 * time.Minute, Window: 30 * time.Minute},
			Started:  []policy.Signal{{Reaction: "eyes", Target: "ask"}, {Check: "Bugbot", Status: "in_progress"}},
			Clean:    []policy.Signal{{Check: "Bugbot", Conclusion: []string{"success", "neutral"}}},
			Dirty:    []policy.Signal{{Inline: "any"}, {Body: `found (?P<count>\d+) issues?`}},
			Refused:  []policy.Signal{{Body: "usage limit"}},
			Findings: policy.Findings{From: []string{"inline"}},
		}
	case "auditor":
		r.Define = policy.Definition{Kind: "auditor"}
	case "codex":
		r.Define = policy.Definition{
			Accounts: []policy.Account{{Login: "chatgpt-codex-connector"}},
			Ask:      policy.Ask{Comment: "@codex review", Latency: 4 * time.Minute, Window: 30 * time.Minute},
			Started:  []policy.Signal{{Reaction: "eyes", Target: "pull"}},
			Clean:    []policy.Signal{{Reaction: "+1", Target: "pull"}},
			Dirty:    []policy.Signal{{Inline: "any"}},
		}
	case "copilot":
		r.Define = policy.Definition{
			Accounts: []policy.Account{{Login: "copilot-pull-request-reviewer"}},
			Ask:      policy.Ask{Request: "copilot-pull-request-reviewer[bot]", Latency: 4 * time.Minute, Window: 30 * time.Minute},
			Clean:    []policy.Signal{{Body: "generated no comments"}},
			Dirty:    []policy.Signal{{Inline: "any"}, {Body: `generated (?P<count>\d+) comments?`}},
			Refused:  []policy.Signal{{Body: "unable to review"}},
		}
	}
	return r
}

func (w *world) history(l line) {
	e := journal.Entry{Seq: int64(len(w.entries) + 1), Term: 1}
	switch l.words[0] {
	case "saw":
		e.At = l.at(-10 * time.Minute)
		e.Saw = Sighting(w.s, journal.Fold(w.entries), w.p)
		if e.Saw == nil {
			w.t.Fatal("saw: nothing changed since the last sighting")
		}
	case "told":
		e.At = l.at(-time.Minute)
		e.Told = &journal.Told{Who: l.opts["by"], Word: journal.Word(l.words[1]), Now: slices.Contains(l.words, "now")}
	case "judged":
		e.At = l.at(-8 * time.Minute)
		w.judged(l, &e)
	case "did":
		e.At = l.at(-8 * time.Minute)
		e.Did = w.did(l)
	}
	w.entries = append(w.entries, e)
}

func (w *world) judged(l line, e *journal.Entry) {
	at, err := feedback.ParseAt(l.words[1])
	if err != nil {
		w.t.Fatal(err)
	}
	j := feedback.Judgment{At: at, Class: feedback.Class(l.words[2]), Source: feedback.ByAgent, Primary: feedback.ItemID(l.opts["primary"]), Reason: "because", Defer: l.opts["defer"],
		Commit: pull.Oid(l.opts["commit"]), KeepOpen: slices.Contains(l.words, "keep_open")}
	if commit := l.opts["evidence"]; commit != "" {
		j.Evidence = []feedback.Evidence{{Kind: "commit", Commit: pull.Oid(commit)}}
	}
	if l.opts["by"] != "" {
		j.Source = feedback.ByPerson
		e.Told = &journal.Told{Who: l.opts["by"], Word: journal.Answer, Judgment: &j}
		return
	}
	e.Did = &journal.Did{Key: action.TriageKey([]feedback.At{at}), Try: 1, State: journal.Done, Items: []feedback.At{at}, Outcome: &journal.Outcome{Judgments: []feedback.Judgment{j}}}
	if commit := l.opts["born"]; commit != "" {
		e.Did.Outcome.Origins = []feedback.Origin{{At: at, Commit: pull.Oid(commit)}}
	}
}

func (w *world) did(l line) *journal.Did {
	d := &journal.Did{Key: action.Key(l.words[1]), State: journal.State(l.words[2]), Try: 1, Why: journal.Why(l.opts["why"]), Head: pull.Oid(l.opts["head"])}
	if until, err := time.ParseDuration(l.opts["until"]); err == nil {
		d.NotBefore = noon.Add(until)
	}
	for _, text := range strings.FieldsFunc(l.opts["items"], func(r rune) bool { return r == ',' }) {
		at, err := feedback.ParseAt(text)
		if err != nil {
			w.t.Fatal(err)
		}
		d.Items = append(d.Items, at)
	}
	o := journal.Outcome{Commit: pull.Oid(l.opts["commit"]), URL: l.opts["url"]}
	if text, outcome, ok := strings.Cut(l.opts["claim"], ":"); ok {
		for name := range strings.SplitSeq(text, ",") {
			at, err := feedback.ParseAt(name)
			if err != nil {
				w.t.Fatal(err)
			}
			claim := feedback.Claim{At: at, Outcome: feedback.Disposition(outcome), Commit: o.Commit, Test: l.opts["test"]}
			if code := l.opts["violation"]; code != "" {
				claim.Violations = []feedback.Violation{{Code: feedback.ViolationCode(code)}}
			}
			o.Claims = append(o.Claims, claim)
		}
	}
	if was, is, ok := strings.Cut(l.opts["moved"], ":"); ok {
		o.Moved = map[pull.Oid]pull.Oid{pull.Oid(was): pull.Oid(is)}
	}
	if green := slices.Contains(l.words, "green"); green || slices.Contains(l.words, "red") {
		o.Proof = &feedback.Proof{Green: green, Gate: cmp.Or(l.opts["gate"], feedback.GateFull), Tail: strings.ReplaceAll(l.opts["tail"], "_", " ")}
		if before := l.opts["before"]; before != "" {
			o.Proof.Before = &feedback.Proof{Green: before == "green"}
		}
	}
	if tests := l.opts["tests"]; tests != "" {
		o.Proofs = []feedback.Proof{{Gate: feedback.GateTests, Green: tests == "green"}}
	}
	if id := l.opts["cluster"]; id != "" {
		claim := feedback.ClusterClaim{ID: id, Reading: feedback.ClusterReading(l.opts["reading"])}
		for _, c := range o.Claims {
			claim.Items = append(claim.Items, c.At.Item)
		}
		o.Clusters = []feedback.ClusterClaim{claim}
	}
	if found := strings.Split(l.opts["finding"], ":"); len(found) == 3 {
		at, _ := strconv.Atoi(found[1])
		o.Findings = []feedback.Finding{{Path: found[0], Line: at, Title: strings.ReplaceAll(found[2], "_", " "), Body: "wrong"}}
	}
	o.Threads, _ = strconv.Atoi(l.opts["threads"])
	o.Posted, _ = strconv.Atoi(l.opts["posted"])
	if edit := strings.Split(l.opts["edit"], ":"); len(edit) == 3 {
		o.Edits = []feedback.Edit{{Path: edit[0], Before: edit[1], After: edit[2]}}
	}
	if spent, err := strconv.Atoi(l.opts["spent"]); err == nil {
		o.Spent = policy.Money(spent)
	}
	if d.State != journal.Wanted && d.State != journal.Started {
		d.Outcome = &o
	}
	return d
}

func (w *world) historyNow() journal.History { return journal.Fold(w.completed()) }

// completed writes the wanted line that each deed began with, which cases leave out.
func (w *world) completed() []journal.Entry {
	var all []journal.Entry
	for _, e := range w.entries {
		if e.Did != nil && e.Did.State != journal.Wanted {
			before := e
			wanted := *e.Did
			wanted.State, wanted.Outcome, wanted.Why = journal.Wanted, nil, ""
			before.Did = &wanted
			started := wanted
			started.State = journal.Started
			begun := e
			begun.Did = &started
			all = append(all, before, begun)
		}
		all = append(all, e)
	}
	for i := range all {
		all[i].Seq = int64(i + 1)
	}
	return all
}

func orElse(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
