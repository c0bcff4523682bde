package agentsim

import (
	"reflect"
	"testing"

	"github.com/settlehq/settle/internal/feedback"
)

const rounding = feedback.ItemID("t1")

// asks are two items of one cluster, and what was settled before them.
func (w *world) readings(prior ...feedback.Prior) []feedback.ClusterClaim {
	w.t.Helper()
	request := fixing(item(rounding, "Two lines of 5 cents come to 8, not 9."), item("t2", "Small amounts are lost."))
	request.Clusters = []feedback.Cluster{{ID: "arithmetic@cart.go", Items: []feedback.ItemID{rounding, "t2"}, Prior: prior}}
	report, said, err := w.run(w.t.Context(), request)
	if err != nil {
		w.t.Fatalf("%v\n%s", err, said)
	}
	return report.Clusters
}

func TestAClusterIsReadAsTheScriptSays(t *testing.T) {
	before := feedback.Prior{ID: "t0", Status: feedback.PreviouslyResolved}
	w := newWorld(t, `    - {for: rounding, reading: correct_but_incomplete, searched: [tax.go], write: {a.txt: "a"}}
`)
	want := []feedback.ClusterClaim{
		{ID: "arithmetic@cart.go", Reading: feedback.CorrectButIncomplete, Items: []feedback.ItemID{rounding}, Searched: []string{"tax.go"}},
		{ID: "arithmetic@cart.go", Reading: feedback.SoundAndIndependent, Items: []feedback.ItemID{"t2"}},
	}
	if got := w.readings(before); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
}

func TestAClusterWithoutEarlierRoundsNeedsNoReading(t *testing.T) {
	if got := newWorld(t, "").readings(); len(got) != 0 {
		t.Errorf("got %+v", got)
	}
	w := newWorld(t, `    - {for: [rounding, lost], reading: systemic, write: {a.txt: "a"}}
`)
	if got := w.readings(); len(got) != 1 || got[0].Reading != feedback.Systemic || len(got[0].Items) != 2 {
		t.Errorf("got %+v", got)
	}
}
