package findings

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/feedback"
)

const ownFile = `{
  "schema": "settle.findings/1", "tool": "acme-review",
  "findings": [{
    "path": "cart/cart.go", "line": 12, "start_line": 9, "severity": "high", "category": "logic", "rule": "overflow", "confidence": 8,
    "title": "Total overflows", "body": "At a large quantity.", "suggestion": "\treturn c.total\n", "other_places": [{"path": "cart/tax.go", "line": 4}]
  }, {
    "path": "README.md", "line": 0, "severity": "low", "title": "Says nothing of taxes", "body": ""
  }],
  "retained_issues": ["1a2b3c4d"]
}`

func TestOurOwnFormat(t *testing.T) {
	suggestion := "\treturn c.total\n"
	want := File{
		Tool: "acme-review", Stated: true, Retained: []string{"1a2b3c4d"},
		Findings: []feedback.Finding{{
			Path: "cart/cart.go", Line: 12, Start: 9, Severity: "high", Category: "logic", Rule: "overflow", Confidence: 8,
			Title: "Total overflows", Body: "At a large quantity.", Suggestion: &suggestion, Others: []feedback.Place{{Path: "cart/tax.go", Line: 4}},
		}, {Path: "README.md", Severity: "low", Title: "Says nothing of taxes"}},
	}
	for _, format := range []string{"", Own} {
		if got, err := Read([]byte("\uFEFF"+ownFile), format, ""); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%v %+v", err, got)
		}
	}
}

// Absent and empty are two things: the one says nothing of earlier findings, the
// other says that none of them holds.
func TestRetainedIssuesThatAreAbsentOrEmpty(t *testing.T) {
	for given, stated := range map[string]bool{``: false, `, "retained_issues": []`: true} {
		got, err := Read([]byte(`{"schema": "settle.findings/1", "tool": "a", "findings": []`+given+`}`), "", "")
		if err != nil || got.Stated != stated || len(got.Retained) > 0 || got.Whole {
			t.Errorf("%q: %v %+v", given, err, got)
		}
	}
}

// Each wrong file of ours: what is wrong with it, where, and what to do.
func TestWhatIsWrongWithAFileOfOurs(t *testing.T) {
	cases := []struct {
		name string
		key  string // of the first finding; empty: of the file
		to   any
		want string
	}{
		{"another version", "", set{"schema", "settle.findings/2"}, `schema: is "settle.findings/2", wanted "settle.findings/1"`},
		{"nobody", "", set{"tool", " "}, "tool: is empty"},
		{"a key of ours misspelt", "", set{"retained", []string{}}, "retained: is no key of this file"},
		{"null is not absent", "", set{"retained_issues", nil}, "retained_issues: is null, wanted a list"},
		{"out of the repository", "path", "../../etc/passwd", `findings[0].path: "../../etc/passwd" leaves the repository: write the path from its root`},
		{"out of it in the middle", "path", "cart/../../x.go", `findings[0].path: "cart/../../x.go" leaves the repository: write the path from its root`},
		{"absolute", "path", "/srv/shop/cart.go", `findings[0].path: "/srv/shop/cart.go" is absolute: write the path from the root of the repository`},
		{"absolute on Windows", "path", "C:/shop/cart.go", `findings[0].path: "C:/shop/cart.go" is absolute: write the path from the root of the repository`},
		{"a backslash", "path", `cart\cart.go`, `findings[0].path: "cart\\cart.go" has a backslash: write / between folders`},
		{"not plain", "path", "./cart//cart.go", `findings[0].path: "./cart//cart.go" is not plain: write "cart/cart.go"`},
		{"a folder above all", "path", ".", `findings[0].path: "." names no file`},
		{"a control character", "path", "cart\x00.go", `findings[0].path: "cart\u0000.go" holds a control character`},
		{"no line", "line", "12", "findings[0].line: is a text, wanted a whole number"},
		{"a line before the first", "line", -1, "findings[0].line: -1 is under 0"},
		{"start behind end", "start_line", 13, "findings[0].start_line: 13 lies behind line 12: start_line is the first line, line the last one"},
		{"a severity of others", "severity", "blocker", `findings[0].severity: "blocker" is none of critical, high, medium, low`},
		{"sure beyond measure", "confidence", 11, "findings[0].confidence: 11 is over 10"},
		{"no words", "title", "", "findings[0].title: is empty"},
		{"a title of two lines", "title", "a\nb", "findings[0].title: has several lines: the first sentence is the title, the rest belongs into body"},
		{"a suggestion for a line that is gone", "side", "LEFT", "findings[0].suggestion: is for a line that the change took away: leave it out, or name a line of the new side"},
		{"a place elsewhere", "other_places", []any{map[string]any{"path": "../x"}}, `findings[0].other_places[0].path: "../x" leaves the repository: write the path from its root`},
		{"a book", "body", strings.Repeat("a", 20001), "findings[0].body: has 20001 characters, at most 20000 are taken"},
	}
	for _, c := range cases {
		file := map[string]any{}
		if err := json.Unmarshal([]byte(ownFile), &file); err != nil {
			t.Fatal(err)
		}
		if change, ok := c.to.(set); ok {
			file[change.key] = change.value
		} else {
			file["findings"].([]any)[0].(map[string]any)[c.key] = c.to
		}
		text, err := json.Marshal(file)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Read(text, Own, "")
		if err == nil || !strings.Contains(err.Error(), c.want) || !reflect.DeepEqual(got, File{}) {
			t.Errorf("%s: %v %+v\nwant %s", c.name, err, got, c.want)
		}
	}
}

