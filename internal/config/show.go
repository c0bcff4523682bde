package config

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/strictyaml"
)

// Origin is the place that a value comes from.
type Origin string

// The places, first the one that wins.
const (
	FromFlag        Origin = "flag"
	FromEnvironment Origin = "environment"
	FromPersonal    Origin = "personal"
	FromFile        Origin = "file"
	FromDefault     Origin = "default"
)

// Setting is one value in force.
type Setting struct {
	Key    string // as in the file, with dots
	Value  any    // text, number, true or false, a list or a map of these; nil: none
	Origin Origin
	From   string // name of the flag, the variable or the file; empty for a default
}

// Given is a flag or a variable that somebody set.
type Given struct {
	Flag     string // without dashes
	Variable string // empty: the flag itself was given
}

// overridden says which keys a flag takes the place of.
var overridden = map[string][]string{
	"agent": {"agents.triage", "agents.fix"}, "max-rounds": {"limits.rounds"}, "max-cost": {"limits.cost_usd"},
	"no-edit": {"verify.setup", "verify.full", "verify.lite", "verify.tests", "verify.timeout", "verify.repairs"},
	"issue":   {"escalation.issue"},
}

// Settings lists the value of every key in force for what a snapshot shows, in
// the order of the format, each with the place that it comes from. A file that
// cannot be used is refused as ReadPolicy refuses it.
func (p *Policies) Settings(snapshot pull.Snapshot, over []Given) ([]Setting, error) {
	name, text := p.file(snapshot)
	var before policy.Policy
	if before = p.base(snapshot); before.Broken != "" {
		_, err := ReadPolicy(name, "", []byte(text))
		return nil, err
	}
	mine := before
	p.Personal.lay(&mine)
	now := p.For(snapshot)
	kept := p.origins(before, mine, strictyaml.Parse(name, []byte(text)).Root(), over)
	var list []Setting
	leaves("", policyKeys(&now), strictyaml.Parse("", nil).Root(), func(key string, value any, _ bool) {
		s := Setting{Key: key, Value: value, Origin: FromDefault}
		if at, ok := kept[key]; ok {
			s.Origin, s.From = at.Origin, at.From
		}
		if s.Origin == FromFile {
			s.From = now.Source
		}
		list = append(list, s)
	})
	return list, nil
}

// file is the repository's file, or the one given instead.
func (p *Policies) file(snapshot pull.Snapshot) (name, text string) {
	if p.given() {
		return p.GivenName, p.Given
	}
	return snapshot.PolicyPath, snapshot.PolicyText
}

// origins are the places of all keys that are no defaults: what the file says,
// over it the personal file, over that flags and variables. Of limits, which
// take the smaller of two, the personal file's counts where it changed one.
func (p *Policies) origins(before, mine policy.Policy, file strictyaml.Node, over []Given) map[string]Setting {
	kept := map[string]Setting{}
	leaves("", policyKeys(&before), file, func(key string, _ any, given bool) {
		if given {
			kept[key] = Setting{Origin: FromFile}
		}
	})
	if p.Personal != nil {
		was, is := valuesOf(before), valuesOf(mine)
		for key := range is {
			changed := !reflect.DeepEqual(was[key], is[key])
			if changed || slices.Contains(p.Personal.given, key) && !strings.HasPrefix(key, "limits.") {
				kept[key] = Setting{Origin: FromPersonal, From: p.Personal.name}
			}
		}
	}
	for _, g := range over {
		for _, key := range overridden[g.Flag] {
			if g.Variable != "" {
				kept[key] = Setting{Origin: FromEnvironment, From: g.Variable}
				continue
			}
			kept[key] = Setting{Origin: FromFlag, From: "--" + g.Flag}
		}
	}
	return kept
}

func valuesOf(p policy.Policy) map[string]any {
	values := map[string]any{}
	leaves("", policyKeys(&p), strictyaml.Parse("", nil).Root(), func(key string, value any, _ bool) { values[key] = value })
	return values
}

// leaves walks through the keys of a reader, side by side with a file, and
// tells for each value whether the file gives it.
func leaves(path string, r reader, n strictyaml.Node, each func(key string, value any, given bool)) {
	var keys []key
	if r.keys != nil {
		keys = r.keys()
	}
	if keys == nil {
		each(path, r.held(), n.Kind() != strictyaml.Missing)
		return
	}
	for _, k := range keys {
		below := n.Key(k.name)
		if k.name == r.short && n.Kind() == strictyaml.Text {
			below = n
		}
		leaves(strings.TrimPrefix(path+"."+k.name, "."), k.to, below, each)
	}
}

// givenIn are the keys that a file names, sorted.
func givenIn(keys reader, n strictyaml.Node) []string {
	named := map[string]bool{}
	leaves("", keys, n, func(key string, _ any, given bool) { named[key] = given })
	maps.DeleteFunc(named, func(_ string, given bool) bool { return !given })
	return slices.Sorted(maps.Keys(named))
}
