package perform_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
)

// again is a fix of one item whose like was settled before in two other files.
func (w *world) again(prior ...feedback.Prior) action.Action {
	work := w.fixes(w.thread(101))
	work.Work.Clusters = []feedback.Cluster{{
		Schema: feedback.ClusterSchema, ID: "arithmetic@.", Theme: "arithmetic", Area: ".", Files: []string{"cart.go", "tax.go"},
		Items: []feedback.ItemID{"t101"}, Prior: prior, Hypothesis: "The cause may stand.",
	}}
	return work
}

var before = []feedback.Prior{
	{ID: "t8", Category: "arithmetic", Path: "tax.go", Status: feedback.PreviouslyResolved, Disposition: feedback.Fixed, Commit: "c07be21"},
	{ID: "t9", Category: "arithmetic", Path: "sum.go", Status: feedback.PreviouslyResolved},
}

// reads mends files, and says how the clusters of the request are to be read.
func reads(add files, reading feedback.ClusterReading, searched ...string) hand {
	return func(t *testing.T, dir string, r request) (report, error) {
		done, err := edits(add)(t, dir, r)
		for _, c := range r.Clusters {
			done.Clusters = append(done.Clusters, feedback.ClusterClaim{ID: c.ID, Reading: reading, Items: c.Items, Searched: searched, Prior: []feedback.ItemID{"t666"}})
		}
		return done, err
	}
}

// The fixer hears of what was settled, and its reading is kept with the fix:
// three readings where earlier rounds had the like.
func TestTheReadingOfAClusterIsKeptWithTheFix(t *testing.T) {
	cases := map[feedback.ClusterReading]struct {
		files    files
		searched []string
	}{
		feedback.BandAid:              {files{"cart.go": "new\n", "tax.go": "redone\n", "sum.go": "redone\n"}, nil},
		feedback.CorrectButIncomplete: {files{"cart.go": "new\n", "fee.go": "the same fault, mended\n"}, []string{"fee.go", "tip.go"}},
		feedback.SoundAndIndependent:  {files{"cart.go": "new\n"}, nil},
	}
	for reading, c := range cases {
		t.Run(string(reading), func(t *testing.T) {
			w := newWorld(t, files{"cart.go": "old\n"})
			w.agents.are(map[string]hand{"one": reads(c.files, reading, c.searched...)})
			did := w.perform(w.again(before...))
			want(t, did, journal.Done, "")
			for path, text := range c.files {
				w.wantFile(did, path, text)
			}
			kept := []feedback.ClusterClaim{{ID: "arithmetic@.", Reading: reading, Items: []feedback.ItemID{"t101"}, Searched: c.searched, Prior: []feedback.ItemID{"t8", "t9"}}}
			if !reflect.DeepEqual(did.Outcome.Clusters, kept) {
				t.Errorf("kept is %+v", did.Outcome.Clusters)
			}
			if asked := w.agents.asked[0]; len(asked.Items) != 1 || len(asked.Clusters[0].Prior) != 2 || !strings.Contains(asked.Prompt, "t8 at tax.go, fixed in c07be21") {
				t.Errorf("what was settled is work, or not told of: %+v", asked)
			}
		})
	}
}

// A fix that read nothing of what came back is refused, and spends its attempt.
func TestAFixThatDoesNotReadWhatCameBackIsRefused(t *testing.T) {
	w := newWorld(t, files{"cart.go": "old\n"})
	w.agents.are(map[string]hand{"one": edits(files{"cart.go": "new\n"})})
	did := w.perform(w.again(before...))
	want(t, did, journal.Lapsed, journal.Failed)
	if !strings.Contains(did.Outcome.Text, "no reading of t101") || len(did.Outcome.Clusters) != 0 {
		t.Errorf("outcome %+v", did.Outcome)
	}
}

