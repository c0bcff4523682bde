package cluster

import (
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
)

// roundBook says in which round an item was judged first, counted from 1. An
// item that no agent was asked about is not in it.
type roundBook map[feedback.ItemID]int

func roundsOf(h journal.History) roundBook {
	var begun []journal.Deed
	for _, deed := range h.Deeds {
		if deed.Key.Task() == action.Triage && !deed.StartedAt.IsZero() {
			begun = append(begun, deed)
		}
	}
	slices.SortFunc(begun, func(a, b journal.Deed) int {
		if order := a.StartedAt.Compare(b.StartedAt); order != 0 {
			return order
		}
		return strings.Compare(string(a.Key), string(b.Key))
	})
	book := roundBook{}
	for n, deed := range begun {
		for _, at := range deed.Items {
			if _, known := book[at.Item]; !known {
				book[at.Item] = n + 1
			}
		}
	}
	return book
}

// before: an item was judged, and another only later or not yet.
func (book roundBook) before(item, other feedback.ItemID) bool {
	return book[item] > 0 && (book[other] == 0 || book[item] < book[other])
}

// now is the round that the open asks belong to: the next one where some are
// not judged yet, else the latest in which one of them was.
func (book roundBook) now(h journal.History, fresh []feedback.Standing) int {
	latest := 0
	for _, st := range fresh {
		if st.Judgment == nil {
			return h.Rounds + 1
		}
		latest = max(latest, book[st.Item.ID])
	}
	return latest
}
