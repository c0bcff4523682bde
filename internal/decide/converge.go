package decide

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verdict"
)

// Facts of which policy names no number (F1.46).
const (
	mostRecurrences = 2 // an ask that was fixed so often is not fixed once more
	mostStalled     = 2 // pushes in a row after which every finding came back
)

// trajectory is how the work goes since a person last pushed or spoke. It
// counts what happened, never how long it took: a pull request that goes on for
// seven rounds and comes nearer to its end each time is let go on.
type trajectory struct {
	items  []feedback.Item
	fixes  []journal.Deed // that were pushed, oldest first
	born   map[feedback.At]pull.Oid
	judged []feedback.Item // found right, in order of their asking
	failed map[feedback.ItemID]string
	insist map[feedback.ItemID]bool // whose reviewer, no person, spoke once more in the thread
}

func (j *judge) trajectory(items []feedback.Item) trajectory {
	since := j.lastPerson()
	t := trajectory{items: items, born: map[feedback.At]pull.Oid{}, failed: j.h.Failed, insist: insisted(j.s)}
	for _, key := range j.keys() {
		deed := j.h.Deeds[key]
		switch {
		case deed.State != journal.Done || !deed.SettledAt.After(since):
		case len(fixedItems(deed)) > 0 && j.h.Deed(action.PushKey(deed.Outcome.Commit)).State == journal.Done:
			t.fixes = append(t.fixes, deed)
		case key.Task() == action.Triage:
			for _, origin := range deed.Outcome.Origins {
				t.born[origin.At] = origin.Commit
			}
			t.judged = append(t.judged, foundRight(deed, items)...)
		}
	}
	slices.SortFunc(t.fixes, func(a, b journal.Deed) int { return cmp.Compare(a.Seq, b.Seq) })
	slices.SortFunc(t.judged, func(a, b feedback.Item) int {
		return cmp.Or(a.Asked.Compare(b.Asked), cmp.Compare(a.ID, b.ID))
	})
	return t
}

// lastPerson is when somebody else last moved the head or a person told us
// something: what was stopped begins anew.
func (j *judge) lastPerson() time.Time {
	since := j.h.Told.Spoke
	for i, head := range j.h.Heads {
		if i > 0 && !head.Ours && head.At.After(since) {
			since = head.At
		}
	}
	return since
}

// foundRight are the items that a triage found valid, as they stand today.
func foundRight(triage journal.Deed, items []feedback.Item) []feedback.Item {
	return slices.DeleteFunc(slices.Clone(items), func(item feedback.Item) bool {
		return !slices.ContainsFunc(triage.Outcome.Judgments, func(said feedback.Judgment) bool {
			return said.At == item.At() && said.Class == feedback.Valid
		})
	})
}

// follows reports that an item is once more what an earlier one was: the same
// ask, the same words about a line that a fix of ours brought, or a check that
// fails as it failed before. A run of an earlier head is in no snapshot any
// more, so that what it said is remembered.
func (t trajectory) follows(item feedback.Item, earlier feedback.ItemID) bool {
	if said := t.failed[earlier]; said != "" {
		return item.ID != earlier && item.ID.Kind() == feedback.CheckItem && feedback.FailureKey(item) == said
	}
	return slices.ContainsFunc(t.items, func(past feedback.Item) bool {
		return past.ID == earlier && item.ID != earlier && item.Asked.After(past.Asked) &&
			(feedback.SameAsk(past, item) || feedback.SameWords(past, item) && t.born[item.At()] != "")
	})
}

// recurrences counts the pushed fixes after which the item came again, or its
// reviewer said in its thread that it is still so.
func (t trajectory) recurrences(item feedback.Item) int {
	n := 0
	for _, fix := range t.fixes {
		if slices.ContainsFunc(fixedItems(fix), func(at feedback.At) bool {
			return t.follows(item, at.Item) || at.Item == item.ID && t.insist[item.ID] && at.Version.Less(item.Version)
		}) {
			n++
		}
	}
	return n
}

// insisted are the threads of programs in which the last word that is not ours
// is once more their reviewer's. A person who speaks there begins anew.
func insisted(s pull.Snapshot) map[feedback.ItemID]bool {
	insist := map[feedback.ItemID]bool{}
	for _, t := range s.Threads {
		root, last := t.Root(), pull.Comment{}
		for _, c := range t.Comments {
			if !c.Said() && !c.Pending {
				last = c
			}
		}
		own := same(last.Author.Login, root.Author.Login) && (root.Author.Kind == pull.Bot || root.Found() && last.Found())
		if root.ID != 0 && last.ID != root.ID && own {
			insist[feedback.ItemID("t"+decimal(root.ID))] = true
		}
	}
	return insist
}

