package config

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/invopop/jsonschema"

	"github.com/settlehq/settle/internal/policy"
)

// Schema is the JSON Schema of the policy file, indented, with the defaults.
// Reference is the page that explains the keys (docs/config.md); its words
// become the descriptions, none where it is empty. A schema cannot say everything: that an expression
// compiles, that reviewers do not wait for each other, that two limits fit
// together is for ReadPolicy alone.
func Schema(reference string) ([]byte, error) {
	p := policy.Default()
	s := policyKeys(&p).schema()
	s.Version, s.Title = jsonschema.Version, "settle's policy file"
	s.Description = "What settle may do in a repository: .settle.yaml on the base branch."
	s.Required = []string{"version"}
	s.Definitions = defined()
	withDefaults(s, policyKeys(&p))
	describe(s, reference)
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("write schema: %w", err)
	}
	return append(text, '\n'), nil
}

// withDefaults notes what each key has where a file does not name it.
func withDefaults(s *jsonschema.Schema, r reader) {
	if r.keys == nil || s.Properties == nil {
		return
	}
	for _, k := range r.keys() {
		below := s.Properties.Value(k.name)
		if k.to.keys == nil && k.name != "version" {
			below.Default = k.to.held()
		}
		withDefaults(below, k.to)
	}
}

var (
	chapter = regexp.MustCompile("^##+ (.*)$")
	row     = regexp.MustCompile("^\\| (`[^|]+) \\|(?:[^|]*\\|)? (.*) \\|$")
	quoted  = regexp.MustCompile("`([^`]+)`")
)

// describe lays the words of the reference page over the keys they are about:
// a chapter is a key, and each row of its table a key below it.
func describe(s *jsonschema.Schema, reference string) {
	var about []*jsonschema.Schema
	for line := range strings.SplitSeq(reference, "\n") {
		if m := chapter.FindStringSubmatch(line); m != nil {
			about = chapterOf(s, m[1])
		}
		m := row.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		for _, name := range quoted.FindAllStringSubmatch(m[1], -1) {
			for _, at := range about {
				if found := below(at, name[1]); found != nil && found.Description == "" {
					found.Description = m[2]
				}
			}
		}
	}
}

// chapterOf are the shapes that a chapter of the reference page is about.
func chapterOf(s *jsonschema.Schema, name string) []*jsonschema.Schema {
	switch name {
	case "Top level":
		return []*jsonschema.Schema{s}
	case "reviewers":
		return []*jsonschema.Schema{s.Definitions["bot"], s.Definitions["people"], s.Definitions["auditor"]}
	case "define":
		return []*jsonschema.Schema{s.Definitions["definition"], s.Definitions["signal"]}
	}
	if at := below(s, name); at != nil {
		return []*jsonschema.Schema{at}
	}
	return nil
}

// below follows dotted keys down, through the shapes of which one is a map.
func below(s *jsonschema.Schema, path string) *jsonschema.Schema {
	name, rest, more := strings.Cut(path, ".")
	maps := append([]*jsonschema.Schema{s}, s.AnyOf...)
	for _, m := range maps {
		if m.Properties == nil || m.Properties.Value(name) == nil {
			continue
		}
		if more {
			return below(m.Properties.Value(name), rest)
		}
		return m.Properties.Value(name)
	}
	return nil
}
