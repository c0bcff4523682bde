package config

import (
	"slices"

	"github.com/settlehq/settle/internal/strictyaml"
)

// reader takes one value of a file into its place, and refuses it where it
// does not fit. What is refused leaves the place as it was.
type reader struct {
	read  func(n strictyaml.Node)
	names []string // every key and word it knows, for the reference page
}

// key is one key of a map.
type key struct {
	name string
	to   reader
}

// object reads a map with these keys and no others.
func object(keys ...key) reader {
	r := reader{}
	var names []string
	for _, k := range keys {
		names = append(names, k.name)
		r.names = append(append(r.names, k.name), k.to.names...)
	}
	r.read = func(n strictyaml.Node) {
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
	}
	return r
}

// and looks at a map once more when its keys have been read.
func (r reader) and(check func(n strictyaml.Node)) reader {
	return reader{names: r.names, read: func(n strictyaml.Node) {
		r.read(n)
		if n.Kind() == strictyaml.Map {
			check(n)
		}
	}}
}

// plain reads any text, true or false, or a list or map of those.
func plain(into any) reader {
	return reader{read: func(n strictyaml.Node) { n.Decode(into) }}
}

// filled reads a text that is not empty.
func filled(into *string) reader {
	return reader{read: func(n strictyaml.Node) {
		if !n.Wants(strictyaml.Text) {
			return
		}
		text, _ := n.Text()
		if text == "" {
			n.Refuse(strictyaml.Problem{What: n.Name() + " is empty"})
			return
		}
		*into = text
	}}
}

// oneOf reads a word of a closed list.
func oneOf[T ~string](into *T, words ...T) reader {
	r := reader{}
	for _, w := range words {
		r.names = append(r.names, string(w))
	}
	r.read = func(n strictyaml.Node) {
		if n.Wants(strictyaml.Text) && n.Among(r.names) {
			text, _ := n.Text()
			*into = T(text)
		}
	}
	return r
}

// listOf reads a list; the entry's reader is made for each place.
func listOf[T any](into *[]T, entry func(*T) reader) reader {
	return reader{names: entry(new(T)).names, read: func(n strictyaml.Node) {
		if !n.Wants(strictyaml.List) {
			return
		}
		list := make([]T, len(n.Items()))
		for i, item := range n.Items() {
			entry(&list[i]).read(item)
		}
		*into = list
	}}
}

// orList also takes a single value for a list of one.
func orList[T any](into *[]T, entry func(*T) reader) reader {
	list := listOf(into, entry)
	return reader{names: list.names, read: func(n strictyaml.Node) {
		if n.Kind() == strictyaml.List {
			list.read(n)
			return
		}
		one := make([]T, 1)
		entry(&one[0]).read(n)
		*into = one
	}}
}
