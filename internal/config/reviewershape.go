package config

import (
	"reflect"
	"slices"

	"github.com/invopop/jsonschema"

	"github.com/settlehq/settle/internal/policy"
)

// reviewersShape: a list of names, or a map of names to roles or entries. A
// name that is not built in says who it is.
func reviewersShape() *jsonschema.Schema {
	list := &jsonschema.Schema{Type: "array", Items: wordsOf(known()), UniqueItems: true}
	own := refer("bot")
	own.Required = []string{"define"}
	byName := &jsonschema.Schema{Type: "object", Properties: jsonschema.NewProperties(), AdditionalProperties: own}
	for _, name := range known() {
		entry := refer("bot")
		if name == policy.People || name == auditor.Name {
			entry = refer(name)
		}
		byName.Properties.Set(name, either(wordsOf(roleNames()), entry))
	}
	return either(list, byName)
}

// entryShape has the keys that have a meaning for the reviewer.
func entryShape(name string) *jsonschema.Schema {
	s := new(entry).keys().schema()
	for word := range onlyFor {
		if onlyFor[word] != name {
			s.Properties.Delete(word)
		}
	}
	for _, word := range notFor[name] {
		s.Properties.Delete(word)
	}
	return s
}

func roleNames() []string {
	var names []string
	for _, r := range roles {
		names = append(names, string(r))
	}
	return names
}

// reviewerKeys are the reviewers in force with the keys that have a meaning for
// each; none where no file lists them.
func reviewerKeys(p *policy.Policy) []key {
	if p.Unlisted {
		return nil
	}
	var keys []key
	for _, r := range p.Reviewers {
		keys = append(keys, key{r.Name, entryOf(r)})
	}
	return keys
}

// entryOf is a reviewer in force as a file would name it.
func entryOf(r policy.Reviewer) reader {
	e := &entry{Reviewer: r, findings: "fix", answered: "block"}
	if r.FollowUp {
		e.findings = "follow_up"
	}
	if r.Answered {
		e.answered = "pass"
	}
	if e.MaxWait == 0 {
		e.MaxWait = r.Define.Ask.Window
	}
	if !builtIn(r.Define) {
		e.define = &r.Define
	}
	all := e.keys()
	meant := slices.DeleteFunc(all.keys(), func(k key) bool {
		owner, owned := onlyFor[k.name]
		return owned && owner != r.Name || slices.Contains(notFor[r.Name], k.name) || k.name == "waits" && r.Waits == 0 ||
			k.name == "define" && e.define == nil || k.name == "accounts" && e.define != nil
	})
	return reader{keys: func() []key { return meant }, short: "role"}
}

// builtIn reports a definition that no file replaced; how it is asked and whom
// it speaks as may be another.
func builtIn(d policy.Definition) bool {
	own, ok := find(d.Name)
	own.Ask, d.Ask = policy.Ask{}, policy.Ask{}
	own.Accounts, d.Accounts = nil, nil
	return ok && reflect.DeepEqual(own, d)
}
