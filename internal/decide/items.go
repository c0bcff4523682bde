package decide

import (
	"maps"
	"math"
	"slices"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/reviewer"
)

// items is rule 6: what became of each ask at its version.
func items(j *judge) bool {
	found := j.found()
	j.course = j.trajectory(found)
	j.stop = j.stuckBy(j.course)
	byID := map[feedback.ItemID]feedback.Item{}
	for _, item := range found {
		byID[item.ID] = item
	}
	for _, item := range found {
		st := feedback.Standing{Item: item, Disposition: feedback.Open, Attempts: j.h.Failures[item.At()]}
		if judgment, ok := j.h.Judged[item.ID]; ok {
			if judgment.At == item.At() {
				st.Judgment = &judgment
			} else {
				st.Reopened = true
			}
		}
		j.dispose(&st, byID)
		j.receipt(&st)
		j.standings = append(j.standings, st)
	}
	j.judged = true
	return false
}

// found are the asks of the snapshot. Words of a person who may not steer here
// are listed, and start nothing, until somebody who may has joined in.
func (j *judge) found() []feedback.Item {
	items := slices.Concat(reviewer.Items(j.s, j.p.Reviewers), j.failures(), j.auditFindings())
	for i := range items {
		if items[i].Reviewer == policy.People && !j.steered(items[i]) {
			items[i].FYI = true
		}
	}
	return items
}

func (j *judge) steered(item feedback.Item) bool {
	if j.p.Escalation.Steers(item.By) {
		return true
	}
	for _, t := range j.s.Threads {
		if t.NodeID != item.Thread {
			continue
		}
		return slices.ContainsFunc(t.Comments, func(c pull.Comment) bool {
			return !c.Ours && !c.Pending && c.Author.Kind == pull.Person && j.p.Escalation.Steers(c.Author)
		})
	}
	return false
}

// dispose derives the disposition. The order is the rule's: what the branch
// shows, what a person said, what was judged, what can still be done.
func (j *judge) dispose(st *feedback.Standing, byID map[feedback.ItemID]feedback.Item) {
	at := st.Item.At()
	if commit, ok := j.fixedBy(at); ok {
		st.Disposition, st.Commit, st.Claim = feedback.Fixed, commit, j.claim(at)
		return
	}
	if st.Item.FYI {
		return
	}
	if j.undone(at) > j.redo(st.Judgment) {
		st.Disposition, st.Why = feedback.Escalated, "undone"
		return
	}
	if st.Judgment != nil {
		j.byClass(st, byID)
	} else if why := j.unjudgeable(*st); why != "" {
		st.Disposition, st.Why = feedback.Escalated, why
	}
}

// unjudgeable says why nobody judges the item any more; empty: it will be.
func (j *judge) unjudgeable(st feedback.Standing) string {
	switch out := j.outOfTime(); {
	case st.Attempts >= j.p.Limits.Attempts:
		return "no_judgment"
	case j.triaging(st.Item.At()):
	case j.h.Rounds >= j.p.Limits.Rounds+j.h.Told.Raised:
		return "rounds"
	case out.Code != "":
		return out.Code
	}
	return ""
}

func (j *judge) byClass(st *feedback.Standing, byID map[feedback.ItemID]feedback.Item) {
	judgment := j.leading(*st.Judgment, byID)
	switch {
	case j.byWord(st, judgment):
	case judgment.Defer != "":
		st.Disposition, st.Tracked = feedback.Deferred, j.trackedAt(judgment)
	case judgment.Class == feedback.Invalid, judgment.Class == feedback.Stale:
		st.Disposition = feedback.Declined
	case judgment.Class == feedback.AlreadyFixed:
		st.Disposition = feedback.AlreadyAddressed
	case judgment.Class == feedback.NeedsHuman:
		st.Disposition, st.Why = feedback.Escalated, "needs_human"
	case j.followsUp(st.Item.Reviewer) && judgment.Source != feedback.ByPerson:
		j.putOff(st)
	default:
		j.byClaim(st)
	}
}

// leading gives the judgment that decides: a duplicate shares its primary's
// fate, as long as the primary is there and judged itself.
func (j *judge) leading(own feedback.Judgment, byID map[feedback.ItemID]feedback.Item) feedback.Judgment {
	primary, ok := byID[own.Primary]
	if !ok || own.Source == feedback.ByPerson {
		return own
	}
	if judgment, ok := j.h.Judged[primary.ID]; ok && judgment.At == primary.At() {
		return judgment
	}
	return own
}

