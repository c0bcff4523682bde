package play_test

import (
	"fmt"
	"strings"
	"testing"
)

// many is a scenario of 120 findings, said in three reviews, and a push that
// settles every second one. The host gives thirty of anything at a time.
func many(count int) string {
	var findings, threads, head, fixed strings.Builder
	for i := 1; i <= count; i++ {
		name := fmt.Sprintf("entry-%03d", i)
		from := (i-1)/50 + 1 // the first review that speaks of it
		var reviews []string
		for nth := from; nth <= 4; nth++ {
			reviews = append(reviews, fmt.Sprint(nth))
		}
		fmt.Fprintf(&findings, "  - {id: %s, by: own, path: list.txt, at: %q, severity: low, body: \"Nobody owns %s of the list.\", reviews: [%s]}\n",
			name, name+" ", name, strings.Join(reviews, ", "))
		state, line := "open", name+" has no owner\n"
		head.WriteString(line)
		if i%2 == 0 {
			line = "entry of " + name[6:] + ": maria\n"
			if i != 4 { // of which a person speaks
				state = "resolved"
			}
		}
		fixed.WriteString(line)
		fmt.Fprintf(&threads, "%s: %s, ", name, state)
	}
	return `scenario: 1
about: A hundred and twenty findings over pages. Every second one is settled, and exactly those are closed but for one that a person speaks of.
clock: step
pulls: [{number: 42, title: A list, head: topic}]
host: {page_size: 30}
actors:
  own: {program: settle, starts: [opened, push], after: 1m}
  maria: {kind: person, association: MEMBER}
findings:
` + findings.String() + `timeline:
  - {at: 10m, by: own, do: review}
  - {at: 20m, by: own, do: review}
  - {at: 25m, by: maria, do: reply, item: entry-004, body: "That one is mine."}
  - {at: 30m, by: dev, do: push, tree: fixed}
expect:
  threads: {` + strings.TrimSuffix(threads.String(), ", ") + `}
  summary: {contains: ["60 still open", "59 closed as settled"], lacks: "new finding"}
-- base/README --
shop
-- head/list.txt --
` + head.String() + `-- fixed/list.txt --
` + fixed.String()
}

func TestAHundredAndTwentyEarlierFindingsAreRememberedOverPages(t *testing.T) {
	t.Parallel()
	o := staged(t, []byte(many(120)))
	o.Idle = true
	mustMeet(t, run(t, o))
}
