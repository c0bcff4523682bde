package app

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/reconcile"
	"github.com/settlehq/settle/internal/verdict"
)

// oneItem is the reason of a focused run that has done what it was asked.
const oneItem = "one_item"

// focused is the judgment of a run that was given the address of one comment:
// only that item is worked on, and nothing is said of ready. Everything is
// observed and remembered as ever.
func focused(judge reconcile.Judge, id func(pull.Snapshot) (feedback.ItemID, bool)) reconcile.Judge {
	next := judge.Next
	judge.Next = func(s pull.Snapshot, h journal.History, p policy.Policy, now time.Time) verdict.Verdict {
		item, ok := id(s)
		v := next(only(s, item), h, p, now)
		v.Actions = slices.DeleteFunc(v.Actions, func(a action.Action) bool { return !concerns(a, item) })
		busy := len(v.Actions) > 0 || slices.ContainsFunc(v.Items, func(st feedback.Standing) bool {
			return st.Disposition == feedback.Open && v.Phase == verdict.Working
		})
		if ok && !busy && v.Phase != verdict.Ended && v.Why.Code != "gap" {
			v.Phase, v.Why = verdict.Waiting, verdict.Reason{Code: oneItem, Holds: verdict.Maybe, Subject: string(item)}
		}
		return v
	}
	return judge
}

// itemOfFragment finds the item that a URL's fragment points to: a review
// comment's thread, a review, a comment of the conversation.
func itemOfFragment(fragment string) func(pull.Snapshot) (feedback.ItemID, bool) {
	return func(s pull.Snapshot) (feedback.ItemID, bool) {
		number := strings.TrimLeft(fragment, "abcdefghijklmnopqrstuvwxyz_-")
		switch {
		case strings.HasPrefix(fragment, "discussion_r"):
			for _, t := range s.Threads {
				for _, c := range t.Comments {
					if fmt.Sprint(c.ID) == number {
						return feedback.ItemID(fmt.Sprintf("t%d", t.Root().ID)), true
					}
				}
			}
		case strings.HasPrefix(fragment, "issuecomment-"):
			return feedback.ItemID("c" + number), true
		case strings.HasPrefix(fragment, "pullrequestreview-"):
			return feedback.ItemID("r" + number + ".1"), true
		}
		return "", false
	}
}

// only keeps one item's words; reviews stay, as readings rest on them.
func only(s pull.Snapshot, id feedback.ItemID) pull.Snapshot {
	s.Threads = slices.DeleteFunc(slices.Clone(s.Threads), func(t pull.Thread) bool { return fmt.Sprintf("t%d", t.Root().ID) != string(id) })
	s.Comments = slices.DeleteFunc(slices.Clone(s.Comments), func(c pull.Comment) bool { return !c.Ours && fmt.Sprintf("c%d", c.ID) != string(id) })
	return s
}

// concerns: the deed is for that item.
func concerns(a action.Action, id feedback.ItemID) bool {
	has := func(items []feedback.At) bool {
		return len(items) > 0 && !slices.ContainsFunc(items, func(at feedback.At) bool { return at.Item != id })
	}
	switch {
	case a.Work != nil:
		return has(a.Work.Items)
	case a.Push != nil:
		return has(a.Push.Items)
	case a.Thread != nil:
		return a.Thread.Item.Item == id
	}
	return a.Say != nil && a.Say.Item.Item == id
}