type set struct {
	key   string
	value any
}

// What is no file of findings at all, in any format.
func TestWhatIsNoFileOfFindings(t *testing.T) {
	many := strings.Repeat(`{"message":"m","location":{"path":"a.go"}}`+"\n", mostFindings+1)
	cases := []struct{ name, format, file, want string }{
		{"nothing", "", "\n", "the file is empty: let the tool write its report, also where it found nothing"},
		{"a log", "", "golangci-lint: command not found", "the file is no JSON: invalid character 'g'"},
		{"half a file", "", `{"runs": [`, "the file is no JSON: it ends too early"},
		{"a list", "", `[]`, "the file is none that is read: wanted settle.findings/1, SARIF 2.1.0 or rdjson; where it is one of them, name it with --format"},
		{"something else", "", `{"issues": []}`, "the file is none that is read"},
		{"a format of its own", "checkstyle", `{}`, `"checkstyle" is no format that is read: wanted json, sarif or rdjson`},
		{"the wrong format", SARIF, ownFile, "runs: is missing"},
		{"too large", "", strings.Repeat(" ", MostBytes+1), "the file has 10485761 bytes, at most 10485760 are read: let the tool report on the changed files only"},
		{"too many", "", many, "the file has 5001 findings, at most 5000 are taken: let the tool report on the changed files only"},
		{"UTF-16", SARIF, "\xff\xfe{\x00}\x00", "the file is not UTF-8 text"},
	}
	for _, c := range cases {
		if got, err := Read([]byte(c.file), c.format, ""); err == nil || !strings.Contains(err.Error(), c.want) || !reflect.DeepEqual(got, File{}) {
			t.Errorf("%s: %v\nwant %s", c.name, err, c.want)
		}
	}
}

// The published schema names the keys that are read, and no other.
func TestTheSchemasNameTheKeysThatAreRead(t *testing.T) {
	for _, c := range []struct {
		schema, def string
		read        any
	}{
		{"findings", "finding", feedback.Finding{}}, {"findings", "place", feedback.Place{}},
		{"feedback", "finding", feedback.Finding{}}, {"feedback", "reply", feedback.Response{}}, {"feedback", "earlier", feedback.Earlier{}},
	} {
		var schema struct {
			Defs map[string]struct{ Properties map[string]any } `json:"$defs"`
		}
		text, err := schemas.ReadFile("schemas/" + c.schema + ".json")
		if err == nil {
			err = json.Unmarshal(text, &schema)
		}
		if err != nil {
			t.Fatal(err)
		}
		named := map[string]bool{}
		for _, key := range keysOf(reflect.TypeOf(c.read)) {
			named[key] = true
			if _, ok := schema.Defs[c.def].Properties[key]; !ok {
				t.Errorf("%s.json: %s has no %s", c.schema, c.def, key)
			}
		}
		for key := range schema.Defs[c.def].Properties {
			if !named[key] {
				t.Errorf("%s.json: %s has %s, which nobody reads", c.schema, c.def, key)
			}
		}
	}
}

func keysOf(of reflect.Type) []string {
	var keys []string
	for i := range of.NumField() {
		field := of.Field(i)
		if field.Anonymous {
			keys = append(keys, keysOf(field.Type)...)
			continue
		}
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		keys = append(keys, name)
	}
	return keys
}
