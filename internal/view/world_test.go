package view

import (
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verdict"
)

const (
	headOid = pull.Oid("9f2c1ab04be1c7d2a83f6e5590d1b7c4e8a2f613")
	oldOid  = pull.Oid("3b1d77e0a1b2c3d4e5f60718293a4b5c6d7e8f90")
)

// noon is now in every page.
var noon = time.Date(2026, 11, 21, 14, 10, 2, 0, time.UTC)

// row makes an item of the world's pull request.
func row(id feedback.ItemID, by string, where feedback.Place, title string, d feedback.Disposition, class feedback.Class) feedback.Standing {
	version := feedback.Version{Comment: 2203844901, Unix: noon.Unix() - 3600}
	st := feedback.Standing{
		Item: feedback.Item{
			ID: id, Version: version, Reviewer: by, By: pull.Author{Login: by, Kind: pull.Bot}, Where: where, Title: title,
			URL: "https://github.com/acme/shop/pull/42#" + string(id), Thread: "T_" + string(id), Asked: noon.Add(-time.Hour),
		},
		Disposition: d,
	}
	if class != "" {
		st.Judgment = &feedback.Judgment{At: st.Item.At(), Class: class, Source: feedback.ByAgent, Reason: "each line is rounded on its own"}
	}
	if d != feedback.Open {
		st.ReplyKey = string(action.ReplyKey(st.Item.At(), d))
		st.Replied, st.ReplyURL = true, "https://github.com/acme/shop/pull/42#discussion_r99"
	}
	if d == feedback.Fixed {
		st.Commit, st.Item.Resolved = fixCommit, true
	}
	return st
}

// items are the ten asks of the world: eight fixed, one already so, one declined.
func items() []feedback.Standing {
	cart := func(line int) feedback.Place { return feedback.Place{Path: "cart.go", Line: line} }
	list := []feedback.Standing{
		row("t2203844821", "bugbot", cart(31), "Rounding loses a cent", feedback.Fixed, feedback.Valid),
		row("t2203844827", "copilot", cart(31), "Division happens once per line", feedback.Fixed, feedback.Valid),
		row("t2203844829", "bugbot", cart(8), "Use float64 for Price", feedback.Declined, feedback.Invalid),
		row("t2203844830", "people", feedback.Place{Path: "api/v1.go", Line: 12}, "Keep the v1 field?", feedback.Fixed, feedback.Valid),
		row("t2203844833", "people", feedback.Place{Path: "internal/storefront/presentation/render_discounted_totals.go", Line: 120}, "Name the constant", feedback.Fixed, feedback.Valid),
		row("r991.2", "coderabbit", cart(40), "Say what the discount is", feedback.AlreadyAddressed, feedback.AlreadyFixed),
		row("c77001234", "people", feedback.Place{}, "Please give the package a comment", feedback.Fixed, feedback.Valid),
		row("t2203844840", "bugbot", cart(50), "Negative totals", feedback.Fixed, feedback.Valid),
		row("t2203844841", "bugbot", cart(51), "Overflow \x1b[31mof\u202e sums", feedback.Fixed, feedback.Valid),
		row("t2203844842", "copilot", cart(52), "Unused parameter", feedback.Fixed, feedback.Valid),
	}
	list[6].Item.By = pull.Author{Login: "maria", Kind: pull.Person}
	list[3].Item.By = pull.Author{Login: "maria", Kind: pull.Person}
	list[1].Judgment.Primary = "t2203844821"
	list[2].LeftOpen, list[2].Judgment.Reason = "policy", "amounts are cents by design (docs/money.md:4)"
	list[4].LeftOpen, list[4].Item.Resolved, list[4].Item.By = "policy", false, pull.Author{Login: "maria", Kind: pull.Person}
	list[5].Item.Thread, list[6].Item.Thread = "", ""
	return list
}

