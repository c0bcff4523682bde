package play_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/play"
	"github.com/settlehq/settle/internal/view"
)

func story(t *testing.T, name string) play.Result {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	r := run(t, staged(t, text))
	mustMeet(t, r)
	return r
}

// A reviewer raised one cause site by site, in five rounds: one cluster, one
// decision, and the siblings that were searched are named.
func TestAfterFiveRoundsOfOneCauseTheSiblingsAreSearched(t *testing.T) {
	t.Parallel()
	threads := view.NewThreads(story(t, "cluster-five-rounds.txtar").Facts)
	if len(threads.Readings) != 1 {
		t.Fatalf("read is %+v", threads.Readings)
	}
	read := threads.Readings[0]
	if read.Cluster != "arithmetic@pricing" || read.Reading != "correct_but_incomplete" || len(read.Items) != 1 || len(read.Prior) != 4 ||
		!reflect.DeepEqual(read.Searched, []string{"pricing/eu/bonus.go", "pricing/credit.go", "pricing/rate.go"}) {
		t.Errorf("read is %+v", read)
	}
	for _, item := range threads.Items {
		if item.Cluster == nil || *item.Cluster != read.Cluster {
			t.Errorf("%s is in %v", item.ID, item.Cluster)
		}
	}
	if page := strings.Join(strings.Fields(threads.Text(view.Page{})), " "); !strings.Contains(page, "correct but incomplete; searched pricing/eu/bonus.go, pricing/credit.go, pricing/rate.go") {
		t.Errorf("the page:\n%s", page)
	}
}

// What this run has settled is, one look later, what was settled before.
func TestWhatWasSettledInThisRunIsContextOfTheNext(t *testing.T) {
	t.Parallel()
	facts := story(t, "cluster-five-rounds.txtar").Facts
	across := view.NewThreads(facts).Script().CrossInvocation
	if len(across.ResolvedThreads) != 5 || *across.Signal {
		t.Fatalf("%d resolved, signal %v", len(across.ResolvedThreads), *across.Signal)
	}
	if last := across.ResolvedThreads[0]; last.Path != "pricing/refund.go" || !strings.Contains(last.FirstCommentBody, "The refund is rounded") {
		t.Errorf("the youngest is %+v", last)
	}
}

// Five nits of one root over three heads: one question, one change.
func TestFiveNitsOfOneRootAreOneDecision(t *testing.T) {
	t.Parallel()
	r := story(t, "cluster-five-nits.txtar")
	asked := map[string]bool{}
	for _, recorded := range r.Facts.Recorded {
		f := r.Facts
		f.Verdict = recorded.Verdict
		for _, q := range view.NewStatus(f).Questions {
			asked[q.Item] = true
		}
	}
	if len(asked) != 1 {
		t.Errorf("asked is about %v", asked)
	}
	if len(r.Truth.Commits) != 4 { // three heads of the past, and ours
		t.Errorf("commits:\n%s", strings.Join(r.Truth.Commits, "\n---\n"))
	}
	if read := view.NewThreads(r.Facts).Readings; len(read) != 1 || len(read[0].Items) != 5 || read[0].Reading != "systemic" {
		t.Errorf("read is %+v", read)
	}
}

// What was settled with a reason and is raised again is answered by that reason,
// and counted.
func TestWhatIsRaisedAgainIsAnsweredByTheEarlierReasonAndCounted(t *testing.T) {
	t.Parallel()
	r := story(t, "settled-again.txtar")
	if n := view.NewStatus(r.Facts).Recurrences; n == nil || *n != 1 {
		t.Errorf("counted is %v", n)
	}
	for _, st := range r.Facts.Verdict.Items {
		again := st.Judgment != nil && st.Judgment.Source == feedback.ByRule
		if counted := st.Recurrence != nil && st.Recurrence.Raised == 1 && st.Recurrence.Prior == feedback.Declined; counted != again {
			t.Errorf("%s, judged by %s: recurrence %+v", st.Item.ID, st.Judgment.Source, st.Recurrence)
		}
	}
}
