package policy

import (
	"testing"

	"github.com/settlehq/settle/internal/feedback"
)

func TestStagesFollowAfterAndEndWithTheLast(t *testing.T) {
	p := Policy{Reviewers: []Reviewer{
		{Name: "copilot", Role: Last},
		{Name: "auditor", Role: Required, After: []string{"bugbot"}},
		{Name: "bugbot", Role: Required},
		{Name: "noise", Role: Ignore},
		{Name: "people", Role: Required},
	}}
	var got [][]string
	for _, stage := range p.Stages() {
		var names []string
		for _, r := range stage {
			names = append(names, r.Name)
		}
		got = append(got, names)
	}
	want := [][]string{{"bugbot", "people"}, {"auditor"}, {"copilot"}}
	if len(got) != len(want) {
		t.Fatalf("got %v, want %v", got, want)
	}
	for i := range want {
		if len(got[i]) != len(want[i]) || got[i][0] != want[i][0] {
			t.Fatalf("got %v, want %v", got, want)
		}
	}
}

func TestOnlyCleanPassesByItself(t *testing.T) {
	strict := Reviewer{WhenSilent: Block, WhenRefused: Wait}
	for _, word := range []feedback.ReadingWord{feedback.Answered, feedback.Dirty, feedback.Pending, feedback.Lagging, feedback.Absent, feedback.Silent, feedback.Refused} {
		if strict.Passes(word) {
			t.Errorf("%s passes", word)
		}
	}
	if !strict.Passes(feedback.Clean) {
		t.Error("clean does not pass")
	}
	lenient := Reviewer{Answered: true, WhenSilent: Proceed, WhenRefused: Proceed}
	for _, word := range []feedback.ReadingWord{feedback.Answered, feedback.Silent, feedback.Refused} {
		if !lenient.Passes(word) {
			t.Errorf("%s does not pass where the policy names it", word)
		}
	}
}

func TestTheCloseTableNeverClosesWhatIsAPersonsToDecide(t *testing.T) {
	table := Default().Answers.Resolve
	cases := []struct {
		class  feedback.Class
		person bool
		want   CloseRule
	}{
		{feedback.Valid, false, CloseProven}, {feedback.Valid, true, CloseNever},
		{feedback.AlreadyFixed, false, CloseProven}, {feedback.Stale, false, CloseProven},
		{feedback.Invalid, false, CloseNever}, {feedback.NeedsHuman, false, CloseNever},
	}
	for _, c := range cases {
		if got := table.For(c.class, c.person); got != c.want {
			t.Errorf("%s, person %v: got %s, want %s", c.class, c.person, got, c.want)
		}
	}
}