// Without earlier rounds there are two readings, and none is owed; an empty list
// of earlier ones is none.
func TestWithoutEarlierRoundsNoReadingIsOwed(t *testing.T) {
	for name, works := range map[string]hand{
		"unread": edits(files{"cart.go": "new\n"}), "systemic": reads(files{"cart.go": "new\n"}, feedback.Systemic), "coincidental": reads(files{"cart.go": "new\n"}, feedback.Coincidental),
	} {
		w := newWorld(t, files{"cart.go": "old\n"})
		w.agents.are(map[string]hand{"one": works})
		work := w.again([]feedback.Prior{}...)
		work.Work.Standing = append(work.Work.Standing, w.thread(102))
		work.Work.Items = append(work.Work.Items, work.Work.Standing[1].Item.At())
		work.Work.Clusters[0].Items = append(work.Work.Clusters[0].Items, "t102")
		did := w.perform(work)
		want(t, did, journal.Done, "")
		if (name == "unread") != (len(did.Outcome.Clusters) == 0) {
			t.Errorf("%s: kept is %+v", name, did.Outcome.Clusters)
		}
	}
}

// What a suggestion settles is not asked of the agent, and so not read by it.
func TestAnAgentReadsOnlyTheClustersOfItsOwnItems(t *testing.T) {
	w := newWorld(t, files{"cart.go": "1\n2\n"})
	w.agents.are(map[string]hand{"one": edits(files{"cart.go": "1\n2\n3\n"})})
	work := w.fixes(w.thread(101), w.suggests(102, "cart.go", 1, 1, "one"))
	work.Work.Clusters = []feedback.Cluster{{ID: "arithmetic@.", Items: []feedback.ItemID{"t101", "t102"}, Prior: []feedback.Prior{}}}
	want(t, w.perform(work), journal.Done, "")
	if asked := w.agents.asked[0]; len(asked.Clusters) != 0 || strings.Contains(asked.Prompt, "belong together") {
		t.Errorf("asked with %+v", asked.Clusters)
	}
}

func TestAJudgeMayReadAClusterToo(t *testing.T) {
	w := newWorld(t, files{"cart.go": "package cart\n"})
	w.agents.are(map[string]hand{"one": func(t *testing.T, dir string, r request) (report, error) {
		done, err := judges(feedback.Valid)(t, dir, r)
		done.Clusters = []feedback.ClusterClaim{{ID: r.Clusters[0].ID, Reading: feedback.BandAid, Items: r.Clusters[0].Items}}
		return done, err
	}})
	work := w.again(before...)
	work.Work.Task, work.Key = action.Triage, action.TriageKey(work.Work.Items)
	did := w.perform(work)
	want(t, did, journal.Done, "")
	if len(did.Outcome.Clusters) != 1 || !slices.Equal(did.Outcome.Clusters[0].Prior, []feedback.ItemID{"t8", "t9"}) {
		t.Errorf("kept is %+v", did.Outcome.Clusters)
	}
}

// factsOf are the sentences that an agent hears of an item from before.
func factsOf(w *world, st feedback.Standing) string {
	w.agents.asked = nil
	w.perform(w.fixes(st))
	return strings.Join(w.agents.asked[0].Items[0].Facts, " ")
}

func TestAnAgentHearsHowOftenAnAskWasHereBefore(t *testing.T) {
	w := newWorld(t, files{"cart.go": "old\n"})
	w.agents.are(map[string]hand{"one": edits(files{"cart.go": "new\n"})})
	for want, r := range map[string]*feedback.Recurrence{
		"": {FirstRound: 1},
		"This was answered before as fixed by c07be21, 9f2c1ab; the reviewer has spoken again since.": {Reopened: true, Prior: feedback.Fixed, Commits: []pull.Oid{"c07be21aaaa", "9f2c1abbbbb"}},
		"This was answered before as already addressed; the reviewer has spoken again since.":         {Reopened: true, Prior: feedback.AlreadyAddressed},
		"The same was settled in earlier rounds, in 2 other threads, the last time as declined.":      {Raised: 2, Prior: feedback.Declined},
	} {
		if got := factsOf(w, w.thread(101, func(st *feedback.Standing) { st.Recurrence = r })); got != want {
			t.Errorf("told %q, want %q", got, want)
		}
	}
	if r := w.agents.asked[0].Items[0].Recurrence; r == nil {
		t.Error("the request file has no recurrence")
	}
}
