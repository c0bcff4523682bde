// Package graphql executes GraphQL documents against GitHub's own schema.
//
// It promises to validate every document as the host does (unknown fields,
// wrong types, pages without bounds, too many nodes) and to answer with data,
// errors and null propagation by the specification. A field of the schema that
// this stand-in does not model is an error that says so, never an invented
// value. The package knows the shape of answers; what they say comes from world.
package graphql

import (
	_ "embed"
	"sync"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
)

//go:embed schema/github.graphql
var published string

//go:embed schema/overlay.graphql
var overlay string

// Schema is the published schema with the dated overlay, read once.
var Schema = sync.OnceValue(func() *ast.Schema {
	return gqlparser.MustLoadSchema(
		&ast.Source{Name: "github.graphql", Input: published},
		&ast.Source{Name: "overlay.graphql", Input: overlay},
	)
})
