package config

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/strictyaml"
)

// Two reviewers that are no vendor's: all persons, and our own audit.
var (
	people  = policy.Definition{Name: policy.People, Kind: "person", Role: policy.Required}
	auditor = policy.Definition{Name: "auditor", Kind: "auditor", Role: policy.Required}
)

// reviewers reads a list of names, or a map of names to roles or entries.
func reviewers(p *policy.Policy) reader {
	return reader{
		shape: reviewersShape,
		value: func() any { return nil },
		keys:  func() []key { return reviewerKeys(p) },
		read: func(n strictyaml.Node) {
			var list []*entry
			switch {
			case n.Kind() == strictyaml.Map:
				for _, f := range n.Fields() {
					list = append(list, readEntry(f))
				}
			case n.Wants(strictyaml.List, strictyaml.Map):
				list = readNames(n.Items())
			}
			for _, e := range list {
				e.checkAfter(list)
			}
			p.Unlisted = false
			p.Reviewers = withPeople(list)
		},
	}
}

func withPeople(list []*entry) []policy.Reviewer {
	var all []policy.Reviewer
	for _, e := range list {
		all = append(all, complete(e.Reviewer))
	}
	if !slices.ContainsFunc(all, func(r policy.Reviewer) bool { return r.Name == policy.People }) {
		all = append(all, own(people))
	}
	return all
}

func readNames(items []strictyaml.Node) []*entry {
	var list []*entry
	for _, item := range items {
		name := ""
		filled(&name).read(item)
		if name == "" {
			continue
		}
		if slices.ContainsFunc(list, func(e *entry) bool { return e.Name == name }) {
			item.Refuse(strictyaml.Problem{What: fmt.Sprintf("%q stands in the list twice", name)})
		}
		e := &entry{Reviewer: policy.Reviewer{Name: name}, at: item}
		e.identify()
		list = append(list, e)
	}
	return list
}

// own is a reviewer in its own role.
func own(d policy.Definition) policy.Reviewer {
	return complete(policy.Reviewer{Name: d.Name, Define: d, Answered: passesAnswered(d)})
}

// passesAnswered: a bot that got its answers cannot say that it is content; a
// person can.
func passesAnswered(d policy.Definition) bool { return d.Kind != "person" }

// complete fills in what was not given, by role and kind.
func complete(r policy.Reviewer) policy.Reviewer {
	r.Role = cmp.Or(r.Role, r.Define.Role, policy.Required)
	refused, silent := policy.Wait, policy.Block
	if r.Role == policy.Optional || r.Role == policy.Ignore {
		refused, silent = policy.Proceed, policy.Proceed
	}
	r.WhenRefused = cmp.Or(r.WhenRefused, refused)
	r.WhenSilent = cmp.Or(r.WhenSilent, silent)
	if r.Define.Kind == "bot" {
		r.Asks = 2
	}
	if r.Role == policy.Last && r.Waits == 0 {
		r.Waits = 3
	}
	return r
}

// find gives the definition behind a name.
func find(name string) (policy.Definition, bool) {
	switch name {
	case people.Name:
		return people, true
	case auditor.Name:
		return auditor, true
	}
	d, ok := builtin().definitions[name]
	return d, ok
}

// known are the names that need no define.
func known() []string {
	names := append(slices.Collect(maps.Keys(builtin().definitions)), people.Name, auditor.Name)
	slices.Sort(names)
	return names
}

func unknownReviewer(at strictyaml.Node, name string) {
	names := known()
	at.Refuse(strictyaml.Problem{
		What: fmt.Sprintf("unknown reviewer %q", name), Why: "say who it is with define",
		Hint: strictyaml.DidYouMean(name, names), Allowed: names,
	})
}
