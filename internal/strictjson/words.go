package strictjson

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/settlehq/settle/internal/pull"
)

// worded says what the library found, at the place where a person must write.
func worded(e *jsonschema.ValidationError) []Problem {
	path := pathOf(e.InstanceLocation)
	one := func(format string, args ...any) []Problem {
		return []Problem{{Path: path, Reason: fmt.Sprintf(format, args...)}}
	}
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		return each(k.Missing, func(key string) Problem { return Problem{Path: At(path, key), Reason: "is missing"} })
	case *kind.AdditionalProperties:
		return each(k.Properties, func(key string) Problem { return Problem{Path: At(path, key), Reason: "is no key of this file"} })
	case *kind.UniqueItems:
		return []Problem{{Path: Nth(path, k.Duplicates[1]), Reason: "stands twice"}}
	case *kind.Type:
		return one("is %s, wanted %s", named([]string{k.Got}), named(k.Want))
	case *kind.Enum:
		return one("%s is none of %s", Printed(k.Got), strings.Join(plain(k.Want), ", "))
	case *kind.Const:
		return one("is %s, wanted %s", Printed(k.Got), Printed(k.Want))
	case *kind.MinItems:
		return one("has %d entries, at least %d are wanted", k.Got, k.Want)
	case *kind.MaxItems:
		return one("has %d entries, at most %d are taken", k.Got, k.Want)
	}
	return inText(e, one)
}

// inText words the bounds of texts and numbers.
func inText(e *jsonschema.ValidationError, one func(string, ...any) []Problem) []Problem {
	switch k := e.ErrorKind.(type) {
	case *kind.MinLength:
		return one("is empty")
	case *kind.MaxLength:
		return one("has %d characters, at most %d are taken", k.Got, k.Want)
	case *kind.Pattern:
		if k.Want == visible {
			return one("is empty")
		}
		return one("%s does not match %s", Printed(k.Got), k.Want)
	case *kind.Minimum:
		return one("%s is under %s", decimal(k.Got), decimal(k.Want))
	case *kind.Maximum:
		return one("%s is over %s", decimal(k.Got), decimal(k.Want))
	}
	return one("breaks the schema's %s", strings.Join(e.ErrorKind.KeywordPath(), "/"))
}

func decimal(n *big.Rat) string {
	value, _ := n.Float64()
	return strconv.FormatFloat(value, 'g', -1, 64)
}

// visible is the pattern of texts in which a reader sees something.
const visible = `\S`

// pathOf prints where a value stands, as threads[3].confidence.
func pathOf(location []string) string {
	path := ""
	for _, step := range location {
		if i, err := strconv.Atoi(step); err == nil && path != "" {
			path = Nth(path, i)
		} else {
			path = At(path, step)
		}
	}
	return path
}

func each(keys []string, problem func(string) Problem) []Problem {
	var problems []Problem
	for _, key := range slices.Sorted(slices.Values(keys)) {
		problems = append(problems, problem(key))
	}
	return problems
}

// types says for people what JSON Schema calls a type.
var types = map[string]string{
	"null": "null", "boolean": "true or false", "string": "a text", "number": "a number", "integer": "a whole number", "array": "a list", "object": "an object",
}

func named(kinds []string) string {
	var words []string
	for _, one := range kinds {
		words = append(words, types[one])
	}
	return strings.Join(words, " or ")
}

func plain(values []any) []string {
	var words []string
	for _, one := range values {
		words = append(words, strings.Trim(Printed(one), `"`))
	}
	return words
}

// longest is how much of a value an error prints, in characters.
const longest = 80

// Printed is a value as JSON, cut where it is long; what looks like a
// credential is not printed.
func Printed(value any) string {
	text, err := json.Marshal(value)
	if err != nil || pull.Credential(string(text)) {
		return "a value"
	}
	if runes := []rune(string(text)); len(runes) > longest {
		return string(runes[:longest]) + "…"
	}
	return string(text)
}

// secrets finds each text that looks like a credential: a file goes into a
// database, and parts of it are published.
func secrets(value any, path string) []Problem {
	var problems []Problem
	switch v := value.(type) {
	case string:
		if pull.Credential(v) {
			return []Problem{{Path: path, Rule: "secretRefused", Reason: "holds what looks like a credential"}}
		}
	case []any:
		for i, member := range v {
			problems = append(problems, secrets(member, Nth(path, i))...)
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			problems = append(problems, secrets(v[key], At(path, key))...)
		}
	}
	return problems
}
