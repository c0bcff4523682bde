package strictjson

import (
	"errors"
	"strings"
	"testing"
)

const basket = `{
  "type": "object", "additionalProperties": false, "required": ["name"],
  "properties": {
    "name": {"type": "string", "minLength": 1, "pattern": "\\S"},
    "lines": {"type": "array", "maxItems": 12, "items": {"type": "object", "properties": {"price": {"type": "integer", "minimum": 0}}}},
    "more": {}
  }
}`

// Each wrong file is refused with the place of the fault, in the file's order.
func TestWhatIsWrongIsToldWithItsPlace(t *testing.T) {
	token := "ghp_" + strings.Repeat("a1B2", 9)
	cases := []struct{ name, file, want string }{
		{"nothing", " \n", "the file is empty"},
		{"a log instead", "error: no such file", "the file is not JSON: invalid character 'e' looking for beginning of value, line 1, column 1"},
		{"half of it", `{"name": "a"`, "the file is not whole JSON: it ends too early"},
		{"two of it", `{"name": "a"} {}`, "something stands behind the end of the JSON value, line 1, column 15"},
		{"Latin-1", "{\"name\": \"caf\xe9\"}", "the file is not UTF-8 text"},
		{"a key twice", `{"name": "a", "name": "b"}`, "name: stands twice"},
		{"a key too many", `{"name": "a", "nmae": "b"}`, "nmae: is no key of this file"},
		{"a key too few", `{"lines": []}`, "name: is missing"},
		{"blanks", `{"name": "  "}`, "name: is empty"},
		{"the wrong kind", `{"name": 3}`, "name: is a number, wanted a text"},
		{"the tenth before the ninth", `{"name": "a", "lines": [{},{},{},{},{},{},{},{},{},{"price": -1},{"price": -2}]}`, "lines[9].price: -1 is under 0; lines[10].price: -2 is under 0"},
		{"too long", `{"name": "` + strings.Repeat("a", 300) + `"}`, "the file has 312 bytes, at most 250 are read"},
		{"too deep", `{"name": "a", "more": [[[[[]]]]]}`, "more[0][0][0]: is nested more than 3 deep"},
		{"a credential", `{"name": "` + token + `"}`, "name: holds what looks like a credential (secretRefused)"},
	}
	schema := New(basket, Limits{Bytes: 250, Depth: 3})
	for _, c := range cases {
		var into any
		err := schema.Read([]byte(c.file), &into)
		var refusal *Refusal
		if !errors.As(err, &refusal) || err.Error() != c.want {
			t.Errorf("%s: %v\nwant %s", c.name, err, c.want)
		}
	}
}

// Where others see to credentials they pass, and no error prints one.
func TestACredentialPassesWhereItIsBlankedLater(t *testing.T) {
	token := "ghp_" + strings.Repeat("a1B2", 9)
	schema := New(`{"type": "object", "properties": {"word": {"type": "string"}, "kind": {"enum": ["a"]}}}`, Limits{Secrets: true})
	var into struct{ Word string }
	if err := schema.Read([]byte(`{"word": "`+token+`"}`), &into); err != nil || into.Word != token {
		t.Errorf("%v %q", err, into.Word)
	}
	if err := schema.Read([]byte(`{"kind": "`+token+`"}`), &into); err == nil || strings.Contains(err.Error(), token) {
		t.Errorf("%v", err)
	}
}
