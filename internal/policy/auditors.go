package policy

import "slices"

// Auditors are the agents that look over a whole change, first choice first:
// whom the reviewer auditor names, else those that judge.
func (p Policy) Auditors() []AgentUse {
	i := slices.IndexFunc(p.Reviewers, func(r Reviewer) bool { return r.Define.Kind == "auditor" && r.Agent != "" })
	if i < 0 {
		return p.Agents.Triage
	}
	return []AgentUse{{Use: p.Reviewers[i].Agent}}
}
