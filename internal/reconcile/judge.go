package reconcile

import (
	"time"

	"github.com/settlehq/settle/internal/decide"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verdict"
)

// Judge is the judgment that the loop acts on. It is a value, so that an
// experiment can put one rule back to what it must not be and show that it is
// caught; everything else uses Decide.
type Judge struct {
	Next     func(pull.Snapshot, journal.History, policy.Policy, time.Time) verdict.Verdict
	Look     func(pull.Snapshot, journal.Deed, policy.Policy, time.Time) (journal.Did, bool)
	Adopt    func(pull.Snapshot, journal.History, policy.Policy, time.Time) []journal.Did
	Sighting func(pull.Snapshot, journal.History, policy.Policy) *journal.Saw
}

// Decide is the judgment of the house.
var Decide = Judge{Next: decide.Next, Look: decide.Look, Adopt: decide.Adopt, Sighting: decide.Sighting}
