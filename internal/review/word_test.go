package review

import (
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/feedback"
)

func TestTheSummarySaysOfWhichCommitAndHowManyStand(t *testing.T) {
	const head = "0123456789abcdef0123456789abcdef01234567"
	old := func(n int) (all []feedback.Published) {
		for range n {
			all = append(all, feedback.Published{Thread: "T"})
		}
		return all
	}
	cases := map[string]struct {
		plan Plan
		want string
	}{
		"nothing":                         {Plan{}, ".0.0.0"},
		"new ones, one in the summary":    {Plan{New: []Posting{{Anchor: Inline}, {Anchor: File}, {Anchor: Summary}}}, ".3.2.1"},
		"one remains in the summary":      {Plan{Retained: make([]feedback.Published, 1)}, ".1.0.1"},
		"those that remain":               {Plan{Retained: old(2)}, ".2.0.0"},
		"those that were put aside":       {Plan{Silenced: make([]Silenced, 3), Resolve: old(2), Dropped: old(1), Closed: old(1)}, ".0.0.0"},
		"people talk there":               {Plan{Left: []Left{{Why: Discussed}}}, ".0.0.0"},
		"its thread cannot be closed":     {Plan{Left: []Left{{Why: NotAllowed}, {Why: Moved}}}, ".0.0.0"},
		"nobody said whether they remain": {Plan{Left: []Left{{Why: NotStated}, {Why: OtherTool}}, Unresolved: NotStated}, ".2.0.0"},
		"no answer":                       {Plan{Unresolved: AnswerFails}, ".failed"},
	}
	for says, c := range cases {
		c.plan.Head = head
		if got := c.plan.Word(); !strings.HasPrefix(got, head) || strings.TrimPrefix(got, head) != c.want || len(got) > 120 {
			t.Errorf("%s: %s, want …%s", says, got, c.want)
		}
	}
}
