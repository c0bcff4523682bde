package decide

import (
	"testing"
	"time"

	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
)

// seen is a world of one thread that was written down once.
func seen(t *testing.T) *world {
	w := newWorld(t)
	w.read("policy bugbot:required verify\nthread 1 by=bugbot commit=h1\nsaw at=-9m")
	return w
}

func TestASightingIsWrittenOnlyWhenSomethingOfItChanged(t *testing.T) {
	changes := map[string]struct {
		change func(*world)
		want   bool
	}{
		"nothing":                  {func(*world) {}, false},
		"the time of the look":     {func(w *world) { w.s.At = noon.Add(time.Hour) }, false},
		"our answer":               {func(w *world) { w.read("answer 11 in=1 key=reply/{t1}/declined") }, false},
		"a person's word":          {func(w *world) { w.read("reply 12 in=1 by=maria at=-1m") }, true},
		"a person's push":          {func(w *world) { w.read("head h2") }, true},
		"the draft":                {func(w *world) { w.s.Draft = false }, true},
		"a word, and a gap":        {func(w *world) { w.read("reply 12 in=1 by=maria at=-1m\ngap checks page_1 502") }, false},
		"a gap alone":              {func(w *world) { w.s.Gaps = []pull.Gap{{Surface: pull.SurfaceThreads}} }, false},
		"our push, a head of ours": {func(w *world) { w.read("head f1\ntrailer f1 {t1}") }, true},
	}
	for says, c := range changes {
		w := seen(t)
		c.change(w)
		if saw := Sighting(w.s, journal.Fold(w.entries), w.p); (saw != nil) != c.want {
			t.Errorf("%s: wrote %+v", says, saw)
		}
	}
}

func TestASightingNamesOnlyTheItemsThatWereAskedAnew(t *testing.T) {
	w := seen(t)
	w.read("thread 2 by=bugbot commit=h1\nreply 12 in=1 by=maria at=-1m")
	saw := Sighting(w.s, journal.Fold(w.entries), w.p)
	if saw == nil || len(saw.Versions) != 2 || saw.Versions["t1"].Comment != 12 || saw.Head != "h1" || !saw.Draft {
		t.Fatalf("wrote %+v", saw)
	}
	w = seen(t)
	w.read("thread 2 by=bugbot commit=h1")
	if saw := Sighting(w.s, journal.Fold(w.entries), w.p); len(saw.Versions) != 1 {
		t.Errorf("wrote %+v", saw)
	}
}
