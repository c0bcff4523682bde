package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// wordedHome is a home in which a person has declined the one ask there is.
func wordedHome(t *testing.T) *home {
	t.Helper()
	h := newHome(t, served(t, "testdata/worded.txtar").URL)
	if code, _, stderr := h.settle("answer", "acme/worded#46", "t4801", "--decline", "amounts are whole cents, says @maria"); code != 0 {
		t.Fatalf("exit code %d\n%s", code, stderr)
	}
	return h
}

// A repository's own words stand in the answer, and are as harmless as ours.
func TestARepositorysTemplateWordsTheAnswer(t *testing.T) {
	t.Parallel()
	h := wordedHome(t)
	want := "  | We keep `price.go:3`. amounts are whole cents, says `@maria`.\n  | Questions: `@acme/cart`\n"
	if code, stdout, stderr := h.settle("run", "acme/worded#46", "--dry-run"); code != 8 || !strings.Contains(stdout, want) {
		t.Fatalf("exit code %d\n%s%s", code, stdout, stderr)
	}
	if code, _, stderr := h.settle("run", "acme/worded#46", "--once"); code != 8 || !strings.Contains(stderr, "done     reply t4801") {
		t.Fatalf("exit code %d\n%s", code, stderr)
	}
	_, stdout, _ := h.settle("threads", "acme/worded#46", "--json")
	if !strings.Contains(stdout, "We keep `price.go:3`. amounts are whole cents, says `@maria`.\\n\\nQuestions: `@acme/cart`\\n\\n\\u003c!-- settle:v1 reply:") &&
		!strings.Contains(stdout, "We keep `price.go:3`. amounts are whole cents, says `@maria`.\\n\\nQuestions: `@acme/cart`\\n\\n<!-- settle:v1 reply:") {
		t.Errorf("%s", stdout)
	}
}

// A template that cannot be used stops edits and answers, with its place.
func TestATemplateThatCannotBeUsedStopsTheRun(t *testing.T) {
	t.Parallel()
	h := wordedHome(t)
	for path, why := range map[string]string{
		".github/settle/wrong.md":   `.github/settle/wrong.md:2:5: unknown placeholder "comit"; for declined there are text, place, reason`,
		".github/settle/missing.md": ".github/settle/missing.md cannot be read",
		".github/settle":            ".github/settle cannot be read",
	} {
		rules := h.file("rules.yaml", "version: 1\nreviewers: [bugbot]\nverify: \"true\"\nanswers: {templates: {declined: "+path+"}}\n")
		code, stdout, stderr := h.settle("run", "acme/worded#46", "--once", "--policy", rules)
		if plain := strings.Join(strings.Fields(stdout+stderr), " "); code != 9 && code != 3 || !strings.Contains(plain, why) {
			t.Errorf("%s: exit code %d\n%s%s", path, code, stdout, stderr)
		}
	}
	if _, stdout, _ := h.settle("explain", "acme/worded#46"); strings.Contains(stdout, "reply") {
		t.Errorf("an answer was begun:\n%s", stdout)
	}
}

// In the working tree templates are checked together with the file.
func TestTemplatesAreCheckedInTheWorkingTree(t *testing.T) {
	t.Parallel()
	h := &home{t: t, dir: t.TempDir(), env: map[string]string{"PATH": os.Getenv("PATH")}}
	h.env["HOME"] = h.dir
	if err := os.MkdirAll(filepath.Join(h.dir, "answers"), 0o700); err != nil {
		t.Fatal(err)
	}
	h.file(".settle.yaml", "version: 1\nanswers: {templates: {fixed: answers/fixed.md, failed: answers/none.md}}\n")
	h.file("answers/fixed.md", "In {{commit}}.\n")
	if code, stdout, stderr := h.settle("config", "check"); code != 3 || !strings.Contains(stdout, "answers/none.md cannot be read") {
		t.Errorf("exit code %d\n%s", code, stderr)
	}
	h.file("answers/none.md", "Nothing was found.\n")
	if code, _, stderr := h.settle("config", "check"); code != 0 {
		t.Errorf("exit code %d\n%s", code, stderr)
	}
	h.file("answers/fixed.md", "This is resolved in {{commit}}.\n")
	if code, stdout, stderr := h.settle("config", "check"); code != 3 || !strings.Contains(stdout, "answers/fixed.md:1:9: it says resolved") {
		t.Errorf("exit code %d\n%s", code, stderr)
	}
}
