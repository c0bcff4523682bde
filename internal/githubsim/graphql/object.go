package graphql

import "time"

// Object is a value of a concrete type of the schema.
type Object struct {
	Type   string
	Fields Fields
}

// Fields by name. A value is a scalar, *Object, []*Object, *List, a []string,
// nil, or a function of the arguments that gives one of these; functions are
// called only for what a document asks.
type Fields map[string]any

// resolver gives the value of a field for the arguments of one use.
type resolver = func(Args) (any, error)

// Args of a field, defaults filled in.
type Args map[string]any

// Text is a string argument, empty where it was not given.
func (a Args) Text(name string) string {
	text, _ := a[name].(string)
	return text
}

// Number is an integer argument; false where it was not given.
func (a Args) Number(name string) (int, bool) {
	switch n := a[name].(type) {
	case int64:
		return int(n), true
	case int:
		return n, true
	case float64:
		return int(n), true
	}
	return 0, false
}

// Flag is a boolean argument.
func (a Args) Flag(name string) bool {
	yes, _ := a[name].(bool)
	return yes
}

// Texts is a list of strings; one value stands for a list.
func (a Args) Texts(name string) []string {
	switch list := a[name].(type) {
	case []any:
		var texts []string
		for _, one := range list {
			if text, ok := one.(string); ok {
				texts = append(texts, text)
			}
		}
		return texts
	case string:
		return []string{list}
	}
	return nil
}

// Input is an argument that is an object.
func (a Args) Input(name string) Args {
	m, _ := a[name].(map[string]any)
	return m
}

// Inputs is a list of objects.
func (a Args) Inputs(name string) []Args {
	list, _ := a[name].([]any)
	var inputs []Args
	for _, one := range list {
		if m, ok := one.(map[string]any); ok {
			inputs = append(inputs, m)
		}
	}
	return inputs
}

// List is the content of a connection; the executor cuts pages out of it.
type List struct {
	Nodes []*Object
	More  Fields // fields of the connection beside nodes, edges, pageInfo and totalCount
	Edge  func(node *Object) Fields
}

func list(nodes []*Object) *List { return &List{Nodes: nodes} }

func clock(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UTC().Format(time.RFC3339)
}

func clockOr(t *time.Time) any {
	if t == nil {
		return nil
	}
	return clock(*t)
}

// given is nil for an empty text: null in the answer.
func given(text string) any {
	if text == "" {
		return nil
	}
	return text
}

func positive(n int) any {
	if n <= 0 {
		return nil
	}
	return n
}
