package play_test

import (
	"os"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/play"
)

// subjects are the first lines of what was committed, oldest first.
func subjects(r play.Result) string {
	var lines []string
	for _, message := range r.Truth.Commits {
		subject, _, _ := strings.Cut(message, "\n")
		lines = append(lines, subject)
	}
	return strings.Join(lines, "\n")
}

// One fix is one work, and its commits are one line in the order of the findings,
// however many agents made them.
func TestAgentsAtOnceMakeOneFix(t *testing.T) {
	t.Parallel()
	r := story(t, "parallel-cluster.txtar")
	want := "Prices\nfix(price): percents are rounded once (PR #42 comment 2203844801)\n" +
		"fix(cart): the count is named (PR #42 comment 2203844802)\nfix(cart): all is cached (PR #42 comment 2203844804)"
	if got := subjects(r); got != want {
		t.Errorf("commits:\n%s", got)
	}
	fixes := 0
	for key, deed := range r.Facts.History.Deeds {
		if key.Task() == action.Fix {
			fixes++
			if deed.Outcome.Runs != 2 || len(deed.Outcome.Clusters) != 1 {
				t.Errorf("%d runs, read is %+v", deed.Outcome.Runs, deed.Outcome.Clusters)
			}
		}
	}
	if fixes != 1 {
		t.Errorf("%d fixes", fixes)
	}
}

// What an agent changed in another one's file is nobody's commit.
func TestAnAgentThatStraysIsAskedAgainOnTopOfTheOther(t *testing.T) {
	t.Parallel()
	r := story(t, "parallel-stray.txtar")
	want := "Prices\nfix(cart): the count is named (PR #42 comment 2203844802)\nfix(net): percents are rounded once (PR #42 comment 2203844801)"
	if got := subjects(r); got != want {
		t.Errorf("commits:\n%s", got)
	}
}

// Killed while several are at work: the whole work is done again, and each
// finding is answered by one commit.
func TestAgentsAtOnceThatAreKilledMakeTheSameFix(t *testing.T) {
	text, err := os.ReadFile("testdata/parallel-stray.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"edits net.go", "label: fixed"} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			o := staged(t, text)
			o.KillOn = line
			r := run(t, o)
			mustMeet(t, r)
			if n := strings.Count(strings.Join(r.Truth.Commits, "\n"), "Settle-Item: "); r.Killed != 1 || n != 2 {
				t.Errorf("killed %d times, %d answers:\n%s", r.Killed, n, subjects(r))
			}
		})
	}
}