// world is a pull request where everything holds.
func world() Facts {
	yes := true
	p := policy.Default()
	bugbot := policy.Definition{Name: "bugbot", Kind: "bot", Ask: policy.Ask{Comment: "bugbot run", Latency: 3 * time.Minute}}
	p.Reviewers = []policy.Reviewer{
		{Name: "bugbot", Role: policy.Required, Define: bugbot}, {Name: "people", Role: policy.Required}, {Name: "copilot", Role: policy.Last},
	}
	snapshot := pull.Snapshot{
		Ref: shop, At: noon.Add(-12 * time.Second), Title: "Cart totals in cents", State: pull.Open, Head: headOid, Base: oldOid, BaseRef: "main",
		Merge: pull.MergeClean, Mergeable: &yes, Viewer: pull.Viewer{Login: "dev"}, Ours: []pull.Trailer{{Commit: fixCommit}},
		Checks: []pull.Check{{Name: "ci", Status: pull.CheckSuccess, Required: true}, {Name: "lint", Status: pull.CheckSuccess, Required: true}, {Name: "settle", Ours: true}},
	}
	ready := action.ReadyKey(headOid)
	history := journal.History{Seq: 60, Born: noon.Add(-21 * time.Minute), Rounds: 3, Spent: 840000, Runs: 6, Seconds: 140, Deeds: map[action.Key]journal.Deed{
		ready: {Key: ready, State: journal.Done, Seq: 60, Head: headOid, Round: 3, SettledAt: noon.Add(-3 * time.Minute)},
	}}
	v := verdict.Verdict{Phase: verdict.Ready, Head: headOid, Round: 3, Wake: noon.Add(10 * time.Minute), Items: items(),
		Why: verdict.Reason{Code: "ready", Holds: verdict.Yes, Subject: headOid.Short()}}
	for _, name := range verdict.GateNames {
		v.Gates = append(v.Gates, verdict.Gate{Name: name, Holds: verdict.Yes, Head: headOid})
	}
	for _, r := range p.Reviewers {
		v.Readings = append(v.Readings, feedback.Reading{Reviewer: r.Name, Role: string(r.Role), Word: feedback.Clean, Commit: headOid, Current: true})
	}
	return Facts{
		Ref: shop, Now: noon, Snapshot: &snapshot, ObservedAt: noon.Add(-12 * time.Second), Verdict: v, Policy: p, History: history,
		Holder: &journal.Holder{Host: "build-7", PID: 4121, Since: noon.Add(-8 * time.Minute)}, Requests: 63, Waited: 7 * time.Minute,
	}
}

// fail lets a gate not hold, as the headline.
func (f Facts) fail(phase verdict.Phase, r verdict.Reason) Facts {
	f.Verdict.Phase, f.Verdict.Why = phase, r
	f.History.Deeds = map[action.Key]journal.Deed{"triage/t1@1.1": {Key: "triage/t1@1.1", State: journal.Done}}
	for i, g := range f.Verdict.Gates {
		if g.Name == r.Gate {
			f.Verdict.Gates[i].Holds, f.Verdict.Gates[i].Reasons = r.Holds, []verdict.Reason{r}
		}
	}
	return f
}

// watchedFacts are of one that is ready, and looked after until it is merged.
func watchedFacts() Facts {
	f := world()
	f.Verdict.Why.Code = verdict.Watching
	return f
}

func waiting() Facts {
	f := world()
	f.Verdict.Readings[0] = feedback.Reading{
		Reviewer: "bugbot", Role: "required", Word: feedback.Pending, AskedAt: noon.Add(-2 * time.Minute), Acknowledged: noon.Add(-time.Minute),
		Until: noon.Add(55 * time.Minute), LookAt: noon.Add(time.Minute), Asks: 1,
	}
	f.Verdict.Readings[2].Word = feedback.Absent
	f.Verdict.Gates[5].Holds, f.Verdict.Gates[5].Reasons = verdict.No, []verdict.Reason{{Gate: "last", Code: "reviewer_absent", Holds: verdict.No, Subject: "copilot"}}
	f.Verdict.Wake = noon.Add(157 * time.Second)
	return f.fail(verdict.Waiting, verdict.Reason{
		Gate: verdict.GateReviewers, Code: "reviewer_pending", Holds: verdict.No, Subject: "bugbot", Since: noon.Add(-2 * time.Minute), Until: noon.Add(55 * time.Minute),
	})
}

func needsYou() Facts {
	f := world()
	st := &f.Verdict.Items[3]
	st.Disposition, st.Commit, st.Item.Resolved, st.LeftOpen, st.Why = feedback.Escalated, "", false, "waits_for_a_person", "needs_human"
	st.Judgment.Class, st.Judgment.Question = feedback.NeedsHuman, &feedback.Question{
		Text: "keep the v1 field?", Investigated: "two clients still read it",
		Options: []feedback.Option{{Option: "keep it", Tradeoff: "one more release of both"}, {Option: "drop it", Tradeoff: "breaks old clients"}},
	}
	return f.fail(verdict.NeedsYou, verdict.Reason{Gate: verdict.GateFeedback, Code: "needs_decision", Holds: verdict.No, Subject: "t2203844830"})
}

