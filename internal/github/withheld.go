package github

import (
	"encoding/json"

	"github.com/settlehq/settle/internal/pull"
)

// putWithheld tells of the runs that wait for a maintainer's approval and have
// made no check: suites of the head that ask for an action and hold no run.
func (l *look) putWithheld(s *pull.Snapshot) {
	for _, raw := range l.suites {
		var suite suiteRow
		if json.Unmarshal(raw, &suite) != nil {
			l.gaps.add(pull.SurfaceChecks, "a check suite", "it has another form")
			continue
		}
		none := suite.CheckRuns != nil && suite.CheckRuns.TotalCount == 0
		if run := suite.WorkflowRun; run != nil && none && suite.Conclusion == "ACTION_REQUIRED" {
			s.Withheld = append(s.Withheld, pull.Withheld{Name: run.Workflow.Name, URL: run.URL, Since: run.CreatedAt})
		}
	}
}
