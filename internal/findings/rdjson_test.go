package findings

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/feedback"
)

// diagnosed is one diagnostic at cart.go with a range and further keys.
func diagnosed(position, keys string) string {
	return fmt.Sprintf(`{"message": "Wrong. Change it.", "location": {"path": "cart.go", "range": %s}%s}`, position, keys)
}

const line4 = `{"start": {"line": 4, "column": 2}}`

// The same diagnostics, as one object and one a line.
func TestBothFormsOfRDJSON(t *testing.T) {
	first := `{"message": "Wrong. Change it.", "location": {"path": "./cart.go", "range": {"start": {"line": 4, "column": 2}, "end": {"line": 6, "column": 9}}}, "severity": "ERROR", "source": {"name": "acme"}, "code": {"value": "A1", "url": "https://acme.test/A1"}, "original_output": "cart.go:4: Wrong."}`
	second := `{"message": "Says nothing", "location": {"path": "README.md"}, "source": {"name": "prose"}}`
	suggestion := File{
		Tool: "acme, prose",
		Findings: []feedback.Finding{
			{Path: "cart.go", Start: 4, Line: 6, Severity: "high", Rule: "A1", Title: "Wrong", Body: "Change it.\n\nhttps://acme.test/A1"},
			{Path: "README.md", Severity: "medium", Title: "Says nothing"},
		},
	}
	for name, text := range map[string]string{"rdjson": `{"diagnostics": [` + first + ",\n" + second + "]}", "rdjsonl": first + "\n\n" + second + "\n"} {
		for _, format := range []string{"", RDJSON} {
			if got, err := Read([]byte(text), format, ""); err != nil || !reflect.DeepEqual(got, suggestion) {
				t.Errorf("%s: %v %+v", name, err, got)
			}
		}
	}
	if got, err := Read(nil, RDJSON, ""); err != nil || len(got.Findings) != 0 || got.Whole || got.Stated {
		t.Errorf("a linter with nothing to say: %v %+v", err, got)
	}
}

func TestSeverityOfADiagnostic(t *testing.T) {
	for _, c := range []struct{ own, whole, want string }{
		{`"ERROR"`, `"INFO"`, "high"}, {`1`, `"INFO"`, "high"}, {`"WARNING"`, ``, "medium"}, {`2`, ``, "medium"}, {`"INFO"`, ``, "low"}, {`3`, ``, "low"},
		{`"UNKNOWN_SEVERITY"`, `"ERROR"`, "high"}, {`0`, ``, "medium"}, {``, `3`, "low"}, {``, ``, "medium"},
	} {
		key := func(value string) string {
			if value == "" {
				return ""
			}
			return `, "severity": ` + value
		}
		file, err := Read([]byte(`{"diagnostics": [`+diagnosed(line4, key(c.own))+`]`+key(c.whole)+`}`), "", "")
		if err != nil || len(file.Findings) != 1 || file.Findings[0].Severity != c.want {
			t.Errorf("%+v: %v %+v", c, err, file)
		}
	}
}

