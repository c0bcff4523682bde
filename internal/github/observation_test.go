package github_test

import (
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/pull"
)

// fieldsIn names the fields of a struct of package pull, and of all that it holds.
func fieldsIn(kind reflect.Type, names map[string]bool) {
	for kind.Kind() == reflect.Slice || kind.Kind() == reflect.Pointer {
		kind = kind.Elem()
	}
	if kind.Kind() != reflect.Struct || kind.PkgPath() != reflect.TypeFor[pull.Snapshot]().PkgPath() {
		return
	}
	for i := range kind.NumField() {
		name := kind.Name() + "." + kind.Field(i).Name
		if !names[name] {
			names[name] = true
			fieldsIn(kind.Field(i).Type, names)
		}
	}
}

// observed is a row of docs/observation.md.
type observed struct{ documents, tests, gaps []string }

func observation(t *testing.T) map[string]observed {
	t.Helper()
	text, err := os.ReadFile("../../docs/observation.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]observed{}
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(line, "|")
		if len(cells) < 6 || !strings.HasPrefix(cells[1], " `") {
			continue
		}
		list := func(cell string) []string { return strings.Split(strings.TrimSpace(cell), ", ") }
		name := strings.Trim(cells[1], " `")
		if _, twice := rows[name]; twice {
			t.Errorf("two rows for %s", name)
		}
		rows[name] = observed{list(cells[2]), list(cells[3]), list(cells[4])}
	}
	return rows
}

// words that may stand in a cell beside what the sources name.
var (
	noDocument = []string{"made", "not read", "REST branch", "REST rules", "REST log"}
	surfaces   = []string{
		"head", "threads", "comments", "reviews", "checks", "rules", "merge", "timeline", "commits", "requests", "policy", "of the entry", "none",
	}
)

func TestEveryFieldOfALookHasItsRow(t *testing.T) {
	fields, rows := map[string]bool{}, observation(t)
	fieldsIn(reflect.TypeFor[pull.Snapshot](), fields)
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if _, there := rows[name]; !there {
			t.Errorf("docs/observation.md has no row for %s: which document brings it, which test compares it, which gap excuses it?", name)
		}
	}
	tests := testNames(t)
	for name, row := range rows {
		if !fields[name] {
			t.Errorf("docs/observation.md: %s is no field of a look", name)
		}
		for _, document := range row.documents {
			if _, err := os.Stat("queries/" + document + ".graphql"); err != nil && !slices.Contains(noDocument, document) {
				t.Errorf("%s: there is no document %q", name, document)
			}
		}
		for _, test := range row.tests {
			if !slices.Contains(tests, test) && !(test == "none" && row.documents[0] == "not read") {
				t.Errorf("%s: there is no test %q", name, test)
			}
		}
		for _, gap := range row.gaps {
			if !slices.Contains(surfaces, gap) {
				t.Errorf("%s: %q is no surface", name, gap)
			}
		}
	}
	t.Logf("%d fields, %d rows", len(fields), len(rows))
}

var testName = regexp.MustCompile(`(?m)^func (Test\w+)\(`)

// testNames are the tests of this package.
func testNames(t *testing.T) []string {
	t.Helper()
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, file := range files {
		if !strings.HasSuffix(file.Name(), "_test.go") {
			continue
		}
		text, err := os.ReadFile(file.Name())
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range testName.FindAllStringSubmatch(string(text), -1) {
			names = append(names, m[1])
		}
	}
	return names
}