func blocked() Facts {
	f := world()
	f.Snapshot.Checks[0].Status = pull.CheckFailure
	return f.fail(verdict.Blocked, verdict.Reason{Gate: verdict.GateChecks, Code: "checks_failed", Holds: verdict.No, Subject: "ci"})
}

// stopped is a pull request whose fixes drew the next findings.
func stopped() Facts {
	f := world()
	bugs := []feedback.Standing{f.Verdict.Items[0], f.Verdict.Items[7], f.Verdict.Items[8], f.Verdict.Items[2]}
	commits := []pull.Oid{oldOid, fixCommit, headOid}
	halt := &verdict.Halt{Code: "born_from_fix", Kept: headOid, Verified: true, Facts: []verdict.Measure{
		{Name: "born_from_fix", Count: 3, Of: 4, Limit: 3, LimitOf: 4}, {Name: "alternation", Count: 1, Limit: 3},
		{Name: "no_progress", Limit: 2}, {Name: "rounds", Count: 4, Limit: 6},
	}}
	var born []verdict.Reason
	for i, commit := range commits {
		drawn := bugs[i+1].Item.ID
		halt.Chain = append(halt.Chain, verdict.Link{Commit: commit, For: []feedback.ItemID{bugs[i].Item.ID}, Drew: []feedback.ItemID{drawn}})
		born = append(born, verdict.Reason{Code: "born_here", Holds: verdict.No, Subject: string(drawn)})
	}
	halt.Chain[2].Undid = commits[:1]
	open := &f.Verdict.Items[2]
	open.Disposition, open.Why, open.LeftOpen, open.Judgment.Class = feedback.Escalated, "born_from_fix", "waits_for_a_person", feedback.Valid
	f = f.fail(verdict.Blocked, verdict.Reason{Gate: verdict.GateFeedback, Code: "born_from_fix", Holds: verdict.No, Subject: "3 of the last 4", Children: born})
	f.Verdict.Halt = halt
	f.Recorded = []Recorded{{At: noon, Verdict: f.Verdict}}
	return f
}

func gapped() Facts {
	f := world()
	f.Snapshot.Gaps = []pull.Gap{{Surface: pull.SurfaceThreads, What: "page 3 of 5", Why: "GitHub answered 502 four times"}}
	f.Verdict.Items, f.Verdict.Readings = nil, nil
	f.Verdict.Phase, f.Verdict.Wake = verdict.Waiting, noon.Add(time.Minute)
	f.Verdict.Why = verdict.Reason{Code: "gap", Holds: verdict.Maybe, Until: f.Verdict.Wake, Children: []verdict.Reason{
		{Code: "gap_threads", Holds: verdict.Maybe, Subject: "page 3 of 5: GitHub answered 502 four times"},
	}}
	for i := range f.Verdict.Gates {
		f.Verdict.Gates[i].Holds, f.Verdict.Gates[i].Reasons = verdict.Maybe, []verdict.Reason{f.Verdict.Why}
	}
	return f
}

func working() Facts {
	f := world()
	for i := range f.Verdict.Items {
		st := &f.Verdict.Items[i]
		st.Disposition, st.Replied, st.Commit, st.Item.Resolved, st.LeftOpen = feedback.Open, false, "", false, ""
	}
	var owed []verdict.Reason
	for _, st := range f.Verdict.Items {
		owed = append(owed, verdict.Reason{Gate: verdict.GateFeedback, Code: "to_fix", Holds: verdict.No, Subject: string(st.Item.ID)})
	}
	f = f.fail(verdict.Working, verdict.Reason{Gate: verdict.GateFeedback, Code: "feedback_open", Holds: verdict.No, Children: owed})
	key := action.FixKey(headOid, []feedback.At{f.Verdict.Items[0].Item.At()}, 0)
	f.History.Deeds[key] = journal.Deed{Key: key, State: journal.Started, StartedAt: noon.Add(-40 * time.Second), Seq: 20}
	return f
}

