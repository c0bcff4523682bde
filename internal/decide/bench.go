package decide

import (
	"slices"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/verdict"
)

// triage is rule 9: all new items together, one judgment at a time.
func triage(j *judge) bool {
	j.belong()
	var fresh []feedback.At
	for _, st := range j.standings {
		if isNew(st) {
			fresh = append(fresh, st.Item.At())
			j.owe("unjudged", string(st.Item.ID))
		}
	}
	if len(fresh) == 0 {
		return false
	}
	if key, ok := j.running(action.Triage); ok {
		j.funnel.inFlight = append(j.funnel.inFlight, key)
		return false
	}
	j.funnel.wish(action.Action{
		Kind: action.Work, Key: action.TriageKey(fresh),
		Work: &action.WorkOrder{
			Task: action.Triage, Head: j.s.Head, Base: j.s.Base, Standing: j.standings, Clusters: j.clusters, Items: fresh,
		},
	})
	return false
}

// running finds the started work of a task; void ones do not count.
func (j *judge) running(tasks ...action.Task) (action.Key, bool) {
	for _, key := range j.keys() {
		deed := j.h.Deeds[key]
		if deed.State == journal.Started && slices.Contains(tasks, key.Task()) && !j.pointless(key, deed) {
			return key, true
		}
	}
	return "", false
}

// bench is rule 10: one work bound to the head at a time. Nothing is begun
// while new items are unjudged: they may belong together.
func bench(j *judge) bool {
	todo := j.todo()
	for _, st := range todo {
		j.owe("to_fix", string(st.Item.ID))
	}
	j.reruns()
	if slices.ContainsFunc(j.standings, isNew) {
		return false
	}
	if key, ok := j.running(action.Fix, action.Repair, action.Verify, action.Update, action.Rebase); ok {
		j.funnel.inFlight = append(j.funnel.inFlight, key)
		j.busyWith(key)
		return false
	}
	if (len(todo) > 0 || j.apart() != "") && j.barredFrom() {
		return true
	}
	if j.catchUp() || len(todo) == 0 {
		return false
	}
	if fix, ok := j.finished(todo); ok {
		j.proveOrPush(fix)
		return false
	}
	if red, ok := j.broken(todo); ok {
		j.funnel.wish(j.repair(red))
		return false
	}
	j.funnel.wish(j.fix(todo))
	return false
}

func (j *judge) todo() []feedback.Standing {
	return slices.DeleteFunc(slices.Clone(j.standings), func(st feedback.Standing) bool { return !isTodo(st) })
}

func (j *judge) fix(todo []feedback.Standing) action.Action {
	var at []feedback.At
	failures := 0
	for _, st := range todo {
		at = append(at, st.Item.At())
		failures += st.Attempts + j.undone(st.Item.At()) // what was taken out is done differently
	}
	return action.Action{
		Kind: action.Work, Key: action.FixKey(j.s.Head, at, failures), Expect: action.Expect{Head: j.s.Head},
		Work: &action.WorkOrder{Task: action.Fix, Head: j.s.Head, Base: j.s.Base, Standing: todo, Clusters: j.clusters, Items: at},
	}
}

// finished finds a fix made at this head, repaired or not, with something to
// push, every item of which is still wanted at its version, and which no check
// has refused.
func (j *judge) finished(todo []feedback.Standing) (chain, bool) {
	for _, c := range j.chains() {
		if j.allWanted(c.tip, todo) && !c.red() && !j.pushed(c) {
			return c, true
		}
	}
	return chain{}, false
}

// pushed: what the work has left was in the branch.
func (j *judge) pushed(c chain) bool {
	return j.h.Deed(action.PushKey(c.tip.Outcome.Commit)).State == journal.Done
}

func (j *judge) allWanted(fix journal.Deed, todo []feedback.Standing) bool {
	for _, at := range fixedItems(fix) {
		if !slices.ContainsFunc(todo, func(st feedback.Standing) bool { return st.Item.At() == at }) {
			return false
		}
	}
	return true
}

func fixedItems(fix journal.Deed) []feedback.At {
	var items []feedback.At
	for _, claim := range fix.Outcome.Claims {
		if claim.Outcome == feedback.Fixed {
			items = append(items, claim.At)
		}
	}
	return items
}

func (j *judge) proveOrPush(c chain) {
	commit, covered := c.tip.Outcome.Commit, fixedItems(c.tip)
	if !j.p.Verify.None && c.proof.State != journal.Done {
		j.funnel.wish(action.Action{
			Kind: action.Work, Key: action.VerifyKey(commit), Expect: action.Expect{Head: j.s.Head},
			Work: &action.WorkOrder{
				Task: action.Verify, Head: j.s.Head, Commit: commit, From: c.tip.Key, Onto: c.onto(), Items: covered, Standing: j.among(covered),
			},
		})
		return
	}
	j.funnel.wish(action.Action{
		Kind: action.Push, Key: action.PushKey(commit), Expect: action.Expect{Head: j.s.Head},
		Push: &action.PushOrder{Commit: commit, Parent: j.s.Head, Rewrite: c.root.Key.Task() == action.Rebase, From: c.tip.Key, Items: covered},
	})
}

// working is rule 11: no reviewer is asked about a head that we are going to
// replace, or about answers that have not been given.
func working(j *judge) bool {
	if len(j.owed) == 0 {
		return false
	}
	why := verdict.Reason{Gate: verdict.GateFeedback, Code: "feedback_open", Holds: verdict.No, Children: j.owed}
	if !slices.ContainsFunc(j.owed, func(r verdict.Reason) bool { return r.Gate == verdict.GateFeedback }) {
		why = j.owed[0]
		why.Children = j.owed[1:]
	}
	phase := j.busyPhase()
	if i := slices.IndexFunc(j.owed, func(r verdict.Reason) bool { return waitable[r.Code] }); i >= 0 && phase == verdict.Waiting {
		why = j.owed[i] // what all the rest waits for
		why.Children = slices.Delete(slices.Clone(j.owed), i, i+1)
	}
	return j.end(phase, j.because(why))
}

// busyPhase tells what can be done about what is owed: something now, or after
// a while, or nothing at all.
func (j *judge) busyPhase() verdict.Phase {
	switch f := j.funnel; {
	case len(f.wishes) > 0 || len(f.inFlight) > 0:
		return verdict.Working
	case len(f.held) > 0:
		return verdict.Waiting
	case len(f.barred) > 0:
		return verdict.Blocked
	}
	return verdict.Waiting
}

// because adds why the funnel let nothing through.
func (j *judge) because(why verdict.Reason) verdict.Reason {
	f := j.funnel
	switch {
	case len(f.wishes) > 0 || len(f.inFlight) > 0:
	case len(f.held) > 0:
		why = verdict.Reason{Gate: why.Gate, Code: "backing_off", Holds: verdict.No, Subject: string(f.held[0]), Until: f.notUntil, Children: []verdict.Reason{why}}
	case len(f.barred) > 0:
		why = verdict.Reason{Gate: why.Gate, Code: "not_allowed", Holds: verdict.No, Subject: string(f.barred[0]), Children: []verdict.Reason{why}}
	}
	return why
}
