package graphql

import (
	"fmt"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
)

// Bounds of the host (docs.github.com, "Rate limits and query limits for the
// GraphQL API", read 2026-11): pages of 1 to 100, 500,000 nodes a document.
const (
	largestPage = 100
	mostNodes   = 500_000
)

// Cost of a document: points of the hourly budget, and the nodes it may give.
type Cost struct {
	Points int
	Nodes  int
}

// bounds works the cost out before anything is run, and refuses what is over.
func bounds(set ast.SelectionSet, variables map[string]any) (Cost, []Error) {
	b := bound{variables: variables}
	b.walk(set, 1)
	if b.nodes > mostNodes {
		b.refused = append(b.refused, Error{
			Type:    "MAX_NODE_LIMIT_EXCEEDED",
			Message: fmt.Sprintf("This query requests up to %d possible nodes which exceeds the maximum limit of %d.", b.nodes, mostNodes),
		})
	}
	return Cost{Points: max(1, (b.requests+50)/100), Nodes: b.nodes}, b.refused
}

type bound struct {
	variables map[string]any
	requests  int
	nodes     int
	refused   []Error
}

func (b *bound) walk(set ast.SelectionSet, times int) {
	for _, selection := range set {
		switch s := selection.(type) {
		case *ast.Field:
			b.field(s, times)
		case *ast.InlineFragment:
			b.walk(s.SelectionSet, times)
		case *ast.FragmentSpread:
			b.walk(s.Definition.SelectionSet, times)
		}
	}
}

func (b *bound) field(f *ast.Field, times int) {
	if f.Definition == nil || !strings.HasSuffix(f.Definition.Type.Name(), "Connection") || f.Definition.Arguments.ForName("first") == nil {
		b.walk(f.SelectionSet, times)
		return
	}
	args := Args(f.ArgumentMap(b.variables))
	size, name := 0, ""
	for _, bound := range []string{"first", "last"} {
		if n, ok := args.Number(bound); ok {
			size, name = n, bound
		}
	}
	switch {
	case name == "" && counts(f.SelectionSet): // how many there are may be asked without a page
	case name == "":
		b.refuse("MISSING_PAGINATION_BOUNDARIES", "You must provide a `first` or `last` value to properly paginate the `%s` connection.", f)
	case size > largestPage:
		b.refuse("EXCESSIVE_PAGINATION", fmt.Sprintf("Requesting %d records on the `%%s` connection exceeds the `%s` limit of %d records.", size, name, largestPage), f)
	case size < 0:
		b.refuse("INVALID_PAGINATION", "`"+name+"` on the `%s` connection cannot be less than zero.", f)
	}
	b.requests += times
	b.nodes += times * size
	b.walk(f.SelectionSet, times*max(size, 1))
}

// counts: nothing of a connection is asked but how many it has.
func counts(set ast.SelectionSet) bool {
	for _, selection := range set {
		if f, ok := selection.(*ast.Field); !ok || f.Name != "totalCount" {
			return false
		}
	}
	return true
}

func (b *bound) refuse(kind, format string, f *ast.Field) {
	e := Error{Type: kind, Message: fmt.Sprintf(format, f.Name)}
	if f.Position != nil {
		e.Locations = []Location{{Line: f.Position.Line, Column: f.Position.Column}}
	}
	b.refused = append(b.refused, e)
}
