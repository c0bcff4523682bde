package app

import (
	"fmt"

	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
)

// Given is the policy of --policy FILE, which needs no look at the base branch;
// false where none was given.
func (a *App) Given(ref pull.Ref) (policy.Policy, bool) {
	if a.options.Policies.GivenName == "" {
		return policy.Policy{}, false
	}
	return policies{a}.For(pull.Snapshot{Ref: ref}), true
}

// NoPlaceError says that a run could ask nobody: policy names no place for
// questions, and no person is at the terminal.
type NoPlaceError struct {
	Ref    pull.Ref
	Source string   // of the policy
	To     []string // what escalation.to says
}

func (e *NoPlaceError) Error() string {
	return fmt.Sprintf("%s: there is no place for questions in %s", e.Ref, e.Source)
}

// Placed refuses a run that nobody attends and that could file no question. A
// policy that cannot be used is told as that.
func Placed(ref pull.Ref, rules policy.Policy) error {
	if rules.Broken != "" || rules.Files() {
		return nil
	}
	return &NoPlaceError{Ref: ref, Source: rules.Source, To: rules.Escalation.To}
}