// byClaim: a valid item ends without a commit when its fixer found that there
// is nothing to change, when its attempts are spent, or when edits are not ours
// to make.
func (j *judge) byClaim(st *feedback.Standing) {
	at := st.Item.At()
	if claim := j.claim(at); claim != nil && (claim.Outcome == feedback.AlreadyAddressed || claim.Outcome == feedback.Declined) {
		st.Disposition, st.Claim = claim.Outcome, claim
		return
	}
	if j.violated(at, st.Judgment) {
		st.Disposition, st.Why, st.Claim = feedback.Escalated, "violation", j.claim(at)
		return
	}
	switch why := j.givenUp(at, st.Judgment); {
	case why == "red_before":
		st.Disposition, st.Why = feedback.Escalated, why
	case why != "":
		st.Disposition, st.Why = feedback.Failed, why
	case st.Attempts >= j.p.Limits.Attempts+j.redo(st.Judgment) && !j.mending(at):
		st.Disposition, st.Why = feedback.Failed, "attempts"
	case !j.p.Verify.Given():
		st.Disposition, st.Why = feedback.Escalated, "no_verify"
	case j.p.Limits.Cost > 0 && j.h.Spent >= j.p.Limits.Cost && !j.onBench(at):
		st.Disposition, st.Why = feedback.Escalated, "cost"
	case j.stop.Code != "" && !j.onBench(at):
		st.Disposition, st.Why = feedback.Escalated, j.stop.Code
	case j.course.recurrences(st.Item) >= mostRecurrences:
		st.Disposition, st.Why = feedback.Escalated, "recurrence"
	}
}

// fixedBy: a commit with the item's trailer is reachable from the head.
func (j *judge) fixedBy(at feedback.At) (pull.Oid, bool) {
	name := at.String()
	for _, trailer := range j.s.Ours {
		if slices.Contains(trailer.Items, name) {
			return trailer.Commit, true
		}
	}
	return "", false
}

// undone counts our pushes of the item's fix that are done and older than the
// lag while no commit of it is in the head. Somebody took them out; that is
// never repeated by ourselves.
func (j *judge) undone(at feedback.At) int {
	times := 0
	for _, deed := range j.h.Deeds {
		ours := deed.Key.Kind() == action.Push && deed.State == journal.Done && slices.Contains(deed.Items, at)
		if ours && !j.now.Before(deed.SettledAt.Add(j.p.Timing.Lag)) {
			times++
		}
	}
	return times
}

// redo is how often a fix may have been taken out before the item waits for a
// person: not once, unless a person has judged it. One who finds it valid again
// grants one more fix; any other word of a person ends the question.
func (j *judge) redo(judgment *feedback.Judgment) int {
	switch {
	case judgment == nil || judgment.Source != feedback.ByPerson:
		return 0
	case judgment.Class == feedback.Valid && judgment.Defer == "":
		return 1
	}
	return math.MaxInt
}

// claim gives the newest thing that a finished fix said of the item. A test that
// nobody has seen fail without the change is left out.
func (j *judge) claim(at feedback.At) *feedback.Claim {
	var newest *feedback.Claim
	var seq int64
	for _, deed := range j.h.Deeds {
		if deed.Key.Task() != action.Fix || deed.State != journal.Done || deed.Seq < seq {
			continue
		}
		for _, claim := range deed.Outcome.Claims {
			if claim.At == at {
				newest, seq = &claim, deed.Seq
				if claim.Test != "" && !j.tested(deed) {
					newest.Test = ""
				}
			}
		}
	}
	return newest
}

// onBench: a finished fix of the item waits at this head for its proof or its push.
func (j *judge) onBench(at feedback.At) bool {
	claim := j.claim(at)
	return claim != nil && claim.Outcome == feedback.Fixed
}

// triaging: the item's round has begun.
func (j *judge) triaging(at feedback.At) bool {
	for _, deed := range j.h.Deeds {
		if deed.Key.Task() == action.Triage && deed.Try > 0 && !deed.StartedAt.IsZero() && slices.Contains(deed.Items, at) {
			return true
		}
	}
	return false
}

// receipt: has it been answered, and why may its thread stay open.
func (j *judge) receipt(st *feedback.Standing) {
	if st.Disposition == feedback.Open {
		return
	}
	key := action.ReplyKey(st.Item.At(), st.Disposition)
	st.ReplyKey = string(key)
	if deed := j.h.Deed(key); deed.State == journal.Done {
		st.Replied, st.ReplyURL = true, deed.Outcome.URL
	}
}

// keys in a fixed order, so that no verdict depends on a map.
func (j *judge) keys() []action.Key { return slices.Sorted(maps.Keys(j.h.Deeds)) }

// final items need no more work; what is only information never needed any.
func final(st feedback.Standing) bool { return st.Item.FYI || st.Disposition != feedback.Open }

// isNew: nobody has judged the item at this version.
func isNew(st feedback.Standing) bool { return !final(st) && st.Judgment == nil }

// isTodo: judged as valid, and still to be changed.
func isTodo(st feedback.Standing) bool { return !final(st) && st.Judgment != nil }
