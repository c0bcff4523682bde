package config

import (
	"slices"

	"github.com/invopop/jsonschema"

	"github.com/settlehq/settle/internal/strictyaml"
)

// reader knows one value of a file in three ways: how it is read, what shape
// it has, and what it holds now. All three are bound to one place, so that the
// file, its schema and what is shown of it cannot drift apart.
type reader struct {
	// read takes the value into its place, and refuses it where it does not
	// fit. What is refused leaves the place as it was.
	read func(n strictyaml.Node)
	// shape describes every value that read takes, as far as a schema can.
	shape func() *jsonschema.Schema
	// full is the shape of a reader that shape only refers to.
	full func() *jsonschema.Schema
	// value is what the place holds, as a file would say it; nil: nothing.
	value func() any
	// keys are the values below it; nil for a value of its own.
	keys func() []key
	// short is the key that a single text stands for instead of a map.
	short string
}

// key is one key of a map.
type key struct {
	name string
	to   reader
}

// object reads a map with these keys and no others.
func object(keys ...key) reader {
	var names []string
	for _, k := range keys {
		names = append(names, k.name)
	}
	return reader{
		shape: func() *jsonschema.Schema { return mapShape(keys) },
		value: func() any { return mapValue(keys) },
		keys:  func() []key { return keys },
		read: func(n strictyaml.Node) {
			if !n.Wants(strictyaml.Map) {
				return
			}
			for _, f := range n.Fields() {
				i := slices.Index(names, f.Name)
				if i < 0 {
					f.Key.UnknownKey(n.Name(), names)
					continue
				}
				keys[i].to.read(f.Value)
			}
		},
	}
}

// and looks at a map once more when its keys have been read.
func (r reader) and(check func(n strictyaml.Node)) reader {
	read := r.read
	r.read = func(n strictyaml.Node) {
		read(n)
		if n.Kind() == strictyaml.Map {
			check(n)
		}
	}
	return r
}

// plain reads any text, true or false, or number, as the place has it.
func plain[T string | bool | int | int64](into *T) reader {
	return reader{
		read:  func(n strictyaml.Node) { n.Decode(into) },
		shape: func() *jsonschema.Schema { return &jsonschema.Schema{Type: typeOf(*into)} },
		value: func() any { return *into },
	}
}

// filled reads a text that is not empty.
func filled(into *string) reader {
	return reader{
		shape: func() *jsonschema.Schema { return text() },
		value: func() any { return orNone(*into) },
		read: func(n strictyaml.Node) {
			if !n.Wants(strictyaml.Text) {
				return
			}
			text, _ := n.Text()
			if text == "" {
				n.Refuse(strictyaml.Problem{What: n.Name() + " is empty"})
				return
			}
			*into = text
		},
	}
}

// oneOf reads a word of a closed list.
func oneOf[T ~string](into *T, words ...T) reader {
	var names []string
	for _, w := range words {
		names = append(names, string(w))
	}
	return reader{
		shape: func() *jsonschema.Schema { return wordsOf(names) },
		value: func() any { return orNone(string(*into)) },
		read: func(n strictyaml.Node) {
			if n.Wants(strictyaml.Text) && n.Among(names) {
				text, _ := n.Text()
				*into = T(text)
			}
		},
	}
}

// listOf reads a list; the entry's reader is made for each place.
func listOf[T any](into *[]T, entry func(*T) reader) reader {
	return reader{
		shape: func() *jsonschema.Schema {
			return &jsonschema.Schema{Type: "array", Items: entry(new(T)).schema()}
		},
		value: func() any { return listValue(*into, entry) },
		read: func(n strictyaml.Node) {
			if !n.Wants(strictyaml.List) {
				return
			}
			list := make([]T, len(n.Items()))
			for i, item := range n.Items() {
				entry(&list[i]).read(item)
			}
			*into = list
		},
	}
}

// orList also takes a single value for a list of one.
func orList[T any](into *[]T, entry func(*T) reader) reader {
	list := listOf(into, entry)
	return reader{
		shape: func() *jsonschema.Schema { return either(entry(new(T)).schema(), list.schema()) },
		value: list.value,
		read: func(n strictyaml.Node) {
			if n.Kind() == strictyaml.List {
				list.read(n)
				return
			}
			one := make([]T, 1)
			entry(&one[0]).read(n)
			*into = one
		},
	}
}
