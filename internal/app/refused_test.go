package app_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/app"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/scenario"
	"github.com/settlehq/settle/internal/verdict"
	"github.com/settlehq/settle/internal/view"
)

// refused runs in a world whose host refuses our account, so many times, from
// when the reviewer is waited for. It counts how often the run told of a failure.
func refused(t *testing.T, times int) (w *world, facts view.Facts, told int, err error) {
	text := strings.Replace(review, "{preset: bugbot}", "{preset: bugbot, after: 3m}", 1)
	w = worldOf(t, strings.Replace(text, "  - {at: -20m, by: bugbot, do: review}\n", "", 1))
	broken := false
	facts, err = w.open().Run(t.Context(), shop, app.RunOptions{
		Failed: func(error, time.Time) { told++ },
		Tell: func(f view.Facts, deed *journal.Did) {
			if deed == nil && !broken && f.Verdict.Why.Code == "reviewer_pending" {
				broken = true
				w.sim.Break(scenario.Fault{Hit: "observe", Nth: 1, Times: times, Answer: http.StatusUnauthorized})
			}
		},
	})
	return w, facts, told, err
}

func TestAnAccountThatIsRefusedForAMomentIsTriedOnceMore(t *testing.T) {
	if _, facts, told, err := refused(t, 1); err != nil || facts.Verdict.Phase != verdict.Ready || told != 1 {
		t.Errorf("%s, told %d times, %v", facts.Verdict.Phase, told, err)
	}
}

func TestAnAccountThatIsRefusedTwiceRunningEndsTheRun(t *testing.T) {
	w, facts, told, err := refused(t, 1000)
	if action.ClassOf(err) != action.NotAllowed || told != 1 || facts.Verdict.Phase == verdict.Ready {
		t.Errorf("%s, told %d times, %v", facts.Verdict.Phase, told, err)
	}
	if done := w.changes(); strings.Contains(done, "resolve") || strings.Contains(done, "ready") {
		t.Errorf("something was done in the dark: %s", done)
	}
}
