package builtin

import (
	"os"
	"strings"
	"testing"
)

// The page about agents names each with its variables and its sign-in.
func TestThePageNamesWhatEachAgentSees(t *testing.T) {
	text, err := os.ReadFile("../../../docs/agents.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range specs {
		var row string
		for line := range strings.Lines(string(text)) {
			if strings.HasPrefix(line, "| `"+s.name+"` |") {
				row = line
			}
		}
		for _, word := range append(append([]string{s.name}, s.keys...), s.logins[:min(1, len(s.logins))]...) {
			if !strings.Contains(row, word) && !strings.HasPrefix(word, "COPILOT_PROVIDER_") {
				t.Errorf("the row of %s does not name %s", s.name, word)
			}
		}
	}
}
