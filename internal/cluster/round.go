package cluster

import (
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
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

// Recurrence says how often an ask has been here before: its earlier versions,
// what became of them, and by which commits.
func Recurrence(s pull.Snapshot, h journal.History, st feedback.Standing) feedback.Recurrence {
	at := st.Item.At()
	r := feedback.Recurrence{Reopened: st.Reopened, Attempts: st.Attempts, FirstRound: roundsOf(h)[st.Item.ID]}
	newest := feedback.Version{}
	for key, deed := range h.Deeds {
		said, disposition, ok := replied(key, deed)
		if ok && said.Item == at.Item && said.Version != at.Version && newest.Less(said.Version) {
			newest, r.Prior = said.Version, disposition
		}
	}
	for _, trailer := range s.Ours {
		for _, name := range trailer.Items {
			past, err := feedback.ParseAt(name)
			if err == nil && past.Item == at.Item && past.Version != at.Version && !slices.Contains(r.Commits, trailer.Commit) {
				r.Commits = append(r.Commits, trailer.Commit)
			}
		}
	}
	return r
}

// replied reads from a finished answer what was said of which version.
func replied(key action.Key, deed journal.Deed) (feedback.At, feedback.Disposition, bool) {
	name, word, ok := strings.Cut(key.Subject(), "/")
	at, err := feedback.ParseAt(name)
	return at, feedback.Disposition(word), ok && err == nil && key.Kind() == action.Reply && deed.State == journal.Done
}
