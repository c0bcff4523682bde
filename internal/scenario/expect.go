package scenario

import (
	"fmt"
	"slices"

	"github.com/settlehq/settle/internal/strictyaml"
)

// Expect is how a play must end.
type Expect struct {
	SaidOnce bool               // each finding is answered once, each trigger posted once
	Never    []string           // deed kinds and tasks that must not happen
	State    map[string]string  // by finding or act: its disposition
	Threads  map[string]Threads // by finding of a program's review: what becomes of its threads; nil: nothing is expected
	Summary  *Condition         // of the newest comment in the conversation by an actor with a program
	Wants    []Want             // in the order of the file
}

// Defaults expect that nothing is said twice.
func (e *Expect) Defaults() { e.SaidOnce = true }

// Want is one key of the demo's summary and its value: Word, or a number
// between Min and Max, both included; nil is no bound.
type Want struct {
	Key      string
	Word     string
	Min, Max *float64
}

// Holds tells whether a summary's value, a word or a number, is as wanted.
func (w Want) Holds(word string, number float64, isNumber bool) bool {
	if w.Min == nil && w.Max == nil {
		return !isNumber && word == w.Word
	}
	return isNumber && (w.Min == nil || number >= *w.Min) && (w.Max == nil || number <= *w.Max)
}

// String is the wanted value as the file says it.
func (w Want) String() string {
	switch {
	case w.Min == nil && w.Max == nil:
		return w.Word
	case w.Max == nil:
		return fmt.Sprintf("at least %g", *w.Min)
	case w.Min == nil:
		return fmt.Sprintf("at most %g", *w.Max)
	case *w.Min == *w.Max:
		return fmt.Sprintf("%g", *w.Min)
	}
	return fmt.Sprintf("%g to %g", *w.Min, *w.Max)
}

// ExpectKeys are the keys of the summary that a scenario can expect.
var ExpectKeys = []string{"phase", "exit_code", "rounds", "replies", "resolved", "left_open", "fixed", "already_addressed",
	"declined", "deferred", "escalated", "failed", "triggers", "pushes", "api_requests", "api_points", "bytes_received",
	"agent_runs", "agent_seconds", "waited_seconds", "spent_usd", "recovered", "doubled", "scenario_seconds"}

// DecodeYAML reads keys of the summary, and those of its own.
func (e *Expect) DecodeYAML(n strictyaml.Node) {
	if !n.Wants(strictyaml.Map) {
		return
	}
	for _, f := range n.Fields() {
		switch f.Name {
		case "said_once":
			f.Value.Decode(&e.SaidOnce)
		case "never":
			f.Value.Decode(&e.Never)
		case "state":
			f.Value.Decode(&e.State)
		case "threads":
			f.Value.Decode(&e.Threads)
		case "summary":
			f.Value.Decode(&e.Summary)
		default:
			if !slices.Contains(ExpectKeys, f.Name) {
				f.Key.UnknownKey("expect", append(slices.Clone(ExpectKeys), "said_once", "never", "state", "threads", "summary"))
				continue
			}
			e.Wants = append(e.Wants, readWant(f))
		}
	}
}

func readWant(f strictyaml.Field) Want {
	w := Want{Key: f.Name}
	switch f.Value.Kind() {
	case strictyaml.Map:
		var bounds struct {
			Min *float64 `yaml:"min"`
			Max *float64 `yaml:"max"`
		}
		f.Value.Decode(&bounds)
		w.Min, w.Max = bounds.Min, bounds.Max
	case strictyaml.Whole, strictyaml.Decimal:
		var exact float64
		f.Value.Decode(&exact)
		w.Min, w.Max = &exact, &exact
	case strictyaml.Text:
		f.Value.Decode(&w.Word)
	default:
		f.Value.Wants(strictyaml.Text, strictyaml.Whole, strictyaml.Map)
	}
	return w
}
