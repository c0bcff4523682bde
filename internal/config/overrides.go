package config

import (
	"slices"
	"time"

	"github.com/settlehq/settle/internal/policy"
)

// Overrides are the flags and environment that win over a file. Zero values
// were not given.
type Overrides struct {
	Agents                     []string // who triages and fixes, first choice first
	MaxRounds                  int
	MaxCost                    *policy.Money
	NoEdit, NoReady            bool
	ResolveInvalid             bool
	Issue                      string // of the bd tracker
	Quiet, Lag, Deadline, Poll time.Duration
}

func (o Overrides) lay(p *policy.Policy) {
	if len(o.Agents) > 0 {
		p.Agents.Triage = chain(o.Agents, p.Agents.Triage)
		p.Agents.Fix = chain(o.Agents, p.Agents.Fix)
	}
	p.Limits.Rounds = orElse(o.MaxRounds, p.Limits.Rounds)
	if o.MaxCost != nil {
		p.Limits.Cost = *o.MaxCost
	}
	if o.NoEdit {
		p.NoEdit, p.Verify = true, policy.Verify{}
	}
	p.NoReady = p.NoReady || o.NoReady
	p.Answers.ResolveInvalid = o.ResolveInvalid
	p.Escalation.Issue = orElse(o.Issue, p.Escalation.Issue)
	p.Timing.Quiet = orElse(o.Quiet, p.Timing.Quiet)
	p.Timing.Lag = orElse(o.Lag, p.Timing.Lag)
	p.Timing.Deadline = orElse(o.Deadline, p.Timing.Deadline)
	p.Timing.Poll = orElse(o.Poll, p.Timing.Poll)
}

// chain names agents anew; one that the file knows keeps its model and turns.
func chain(names []string, known []policy.AgentUse) []policy.AgentUse {
	var uses []policy.AgentUse
	for _, name := range names {
		use := policy.AgentUse{Use: name}
		if i := slices.IndexFunc(known, func(u policy.AgentUse) bool { return u.Use == name }); i >= 0 {
			use = known[i]
		}
		uses = append(uses, use)
	}
	return uses
}
