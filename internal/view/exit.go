package view

import (
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verdict"
)

// ExitCode is what a command that tells a phase ends with (the names are the
// command line's). s may be nil: never observed.
func ExitCode(v verdict.Verdict, s *pull.Snapshot) int {
	switch v.Why.Code {
	case "gap":
		return 6
	case "policy_broken":
		return 3
	case "not_allowed", "fork_gone", "fork_shut", "no_write":
		return 5
	case "stopped":
		return 31
	case "access_lost":
		return 23
	case "retargeted":
		return 24
	case "pushed_over":
		return 25
	case "head_reset":
		return 26
	}
	switch v.Phase {
	case verdict.Ready:
		return 0
	case verdict.NeedsYou:
		return 7
	case verdict.Blocked:
		return 9
	case verdict.Paused:
		return 30
	case verdict.Ended:
		return endCode(v, s)
	}
	return 8
}

func endCode(v verdict.Verdict, s *pull.Snapshot) int {
	state := pull.State(v.Why.Code)
	if s != nil && s.State != pull.Open && s.State != "" {
		state = s.State
	}
	switch state {
	case pull.Merged:
		return 20
	case pull.Closed:
		return 21
	}
	return 22
}
