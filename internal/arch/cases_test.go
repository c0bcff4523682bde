package arch

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// named is a test of a row of docs/seed-cases.md, with the package it is in.
var (
	namedPackage = regexp.MustCompile("`(internal/[a-z/]+)`")
	namedTest    = regexp.MustCompile(`\b(Test[A-Za-z]+)\b`)
	namedFile    = regexp.MustCompile("`(testdata/[^`]+)`")
)

func TestEveryCaseOfTheSeedsHasItsTest(t *testing.T) {
	text, err := os.ReadFile("../../docs/seed-cases.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for _, line := range strings.Split(string(text), "\n") {
		where, test := namedPackage.FindStringSubmatch(line), namedTest.FindStringSubmatch(line)
		if where == nil || test == nil || !strings.HasPrefix(line, "| ") {
			continue
		}
		rows++
		dir := filepath.Join("../..", where[1])
		if !defines(t, dir, test[1]) {
			t.Errorf("docs/seed-cases.md names %s of %s, which is not there", test[1], where[1])
		}
		for _, file := range namedFile.FindAllStringSubmatch(line, -1) {
			if _, err := os.Stat(filepath.Join(dir, file[1])); err != nil {
				t.Errorf("docs/seed-cases.md names a file that is not there: %v", err)
			}
		}
	}
	if rows < 8 {
		t.Fatalf("only %d rows name a test", rows)
	}
}

func defines(t *testing.T, dir, test string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "func "+test+"(t ") {
			return true
		}
	}
	return false
}
