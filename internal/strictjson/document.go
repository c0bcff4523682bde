package strictjson

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Bounds of a file that names none.
const (
	mostBytes = 4 << 20
	mostDepth = 16
)

// document reads a JSON text into maps, lists, texts, numbers (json.Number),
// truths and nulls. It refuses what encoding/json lets pass: a key that stands
// twice, text that is no UTF-8, a second value, and a file without bottom.
func document(data []byte, l Limits) (any, error) {
	bytesAtMost := cmp.Or(l.Bytes, mostBytes)
	switch {
	case len(data) > bytesAtMost:
		return nil, Refuse(Problem{Reason: fmt.Sprintf("the file has %d bytes, at most %d are read", len(data), bytesAtMost)})
	case !utf8.Valid(data):
		return nil, Refuse(Problem{Reason: "the file is not UTF-8 text"})
	case len(bytes.TrimSpace(data)) == 0:
		return nil, Refuse(Problem{Reason: "the file is empty"})
	}
	r := reader{data: data, depth: cmp.Or(l.Depth, mostDepth), decoder: json.NewDecoder(bytes.NewReader(data))}
	r.decoder.UseNumber()
	value, err := r.value("", 0)
	if err != nil {
		return nil, r.refused(err)
	}
	if _, err := r.decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, Refuse(Problem{Reason: "something stands behind the end of the JSON value, " + r.place(r.decoder.InputOffset())})
	}
	return value, nil
}

// reader walks the tokens of one text.
type reader struct {
	data    []byte
	depth   int
	decoder *json.Decoder
}

func (r reader) value(path string, depth int) (any, error) {
	if depth > r.depth {
		return nil, Refuse(Problem{Path: path, Reason: fmt.Sprintf("is nested more than %d deep", r.depth)})
	}
	token, err := r.decoder.Token()
	if err != nil {
		return nil, err
	}
	switch token {
	case json.Delim('{'):
		return r.object(path, depth)
	case json.Delim('['):
		return r.list(path, depth)
	}
	return token, nil
}

func (r reader) object(path string, depth int) (any, error) {
	object := map[string]any{}
	for r.decoder.More() {
		token, err := r.decoder.Token()
		if err != nil {
			return nil, err
		}
		key, ok := token.(string)
		if !ok {
			return nil, errors.New("a key is no text")
		}
		if _, twice := object[key]; twice {
			return nil, Refuse(Problem{Path: At(path, key), Reason: "stands twice"})
		}
		if object[key], err = r.value(At(path, key), depth+1); err != nil {
			return nil, err
		}
	}
	_, err := r.decoder.Token()
	return object, err
}

func (r reader) list(path string, depth int) (any, error) {
	list := []any{}
	for r.decoder.More() {
		value, err := r.value(Nth(path, len(list)), depth+1)
		if err != nil {
			return nil, err
		}
		list = append(list, value)
	}
	_, err := r.decoder.Token()
	return list, err
}

// refused words an error of the reading.
func (r reader) refused(err error) error {
	var known *Refusal
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &known):
		return known
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return Refuse(Problem{Reason: "the file is not whole JSON: it ends too early"})
	case errors.As(err, &syntax):
		return Refuse(Problem{Reason: "the file is not JSON: " + syntax.Error() + ", " + r.place(syntax.Offset)})
	}
	return Refuse(Problem{Reason: "the file is not JSON: " + err.Error() + ", " + r.place(r.decoder.InputOffset())})
}

// place is where an offset stands, for people.
func (r reader) place(offset int64) string {
	before := string(r.data[:min(int(offset), len(r.data))])
	line := strings.Count(before, "\n") + 1
	return fmt.Sprintf("line %d, column %d", line, utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]))
}
