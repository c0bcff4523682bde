package decide

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/policy"
)

const resolveTable = "testdata/tables/resolve.txt"

// closeCell is one line of the table.
type closeCell struct{ became, opener, rule, shown, thread string }

func closeCells(t *testing.T) (cells []closeCell) {
	t.Helper()
	text, err := os.ReadFile(resolveTable)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.SplitSeq(string(text), "\n") {
		if f := strings.Fields(line); len(f) >= 5 && line[0] != '#' {
			cells = append(cells, closeCell{f[0], f[1], f[2], f[3], strings.Join(f[4:], " ")})
		}
	}
	return cells
}

// becomes are the lines of a world that make an item what a cell says it became.
var becomes = map[string]string{
	"fixed":     "judged {t1} valid%s\ntrailer c1 {t1}",
	"addressed": "judged {t1} already_fixed%s",
	"stale":     "judged {t1} stale%s",
	"declined":  "judged {t1} invalid%s",
	"escalated": "judged {t1} needs_human%s",
	"failed":    "judged {t1} valid%s\ndid fix/h1/{t1}/0 lapsed why=failed items={t1}",
	"deferred":  "judged {t1} needs_human by=maria defer=https://example.com/7%s",
}

// dispositions that the words of the table stand for.
var becameOf = map[string]feedback.Disposition{
	"fixed": feedback.Fixed, "addressed": feedback.AlreadyAddressed, "stale": feedback.Declined, "declined": feedback.Declined,
	"escalated": feedback.Escalated, "failed": feedback.Failed, "deferred": feedback.Deferred,
}

// lines make the world of a cell.
func (c closeCell) lines() string {
	extra, thread := "", "thread 1 by="+map[string]string{"bot": "bugbot", "person": "maria"}[c.opener]+" commit=h1"
	switch {
	case c.shown == "bare" || c.became == "deferred":
	case c.became == "stale":
		thread += " outdated"
	case c.became == "addressed":
		extra = " evidence=h1"
	}
	if c.shown == "kept" {
		extra += " by=maria keep_open"
	}
	lines := []string{"policy bugbot:required verify attempts=1", thread, fmt.Sprintf(becomes[c.became], extra)}
	switch c.shown {
	case "pending":
		lines = append(lines, "check ci in_progress required")
	case "red":
		lines = append(lines, "check ci failure required")
	case "verified":
		lines = append(lines, "did verify/h1 done green")
	case "unverified":
	default:
		lines = append(lines, "check ci success required")
	}
	reply := "did reply/{t1}/" + string(becameOf[c.became])
	switch c.shown {
	case "unanswered":
	case "refused":
		lines = append(lines, reply+" barred why=refused")
	case "reopened":
		lines = append(lines, reply+" done", "did resolve/{t1}/"+string(becameOf[c.became])+" done at=-7m")
	case "forbidden":
		lines = append(lines, reply+" done", "did resolve/{t1}/"+string(becameOf[c.became])+" barred why=refused")
	case "spoken":
		lines = append(lines, reply+" done", "reply 12 in=1 by=maria at=-1m")
	default:
		lines = append(lines, reply+" done")
	}
	return strings.Join(lines, "\n")
}

// thread is what becomes of the thread of a cell's world.
func (c closeCell) judged(t *testing.T) string {
	w := newWorld(t)
	w.read(c.lines())
	w.p.Answers.ResolveInvalid = c.shown == "flag"
	rule := policy.CloseRule(c.rule)
	for _, class := range []feedback.Class{feedback.Valid, feedback.AlreadyFixed, feedback.Invalid, feedback.NeedsHuman} {
		row := w.p.Answers.Resolve[class]
		if c.opener == "bot" {
			row.Bot, row.Person = rule, policy.CloseNever
		} else {
			row.Bot, row.Person = policy.CloseNever, rule
		}
		w.p.Answers.Resolve[class] = row
	}
	v := Next(w.s, w.historyNow(), w.p, noon)
	st := v.Items[0]
	if c.shown != "spoken" && st.Disposition != becameOf[c.became] {
		t.Errorf("%s became %s", c.became, st.Disposition)
	}
	switch {
	case slices.ContainsFunc(v.Actions, func(a action.Action) bool { return a.Kind == action.Resolve }):
		return "closed"
	case st.LeftOpen != "":
		return "open: " + st.LeftOpen
	}
	return "not yet"
}

// TestEveryCellOfTheCloseTable: class x opener x policy x evidence, one line
// each, and no cell is missing.
func TestEveryCellOfTheCloseTable(t *testing.T) {
	cells := closeCells(t)
	named := map[string]bool{}
	for _, c := range cells {
		t.Run(strings.Join([]string{c.became, c.opener, c.rule, c.shown}, "/"), func(t *testing.T) {
			if got := c.judged(t); got != c.thread {
				t.Errorf("got %q, want %q\n%s", got, c.thread, c.lines())
			}
		})
		named[c.became+" "+c.opener+" "+c.rule] = true
	}
	for became := range becomes {
		for _, opener := range []string{"bot", "person"} {
			for _, rule := range []policy.CloseRule{policy.CloseNever, policy.CloseProven, policy.CloseAnswered} {
				if cell := became + " " + opener + " " + string(rule); !named[cell] {
					t.Errorf("the table has no line for %s", cell)
				}
			}
		}
	}
	t.Logf("%d cells", len(cells))
}
