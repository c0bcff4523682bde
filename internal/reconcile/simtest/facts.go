package simtest

import (
	"fmt"
	"slices"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/reconcile"
)

// found is a finding that a triage held to be right.
type found struct {
	at   time.Time
	born bool // it was about lines of ours
}

// right notes it for checkFacts.
func (w *world) right(id feedback.ItemID, born bool) { w.found[id] = found{w.now, born} }

// checkFacts looks from outside at what a fix is begun for: not for more of
// what fixes give birth to, once three of the last four findings were that and
// no person has pushed or spoken since.
func (s *Sim) checkFacts(scene reconcile.Scene) {
	if scene.Action.Work.Task != action.Fix {
		return
	}
	var last []found
	for _, item := range s.w.asks() {
		if f, ok := s.w.found[item]; ok && f.at.After(s.w.person) {
			last = append(last, f)
		}
	}
	last = last[max(0, len(last)-4):]
	born := len(slices.DeleteFunc(slices.Clone(last), func(f found) bool { return !f.born }))
	if born >= 3 {
		s.fail("16 facts: %s is begun, and %d of the last %d findings were born from fixes", scene.Deed.Key, born, len(last))
	}
}

// asks are the threads and reviews that ask, in order of their time.
func (w *world) asks() []feedback.ItemID {
	type ask struct {
		id int64
		by feedback.ItemID
	}
	var all []ask
	for _, t := range w.threads {
		all = append(all, ask{t.Root().ID, feedback.ItemID(fmt.Sprintf("t%d", t.Root().ID))})
	}
	for _, r := range w.reviews {
		if r.Author.Kind == pull.Person {
			all = append(all, ask{r.ID, feedback.ItemID(fmt.Sprintf("r%d.1", r.ID))})
		}
	}
	slices.SortFunc(all, func(a, b ask) int { return int(a.id - b.id) })
	var ids []feedback.ItemID
	for _, a := range all {
		ids = append(ids, a.by)
	}
	return ids
}
