package config

import (
	"fmt"
	"slices"

	"github.com/invopop/jsonschema"

	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/strictyaml"
)

// entry is one reviewer as a file names it, before defaults.
type entry struct {
	policy.Reviewer
	at       strictyaml.Node // its name
	value    strictyaml.Node // what stands behind the name; unset in a list
	define   *policy.Definition
	accounts []policy.Account
	ask      *strictyaml.Node
	findings string
	answered string
}

// keys of one reviewer.
func (e *entry) keys() reader {
	whens := []policy.When{policy.Wait, policy.Proceed, policy.Block}
	return object(
		key{"role", oneOf(&e.Role, roles...)},
		key{"findings", oneOf(&e.findings, "fix", "follow_up")},
		key{"waits", whole(&e.Waits, 1)},
		key{"accounts", e.speaking()},
		key{"ask", e.asking()},
		key{"when_refused", oneOf(&e.WhenRefused, whens...)},
		key{"when_silent", oneOf(&e.WhenSilent, whens...)},
		key{"max_wait", span(&e.MaxWait)},
		key{"answered", oneOf(&e.answered, "pass", "block")},
		key{"approvals", whole(&e.Approvals, 0)},
		key{"agent", filled(&e.Agent)},
		key{"publish", plain(&e.Publish)},
		key{"after", orList(&e.After, filled)},
		key{"define", e.defining()},
	)
}

// speaking names the accounts of a built-in reviewer anew: which account it has
// where it runs under one of the owner's own.
func (e *entry) speaking() reader {
	given := listOf(&e.accounts, account)
	return reader{
		shape: func() *jsonschema.Schema {
			s := given.schema()
			s.MinItems = number(1)
			return s
		},
		value: func() any { return listValue(e.Define.Accounts, account) },
		read: func(n strictyaml.Node) {
			given.read(n)
			if n.Kind() == strictyaml.List && len(e.accounts) == 0 {
				n.Refuse(strictyaml.Problem{What: "accounts is empty", Why: "nobody would be this reviewer"})
			}
		},
	}
}

// asking keeps how the reviewer is asked instead, until it is known who it is.
func (e *entry) asking() reader {
	return reader{
		shape: func() *jsonschema.Schema {
			return either(&jsonschema.Schema{Type: "null"}, text(), ask(new(policy.Ask)).schema())
		},
		value: func() any { return askValue(e.Define.Ask) },
		read:  func(n strictyaml.Node) { e.ask = &n },
	}
}

// askValue is the short form of how a reviewer is asked; nil: it cannot be.
func askValue(a policy.Ask) any {
	switch {
	case a.Comment != "":
		return a.Comment
	case a.Request != "":
		return map[string]any{"request": a.Request}
	case a.Push:
		return map[string]any{"push": true}
	}
	return nil
}

func (e *entry) defining() reader {
	define := newDefinition(e.Name)
	full := definition(&define)
	return reader{
		shape: full.shape,
		value: func() any {
			if e.define == nil {
				return nil
			}
			return definition(e.define).held()
		},
		read: func(n strictyaml.Node) {
			full.read(n)
			e.define = &define
		},
	}
}

func readEntry(f strictyaml.Field) *entry {
	e := &entry{Reviewer: policy.Reviewer{Name: f.Name}, at: f.Key, value: f.Value}
	switch {
	case f.Value.Kind() == strictyaml.Map:
		e.keys().read(f.Value)
	case f.Value.Wants(strictyaml.Text, strictyaml.Map):
		oneOf(&e.Role, roles...).read(f.Value)
	}
	e.identify()
	e.misplaced()
	return e
}

// identify finds out who the reviewer is, and lays the file's words over its definition.
func (e *entry) identify() {
	def, ok := find(e.Name)
	if e.define != nil {
		def, ok = *e.define, true
	}
	if !ok {
		unknownReviewer(e.at, e.Name)
		return
	}
	e.Define = def
	if len(e.accounts) > 0 {
		e.Define.Accounts = e.accounts
	}
	if e.ask != nil {
		e.Define.Ask = overrideAsk(def.Ask, *e.ask)
	}
	e.FollowUp = e.findings == "follow_up"
	e.Answered = passesAnswered(def)
	if e.answered != "" {
		e.Answered = e.answered == "pass"
	}
}

// overrideAsk replaces how a reviewer is asked: by a phrase, by a map, or, with
// null, not at all. Its times stay.
func overrideAsk(a policy.Ask, n strictyaml.Node) policy.Ask {
	switch {
	case n.Kind() == strictyaml.Null:
		a.Comment, a.Request = "", ""
	case n.Kind() == strictyaml.Map:
		a.Comment, a.Request, a.Push, a.Exact = "", "", false, false
		ask(&a).read(n)
	case n.Wants(strictyaml.Text, strictyaml.Map, strictyaml.Null):
		a.Request, a.Push = "", false
		filled(&a.Comment).read(n)
	}
	return patient(a)
}

// onlyFor says which keys have a meaning for one of the two unusual reviewers,
// notFor which have none for it.
var (
	onlyFor = map[string]string{"approvals": policy.People, "agent": "auditor", "publish": "auditor"}
	notFor  = map[string][]string{
		policy.People: {"accounts", "ask", "define", "waits", "findings", "max_wait"},
		"auditor":     {"accounts", "ask", "define"},
	}
)

func (e *entry) misplaced() {
	for _, f := range e.value.Fields() {
		if owner, ok := onlyFor[f.Name]; ok && owner != e.Name {
			f.Key.Refuse(strictyaml.Problem{What: fmt.Sprintf("%s is for %s, not for %s", f.Name, owner, e.Name)})
		}
		if f.Name == "accounts" && e.define != nil {
			f.Key.Refuse(strictyaml.Problem{What: "accounts stands in define where that is given"})
		}
		if slices.Contains(notFor[e.Name], f.Name) {
			f.Key.Refuse(strictyaml.Problem{What: fmt.Sprintf("%s has no meaning for %s", f.Name, e.Name)})
		}
	}
}

// checkAfter refuses names that are not in the file, and circles.
func (e *entry) checkAfter(list []*entry) {
	if len(e.After) == 0 {
		return
	}
	var names []string
	for _, other := range list {
		names = append(names, other.Name)
	}
	at := e.value.Key("after")
	for i, name := range e.After {
		place := at
		if at.Kind() == strictyaml.List {
			place = at.Item(i)
		}
		switch {
		case !slices.Contains(names, name):
			place.Refuse(strictyaml.Problem{
				What: fmt.Sprintf("after names %q, which is not among the reviewers", name), Hint: strictyaml.DidYouMean(name, names), Allowed: names,
			})
		case reaches(list, name, e.Name, map[string]bool{}):
			place.Refuse(strictyaml.Problem{What: fmt.Sprintf("%s would wait for itself", e.Name)})
		}
	}
}

// reaches reports that one reviewer stands behind another, over any number of steps.
func reaches(list []*entry, from, to string, seen map[string]bool) bool {
	if from == to {
		return true
	}
	seen[from] = true
	for _, e := range list {
		if e.Name == from && slices.ContainsFunc(e.After, func(next string) bool {
			return !seen[next] && reaches(list, next, to, seen)
		}) {
			return true
		}
	}
	return false
}
