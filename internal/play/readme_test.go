package play_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/settlehq/settle/examples/scenarios"
	"github.com/settlehq/settle/internal/view"
)

// took differs from machine to machine.
var took = regexp.MustCompile(`passed in [^:]+:`)

func TestTheSessionInTheReadmeIsWhatTheDemoPrints(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(readme), "$ go run ./cmd/settle demo\n")
	session, _, _ := strings.Cut(rest, "```")
	r := run(t, staged(t, scenarios.Demo))
	printed := view.NewExplain(r.Facts, r.Facts.History.Born).Text(view.Page{}) + "\n" + r.Demo.Text(view.Page{})
	printed = took.ReplaceAllString(printed, "passed in N:")
	lines := 0
	for _, line := range strings.Split(session, "\n") {
		line = took.ReplaceAllString(line, "passed in N:")
		if strings.TrimSpace(line) == "" || strings.TrimSpace(line) == "…" {
			continue
		}
		if lines++; !strings.Contains(printed, line+"\n") {
			t.Errorf("the demo does not print %q", line)
		}
	}
	if lines < 20 {
		t.Fatalf("only %d lines of a session were found", lines)
	}
}
