package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/formatter"
	"github.com/vektah/gqlparser/v2/parser"
)

// prune keeps what is reachable from the roots: lines of the form Type.field.
// A line +Type keeps a type that is only met behind an interface; a line -Type
// drops a type with every field and argument that names it.
func prune(source, roots string) (string, error) {
	doc, err := parser.ParseSchema(&ast.Source{Name: "schema.graphql", Input: source})
	if err != nil {
		return "", fmt.Errorf("parse schema: %w", err)
	}
	p := &pruner{types: map[string]*ast.Definition{}, kept: map[string]bool{}, dropped: map[string]bool{}}
	for _, def := range doc.Definitions {
		p.types[def.Name] = def
		onceEach(def)
	}
	if err := p.start(roots); err != nil {
		return "", err
	}
	p.reach()
	doc.Definitions = slices.DeleteFunc(doc.Definitions, func(d *ast.Definition) bool { return !p.kept[d.Name] })
	slices.SortFunc(doc.Definitions, func(a, b *ast.Definition) int { return strings.Compare(a.Name, b.Name) })
	doc.Directives = nil
	var text bytes.Buffer
	formatter.NewFormatter(&text, formatter.WithIndent(" "), formatter.WithoutDescription()).FormatSchemaDocument(doc)
	return text.String(), nil
}

// onceEach drops the second definition of a field (EnterpriseOwnerInfo has two)
// and the directives that only the publisher's tools read.
func onceEach(def *ast.Definition) {
	seen := map[string]bool{}
	def.Fields = slices.DeleteFunc(def.Fields, func(f *ast.FieldDefinition) bool {
		again := seen[f.Name]
		seen[f.Name] = true
		return again
	})
	def.Directives = nil
	for _, f := range def.Fields {
		f.Directives = onlyDeprecated(f.Directives)
		for _, arg := range f.Arguments {
			arg.Directives = nil
		}
	}
	for _, value := range def.EnumValues {
		value.Directives = onlyDeprecated(value.Directives)
	}
}

func onlyDeprecated(list ast.DirectiveList) ast.DirectiveList {
	return slices.DeleteFunc(list, func(d *ast.Directive) bool { return d.Name != "deprecated" })
}

type pruner struct {
	types   map[string]*ast.Definition
	kept    map[string]bool
	dropped map[string]bool
	todo    []string
}

// start reads the roots and leaves on each root type only the listed fields.
func (p *pruner) start(roots string) error {
	fields := map[string][]string{}
	for line := range strings.SplitSeq(roots, "\n") {
		line, _, _ = strings.Cut(line, "#")
		line = strings.TrimSpace(line)
		if name, drop := strings.CutPrefix(line, "-"); drop {
			p.dropped[name] = true
			continue
		}
		if name, add := strings.CutPrefix(line, "+"); add {
			if p.types[name] == nil {
				return fmt.Errorf("roots.txt: no type %s", name)
			}
			p.keep(name)
			continue
		}
		if owner, field, ok := strings.Cut(line, "."); ok {
			fields[owner] = append(fields[owner], field)
		}
	}
	for owner, wanted := range fields {
		def := p.types[owner]
		if def == nil {
			return fmt.Errorf("roots.txt: no type %s", owner)
		}
		for _, name := range wanted {
			if def.Fields.ForName(name) == nil {
				return fmt.Errorf("roots.txt: no field %s.%s", owner, name)
			}
		}
		def.Fields = slices.DeleteFunc(def.Fields, func(f *ast.FieldDefinition) bool { return !slices.Contains(wanted, f.Name) })
		p.keep(owner)
	}
	return nil
}

func (p *pruner) keep(name string) {
	if p.types[name] != nil && !p.kept[name] && !p.dropped[name] {
		p.kept[name] = true
		p.todo = append(p.todo, name)
	}
}

// reach follows fields, arguments, interfaces and members from what is kept.
func (p *pruner) reach() {
	for len(p.todo) > 0 {
		def := p.types[p.todo[0]]
		p.todo = p.todo[1:]
		p.fields(def)
		for _, name := range def.Interfaces {
			p.keep(name)
		}
		for _, name := range def.Types {
			p.keep(name)
		}
	}
	for name := range p.kept {
		def := p.types[name]
		def.Types = slices.DeleteFunc(def.Types, func(n string) bool { return !p.kept[n] })
		def.Interfaces = slices.DeleteFunc(def.Interfaces, func(n string) bool { return !p.kept[n] })
	}
}

func (p *pruner) fields(def *ast.Definition) {
	def.Fields = slices.DeleteFunc(def.Fields, func(f *ast.FieldDefinition) bool { return p.dropped[f.Type.Name()] })
	for _, f := range def.Fields {
		p.keep(f.Type.Name())
		f.Arguments = slices.DeleteFunc(f.Arguments, func(a *ast.ArgumentDefinition) bool { return p.dropped[a.Type.Name()] })
		for _, arg := range f.Arguments {
			p.keep(arg.Type.Name())
		}
	}
}