// stalled counts the last pushes in a row after which all that they fixed came back.
func (t trajectory) stalled() int {
	for n := range len(t.fixes) {
		for _, at := range fixedItems(t.fixes[len(t.fixes)-1-n]) {
			if !slices.ContainsFunc(t.items, func(item feedback.Item) bool { return t.follows(item, at.Item) }) {
				return n
			}
		}
	}
	return len(t.fixes)
}

// alternations counts the pushes that put back what an earlier one had changed.
func (t trajectory) alternations() int {
	n := 0
	for i, fix := range t.fixes {
		if slices.ContainsFunc(t.fixes[:i], func(before journal.Deed) bool { return undoes(fix, before) }) {
			n++
		}
	}
	return n
}

// undoes: a fix put back something that an earlier one had changed.
func undoes(fix, before journal.Deed) bool {
	return slices.ContainsFunc(fix.Outcome.Edits, func(e feedback.Edit) bool { return slices.ContainsFunc(before.Outcome.Edits, e.Undoes) })
}

// newest are the last items that were found right, and which of them are about
// lines that a fix of ours brought.
func (t trajectory) newest(n int) (last, born []feedback.Item) {
	last = t.judged[max(0, len(t.judged)-n):]
	return last, slices.DeleteFunc(slices.Clone(last), func(i feedback.Item) bool { return t.born[i.At()] == "" })
}

// stuckBy is the reason to stop fixing; its code is empty where there is none.
func (j *judge) stuckBy(t trajectory) verdict.Reason {
	limits := j.p.Limits
	last, born := t.newest(limits.BornOfLast)
	switch stalled, alternations := t.stalled(), t.alternations(); {
	case limits.BornAtLeast > 0 && len(born) >= limits.BornAtLeast:
		why := verdict.Reason{Gate: verdict.GateFeedback, Code: "born_from_fix", Holds: verdict.No, Subject: fmt.Sprintf("%d of the last %d", len(born), len(last))}
		for _, item := range born {
			brought := verdict.Reason{Code: "brought_by", Holds: verdict.No, Subject: string(t.born[item.At()])}
			why.Children = append(why.Children, verdict.Reason{Code: "born_here", Holds: verdict.No, Subject: string(item.ID), Children: []verdict.Reason{brought}})
		}
		return why
	case limits.Alternations > 0 && alternations >= limits.Alternations:
		return verdict.Reason{Gate: verdict.GateFeedback, Code: "alternation", Holds: verdict.No, Subject: fmt.Sprint(alternations)}
	case stalled >= mostStalled:
		return verdict.Reason{Gate: verdict.GateFeedback, Code: "no_progress", Holds: verdict.No, Subject: fmt.Sprint(stalled)}
	}
	return j.outOfTime()
}

// outOfTime: limits of time are no facts about the work; they hold where facts
// see nothing.
func (j *judge) outOfTime() verdict.Reason {
	limits, since := j.p.Limits, j.h.Since
	switch {
	case limits.ActiveTime > 0 && j.h.Active >= limits.ActiveTime:
		return verdict.Reason{Code: "active_time", Holds: verdict.No, Since: since}
	case limits.WallTime > 0 && !since.IsZero() && !j.now.Before(since.Add(limits.WallTime)):
		return verdict.Reason{Code: "wall_time", Holds: verdict.No, Since: since}
	}
	if limits.WallTime > 0 && !since.IsZero() {
		j.until(since.Add(limits.WallTime))
	}
	return verdict.Reason{}
}

// stuck ends a judgment when everything is said and something was left undone
// because fixing was stopped, or time is used up. Where nothing was left undone
// reviewers are asked: the last fix may have been the one that settles it.
func stuck(j *judge) bool {
	left := j.outOfTime().Code != "" && slices.ContainsFunc(j.allGates(), func(g verdict.Gate) bool { return g.Holds != verdict.Yes })
	if !left && !slices.ContainsFunc(j.standings, func(st feedback.Standing) bool { return j.stop.Code != "" && st.Why == j.stop.Code }) {
		return false
	}
	return j.end(verdict.Blocked, j.stop)
}
