package strictjson

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Schema is a published JSON Schema (draft 2020-12) with the limits of the files
// that are held against it. It may be used by several goroutines.
type Schema struct {
	document func() any
	limits   Limits
	compiled func() *jsonschema.Schema
}

// Limits are what a file may be. The zero value is for small files that are
// written into our database.
type Limits struct {
	Bytes   int  // 0: 4 MiB
	Depth   int  // levels of nesting; 0: 16
	Secrets bool // texts that look like a credential pass; whoever publishes them blanks them
}

// Embedded takes a schema out of a room's own files. It panics where there is
// none of that name.
func Embedded(files embed.FS, name string, limits Limits) *Schema {
	text, err := files.ReadFile(name)
	if err != nil {
		panic(err) // the names are the room's own
	}
	return New(string(text), limits)
}

// New takes the text of one of our own schemas; it is compiled at the first
// reading, and a text that is no schema panics there. Its rules with an if and a
// then carry a $comment: the rule's stable word, a colon, and the reason.
func New(text string, limits Limits) *Schema {
	document := sync.OnceValue(func() any {
		document, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			panic(err)
		}
		return document
	})
	return part(document, "", limits)
}

// Part is a schema within this one, for files that hold one such part alone:
// "/$defs/line". It has the same limits.
func (s *Schema) Part(pointer string) *Schema { return part(s.document, "#"+pointer, s.limits) }

func part(document func() any, fragment string, limits Limits) *Schema {
	return &Schema{document: document, limits: limits, compiled: sync.OnceValue(func() *jsonschema.Schema {
		compiler := jsonschema.NewCompiler()
		if err := compiler.AddResource(resource, document()); err != nil {
			panic(err)
		}
		return compiler.MustCompile(resource + fragment)
	})}
}

// resource is the address under which the library knows a schema.
const resource = "file:///schema.json"

// Read takes a file into a value. What the schema does not allow, and what
// looks like a credential, is refused with every problem that was found; the
// error is a *Refusal.
func (s *Schema) Read(data []byte, into any) error {
	value, err := document(data, s.limits)
	if err != nil {
		return err
	}
	compiled := s.compiled()
	var invalid *jsonschema.ValidationError
	if err := compiled.Validate(value); errors.As(err, &invalid) {
		return Refuse(s.problems(invalid)...)
	} else if err != nil {
		return fmt.Errorf("check a file: %w", err)
	}
	if !s.limits.Secrets {
		if err := Refuse(secrets(value, "")...); err != nil {
			return err
		}
	}
	if err := json.Unmarshal(data, into); err != nil {
		return Refuse(Problem{Reason: err.Error()}) // a number that fits no field
	}
	return nil
}

// problems flattens what the library found, in the order of the file.
func (s *Schema) problems(invalid *jsonschema.ValidationError) []Problem {
	var leaves []*jsonschema.ValidationError
	var walk func(*jsonschema.ValidationError)
	walk = func(e *jsonschema.ValidationError) {
		if len(e.Causes) == 0 {
			leaves = append(leaves, e)
		}
		for _, cause := range e.Causes {
			walk(cause)
		}
	}
	walk(invalid)
	slices.SortStableFunc(leaves, func(a, b *jsonschema.ValidationError) int {
		return slices.CompareFunc(a.InstanceLocation, b.InstanceLocation, inOrder)
	})
	var problems []Problem
	for _, leaf := range leaves {
		for _, p := range worded(leaf) {
			p.Rule, p.Reason = s.rule(leaf.SchemaURL, p.Reason)
			if !slices.Contains(problems, p) {
				problems = append(problems, p)
			}
		}
	}
	return problems
}

// inOrder puts the tenth entry of a list behind the ninth.
func inOrder(a, b string) int {
	i, errA := strconv.Atoi(a)
	j, errB := strconv.Atoi(b)
	if errA == nil && errB == nil {
		return i - j
	}
	return strings.Compare(a, b)
}

// rule finds the word and the reason of the rule that a problem breaks: the
// $comment of the schema whose then did not hold. Elsewhere there is no word.
func (s *Schema) rule(address, reason string) (word, worded string) {
	_, pointer, _ := strings.Cut(address, "#")
	head, _, within := strings.Cut(pointer, "/then")
	if !within {
		return "", reason
	}
	at := s.document()
	for _, step := range strings.Split(strings.TrimPrefix(head, "/"), "/") {
		switch node := at.(type) {
		case map[string]any:
			at = node[step]
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i >= len(node) {
				return "", reason
			}
			at = node[i]
		}
	}
	node, _ := at.(map[string]any)
	comment, _ := node["$comment"].(string)
	if word, worded, ok := strings.Cut(comment, ": "); ok {
		return word, worded
	}
	return "", reason
}
