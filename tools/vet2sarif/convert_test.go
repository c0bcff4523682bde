package main

import (
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write testdata/vet.sarif anew")

// What go vet wrote of a module with three faults, as SARIF.
func TestVetAsSARIF(t *testing.T) {
	recorded, err := os.Open("testdata/vet.json")
	if err != nil {
		t.Fatal(err)
	}
	defer recorded.Close()
	converted, err := convert(recorded, true)
	if err != nil {
		t.Fatal(err)
	}
	got, err := json.MarshalIndent(converted, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("testdata/vet.sarif", append(got, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/vet.sarif")
	if err != nil || string(got)+"\n" != string(want) {
		t.Errorf("%v: %s", err, got)
	}
}

// What go vet could not look at is no clean bill.
func TestAPackageThatCouldNotBeAnalysed(t *testing.T) {
	cases := []struct {
		name, vet string
		succeeded bool
		whole     bool
		results   int
	}{
		{"nothing found", "{}\n{}", true, true, 0},
		{"does not compile", "{}", false, false, 0},
		{"an analyzer failed", `{"a/b": {"printf": {"error": "analysis skipped"}}}`, true, false, 0},
		{"the test variant says it again", `{"a/b": {"assign": [{"posn": "/s/a.go:1:2", "message": "self-assignment"}]}, "a/b [a/b.test]": {"assign": [{"posn": "/s/a.go:1:2", "message": "self-assignment"}]}}`, true, true, 1},
	}
	for _, c := range cases {
		got, err := convert(strings.NewReader(c.vet), c.succeeded)
		if err != nil || got.Runs[0].Invocations[0].Successful != c.whole || len(got.Runs[0].Results) != c.results {
			t.Errorf("%s: %v %+v", c.name, err, got)
		}
	}
	for _, broken := range []string{`{"a": `, `[]`, `{"a": {"printf": [{"posn": "nowhere"}]}}`} {
		if _, err := convert(strings.NewReader(broken), true); err == nil {
			t.Errorf("%s is taken", broken)
		}
	}
}

func TestNamesOfFilesAsURIs(t *testing.T) {
	for name, want := range map[string]string{
		"/srv/shop/cart.go": "file:///srv/shop/cart.go", "/srv/a b/100%.go": "file:///srv/a%20b/100%25.go",
		`C:\shop\cart.go`: "file:///C:/shop/cart.go", "gen/lexer.l": "gen/lexer.l",
	} {
		if got := fileURI(name); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
}
