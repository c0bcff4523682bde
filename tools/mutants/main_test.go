package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func seeded(t *testing.T) []mutant {
	t.Helper()
	all, err := parse(list)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestEveryRuleHasAMutant(t *testing.T) {
	all := seeded(t)
	if len(all) < 25 {
		t.Errorf("%d mutants; at least 25 are promised", len(all))
	}
	rules := []string{"funnel", "Look", "Adopt"}
	for n := range 17 {
		rules = append(rules, fmt.Sprintf("rule %d", n+1))
	}
	for _, rule := range rules {
		if !slices.ContainsFunc(all, func(m mutant) bool { return m.rule == rule }) {
			t.Errorf("%s has no mutant", rule)
		}
	}
}

func TestEveryMutantFitsTheCodeAsItStands(t *testing.T) {
	says := map[string]bool{}
	for _, m := range seeded(t) {
		source, err := os.ReadFile(filepath.Join("..", "..", dir, m.file))
		if err != nil {
			t.Fatal(err)
		}
		changed, err := m.apply(string(source))
		if err != nil || changed == string(source) {
			t.Errorf("%s: %s: changes nothing (%v)", m.rule, m.says, err)
		}
		if says[m.says] {
			t.Errorf("%q is there twice", m.says)
		}
		says[m.says] = true
	}
}

func TestAListThatIsNoListIsRefused(t *testing.T) {
	for _, text := range []string{
		"rule 1: no file\n-old\n+new",
		"rule 1: nothing is taken out\nlook.go\n+new",
		"no rule at all\nlook.go\n-old\n+new",
	} {
		if _, err := parse(text); err == nil {
			t.Errorf("accepted: %q", text)
		}
	}
	if _, err := (mutant{file: "look.go", old: "a", new: "b"}).apply("a a"); err == nil || !strings.Contains(err.Error(), "2 times") {
		t.Errorf("an old text that stands there twice: %v", err)
	}
}

func TestWhatGoTestSaysIsReadAsAFate(t *testing.T) {
	failed := errors.New("exit status 1")
	nested := "--- FAIL: TestDecisionCases (0.02s)\n    --- FAIL: TestDecisionCases/ready.txt/a_conflict (0.00s)\nFAIL\n"
	cases := []struct {
		output string
		err    error
		want   fate
	}{
		{"ok", nil, fate{false, "SURVIVES"}},
		{nested, failed, fate{true, "ready.txt/a_conflict"}},
		{"--- FAIL: TestNoCellOfTheGridIsEmpty (0.02s)\nFAIL\n", failed, fate{true, "TestNoCellOfTheGridIsEmpty"}},
		{"panic: nil map\n", failed, fate{true, "panics"}},
	}
	for _, c := range cases {
		if got := read(c.output, c.err); got != c.want {
			t.Errorf("got %+v, want %+v", got, c.want)
		}
	}
	for _, output := range []string{"x.go:1: no\nFAIL p [build failed]\n", "go: no such tool"} {
		if got := read(output, failed); got.dead {
			t.Errorf("%q counts as dead", output)
		}
	}
}
