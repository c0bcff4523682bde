package config

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/invopop/jsonschema"

	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/strictyaml"
)

var roles = []policy.Role{policy.Required, policy.Optional, policy.Last, policy.Ignore}

// What a definition has that does not say: a usual time, and the least time
// after which no word counts as silence.
const (
	usualLatency = 270 * time.Second
	leastWindow  = 30 * time.Minute
)

// newDefinition is a definition before its keys are read.
func newDefinition(name string) policy.Definition {
	return policy.Definition{Name: name, Kind: "bot", Findings: policy.Findings{From: []string{"inline"}, Title: "first_line"}}
}

// definition is the `define` block, and with a name of its own a built-in file.
func definition(d *policy.Definition, more ...key) reader {
	return object(append(more,
		key{"kind", oneOf(&d.Kind, "bot", "person", "auditor")},
		key{"role", oneOf(&d.Role, roles...)},
		key{"source", plain(&d.Source)},
		key{"accounts", listOf(&d.Accounts, account)},
		key{"signed", pattern(&d.Signed, "")},
		key{"ask", ask(&d.Ask)},
		key{"started", listOf(&d.Started, signal)},
		key{"clean", listOf(&d.Clean, signal)},
		key{"dirty", listOf(&d.Dirty, signal)},
		key{"refused", listOf(&d.Refused, signal)},
		key{"findings", findings(&d.Findings)},
		key{"summaries", listOf(&d.Summaries, signal)},
	)...).and(func(n strictyaml.Node) {
		if len(n.Key("accounts").Items()) == 0 {
			n.Refuse(strictyaml.Problem{What: "accounts is missing", Why: "nobody would be this reviewer"})
		}
		d.Ask = patient(d.Ask)
	}).shaped(func(s *jsonschema.Schema) {
		s.Required = []string{"accounts"}
		s.Properties.Value("accounts").MinItems = number(1)
	}).named("definition")
}

// patient fills in the times of an ask.
func patient(a policy.Ask) policy.Ask {
	if a.Latency == 0 {
		a.Latency = usualLatency
	}
	if a.Window == 0 {
		a.Window = max(leastWindow, 3*a.Latency)
	}
	return a
}

func account(a *policy.Account) reader {
	return object(key{"id", plain(&a.ID)}, key{"login", filled(&a.Login)}).and(func(n strictyaml.Node) {
		if a.ID < 0 || n.Key("id").Kind() == strictyaml.Missing && n.Key("login").Kind() == strictyaml.Missing {
			n.Refuse(strictyaml.Problem{What: "an account wants its number as id, or a login"})
		}
	}).shaped(func(s *jsonschema.Schema) {
		s.Properties.Value("id").Minimum = digits(0)
		s.AnyOf = []*jsonschema.Schema{{Required: []string{"id"}}, {Required: []string{"login"}}}
	})
}

func ask(a *policy.Ask) reader {
	return object(
		key{"comment", filled(&a.Comment)},
		key{"request", filled(&a.Request)},
		key{"push", plain(&a.Push)},
		key{"exact", plain(&a.Exact)},
		key{"latency", span(&a.Latency)},
		key{"window", span(&a.Window)},
		key{"cost", filled(&a.Cost)},
	).and(func(n strictyaml.Node) { oneKey(n, "an ask", ways...) }).
		shaped(func(s *jsonschema.Schema) { exactlyOne(s, ways...) }).named("ask")
}

// ways to ask, of which an ask has one.
var ways = []string{"comment", "request", "push"}

// oneKey refuses a map in which not exactly one of the names stands.
func oneKey(n strictyaml.Node, what string, names ...string) (string, bool) {
	var found []string
	for _, f := range n.Fields() {
		if slices.Contains(names, f.Name) {
			found = append(found, f.Name)
		}
	}
	if len(found) != 1 {
		n.Refuse(strictyaml.Problem{What: fmt.Sprintf("%s wants one of %s", what, strings.Join(names, ", "))})
		return "", false
	}
	return found[0], true
}

