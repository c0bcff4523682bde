package review

import (
	"reflect"
	"testing"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
)

// flat is code of one file in which every line is in the change.
type flat struct{}

func (flat) Reach(path, _ string, _, line int) bool       { return path == "cart.go" && line > 0 }
func (flat) InDiff(path string) bool                      { return path == "cart.go" }
func (flat) Region(_, _ string, _, line int) string       { return string(rune('a' + line)) }
func (flat) Renamed(old string, _ pull.Oid) (name string) { return old }

// What was answered belongs to who answered: it is sorted in a copy.
func TestAnAnswerIsLeftAsItIs(t *testing.T) {
	findings := func() []feedback.Finding {
		return []feedback.Finding{
			{Path: "cart.go", Line: 9, Severity: "low", Title: "A name says nothing", Body: "Call it total."},
			{Path: "cart.go", Line: 2, Severity: "critical", Title: "A key is in the source", Body: "Take it out."},
			{Path: "docs.md", Severity: "low", Title: "No word of taxes", Body: "Say which."},
		}
	}
	answer := Answer{Tool: "sim", Findings: findings(), Stated: true, Retained: []string{"0badcafe"}}
	plan := Decide(Memory{}, answer, "c07be2190d3f5a6b1c8e7d4f2a9b0c6e5d8f1a37", flat{})
	if len(plan.New) != 3 || plan.New[0].Finding.Severity != "critical" {
		t.Fatalf("planned %+v", plan.New)
	}
	if !reflect.DeepEqual(answer.Findings, findings()) {
		t.Errorf("the answer is now %+v", answer.Findings)
	}
}
