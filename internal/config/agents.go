package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/invopop/jsonschema"

	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/strictyaml"
)

func agents(a *policy.Agents) reader {
	return object(
		key{"triage", orList(&a.Triage, agentUse)},
		key{"fix", orList(&a.Fix, agentUse)},
		key{"second_look", orList(&a.SecondLook, agentUse)},
		key{"timeout", span(&a.Timeout)},
		key{"parallel", between(&a.Parallel, 1, mostParallel)},
		key{"sandbox", oneOf(&a.Sandbox, "auto", "required", "none")},
		key{"clusters", oneOf(&a.Clusters, "auto", "none")},
		key{"define", agentPrograms(&a.Define)},
	)
}

// mostParallel is how many agents a pull request can have at work at once.
const mostParallel = 4

// agentUse is a name, or a map that says more.
func agentUse(u *policy.AgentUse) reader {
	keys := object(
		key{"use", filled(&u.Use)},
		key{"model", filled(&u.Model)},
		key{"max_turns", whole(&u.MaxTurns, 1)},
	).and(func(n strictyaml.Node) {
		if n.Key("use").Kind() == strictyaml.Missing {
			n.Refuse(strictyaml.Problem{What: "use is missing", Why: "the name of the agent"})
		}
	}).shaped(func(s *jsonschema.Schema) { s.Required = []string{"use"} })
	return reader{
		shape: func() *jsonschema.Schema { return either(text(), keys.schema()) },
		value: func() any {
			if u.Model == "" && u.MaxTurns == 0 {
				return orNone(u.Use)
			}
			return keys.held()
		},
		read: func(n strictyaml.Node) {
			if n.Kind() == strictyaml.Map {
				keys.read(n)
			} else if n.Wants(strictyaml.Text, strictyaml.Map) {
				filled(&u.Use).read(n)
			}
		},
	}
}

// agentPrograms are agents of the user's own, by name.
func agentPrograms(into *map[string][]string) reader {
	return reader{
		shape: func() *jsonschema.Schema {
			return &jsonschema.Schema{Type: "object", AdditionalProperties: agentProgram(new([]string)).schema()}
		},
		value: func() any {
			programs := map[string]any{}
			for name, command := range *into {
				programs[name] = agentProgram(&command).held()
			}
			return programs
		},
		read: func(n strictyaml.Node) {
			if !n.Wants(strictyaml.Map) {
				return
			}
			programs := map[string][]string{}
			for _, f := range n.Fields() {
				var command []string
				agentProgram(&command).read(f.Value)
				programs[f.Name] = command
			}
			*into = programs
		},
	}
}

func agentProgram(command *[]string) reader {
	return object(key{"command", listOf(command, filled)}).
		and(func(n strictyaml.Node) { contract(n, *command) }).
		shaped(func(s *jsonschema.Schema) { s.Required = []string{"command"} })
}

// contract: an agent that is told neither its request nor where to report can do nothing.
func contract(n strictyaml.Node, command []string) {
	if len(command) == 0 {
		n.Refuse(strictyaml.Problem{What: "command is missing", Hint: `a list: [my-agent, --request, "{request}", --report, "{report}"]`})
		return
	}
	for _, file := range []string{"{request}", "{report}"} {
		if !slices.ContainsFunc(command[1:], func(arg string) bool { return strings.Contains(arg, file) }) {
			n.Key("command").Refuse(strictyaml.Problem{What: fmt.Sprintf("no argument of the command holds %s", file)})
		}
	}
}

// noPrograms keeps a repository from naming programs.
func noPrograms(n strictyaml.Node) {
	if len(n.Key("define").Fields()) > 0 {
		n.At("define").Refuse(strictyaml.Problem{What: "define in agents counts only in the personal file"})
	}
}
