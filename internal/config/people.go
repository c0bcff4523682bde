package config

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/invopop/jsonschema"

	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/strictyaml"
)

func escalation(e *policy.Escalation) reader {
	return object(
		key{"mode", oneOf(&e.Mode, "file", "prompt")},
		key{"to", orList(&e.To, func(s *string) reader { return oneOf(s, "comment", "label", "command", "webhook", "bd") })},
		key{"label", filled(&e.Label)},
		key{"issue", trackerIssue(&e.Issue)},
		key{"steer", steer(&e.Steer)},
		key{"paths", orList(&e.Paths, glob)},
	)
}

// issueForm is an id of the bd tracker. It becomes an argument of a program, so
// that it may not begin like an option.
var issueForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*$`)

// TrackerIssue reports that a text can be the id of an issue of the bd tracker.
func TrackerIssue(text string) bool { return issueForm.MatchString(text) }

func trackerIssue(into *string) reader {
	return reader{
		shape: func() *jsonschema.Schema { return &jsonschema.Schema{Type: "string", Pattern: issueForm.String()} },
		value: func() any { return orNone(*into) },
		read: func(n strictyaml.Node) {
			text := ""
			filled(&text).read(n)
			if text != "" && !TrackerIssue(text) {
				n.Refuse(strictyaml.Problem{What: fmt.Sprintf("issue cannot be %q: not an id of the tracker", text), Allowed: []string{"shop-42"}})
				return
			}
			*into = text
		},
	}
}

// steer is a permission, or a list of logins.
func steer(into *[]string) reader {
	permissions := orList(into, func(s *string) reader { return oneOf(s, "write", "maintain", "admin") })
	logins := listOf(into, filled)
	return reader{
		shape: func() *jsonschema.Schema { return either(permissions.schema().AnyOf[0], logins.schema()) },
		value: logins.value,
		read: func(n strictyaml.Node) {
			if n.Kind() == strictyaml.List {
				logins.read(n)
				return
			}
			permissions.read(n)
		},
	}
}

// glob is a pattern as in CODEOWNERS, which knows neither negation nor ranges.
func glob(into *string) reader {
	return reader{
		shape: func() *jsonschema.Schema { return &jsonschema.Schema{Type: "string", Pattern: `^[^!\[\]][^\[\]]*$`} },
		value: func() any { return orNone(*into) },
		read: func(n strictyaml.Node) {
			text := ""
			filled(&text).read(n)
			if strings.HasPrefix(text, "!") || strings.ContainsAny(text, "[]") {
				n.Refuse(strictyaml.Problem{What: fmt.Sprintf("%s cannot hold %q", n.Name(), text), Why: "patterns are as in CODEOWNERS: no ! and no [ ]"})
				return
			}
			*into = text
		},
	}
}

var (
	clockRange = regexp.MustCompile(`^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$`)
	variable   = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
)

func notify(into *policy.Notify) reader {
	return object(
		key{"when", orList(&into.When, func(s *string) reader { return oneOf(s, phases...) })},
		key{"to", sinks(into)},
		key{"quiet", quietHours(&into.Quiet)},
	)
}

func quietHours(into *string) reader {
	return reader{
		shape: func() *jsonschema.Schema {
			return either(&jsonschema.Schema{Type: "string", Pattern: clockRange.String()}, &jsonschema.Schema{Type: "string", MaxLength: number(0)})
		},
		value: func() any { return *into },
		read: func(n strictyaml.Node) {
			if !n.Wants(strictyaml.Text) {
				return
			}
			text, _ := n.Text()
			if text != "" && !clockRange.MatchString(text) {
				n.Refuse(strictyaml.Problem{What: fmt.Sprintf("quiet cannot be %q: not a range of the clock", text), Allowed: []string{`""`, `"22:00-07:00"`}})
				return
			}
			*into = text
		},
	}
}

// sinks are where a notice goes: a word, a variable that holds an address, or a
// command.
func sinks(into *policy.Notify) reader {
	return reader{
		shape: func() *jsonschema.Schema { return &jsonschema.Schema{Type: "array", Items: sinkShape()} },
		value: func() any { return sinkValues(*into) },
		read: func(n strictyaml.Node) {
			if !n.Wants(strictyaml.List) {
				return
			}
			into.To, into.Commands = []string{}, nil
			for _, item := range n.Items() {
				sink(item, into)
			}
		},
	}
}

func sinkShape() *jsonschema.Schema {
	variableName := reader{shape: func() *jsonschema.Schema { return &jsonschema.Schema{Type: "string", Pattern: variable.String()} }}
	address := mapShape([]key{{"webhook_env", variableName}})
	address.Required = []string{"webhook_env"}
	command := mapShape([]key{{"command", listOf(new([]string), filled)}})
	command.Required = []string{"command"}
	return either(wordsOf([]string{"desktop"}), address, command)
}

// sinkValues are the places as a file names them.
func sinkValues(n policy.Notify) any {
	list := []any{}
	for _, to := range n.To {
		if name, ok := strings.CutPrefix(to, "webhook_env:"); ok {
			list = append(list, map[string]any{"webhook_env": name})
			continue
		}
		list = append(list, to)
	}
	for _, command := range n.Commands {
		list = append(list, map[string]any{"command": listValue(command, filled)})
	}
	return list
}

func sink(n strictyaml.Node, into *policy.Notify) {
	if n.Kind() != strictyaml.Map {
		word := ""
		if n.Wants(strictyaml.Text, strictyaml.Map) {
			oneOf(&word, "desktop").read(n)
			into.To = append(into.To, word)
		}
		return
	}
	name, command := "", []string(nil)
	object(key{"webhook_env", filled(&name)}, key{"command", listOf(&command, filled)}).read(n)
	switch {
	case len(n.Fields()) != 1:
		n.Refuse(strictyaml.Problem{What: "a place to notify wants one of webhook_env, command"})
	case name != "" && !variable.MatchString(name):
		n.Key("webhook_env").Refuse(strictyaml.Problem{
			What: fmt.Sprintf("webhook_env cannot be %q: not the name of a variable", name), Hint: "the address stands in the variable, not in the file",
		})
	case name != "":
		into.To = append(into.To, "webhook_env:"+name)
	case len(command) > 0:
		into.Commands = append(into.Commands, command)
	}
}

// noCommands keeps a repository from starting a program on the machine of whoever works on it.
func noCommands(notify *policy.Notify) func(strictyaml.Node) {
	return func(n strictyaml.Node) {
		for _, item := range n.Key("to").Items() {
			if item.Key("command").Kind() != strictyaml.Missing {
				item.At("command").Refuse(strictyaml.Problem{What: "command in notify counts only in the personal file"})
			}
		}
		notify.Commands = nil
	}
}
