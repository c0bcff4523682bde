package graphql

import (
	"bytes"
	"encoding/json"
	"errors"
	"regexp"

	"github.com/vektah/gqlparser/v2/gqlerror"
)

// Map keeps its keys in the order of the document, as the specification asks.
type Map struct {
	keys   []string
	values map[string]any
}

// Set adds a key, or changes it in its place.
func (m *Map) Set(key string, value any) {
	if m.values == nil {
		m.values = map[string]any{}
	}
	if _, known := m.values[key]; !known {
		m.keys = append(m.keys, key)
	}
	m.values[key] = value
}

// MarshalJSON writes the keys in their order.
func (m *Map) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	out.WriteByte('{')
	for i, key := range m.keys {
		if i > 0 {
			out.WriteByte(',')
		}
		if err := encoder.Encode(key); err != nil {
			return nil, err
		}
		out.Truncate(out.Len() - 1)
		out.WriteByte(':')
		if err := encoder.Encode(m.values[key]); err != nil {
			return nil, err
		}
		out.Truncate(out.Len() - 1)
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// codes are the host's names for what the validator's rules refuse.
var codes = map[string]string{
	"FieldsOnCorrectType": "undefinedField", "KnownArgumentNames": "argumentNotAccepted", "KnownTypeNames": "undefinedType",
	"ProvidedRequiredArguments": "missingRequiredArguments", "ScalarLeafs": "selectionMismatch", "ValuesOfCorrectType": "argumentLiteralsIncompatible",
	"VariablesInAllowedPosition": "variableMismatch", "NoUndefinedVariables": "variableNotDefined", "NoUnusedVariables": "variableNotUsed",
	"NoUnusedFragments": "useAndDefineFragment", "KnownFragmentNames": "useAndDefineFragment",
}

var unknownField = regexp.MustCompile(`^Cannot query field "([^"]+)" on type "([^"]+)"`)

// refusal words a validation error as the host does.
func refusal(err error) Error {
	var found *gqlerror.Error
	if !errors.As(err, &found) {
		return Error{Message: err.Error()}
	}
	out := Error{Message: found.Message}
	if code := codes[found.Rule]; code != "" {
		out.Extensions = map[string]any{"code": code}
	}
	if m := unknownField.FindStringSubmatch(found.Message); m != nil {
		out.Message = "Field '" + m[1] + "' doesn't exist on type '" + m[2] + "'"
		out.Extensions["fieldName"], out.Extensions["typeName"] = m[1], m[2]
	}
	for _, at := range found.Locations {
		out.Locations = append(out.Locations, Location{Line: at.Line, Column: at.Column})
	}
	return out
}
