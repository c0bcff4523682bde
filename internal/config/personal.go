package config

import (
	"slices"
	"time"

	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/strictyaml"
)

// Personal is the file of the person at the machine. What was not given is
// zero; a list that was given as [] is empty and not nil.
type Personal struct {
	Define     map[string][]string // agents of one's own: name to command
	Triage     []policy.AgentUse
	Fix        []policy.AgentUse
	SecondLook []policy.AgentUse
	Timeout    time.Duration // of an agent
	Parallel   int
	Sandbox    string
	Clusters   string
	Limits     policy.Limits
	Notify     policy.Notify

	name  string
	given []string // keys that the file names
}

// ReadPersonal reads the personal file, which holds agents, notify and limits
// only. Name is used in problems. The error is strictyaml.Problems.
func ReadPersonal(name string, text []byte) (*Personal, error) {
	doc := strictyaml.Parse(name, text)
	if doc.Err() != nil {
		return nil, doc.Err()
	}
	var a policy.Agents
	p, v := &Personal{name: name}, 0
	keys := object(
		key{"version", plain(&v)},
		key{"agents", agents(&a)},
		key{"limits", limits(&p.Limits).and(wholeBorn).and(bornFits(&p.Limits))},
		key{"notify", notify(&p.Notify)},
	)
	read(doc.Root(), keys, false)
	if err := doc.Err(); err != nil {
		return nil, err
	}
	p.Define, p.Triage, p.Fix, p.SecondLook = a.Define, a.Triage, a.Fix, a.SecondLook
	p.Timeout, p.Parallel, p.Sandbox, p.Clusters = a.Timeout, a.Parallel, a.Sandbox, a.Clusters
	p.given = givenIn(keys, doc.Root())
	return p, nil
}

// wholeBorn: three of four and three of nothing cannot be compared.
func wholeBorn(n strictyaml.Node) {
	if born := n.Key("born_from_fix"); len(born.Fields()) == 1 {
		born.Refuse(strictyaml.Problem{What: "born_from_fix wants both at_least and of_last here"})
	}
}

// lay puts the personal file over a repository's policy. Nil changes nothing.
func (me *Personal) lay(p *policy.Policy) {
	if me == nil {
		return
	}
	p.Agents.Define = me.Define
	p.Agents.Triage = given(me.Triage, p.Agents.Triage)
	p.Agents.Fix = given(me.Fix, p.Agents.Fix)
	p.Agents.SecondLook = given(me.SecondLook, p.Agents.SecondLook)
	p.Agents.Timeout = orElse(me.Timeout, p.Agents.Timeout)
	p.Agents.Parallel = orElse(me.Parallel, p.Agents.Parallel)
	p.Agents.Sandbox = orElse(me.Sandbox, p.Agents.Sandbox)
	p.Agents.Clusters = orElse(me.Clusters, p.Agents.Clusters)
	p.Notify.When = given(me.Notify.When, p.Notify.When)
	p.Notify.To = given(me.Notify.To, p.Notify.To)
	p.Notify.Commands = slices.Clone(me.Notify.Commands)
	p.Notify.Quiet = orElse(me.Notify.Quiet, p.Notify.Quiet)
	p.Limits = smaller(p.Limits, me.Limits)
}

func given[T any](mine, theirs []T) []T {
	if mine != nil {
		return slices.Clone(mine)
	}
	return theirs
}

func orElse[T comparable](mine, theirs T) T {
	var none T
	if mine != none {
		return mine
	}
	return theirs
}

// smaller takes the smaller of each two limits; of born_from_fix, the smaller share.
func smaller(a, b policy.Limits) policy.Limits {
	a.Rounds, a.Attempts = least(a.Rounds, b.Rounds), least(a.Attempts, b.Attempts)
	a.ActiveTime, a.WallTime = least(a.ActiveTime, b.ActiveTime), least(a.WallTime, b.WallTime)
	a.Cost, a.Alternations = least(a.Cost, b.Cost), least(a.Alternations, b.Alternations)
	if b.Reruns > 0 { // none is the repository's own word
		a.Reruns = min(a.Reruns, b.Reruns)
	}
	if b.BornOfLast > 0 && b.BornAtLeast*a.BornOfLast < a.BornAtLeast*b.BornOfLast {
		a.BornAtLeast, a.BornOfLast = b.BornAtLeast, b.BornOfLast
	}
	return a
}

// least is the smaller number; zero is none given.
func least[T ~int | ~int64](a, b T) T {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}
