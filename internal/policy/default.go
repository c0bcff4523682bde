package policy

import (
	"time"

	"github.com/settlehq/settle/internal/feedback"
)

// Default is the policy where a file says nothing (ux.md 4).
func Default() Policy {
	return Policy{
		Version:  1,
		Unlisted: true,
		Gates:    Gates{Threads: "by_policy", Checks: "required", NoChecks: "wait", Behind: "update", Unstable: "block"},
		Agents: Agents{
			Triage: []AgentUse{{Use: "claude"}, {Use: "codex"}}, Fix: []AgentUse{{Use: "claude"}, {Use: "codex"}},
			Timeout: 30 * time.Minute, Parallel: 1, Sandbox: "auto", Clusters: "auto",
		},
		Verify: Verify{Tests: "prefer", Timeout: 20 * time.Minute, Repairs: 2},
		Limits: Limits{
			Rounds: 6, Attempts: 3, ActiveTime: 8 * time.Hour, WallTime: 72 * time.Hour, Cost: 20e6,
			BornAtLeast: 3, BornOfLast: 4, Alternations: 3,
		},
		Answers: Answers{Resolve: CloseTable{
			feedback.Valid:        {Bot: CloseProven, Person: CloseNever},
			feedback.AlreadyFixed: {Bot: CloseProven, Person: CloseNever},
			feedback.Invalid:      {Bot: CloseNever, Person: CloseNever},
		}},
		Branch: Branch{Conflict: "merge", RebaseMaxCommits: 5, OnForeignPush: "restart", OnRetarget: "restart", Dequeue: "never"},
		Escalation: Escalation{
			Mode: "file", To: []string{"comment", "label"}, Label: "needs-human", Steer: []string{"write"},
			Paths: []string{".github/workflows/**", "**/CODEOWNERS", ".settle.yaml", "**/*.lock", "**/AGENTS.md"},
		},
		Notify: Notify{When: []string{"needs_you", "blocked", "ready"}},
		Timing: Timing{Deadline: 20 * time.Second, Lag: time.Minute, Quiet: 90 * time.Second, Poll: 10 * time.Minute},
		Report: Report{Comment: true, When: []string{"ready"}, Check: "none"},

		AfterReady: "stop",
	}
}
