package decide

import (
	"cmp"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
)

// chain is a finished fix, update or rebase, and what repairs have made of it.
type chain struct {
	root    journal.Deed // the work that it began with
	tip     journal.Deed // the newest work of it that left a commit
	proof   journal.Deed // what the checks said of that commit
	repairs int          // how often it was given back
	again   int          // how often of those its tip was, without a new commit
}

// chains are the finished fixes at this head, oldest first.
func (j *judge) chains() []chain {
	if j.fixes != nil {
		return j.fixes
	}
	j.fixes = []chain{}
	for _, key := range j.keys() {
		deed := j.h.Deeds[key]
		if key.Task() == action.Fix && deed.State == journal.Done && deed.Head == j.s.Head && deed.Outcome.Commit != "" {
			j.fixes = append(j.fixes, j.chainOf(deed))
		}
	}
	slices.SortFunc(j.fixes, func(a, b chain) int { return cmp.Compare(a.tip.Seq, b.tip.Seq) })
	return j.fixes
}

// chainOf follows the repairs of a work, each of which builds on the one before.
func (j *judge) chainOf(root journal.Deed) chain {
	c := chain{root: root, tip: root}
	for seen := map[pull.Oid]bool{}; !seen[c.tip.Outcome.Commit]; {
		seen[c.tip.Outcome.Commit] = true
		next, times := j.repairsOf(c.tip.Outcome.Commit)
		c.repairs, c.again = c.repairs+times, times
		if next.Outcome.Commit != "" {
			c.tip = next
		}
	}
	c.proof = j.h.Deed(action.VerifyKey(c.tip.Outcome.Commit))
	return c
}

// repairsOf counts the finished repairs of a commit; next is the one that left
// a commit, if one did.
func (j *judge) repairsOf(commit pull.Oid) (next journal.Deed, times int) {
	for key, deed := range j.h.Deeds {
		if key.Task() != action.Repair || deed.State != journal.Done || !strings.HasPrefix(key.Subject(), string(commit)+"/") {
			continue
		}
		times++
		if deed.Outcome.Commit != "" && deed.Outcome.Commit != commit && deed.Seq > next.Seq {
			next = deed
		}
	}
	return next, times
}

// red: the checks refused it, twice.
func (c chain) red() bool {
	return c.proof.State == journal.Done && c.proof.Outcome.Proof != nil && !c.proof.Outcome.Proof.Green
}

// old: they refused what was there before just the same.
func (c chain) old() bool { return c.red() && c.proof.Outcome.Proof.Old() }

// over: nothing more is tried with it.
func (c chain) over(repairs int) bool { return c.red() && (c.old() || c.repairs >= repairs) }

// onto is the base commit that an update or rebase has brought in; empty for a fix.
func (c chain) onto() pull.Oid {
	if task := c.root.Key.Task(); task != action.Update && task != action.Rebase {
		return ""
	}
	_, base, _ := strings.Cut(c.root.Key.Subject(), "+")
	return pull.Oid(base)
}

func (c chain) covers(at feedback.At) bool { return slices.Contains(fixedItems(c.tip), at) }

// given up tells why a fix of the item is not tried any more: its branch stayed
// red through every repair, or was red before. A person's word grants one more.
func (j *judge) givenUp(at feedback.At, judgment *feedback.Judgment) string {
	times, why := 0, ""
	for _, c := range j.chains() {
		if !c.covers(at) || !c.over(j.p.Verify.Repairs) {
			continue
		}
		times++
		if why = "repairs"; c.old() {
			why = "red_before"
		}
	}
	if times > j.redo(judgment) {
		return why
	}
	return ""
}

// mending: a branch with the item's fix is being checked or repaired.
func (j *judge) mending(at feedback.At) bool {
	return slices.ContainsFunc(j.chains(), func(c chain) bool { return c.covers(at) && !c.over(j.p.Verify.Repairs) })
}

// violated: an audit has found more against works on the item than a person's
// word has forgiven.
func (j *judge) violated(at feedback.At, judgment *feedback.Judgment) bool {
	times := 0
	for key, deed := range j.h.Deeds {
		if deed.State != journal.Done || key.Task() != action.Fix && key.Task() != action.Repair {
			continue
		}
		if slices.ContainsFunc(deed.Outcome.Claims, func(c feedback.Claim) bool { return c.At == at && len(c.Violations) > 0 }) {
			times++
		}
	}
	return times > j.redo(judgment)
}

// tested: the checks showed that the tests of this chain fail without it.
func (j *judge) tested(fix journal.Deed) bool {
	return slices.ContainsFunc(j.chainOf(fix).proof.Outcome.Proofs, func(p feedback.Proof) bool {
		return p.Gate == feedback.GateTests && p.Green
	})
}

// broken finds a chain to repair: refused by the checks, every item of it still wanted.
func (j *judge) broken(todo []feedback.Standing) (chain, bool) {
	for _, c := range slices.Backward(j.chains()) {
		if c.red() && !c.over(j.p.Verify.Repairs) && j.allWanted(c.tip, todo) {
			return c, true
		}
	}
	return chain{}, false
}

// among are the standings of some items.
func (j *judge) among(items []feedback.At) []feedback.Standing {
	return slices.DeleteFunc(slices.Clone(j.standings), func(st feedback.Standing) bool { return !slices.Contains(items, st.Item.At()) })
}

// repair gives the whole branch back, with what refused it.
func (j *judge) repair(c chain) action.Action {
	commit, covered := c.tip.Outcome.Commit, fixedItems(c.tip)
	return action.Action{
		Kind: action.Work, Key: action.RepairKey(commit, c.proof.Outcome.Proof.Gate, c.again), Expect: action.Expect{Head: j.s.Head},
		Work: &action.WorkOrder{
			Task: action.Repair, Head: j.s.Head, Base: j.s.Base, Commit: commit, From: c.tip.Key, Onto: c.onto(), Standing: j.among(covered),
			Items: covered, Broken: c.proof.Outcome.Proof,
		},
	}
}
