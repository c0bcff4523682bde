package github

import (
	"testing"

	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/settlehq/settle/internal/githubsim/graphql"
)

func TestEveryDocumentFitsThePublishedSchema(t *testing.T) {
	if len(documents) < 8 {
		t.Fatalf("only %d documents", len(documents))
	}
	for name, text := range documents {
		doc, err := parser.ParseQuery(&ast.Source{Name: name, Input: text})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, problem := range validator.ValidateWithRules(graphql.Schema(), doc, nil) {
			t.Errorf("%s: %v", name, problem)
		}
	}
}
