package github_test

import (
	"slices"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/pull"
)

// Whether runs of a fork wait for an approval cannot be read: that is not known,
// and never that none waits.
func TestWhetherRunsWaitThatCannotBeReadIsAGap(t *testing.T) {
	for _, partial := range []string{"checkSuites", "checkSuites.nodes", "checkSuites.nodes.checkRuns", "checkSuites.nodes.workflowRun"} {
		t.Run(partial, func(t *testing.T) {
			h := open(t, withheldFork)
			h.after(time.Minute)
			h.sim.Break(partialFault("repository.pullRequest.tip.nodes.commit." + partial))
			s := h.look()
			if !slices.ContainsFunc(s.Gaps, func(g pull.Gap) bool { return g.Surface == pull.SurfaceChecks }) {
				t.Errorf("gaps %+v, withheld %+v", s.Gaps, s.Withheld)
			}
			h.sim.Break()
			if s := h.look(); len(s.Gaps) > 0 || len(s.Withheld) != 1 {
				t.Errorf("then gaps %+v, withheld %+v", s.Gaps, s.Withheld)
			}
		})
	}
}
