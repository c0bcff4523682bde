package graphql

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator"

	"github.com/settlehq/settle/internal/githubsim/world"
)

// Request is one document with its variables, as clients post it.
type Request struct {
	Query         string         `json:"query"`
	Variables     map[string]any `json:"variables"`
	OperationName string         `json:"operationName"`
}

// Response is the answer. Data is absent when the document was refused.
type Response struct {
	Data   *Map    `json:"data,omitempty"`
	Errors []Error `json:"errors,omitempty"`
	Cost   Cost    `json:"-"`
}

// Error in the host's form.
type Error struct {
	Type       string         `json:"type,omitempty"`
	Message    string         `json:"message"`
	Path       []any          `json:"path,omitempty"`
	Locations  []Location     `json:"locations,omitempty"`
	Extensions map[string]any `json:"extensions,omitempty"`
}

// Location in the document.
type Location struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

// Disturb is what a fault does to one answer.
type Disturb struct {
	Partial string // a path such as repository.pullRequest.reviewThreads that is null with an error
	Repeat  bool   // page cursors do not advance
	Page    int    // largest page, whatever was asked; 0: as asked
}

// Document is a request that was read and found valid.
type Document struct {
	operation *ast.OperationDefinition
	document  *ast.QueryDocument
	variables map[string]any
	Cost      Cost
}

// Mutates reports that the document changes something.
func (d *Document) Mutates() bool { return d.operation.Operation == ast.Mutation }

// Roots are the names of the fields asked of the root: mutations, mostly one.
func (d *Document) Roots() []string {
	var names []string
	for _, selection := range d.operation.SelectionSet {
		if field, ok := selection.(*ast.Field); ok {
			names = append(names, field.Name)
		}
	}
	return names
}

// Asks reports that a field of that name stands anywhere in the document.
func (d *Document) Asks(name string) bool { return asks(d.operation.SelectionSet, name) }

func asks(set ast.SelectionSet, name string) bool {
	for _, selection := range set {
		switch s := selection.(type) {
		case *ast.Field:
			if s.Name == name || asks(s.SelectionSet, name) {
				return true
			}
		case *ast.InlineFragment:
			if asks(s.SelectionSet, name) {
				return true
			}
		case *ast.FragmentSpread:
			if asks(s.Definition.SelectionSet, name) {
				return true
			}
		}
	}
	return false
}

// Read parses and validates. What the host would refuse gives errors and no document.
func Read(r Request) (*Document, []Error) {
	doc, err := parser.ParseQuery(&ast.Source{Input: r.Query})
	if err != nil {
		return nil, []Error{refusal(err)}
	}
	if errs := validator.ValidateWithRules(Schema(), doc, nil); len(errs) > 0 {
		refusals := make([]Error, 0, len(errs))
		for _, e := range errs {
			refusals = append(refusals, refusal(e))
		}
		return nil, refusals
	}
	operation := doc.Operations.ForName(r.OperationName)
	if operation == nil {
		return nil, []Error{{Message: "An operation name is required"}}
	}
	variables, err := validator.VariableValues(Schema(), operation, r.Variables)
	if err != nil {
		return nil, []Error{refusal(err)}
	}
	d := &Document{operation: operation, document: doc, variables: variables}
	var refused []Error
	d.Cost, refused = bounds(operation.SelectionSet, variables)
	if len(refused) > 0 {
		return nil, refused
	}
	return d, nil
}

// Execute answers a document. Root gives the fields of Query and of Mutation.
func Execute(d *Document, query, mutation Fields, disturb Disturb) Response {
	root := &Object{Type: "Query", Fields: query}
	if d.Mutates() {
		root = &Object{Type: "Mutation", Fields: mutation}
	}
	run := &execution{doc: d, disturb: disturb}
	data, _ := run.object(root, d.operation.SelectionSet, nil)
	if data == nil {
		data = &Map{}
	}
	return Response{Data: data, Errors: run.errors, Cost: d.Cost}
}

type execution struct {
	doc     *Document
	disturb Disturb
	errors  []Error
}

// object completes a selection on an object; false when a value that may not be
// null is, so that the object itself is null.
func (e *execution) object(o *Object, set ast.SelectionSet, path []any) (*Map, bool) {
	out := &Map{}
	def := Schema().Types[o.Type]
	for _, group := range e.collect(o.Type, set) {
		field := group[0]
		at := append(slices.Clone(path), field.Alias)
		value, ok := e.field(o, def, field, merged(group), at)
		if !ok {
			return nil, false
		}
		out.Set(field.Alias, value)
	}
	return out, true
}

// collect gathers the fields that apply to a type, by answer name, in order.
func (e *execution) collect(kind string, set ast.SelectionSet) [][]*ast.Field {
	var order []string
	groups := map[string][]*ast.Field{}
	var walk func(ast.SelectionSet)
	walk = func(set ast.SelectionSet) {
		for _, selection := range set {
			switch s := selection.(type) {
			case *ast.Field:
				if e.included(s.Directives) {
					if groups[s.Alias] == nil {
						order = append(order, s.Alias)
					}
					groups[s.Alias] = append(groups[s.Alias], s)
				}
			case *ast.InlineFragment:
				if e.included(s.Directives) && applies(kind, s.TypeCondition) {
					walk(s.SelectionSet)
				}
			case *ast.FragmentSpread:
				if e.included(s.Directives) && applies(kind, s.Definition.TypeCondition) {
					walk(s.Definition.SelectionSet)
				}
			}
		}
	}
	walk(set)
	list := make([][]*ast.Field, 0, len(order))
	for _, name := range order {
		list = append(list, groups[name])
	}
	return list
}

