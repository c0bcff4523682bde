package cluster

import (
	"fmt"
	"slices"
	"testing"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
)

func (w *talk) recurrence(id feedback.ItemID) feedback.Recurrence {
	return Recurrences(w.s, w.h, w.items)[id]
}

func TestAnAskThatIsHereForTheFirstTimeDoesNotRecur(t *testing.T) {
	w := newTalk()
	w.asks(1, "cart/a.go", rounded)
	w.asks(2, "cart/b.go", rounded)
	w.round(2)
	if r := w.recurrence("t2"); r.Recurs() || r.FirstRound != 1 {
		t.Errorf("it is %+v", r)
	}
}

// The reviewer has spoken again in a thread that was answered as fixed.
func TestAReopenedAskKnowsItsEarlierAnswerAndCommits(t *testing.T) {
	w := newTalk()
	w.asks(1, "cart/a.go", rounded, func(st *feedback.Standing) { st.Reopened, st.Attempts = true, 2 })
	w.round(1)
	before := w.items[0].Item.At()
	older := before
	older.Version.Unix, before.Version.Unix = before.Version.Unix-200, before.Version.Unix-100
	for at, disposition := range map[feedback.At]feedback.Disposition{older: feedback.Declined, before: feedback.Fixed} {
		key := action.ReplyKey(at, disposition)
		w.h.Deeds[key] = journal.Deed{Key: key, State: journal.Done}
	}
	unsaid := action.ReplyKey(feedback.At{Item: "t1", Version: feedback.Version{Comment: 1, Unix: before.Version.Unix + 50}}, feedback.Failed)
	w.h.Deeds[unsaid] = journal.Deed{Key: unsaid, State: journal.Lapsed}
	w.s.Ours = []pull.Trailer{{Commit: "c1", Items: []string{older.String()}}, {Commit: "c2", Items: []string{before.String(), "t9@1.1"}}, {Commit: "c3", Items: []string{w.items[0].Item.At().String()}}}
	r := w.recurrence("t1")
	if !r.Recurs() || !r.Reopened || r.Attempts != 2 || r.Prior != feedback.Fixed || !slices.Equal(r.Commits, []pull.Oid{"c1", "c2"}) || r.FirstRound != 1 || r.Raised != 0 {
		t.Errorf("it is %+v", r)
	}
}

// The same is raised in a new thread of a later round: three times now.
func TestAnAskThatWasSettledInAnotherThreadIsCounted(t *testing.T) {
	w := newTalk()
	w.asks(1, "cart/a.go", rounded, fixed)
	w.round(1)
	w.asks(2, "cart/a.go", rounded, declined)
	w.round(1)
	w.asks(3, "cart/a.go", rounded)
	if r := w.recurrence("t3"); r.Raised != 2 || r.Prior != feedback.Declined || !slices.Equal(r.Commits, []pull.Oid{"c07be21aaaa"}) {
		t.Errorf("not judged yet it is %+v", r)
	}
	if r := w.recurrence("t1"); r.Recurs() {
		t.Errorf("the first of them is %+v", r)
	}
	w.asks(4, "cart/z.go", "In other words, said by another.", func(st *feedback.Standing) {
		st.Item.By.Login, st.Judgment = "copilot", &feedback.Judgment{Class: feedback.Invalid, Primary: "t2"}
	})
	w.round(2)
	if r := w.recurrence("t4"); r.Raised != 1 {
		t.Errorf("judged the same matter as t2 it is %+v", r)
	}
}

// Two that raise the same in one round are duplicates, no recurrence.
func TestDuplicatesOfOneRoundAreNoRecurrence(t *testing.T) {
	w := newTalk()
	w.asks(1, "cart/a.go", rounded)
	w.asks(2, "cart/a.go", rounded, func(st *feedback.Standing) { st.Judgment = &feedback.Judgment{Primary: "t1"} })
	w.round(2)
	if r := w.recurrence("t2"); r.Recurs() {
		t.Errorf("it is %+v", r)
	}
}

// BenchmarkLarge is a pull request of 300 asks over six rounds in ten files.
func BenchmarkLarge(b *testing.B) {
	w := newTalk()
	for id := range int64(300) {
		w.asks(id+1, fmt.Sprintf("cart/f%d.go", id%10), fmt.Sprintf("The %d. total is rounded once a line; cents are lost.", id), declined)
		if id%50 == 49 {
			w.round(50)
		}
	}
	b.Run("recurrences", func(b *testing.B) {
		for b.Loop() {
			Recurrences(w.s, w.h, w.items)
		}
	})
	for i := range 40 {
		w.items[i].Disposition = feedback.Open
	}
	b.Run("find", func(b *testing.B) {
		for b.Loop() {
			Find(w.s, w.h, w.items)
		}
	})
}
