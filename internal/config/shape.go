package config

import (
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"github.com/invopop/jsonschema"

	"github.com/settlehq/settle/internal/policy"
)

// schema is a reader's shape; one that does not tell takes anything.
func (r reader) schema() *jsonschema.Schema {
	if r.shape == nil {
		return &jsonschema.Schema{}
	}
	return r.shape()
}

// shaped narrows a reader's shape by what its checks refuse.
func (r reader) shaped(narrow func(*jsonschema.Schema)) reader {
	shape := r.schema
	return reader{read: r.read, value: r.value, keys: r.keys, short: r.short, shape: func() *jsonschema.Schema {
		s := shape()
		narrow(s)
		return s
	}}
}

// named keeps a shape that stands at many places at one, under $defs.
func (r reader) named(name string) reader {
	r.full = r.shape
	r.shape = func() *jsonschema.Schema { return refer(name) }
	return r
}

func refer(name string) *jsonschema.Schema { return &jsonschema.Schema{Ref: "#/$defs/" + name} }

// defined are the shapes that others refer to.
func defined() jsonschema.Definitions {
	return jsonschema.Definitions{
		"duration":   span(new(time.Duration)).full(),
		"signal":     signal(new(policy.Signal)).full(),
		"definition": definition(new(policy.Definition)).full(),
		"ask":        ask(new(policy.Ask)).full(),
		"bot":        entryShape(""),
		"people":     entryShape(policy.People),
		"auditor":    entryShape(auditor.Name),
	}
}

func mapShape(keys []key) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object", Properties: jsonschema.NewProperties(), AdditionalProperties: jsonschema.FalseSchema}
	for _, k := range keys {
		s.Properties.Set(k.name, k.to.schema())
	}
	return s
}

func typeOf(place any) string {
	switch place.(type) {
	case bool:
		return "boolean"
	case int, int64:
		return "integer"
	}
	return "string"
}

// text is a text that is not empty.
func text() *jsonschema.Schema { return &jsonschema.Schema{Type: "string", MinLength: number(1)} }

func number(n uint64) *uint64 { return &n }

func digits(n int) json.Number { return json.Number(strconv.Itoa(n)) }

func wordsOf(words []string) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "string"}
	for _, w := range words {
		s.Enum = append(s.Enum, w)
	}
	return s
}

func either(shapes ...*jsonschema.Schema) *jsonschema.Schema {
	return &jsonschema.Schema{AnyOf: shapes}
}

// exactlyOne of the keys stands in a map.
func exactlyOne(s *jsonschema.Schema, names ...string) {
	for _, name := range names {
		s.OneOf = append(s.OneOf, &jsonschema.Schema{Required: []string{name}})
	}
}

// refused keys may not stand in a map.
func refused(names ...string) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object", Properties: jsonschema.NewProperties()}
	for _, name := range names {
		s.Properties.Set(name, jsonschema.FalseSchema)
	}
	return s
}

// wordsIn are every key and word that a shape knows, sorted.
func wordsIn(s *jsonschema.Schema) []string {
	var all []string
	for _, w := range s.Enum {
		if word, ok := w.(string); ok {
			all = append(all, word)
		}
	}
	if word, ok := s.Const.(string); ok {
		all = append(all, word)
	}
	for _, below := range append(slices.Clone(s.AnyOf), s.Items, s.AdditionalProperties) {
		if below != nil {
			all = append(all, wordsIn(below)...)
		}
	}
	if s.Properties != nil {
		for name, below := range s.Properties.FromOldest() {
			all = append(append(all, name), wordsIn(below)...)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
