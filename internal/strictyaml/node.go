package strictyaml

import (
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// Kind is the shape of a value as it was written.
type Kind string

// The shapes. Other is what this package refuses: an anchor, an alias, a tag.
const (
	Missing Kind = "missing"
	Null    Kind = "nothing"
	Text    Kind = "text"
	Whole   Kind = "a whole number"
	Decimal Kind = "a number"
	Bool    Kind = "true or false"
	List    Kind = "a list"
	Map     Kind = "a map"
	Other   Kind = "an anchor, alias or tag"
)

// Node is one value and where it stands. The zero Node is not used.
type Node struct {
	doc  *Doc
	node ast.Node
	name string       // the key it stands under, or that of its list
	near *token.Token // where to point when there is no node
}

// Field is one key of a map.
type Field struct {
	Name  string
	Key   Node // stands at the key
	Value Node
}

// Name is the key that the value stands under; for a list's entries the list's.
func (n Node) Name() string { return n.name }

// Kind tells the shape.
func (n Node) Kind() Kind {
	switch n.node.(type) {
	case nil, *ast.CommentGroupNode:
		return Missing
	case *ast.NullNode:
		return Null
	case *ast.StringNode, *ast.LiteralNode:
		return Text
	case *ast.IntegerNode:
		return Whole
	case *ast.FloatNode:
		return Decimal
	case *ast.BoolNode:
		return Bool
	case *ast.SequenceNode:
		return List
	case *ast.MappingNode, *ast.MappingValueNode:
		return Map
	}
	return Other
}

// Text is a scalar as it was written, without quotes; false for other shapes.
func (n Node) Text() (string, bool) {
	switch v := n.node.(type) {
	case *ast.StringNode:
		return v.Value, true
	case *ast.LiteralNode:
		return v.Value.Value, true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		return v.GetToken().Value, true
	}
	return "", false
}

// Whole is a whole number; false for other shapes and beyond 64 bits.
func (n Node) Whole() (int64, bool) {
	if n.Kind() != Whole {
		return 0, false
	}
	i, err := strconv.ParseInt(strings.ReplaceAll(n.node.GetToken().Value, "_", ""), 0, 64)
	return i, err == nil
}

// Items are the entries of a list, none for other shapes.
func (n Node) Items() []Node {
	list, ok := n.node.(*ast.SequenceNode)
	if !ok {
		return nil
	}
	items := make([]Node, len(list.Values))
	for i, v := range list.Values {
		items[i] = Node{doc: n.doc, node: v, name: n.name, near: n.token()}
	}
	return items
}

// Item is one entry, Missing where there is none.
func (n Node) Item(i int) Node {
	if items := n.Items(); i >= 0 && i < len(items) {
		return items[i]
	}
	return Node{doc: n.doc, name: n.name, near: n.token()}
}

// Fields are the keys of a map in their order, none for other shapes.
func (n Node) Fields() []Field {
	var pairs []*ast.MappingValueNode
	switch v := n.node.(type) {
	case *ast.MappingNode:
		pairs = v.Values
	case *ast.MappingValueNode:
		pairs = []*ast.MappingValueNode{v}
	}
	fields := make([]Field, len(pairs))
	for i, p := range pairs {
		name := p.Key.GetToken().Value
		key := p.Key.GetToken()
		fields[i] = Field{
			Name:  name,
			Key:   Node{doc: n.doc, name: name, near: key},
			Value: Node{doc: n.doc, node: p.Value, name: name, near: key},
		}
	}
	return fields
}

// Key is the value of a key, Missing where there is none.
func (n Node) Key(name string) Node {
	for _, f := range n.Fields() {
		if f.Name == name {
			return f.Value
		}
	}
	return Node{doc: n.doc, name: name, near: n.token()}
}

// At is the node of a key itself, to point at the name and not at its value.
func (n Node) At(name string) Node {
	for _, f := range n.Fields() {
		if f.Name == name {
			return f.Key
		}
	}
	return n
}

// Refuse notes a problem at this value; What, Why, Allowed and Hint are the
// caller's, the rest is filled in.
func (n Node) Refuse(p Problem) { n.doc.refuse(n.token(), p) }

// token is where the value begins. A map written over several lines begins at
// its first key; the parser says the colon after it.
func (n Node) token() *token.Token {
	switch v := n.node.(type) {
	case nil, *ast.NullNode:
		return n.near
	case *ast.MappingNode:
		if !v.IsFlowStyle && len(v.Values) > 0 {
			return v.Values[0].Key.GetToken()
		}
	case *ast.MappingValueNode:
		return v.Key.GetToken()
	}
	return n.node.GetToken()
}
