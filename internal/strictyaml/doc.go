// Package strictyaml reads YAML that people write by hand into Go values, and
// refuses what it does not know with line, column and caret.
//
// It promises: an unknown key, a wrong type, a bad word, an empty value, a
// repeated key, an anchor, a tag and a second document are each a Problem that
// shows the line and says what is allowed; all problems of a file are reported
// at once, in the order of the file. It refuses to guess: "yes" is text, 42 is
// a number, and neither becomes the other. It knows no key by itself: structs
// say what is allowed, by their fields. Positions stay reachable after reading,
// so that a name which does not resolve is refused where it stands.
package strictyaml

import (
	"errors"
	"fmt"
	"strings"

	yaml "github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// Doc is one document and the problems found in it so far. Not safe for
// several goroutines.
type Doc struct {
	// Expand is applied to every text value before it is stored; its error is
	// refused at the value, a *Problem with its hint. Nil leaves texts as they are.
	Expand func(string) (string, error)

	file     string
	lines    []string
	root     ast.Node
	problems Problems
}

// Parse reads a document whose first line is line 1 of the named file. A file
// that is no YAML has its problem in Err at once, and nothing below Root.
func Parse(file string, data []byte) *Doc {
	text := strings.ReplaceAll(string(data), "\r\n", "\n")
	d := &Doc{file: file, lines: strings.Split(text, "\n")}
	tree, err := parse(text)
	if err != nil {
		d.syntax(err)
		return d
	}
	for i, one := range tree.Docs {
		if i > 0 && one.Body != nil {
			d.refuse(one.Body.GetToken(), Problem{What: "a second document", Hint: "one file holds one document"})
			return d
		}
		d.root = one.Body
	}
	return d
}

// parse shields against a parser that panics on bytes it never thought of.
func parse(text string) (tree *ast.File, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("not readable as YAML: %v", r)
		}
	}()
	return parser.ParseBytes([]byte(text), 0)
}

func (d *Doc) syntax(err error) {
	var bad *yaml.SyntaxError
	if !errors.As(err, &bad) || bad.Token == nil {
		d.refuse(nil, Problem{What: err.Error()})
		return
	}
	at := *bad.Token
	at.Value = "?" // the offending token may be half the file: point at its start
	d.refuse(&at, Problem{What: bad.Message})
}

// Root is the outermost value; Missing in an empty or unreadable document.
func (d *Doc) Root() Node { return Node{doc: d, node: d.root} }

// Within tells that the document is the beginning of a longer text, so that
// problems further down can be shown with RefuseLine.
func (d *Doc) Within(all []byte) {
	d.lines = strings.Split(strings.ReplaceAll(string(all), "\r\n", "\n"), "\n")
}

// RefuseLine notes a problem with a line of the text, from 1, outside of the YAML.
func (d *Doc) RefuseLine(line int, p Problem) {
	d.refuse(&token.Token{Value: d.line(line), Position: &token.Position{Line: line, Column: 1}}, p)
}

// Decode reads the whole document into a pointer to a struct.
func (d *Doc) Decode(into any) {
	if len(d.problems) == 0 {
		d.Root().Decode(into)
	}
}

// Find follows keys (string) and positions (int) down from the root. What is
// not there gives a Missing node whose problems point at its nearest parent.
func (d *Doc) Find(path ...any) Node {
	n := d.Root()
	for _, step := range path {
		switch s := step.(type) {
		case string:
			n = n.Key(s)
		case int:
			n = n.Item(s)
		}
	}
	return n
}

// Err is nil, or all Problems in the order of the file.
func (d *Doc) Err() error {
	if len(d.problems) == 0 {
		return nil
	}
	d.problems.sort()
	return d.problems
}

func (d *Doc) refuse(at *token.Token, p Problem) {
	p.File, p.Line, p.Col = d.file, 1, 1
	width := 1
	if at != nil && at.Position != nil {
		p.Line, p.Col = at.Position.Line, max(at.Position.Column, 1)
		width = d.width(at)
	}
	p.Excerpt = d.excerpt(p, width)
	d.problems = append(d.problems, &p)
}