func (e *execution) included(directives ast.DirectiveList) bool {
	if d := directives.ForName("skip"); d != nil && Args(d.ArgumentMap(e.doc.variables)).Flag("if") {
		return false
	}
	if d := directives.ForName("include"); d != nil && !Args(d.ArgumentMap(e.doc.variables)).Flag("if") {
		return false
	}
	return true
}

// applies reports that an object of a type is of the condition's type.
func applies(kind, condition string) bool {
	if condition == "" || condition == kind {
		return true
	}
	for _, def := range Schema().PossibleTypes[condition] {
		if def.Name == kind {
			return true
		}
	}
	return false
}

func merged(group []*ast.Field) ast.SelectionSet {
	var set ast.SelectionSet
	for _, field := range group {
		set = append(set, field.SelectionSet...)
	}
	return set
}

func (e *execution) field(o *Object, def *ast.Definition, field *ast.Field, set ast.SelectionSet, path []any) (any, bool) {
	if field.Name == "__typename" {
		return o.Type, true
	}
	if value, ok := introspect(field, e.doc.variables); ok {
		out, _ := e.complete(value, nullable, set, path)
		return out, true
	}
	shape := def.Fields.ForName(field.Name)
	if shape == nil { // the object's type is wider than the schema of its place
		e.fail(fmt.Errorf("%s.%s is not in the schema", o.Type, field.Name), path, field)
		return nil, true
	}
	value, err := e.resolve(o, field, path)
	if err != nil {
		e.fail(err, path, field)
		return nil, !shape.Type.NonNull
	}
	if l, ok := value.(*List); ok {
		value = e.page(l, shape.Type.Name(), field.ArgumentMap(e.doc.variables))
	}
	return e.complete(value, shape.Type, set, path)
}

var errPartial = errors.New("Something went wrong while executing your query. This may be the result of a timeout, or it could be a GitHub bug.")

func (e *execution) resolve(o *Object, field *ast.Field, path []any) (any, error) {
	if e.disturb.Partial != "" && e.disturb.Partial == dotted(path) {
		return nil, errPartial
	}
	value, modelled := o.Fields[field.Name]
	if !modelled {
		return nil, fmt.Errorf("%s.%s is not modelled by this stand-in", o.Type, field.Name)
	}
	if f, ok := value.(resolver); ok {
		return f(field.ArgumentMap(e.doc.variables))
	}
	return value, nil
}

func dotted(path []any) string {
	var parts []string
	for _, part := range path {
		if name, ok := part.(string); ok {
			parts = append(parts, name)
		}
	}
	return strings.Join(parts, ".")
}

// complete turns a value into what the type wants; false: null where none may be.
func (e *execution) complete(value any, kind *ast.Type, set ast.SelectionSet, path []any) (any, bool) {
	if value == nil {
		return nil, !kind.NonNull
	}
	var out any
	ok := true
	switch v := value.(type) {
	case *Object:
		if v == nil {
			return nil, !kind.NonNull
		}
		var m *Map
		if m, ok = e.object(v, set, path); ok {
			out = m
		}
	case []*Object:
		out, ok = e.objects(v, kind, set, path)
	default:
		out = v
	}
	if !ok {
		return nil, !kind.NonNull
	}
	return out, true
}

func (e *execution) objects(list []*Object, kind *ast.Type, set ast.SelectionSet, path []any) (any, bool) {
	out := make([]any, 0, len(list))
	elem := kind.Elem
	if elem == nil {
		elem = kind
	}
	for i, one := range list {
		value, ok := e.complete(one, elem, set, append(slices.Clone(path), i))
		if !ok {
			return nil, false
		}
		out = append(out, value)
	}
	return out, true
}

func (e *execution) fail(err error, path []any, field *ast.Field) {
	out := Error{Message: err.Error(), Path: path}
	if field.Position != nil {
		out.Locations = []Location{{Line: field.Position.Line, Column: field.Position.Column}}
	}
	var refused *world.Refusal
	if errors.As(err, &refused) {
		out.Type = refused.Type
	}
	e.errors = append(e.errors, out)
}

// PageOf is the page, from 1, that a document asks of a list; pages are of the
// size asked, or of largest where that is smaller and not 0.
func (d *Document) PageOf(name string, largest int) int {
	args := d.arguments(d.operation.SelectionSet, name)
	n, ok := position(args.Text("after"))
	size, given := args.Number("first")
	if !ok || !given {
		return 1
	}
	return (n+1)/max(1, bounded(size, largest)) + 1
}

// arguments of the first field of a name.
func (d *Document) arguments(set ast.SelectionSet, name string) Args {
	for _, selection := range set {
		var below ast.SelectionSet
		switch s := selection.(type) {
		case *ast.Field:
			if s.Name == name {
				return s.ArgumentMap(d.variables)
			}
			below = s.SelectionSet
		case *ast.InlineFragment:
			below = s.SelectionSet
		case *ast.FragmentSpread:
			below = s.Definition.SelectionSet
		}
		if args := d.arguments(below, name); args != nil {
			return args
		}
	}
	return nil
}