// story is the world with its journal: a decision, work, a lost answer, ready.
func story() Facts {
	f := world()
	at := f.Verdict.Items[0].Item.At()
	second, declined := f.Verdict.Items[1].Item.At(), f.Verdict.Items[2].Item.At()
	triage := action.TriageKey([]feedback.At{at, second, declined})
	fix := action.FixKey(oldOid, []feedback.At{at, second}, 0)
	began := noon.Add(-8 * time.Minute)
	add := func(after time.Duration, did journal.Did) {
		f.Entries = append(f.Entries, journal.Entry{Seq: int64(len(f.Entries) + 1), At: began.Add(after), Did: &did})
	}
	judged := func(a feedback.At, class feedback.Class) feedback.Judgment {
		return feedback.Judgment{At: a, Class: class, Source: feedback.ByAgent, Reason: "read at the head"}
	}
	life := func(from, took time.Duration, key action.Key, round int, end journal.Did) {
		add(from, journal.Did{Key: key, Try: 1, State: journal.Wanted, Head: oldOid, Round: round, Items: end.Items})
		add(from, journal.Did{Key: key, Try: 1, State: journal.Started})
		end.Key, end.Try = key, 1
		add(from+took, end)
	}
	life(0, 41*time.Second, triage, 0, journal.Did{State: journal.Done, Outcome: &journal.Outcome{
		Judgments: []feedback.Judgment{judged(at, feedback.Valid), judged(second, feedback.Valid), judged(declined, feedback.Invalid)},
		Agent:     "claude", Seconds: 41, Runs: 1, Spent: 110000,
	}})
	life(42*time.Second, time.Minute, fix, 1, journal.Did{State: journal.Done, Outcome: &journal.Outcome{
		Commit: fixCommit, Agent: "claude", Seconds: 60, Runs: 1, Spent: 300000,
		Claims: []feedback.Claim{{At: at, Outcome: feedback.Fixed, Summary: "totals rounded once", Test: "TestTotalRoundsOnce"}, {At: second, Outcome: feedback.Fixed, Summary: "same"}},
	}})
	life(102*time.Second, 38*time.Second, action.VerifyKey(fixCommit), 1, journal.Did{State: journal.Done, Outcome: &journal.Outcome{
		Proof: &feedback.Proof{Commit: fixCommit, Green: true, Command: "make test", Took: 38 * time.Second},
	}})
	life(141*time.Second, time.Second, action.PushKey(fixCommit), 1, journal.Did{State: journal.Done, Items: []feedback.At{at, second}, Outcome: &journal.Outcome{Commit: fixCommit}})
	reply := func(a feedback.At, d feedback.Disposition) action.Key { return action.ReplyKey(a, d) }
	life(143*time.Second, time.Second, reply(at, feedback.Fixed), 1, journal.Did{State: journal.Done, Outcome: &journal.Outcome{URL: "https://github.com/acme/shop/pull/42#discussion_r9911", ID: 9911}})
	life(145*time.Second, time.Second, reply(declined, feedback.Declined), 1, journal.Did{State: journal.Doubtful})
	add(170*time.Second, journal.Did{Key: reply(declined, feedback.Declined), Try: 1, State: journal.Done, Why: journal.Found, Outcome: &journal.Outcome{URL: "https://github.com/acme/shop/pull/42#discussion_r9912"}})
	life(171*time.Second, time.Second, action.AskKey("bugbot", fixCommit, 0), 1, journal.Did{State: journal.Lapsed, Why: journal.Limited, NotBefore: began.Add(4 * time.Minute), Outcome: &journal.Outcome{Text: "secondary rate limit"}})
	f.Entries = append(f.Entries, journal.Entry{Seq: int64(len(f.Entries) + 1), At: began.Add(3 * time.Minute), Told: &journal.Told{Who: "dev", Word: journal.Pause}})
	f.History = journal.Fold(f.Entries)
	first := working().Verdict
	first.Round, first.Actions = 0, []action.Action{{Kind: action.Work, Key: triage, Expect: action.Expect{Head: oldOid}}}
	first.Basis.Now = began
	f.Recorded = []Recorded{{Seq: 0, At: began, Verdict: first}, {Seq: 0, At: began.Add(time.Second), Verdict: first}, {Seq: 24, At: began.Add(5 * time.Minute), Verdict: f.Verdict}}
	f.Verdict.Basis.Now = began.Add(5 * time.Minute)
	f.Recorded[2].Verdict.Basis.Now = f.Verdict.Basis.Now
	return f
}
