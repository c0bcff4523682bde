package perform_test

import (
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/perform"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verdict"
)

// Only ready is a success, and only what no waiting changes a failure.
func TestWhatIsSaidOutsideIsTheVerdict(t *testing.T) {
	cases := map[verdict.Phase]pull.CheckStatus{
		verdict.Ready: pull.CheckSuccess, verdict.Blocked: pull.CheckFailure,
		verdict.Working: pull.CheckRunning, verdict.Waiting: pull.CheckRunning, verdict.NeedsYou: pull.CheckRunning,
	}
	for phase, status := range cases {
		w := newTalk(t)
		v := verdict.Verdict{Phase: phase, Head: w.host.head, Why: verdict.Reason{Code: "ready"}}
		want(t, w.perform(tells("check", ""), judged(v)), journal.Done, "")
		if len(w.host.published) != 1 || w.host.published[0].Status != status || w.host.published[0].Head != w.host.head {
			t.Errorf("%s: said %+v", phase, w.host.published)
		}
	}
}

// The closing report names each gate.
func TestTheReportTellsTheGates(t *testing.T) {
	w := newTalk(t)
	v := verdict.Verdict{Phase: verdict.Ready, Gates: []verdict.Gate{{Name: verdict.GateFeedback, Holds: verdict.Yes}, {Name: verdict.GateChecks, Holds: verdict.Yes}}}
	want(t, w.perform(tells("report", ""), judged(v)), journal.Done, "")
	if body := w.host.comments[0].Body; !strings.Contains(body, "- [x] feedback: ") || !strings.Contains(body, "- [x] checks: ") {
		t.Errorf("the report says\n%s", body)
	}
}

func judged(v verdict.Verdict) func(*perform.Scene) {
	return func(s *perform.Scene) { s.Verdict = v }
}
