package graphql

import (
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
)

// introspect answers __schema and __type, by which clients find out what a host
// can do.
func introspect(field *ast.Field, variables map[string]any) (any, bool) {
	switch field.Name {
	case "__schema":
		return schemaObject(), true
	case "__type":
		name := Args(field.ArgumentMap(variables)).Text("name")
		if def := Schema().Types[name]; def != nil {
			return typeObject(ast.NamedType(name, nil)), true
		}
		return nil, true
	}
	return nil, false
}

// nullable is the type of what may be null: both entrances, by their nature.
var nullable = &ast.Type{}

func schemaObject() *Object {
	return &Object{Type: "__Schema", Fields: Fields{
		"description": nil, "queryType": typeObject(ast.NamedType("Query", nil)), "mutationType": typeObject(ast.NamedType("Mutation", nil)),
		"subscriptionType": nil, "directives": []*Object{},
		"types": resolver(func(Args) (any, error) {
			var types []*Object
			for name := range Schema().Types {
				types = append(types, typeObject(ast.NamedType(name, nil)))
			}
			return types, nil
		}),
	}}
}

// typeObject describes a use of a type: non-null and list wrap what is named.
func typeObject(t *ast.Type) *Object {
	fields := Fields{
		"name": nil, "description": nil, "fields": nil, "interfaces": nil, "possibleTypes": nil,
		"enumValues": nil, "inputFields": nil, "ofType": nil, "specifiedByURL": nil, "isOneOf": false,
	}
	switch {
	case t.NonNull:
		inner := *t
		inner.NonNull = false
		fields["kind"], fields["ofType"] = "NON_NULL", typeObject(&inner)
	case t.Elem != nil:
		fields["kind"], fields["ofType"] = "LIST", typeObject(t.Elem)
	default:
		describe(fields, Schema().Types[t.Name()])
	}
	return &Object{Type: "__Type", Fields: fields}
}

func describe(fields Fields, def *ast.Definition) {
	fields["kind"], fields["name"] = string(def.Kind), def.Name
	switch def.Kind {
	case ast.Object, ast.Interface:
		fields["fields"] = resolver(func(a Args) (any, error) { return fieldObjects(def, a.Flag("includeDeprecated")), nil })
		fields["interfaces"] = named(def.Interfaces)
	case ast.InputObject:
		fields["inputFields"] = resolver(func(Args) (any, error) { return inputs(def), nil })
	case ast.Enum:
		fields["enumValues"] = resolver(func(a Args) (any, error) { return values(def, a.Flag("includeDeprecated")), nil })
	}
	if def.IsAbstractType() {
		var names []string
		for _, possible := range Schema().PossibleTypes[def.Name] {
			names = append(names, possible.Name)
		}
		fields["possibleTypes"] = named(names)
	}
}

func named(names []string) resolver {
	return func(Args) (any, error) {
		list := []*Object{}
		for _, name := range names {
			list = append(list, typeObject(ast.NamedType(name, nil)))
		}
		return list, nil
	}
}

func fieldObjects(def *ast.Definition, deprecated bool) []*Object {
	list := []*Object{}
	for _, f := range def.Fields {
		old := f.Directives.ForName("deprecated")
		if strings.HasPrefix(f.Name, "__") || old != nil && !deprecated {
			continue
		}
		list = append(list, &Object{Type: "__Field", Fields: Fields{
			"name": f.Name, "description": nil, "isDeprecated": old != nil, "deprecationReason": nil,
			"type": resolver(func(Args) (any, error) { return typeObject(f.Type), nil }),
			"args": resolver(func(Args) (any, error) { return arguments(f.Arguments), nil }),
		}})
	}
	return list
}

func arguments(args ast.ArgumentDefinitionList) []*Object {
	list := []*Object{}
	for _, a := range args {
		list = append(list, inputValue(a.Name, a.Type, a.DefaultValue))
	}
	return list
}

func inputs(def *ast.Definition) []*Object {
	list := []*Object{}
	for _, f := range def.Fields {
		list = append(list, inputValue(f.Name, f.Type, f.DefaultValue))
	}
	return list
}

func inputValue(name string, t *ast.Type, standard *ast.Value) *Object {
	fields := Fields{
		"name": name, "description": nil, "defaultValue": nil, "isDeprecated": false, "deprecationReason": nil,
		"type": resolver(func(Args) (any, error) { return typeObject(t), nil }),
	}
	if standard != nil {
		fields["defaultValue"] = standard.String()
	}
	return &Object{Type: "__InputValue", Fields: fields}
}

func values(def *ast.Definition, deprecated bool) []*Object {
	list := []*Object{}
	for _, v := range def.EnumValues {
		old := v.Directives.ForName("deprecated")
		if old == nil || deprecated {
			list = append(list, &Object{Type: "__EnumValue", Fields: Fields{
				"name": v.Name, "description": nil, "isDeprecated": old != nil, "deprecationReason": nil,
			}})
		}
	}
	return list
}