// Without columns a range is of whole lines; an end at the first column is the
// end of the line before (reviewdog.proto, Range).
func TestASuggestionOfADiagnostic(t *testing.T) {
	for _, c := range []struct {
		name, position, suggestions, want string
		start, line                       int
	}{
		{"its line", `{"start": {"line": 4}}`, `{"range": {"start": {"line": 4}}, "text": "\tx++"}`, "\tx++", 0, 4},
		{"its lines", line4, `{"range": {"start": {"line": 3}, "end": {"line": 5}}, "text": "a\nb"}`, "a\nb", 3, 5},
		{"its line with the break", line4, `{"range": {"start": {"line": 4, "column": 1}, "end": {"line": 5, "column": 1}}, "text": "x\n"}`, "x", 0, 4},
		{"taken away", line4, `{"range": {"start": {"line": 4, "column": 1}, "end": {"line": 5, "column": 1}}, "text": ""}`, "", 0, 4},
		{"a word", line4, `{"range": {"start": {"line": 4, "column": 2}, "end": {"line": 4, "column": 5}}, "text": "x"}`, none, 0, 4},
		{"an insertion", line4, `{"range": {"start": {"line": 4, "column": 1}, "end": {"line": 4, "column": 1}}, "text": "x"}`, none, 0, 4},
		{"two to choose from", line4, `{"range": {"start": {"line": 4}}, "text": "a"}, {"range": {"start": {"line": 4}}, "text": "b"}`, none, 0, 4},
		{"of no range", line4, `{"text": "x"}`, none, 0, 4},
	} {
		file, err := Read([]byte(diagnosed(c.position, `, "suggestions": [`+c.suggestions+`]`)), "", "")
		if err != nil || len(file.Findings) != 1 {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := suggested(file.Findings[0]); got != (suggestion{c.want, c.start, c.line}) {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}

// Each wrong file: what is wrong with it and where, in a file of lines by line.
func TestWhatIsWrongWithAnRDJSONFile(t *testing.T) {
	good := diagnosed(line4, "")
	for _, c := range []struct{ name, file, want string }{
		{"no diagnostics", `{"source": {"name": "acme"}}`, "diagnostics: is missing"},
		{"no words", `{"diagnostics": [{"message": " ", "location": {"path": "a.go"}}]}`, "diagnostics[0].message: is empty"},
		{"no path", `{"diagnostics": [{"message": "m", "location": {}}]}`, "diagnostics[0].location.path: is missing"},
		{"a severity of its own", `{"diagnostics": [` + diagnosed(line4, `, "severity": "FATAL"`) + `]}`, `diagnostics[0].severity: "FATAL" is none of UNKNOWN_SEVERITY, ERROR, WARNING, INFO, 0, 1, 2, 3`},
		{"an end before the start", `{"diagnostics": [` + diagnosed(`{"start": {"line": 4}, "end": {"line": 3}}`, "") + `]}`, "diagnostics[0].location.range.end.line: 3 lies before start.line 4"},
		{"a way out", `{"diagnostics": [{"message": "m", "location": {"path": "../a.go"}}]}`, `diagnostics[0].location.path: "../a.go" has a .. in it: run the tool at the root of the repository, so that paths start there`},
		{"a line that is none", good + "\n" + `{"message": "m"}`, "line 2: location: is missing"},
		{"half a line", good + "\n\n" + `{"message": `, "line 3: the file is not whole JSON: it ends too early"},
		{"two on a line", good + "\n" + good + "," + good, "line 2: something stands behind the end of the JSON value"},
		{"a way out on a line", good + "\n" + `{"message": "m", "location": {"path": "/srv/shop/../x"}}`, "diagnostics[1].location.path"},
	} {
		got, err := Read([]byte(c.file), RDJSON, "/srv/shop")
		if err == nil || !strings.Contains(err.Error(), c.want) || !reflect.DeepEqual(got, File{}) {
			t.Errorf("%s: %v %+v\nwant %s", c.name, err, got.Findings, c.want)
		}
	}
}

// Absolute names are taken from the root, without percent signs meaning anything.
func TestNamesInRDJSON(t *testing.T) {
	for name, want := range map[string]string{
		"/srv/shop/a%20b.go": "a%20b.go", "/srv/shop/cart/a.go": "cart/a.go", `cart\\a.go`: "cart/a.go", "/usr/include/a.h": "",
	} {
		file, err := Read([]byte(`{"message": "m", "location": {"path": "`+name+`"}}`), "", "/srv/shop")
		got := ""
		if len(file.Findings) == 1 {
			got = file.Findings[0].Path
		}
		if err != nil || got != want || (want == "") != (len(file.Skipped) == 1) {
			t.Errorf("%s: %v %+v", name, err, file)
		}
	}
}
