package config

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/reviewer"
	"github.com/settlehq/settle/internal/strictyaml"
)

// Builtin are the built-in reviewer definitions by name. The map is the
// caller's; what the definitions hold is shared and must not be changed. A
// definition file that cannot be read panics: it is a part of this program.
// Safe for use by several goroutines.
func Builtin() map[string]policy.Definition { return maps.Clone(builtin().definitions) }

func builtinText() []byte { return builtin().text }

// shelf holds the built-in definitions and, for digests, their text.
type shelf struct {
	definitions map[string]policy.Definition
	text        []byte
}

var builtin = sync.OnceValue(func() shelf {
	s, err := readShelf(reviewer.Files)
	if err != nil {
		panic(fmt.Sprintf("config: built-in reviewers: %v", err))
	}
	return s
})

// readShelf reads builtin/*.yaml in the order of their names.
func readShelf(files fs.FS) (shelf, error) {
	names, err := fs.Glob(files, "builtin/*.yaml")
	if err != nil {
		return shelf{}, err
	}
	s := shelf{definitions: map[string]policy.Definition{}}
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return shelf{}, err
		}
		d, err := readDefinition(name, text)
		if err != nil {
			return shelf{}, err
		}
		s.definitions[d.Name] = d
		s.text = append(append(s.text, text...), 0)
	}
	return s, nil
}

// readDefinition reads one definition file, whose name is the reviewer's.
func readDefinition(file string, text []byte) (policy.Definition, error) {
	want := strings.TrimSuffix(path.Base(file), ".yaml")
	d := newDefinition(want)
	doc := strictyaml.Parse(file, text)
	definition(&d, key{"name", filled(&d.Name)}).read(doc.Root())
	if doc.Err() == nil && d.Name != want {
		doc.Find("name").Refuse(strictyaml.Problem{What: fmt.Sprintf("name %q is not the file's", d.Name)})
	}
	return d, doc.Err()
}

// DefaultPolicy is policy.Default where no file was found: every built-in
// reviewer in its own role, and people. Source and Digest are set.
func DefaultPolicy() policy.Policy {
	p := policy.Default()
	p.Source, p.Digest = "defaults", digest(nil)
	p.Reviewers = ownRoles()
	return p
}

// ownRoles are all built-in reviewers by name, then people.
func ownRoles() []policy.Reviewer {
	var list []policy.Reviewer
	all := Builtin()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		list = append(list, own(all[name]))
	}
	return append(list, own(people))
}
