package play_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/play"
)

const killWorld = `scenario: 1
about: One fix, with a hook and a check that say when they are at work.
clock: step
repo: acme/shop
viewer: {login: dev, permission: write}
pulls: [{number: 42, title: Totals, author: dev, head: topic, draft: true}]
checks: [{name: ci, takes: 30s}]
protect: {checks: [ci]}
actors: {bugbot: {preset: bugbot}}
findings:
  - {id: rounding, by: bugbot, path: cart.go, at: "return sum", body: "Round to ten.", while: {contains: "sum / 10\n"}}
timeline:
  - {at: -1h, by: bugbot, do: review}
agent:
  triage: [{for: rounding, class: valid, reason: "It is so."}]
  fix: [{for: rounding, replace: [{path: cart.go, old: "sum / 10", new: "sum / 10 * 10"}]}]
expect: {phase: ready, exit_code: 0, pushes: 1, fixed: 1, replies: 1, state: {rounding: fixed}}
-- base/.settle.yaml --
version: 1
reviewers: [bugbot]
verify: echo gate at work; grep -q Total cart.go
-- base/README --
shop
-- head/.husky/pre-commit --
echo hook before the commit
-- head/.husky/pre-push --
echo hook before the push
-- head/cart.go --
package shop

func Total(sum int) int {
	return sum / 10
}
`

// Not at a boundary but within: while the agent edits, while a hook looks at
// the commit, while the checks run, while the push is on its way.
func TestKilledInTheMiddleOfAWorkItEndsTheSame(t *testing.T) {
	for _, line := range []string{"edits cart.go", "rounding: fixed", "hook before the commit", "gate at work", "hook before the push"} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			o := staged(t, []byte(killWorld))
			o.KillOn = line
			r := run(t, o)
			if r.Killed != 1 {
				t.Fatalf("killed %d times: the line was not said", r.Killed)
			}
			onceEach(t, r)
		})
	}
}

func TestKilledInTheMiddleOfAPushItEndsTheSame(t *testing.T) {
	hit := 0
	for _, after := range []time.Duration{10, 30, 60, 100, 150, 220, 300} {
		t.Run(fmt.Sprintf("after %d ms", after), func(t *testing.T) {
			o := staged(t, []byte(killWorld))
			o.KillIn, o.KillAfter = action.Push, after*time.Millisecond
			r := run(t, o)
			hit += r.Killed
			onceEach(t, r)
		})
	}
	if hit < 2 {
		t.Errorf("only %d of the pushes were killed on their way", hit)
	}
}

// onceEach: everything is there, and nothing of it twice.
func onceEach(t *testing.T, r play.Result) {
	t.Helper()
	mustMeet(t, r)
	answers := 0
	for _, message := range r.Truth.Commits {
		answers += strings.Count(message, "Settle-Item: ")
	}
	if answers != 1 {
		t.Errorf("%d commits answer the finding:\n%s", answers, strings.Join(r.Truth.Commits, "\n"))
	}
	for root, n := range r.Truth.Replies {
		if n != 1 {
			t.Errorf("thread %d has %d replies", root, n)
		}
	}
}
