package scenario_test

import (
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/scenario"
)

const reviewed = `scenario: 1
about: A reviewer of our own.
clock: step
pulls: [{number: 42, head: topic}]
actors:
  own: {program: settle, starts: [opened, push], after: 1m}
  it: {preset: bugbot}
findings:
  - {id: off, by: own, path: price.go, at: "return 2", body: "One too high.", refuted: "by design"}
  - {id: late, by: own, path: price.go, at: "return 2", body: "Rounded late."}
timeline:
  - {at: 1h, by: own, do: review}
agent:
  review:
    - {by: own, reviews: [2], answer: unstated, keeps: [0badcafe, off], drops: late}
expect:
  threads: {off: [resolved, open], late: none}
  summary: {contains: "1 new finding"}
-- base/price.go --
package shop

func Price() int { return 2 }
`

func TestAnActorMayBeTheRealProgram(t *testing.T) {
	f, err := scenario.Parse("s", []byte(reviewed))
	if err != nil {
		t.Fatal(err)
	}
	if own := f.Actors["own"]; own.Program != "settle" || len(own.Starts) != 2 || own.Kind != "bot" {
		t.Errorf("actor: %+v", own)
	}
	if !f.Findings[0].Refuted.MatchString("It is so by design.") {
		t.Error("the reply does not refute")
	}
	r := f.Agent.Review[0]
	if r.By != "own" || !r.Reviews.Has(2) || r.Reviews.Has(1) || r.Answer != "unstated" || len(r.Keeps) != 2 || len(r.Drops) != 1 {
		t.Errorf("agent: %+v", r)
	}
	if got := f.Expect.Threads["off"]; len(got) != 2 || got[1] != "open" || len(f.Expect.Threads["late"]) != 1 || f.Expect.Summary == nil {
		t.Errorf("expected: %+v", f.Expect)
	}
}

func TestAProgramHasNoRulesAndNoHistory(t *testing.T) {
	for name, c := range map[string]struct{ old, new, what string }{
		"an unknown program":       {"program: settle", "program: setle", `program cannot be "setle"`},
		"rules beside it":          {"after: 1m}", "after: 1m, clean: inline}", "clean has no meaning for an actor with a program"},
		"history":                  {"{at: 1h, by: own", "{at: -1h, by: own", "a program does not run in history"},
		"a bot that reads replies": {"{id: off, by: own", "{id: off, by: it", "only an actor with a program reads replies"},
		"the agent of a bot":       {"- {by: own, reviews", "- {by: it, reviews", "only an actor with a program reviews by an agent"},
		"an unknown finding":       {"drops: late", "drops: lat", `unknown item "lat"`},
		"an unknown answer":        {"answer: unstated", "answer: unsaid", `answer cannot be "unsaid"`},
		"an unknown state":         {"late: none", "late: gone", `cannot be "gone"`},
		"an unknown thread":        {"late: none", "later: none", `unknown item "later"`},
	} {
		_, err := scenario.Parse("s", []byte(strings.Replace(reviewed, c.old, c.new, 1)))
		if err == nil || !strings.Contains(err.Error(), c.what) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
