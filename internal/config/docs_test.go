package config

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/policy"
)

func page(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/config.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// fenced are the examples of the page.
var fenced = regexp.MustCompile("(?s)```.*?```")

func TestTheReferenceNamesEveryKeyAndWord(t *testing.T) {
	var words []string
	for _, code := range quoted.FindAllString(fenced.ReplaceAllString(page(t), ""), -1) {
		words = append(words, strings.FieldsFunc(code, func(r rune) bool { return strings.ContainsRune("`[]{}(),:. \"|<>?", r) })...)
	}
	p := policy.Default()
	all := append(wordsIn(policyKeys(&p).schema()), known()...)
	for _, s := range defined() {
		all = append(all, wordsIn(s)...)
	}
	slices.Sort(all)
	if all = slices.Compact(all); len(all) < 150 {
		t.Fatalf("only %d keys and words", len(all))
	}
	for _, word := range all {
		if !slices.Contains(words, word) {
			t.Errorf("docs/config.md does not name %q", word)
		}
	}
}

func TestTheExampleOfTheReferenceIsReadable(t *testing.T) {
	_, rest, _ := strings.Cut(page(t), "```yaml\n")
	example, _, _ := strings.Cut(rest, "```")
	if example != string(file(t, "minimal.yaml")) {
		t.Errorf("the example is\n%s", example)
	}
	parse(t, example)
}
