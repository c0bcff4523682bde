package cluster

import (
	"fmt"
	"testing"

	"github.com/settlehq/settle/internal/feedback"
)

func TestTheGateOpensByVolumeOrByWhatWasSettledBefore(t *testing.T) {
	cases := map[string]struct {
		build func(*talk)
		want  string
	}{
		"one new, one resolved before": {func(w *talk) {
			w.asks(1, "cart/a.go", rounded, resolved)
			w.asks(2, "cart/b.go", rounded)
		}, "arithmetic@cart: t2 | t1"},
		"three new, nothing before": {func(w *talk) {
			for id := range int64(3) {
				w.asks(id+1, "cart/a.go", rounded)
			}
		}, "arithmetic@cart/a.go: t1 t2 t3 |"},
		"one new alone": {func(w *talk) { w.asks(1, "cart/a.go", rounded) }, ""},
		"two new are no volume": {func(w *talk) {
			w.asks(1, "cart/a.go", rounded)
			w.asks(2, "cart/a.go", rounded)
		}, ""},
		"only settled ones": {func(w *talk) {
			w.asks(1, "cart/a.go", rounded, resolved)
			w.asks(2, "cart/a.go", rounded, resolved)
		}, ""},
		"the new one is outdated": {func(w *talk) {
			w.asks(1, "cart/a.go", rounded, resolved)
			w.asks(2, "cart/a.go", rounded, outdated)
		}, ""},
		"three outdated ones are a volume, and take nothing settled in": {func(w *talk) {
			w.asks(9, "cart/a.go", rounded, resolved)
			for id := range int64(3) {
				w.asks(id+1, "cart/a.go", rounded, outdated)
			}
		}, "arithmetic@cart/a.go: t1 t2 t3 |"},
		"what is only information is not new": {func(w *talk) {
			w.asks(1, "cart/a.go", rounded, resolved)
			w.asks(2, "cart/a.go", rounded, fyi)
		}, ""},
		"what waits for a person is neither new nor settled": {func(w *talk) {
			w.asks(1, "cart/a.go", rounded, escalated)
			w.asks(2, "cart/a.go", rounded)
			w.asks(3, "cart/a.go", rounded)
		}, ""},
		"declined for good in an earlier round, its thread left open": {func(w *talk) {
			w.asks(1, "cart/a.go", rounded, declined)
			w.round(1)
			w.asks(2, "cart/a.go", rounded)
		}, "arithmetic@cart/a.go: t2 | t1"},
		"settled in this very round is not before": {func(w *talk) {
			w.asks(1, "cart/a.go", rounded, declined)
			w.asks(2, "cart/a.go", rounded, func(st *feedback.Standing) { st.Judgment = &feedback.Judgment{Class: feedback.Valid} })
			w.round(2)
		}, ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			w := newTalk()
			c.build(w)
			w.want(t, c.want)
			w.shuffled(t)
		})
	}
}

// The like comes back while an earlier fix stands: both are in the brief, and
// only what is open is work.
func TestWhatWasSettledIsContextAndNeverWork(t *testing.T) {
	w := newTalk()
	w.asks(1, "cart/a.go", rounded, fixed)
	w.asks(2, "cart/tax/b.go", rounded, resolved)
	w.round(2)
	w.asks(3, "cart/c.go", rounded)
	found := Find(w.s, w.h, w.items)
	if len(found) != 1 || len(found[0].Items) != 1 || found[0].Items[0] != "t3" || len(found[0].Files) != 3 {
		t.Fatalf("found %+v", found)
	}
	c := found[0]
	for i, want := range []feedback.Prior{ // the youngest word first
		{ID: "t2", Category: "arithmetic", Path: "cart/tax/b.go", Line: 2, Status: "previously_resolved", LastComment: noon.Add(2 * 60e9)},
		{ID: "t1", Category: "arithmetic", Path: "cart/a.go", Line: 1, Status: "previously_resolved", LastComment: noon.Add(60e9), Disposition: feedback.Fixed, Commit: "c07be21aaaa"},
	} {
		if c.Prior[i] != want {
			t.Errorf("prior %d is %+v, want %+v", i, c.Prior[i], want)
		}
	}
	if part, ok := c.Of([]feedback.ItemID{"t3"}); !ok || len(part.Items) != 1 || len(part.Prior) != 2 {
		t.Errorf("for the work it is %+v", part)
	}
	if _, ok := c.Of([]feedback.ItemID{"t1", "t2"}); ok {
		t.Error("what was settled is work")
	}
}

func TestOnlyTheTenLastOfWhatWasSettledAreLookedAt(t *testing.T) {
	w := newTalk()
	for id := range int64(20) {
		w.asks(id+1, fmt.Sprintf("cart/f%d.go", id), rounded, resolved)
	}
	w.asks(30, "cart/new.go", rounded)
	w.want(t, "arithmetic@cart: t30 | t20 t19 t18 t17 t16 t15 t14 t13 t12 t11")
}
