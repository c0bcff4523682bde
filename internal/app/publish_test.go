package app_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/app"
	"github.com/settlehq/settle/internal/reconcile"
	"github.com/settlehq/settle/internal/verdict"
)

// What is said outside follows the verdict and disturbs none: a run that
// publishes its own required check is ready as soon, within two beats of a
// work's heart, after as many asks and rounds, as one that says nothing.
func TestOurOwnCheckFollowsTheVerdictAndCountsInNoGate(t *testing.T) {
	rules := strings.Replace(review, "gates: {no_checks: pass}", "gates: {checks: all, no_checks: pass}\nreport: {check: auto}", 1)
	rules = strings.Replace(rules, "actors:", "protect: {checks: [settle]}\nactors:", 1)
	silent := strings.Replace(rules, "report: {check: auto}\n", "", 1)
	loud, still := worldOf(t, rules), worldOf(t, strings.Replace(silent, "protect: {checks: [settle]}\n", "", 1))
	said, err := loud.open().Run(t.Context(), shop, app.RunOptions{})
	if err != nil || said.Verdict.Phase != verdict.Ready {
		t.Fatalf("%s: %s, %v", said.Verdict.Phase, said.Verdict.Why.Code, err)
	}
	unsaid, err := still.open().Run(t.Context(), shop, app.RunOptions{})
	if err != nil || unsaid.Verdict.Phase != verdict.Ready {
		t.Fatalf("%s, %v", unsaid.Verdict.Phase, err)
	}
	if said.Now.Sub(unsaid.Now).Abs() > 2*reconcile.Heartbeat || said.History.Rounds != unsaid.History.Rounds {
		t.Errorf("ready at %s after %d rounds; silent at %s after %d", said.Now, said.History.Rounds, unsaid.Now, unsaid.History.Rounds)
	}
	words := loud.statuses()
	if len(words) < 2 || !strings.HasPrefix(words[len(words)-1], "success Ready at ") {
		t.Errorf("said outside: %q", words)
	}
	if slices.ContainsFunc(words[:len(words)-1], func(word string) bool { return !strings.HasPrefix(word, "pending ") }) || len(slices.Compact(slices.Clone(words))) != len(words) {
		t.Errorf("said outside: %q", words)
	}
	if got := still.statuses(); len(got) > 0 {
		t.Errorf("not asked for, and said outside: %q", got)
	}
}

// statuses are the commit statuses that the host was given, in order.
func (w *world) statuses() []string {
	var words []string
	_ = w.sim.World.Do(func() error {
		for _, s := range w.sim.World.Repository("acme/shop").Statuses {
			words = append(words, s.State+" "+s.Text)
		}
		return nil
	})
	return words
}