// marks are the keys of which a signal holds one; the others narrow it.
var marks = []string{"check", "reaction", "review", "inline", "body", "event"}

// narrows says which mark a narrowing key belongs to.
var narrows = map[string]string{"status": "check", "conclusion": "check", "target": "reaction", "until": "body"}

func signal(s *policy.Signal) reader {
	return object(
		key{"check", filled(&s.Check)},
		key{"status", oneOf(&s.Status, "queued", "in_progress", "waiting")},
		key{"conclusion", orList(&s.Conclusion, conclusion)},
		key{"reaction", oneOf(&s.Reaction, "+1", "-1", "laugh", "confused", "heart", "hooray", "rocket", "eyes")},
		key{"target", oneOf(&s.Target, "pull", "ask")},
		key{"review", oneOf(&s.Review, "approved", "commented", "changes_requested")},
		key{"inline", oneOf(&s.Inline, "any")},
		key{"body", pattern(&s.Body, "")},
		key{"event", filled(&s.Event)},
		key{"within", span(&s.Within)},
		key{"until", pattern(&s.Until, "time")},
	).and(func(n strictyaml.Node) {
		mark, ok := oneKey(n, "a signal", marks...)
		if !ok {
			return
		}
		for _, f := range n.Fields() {
			if owner := narrows[f.Name]; owner != "" && owner != mark {
				f.Key.Refuse(strictyaml.Problem{What: fmt.Sprintf("%s goes with %s, not with %s", f.Name, owner, mark)})
			}
		}
		if mark == "check" && n.Key("status").Kind() == strictyaml.Missing && n.Key("conclusion").Kind() == strictyaml.Missing {
			n.At("check").Refuse(strictyaml.Problem{What: "check says nothing without status or conclusion"})
		}
	}).shaped(signalShape).named("signal")
}

// signalShape says what the checks of a signal refuse: two marks, a narrowing
// key without its mark, and a check of which nothing is told.
func signalShape(s *jsonschema.Schema) {
	exactlyOne(s, marks...)
	s.DependentRequired = map[string][]string{}
	for narrow, mark := range narrows {
		s.DependentRequired[narrow] = []string{mark}
	}
	s.DependentSchemas = map[string]*jsonschema.Schema{
		"check": either(&jsonschema.Schema{Required: []string{"status"}}, &jsonschema.Schema{Required: []string{"conclusion"}}),
	}
}

func conclusion(into *string) reader {
	return oneOf(into, "success", "neutral", "skipped", "failure", "cancelled", "timed_out", "action_required", "startup_failure", "stale")
}

func findings(f *policy.Findings) reader {
	return object(
		key{"from", orList(&f.From, func(s *string) reader { return oneOf(s, "inline", "review_body", "conversation") })},
		key{"title", titleOf(&f.Title)},
		key{"severity", pattern(&f.Severity, "severity")},
		key{"skip", orList(&f.Skip, func(s *string) reader { return pattern(s, "") })},
		key{"in_body", inBody(&f.InBody)},
	)
}

func inBody(into **policy.InBody) reader {
	var b policy.InBody
	return object(
		key{"section", pattern(&b.Section, "")},
		key{"file", pattern(&b.File, "path")},
		key{"entry", pattern(&b.Entry, "line")},
	).and(func(n strictyaml.Node) {
		for _, name := range []string{"file", "entry"} {
			if _, there := n.Key(name).Text(); !there {
				n.Refuse(strictyaml.Problem{What: name + " is missing", Why: "findings in a body could not be told apart"})
				return
			}
		}
		*into = &b
	}).shaped(func(s *jsonschema.Schema) { s.Required = []string{"file", "entry"} })
}

// titleOf is one of two words, or an expression.
func titleOf(into *string) reader {
	known := []string{"first_bold", "first_line"}
	own := pattern(into, "title")
	return reader{
		shape: func() *jsonschema.Schema { return either(wordsOf(known), own.schema()) },
		value: own.value,
		read: func(n strictyaml.Node) {
			if text, _ := n.Text(); slices.Contains(known, text) {
				*into = text
				return
			}
			own.read(n)
		},
	}
}
