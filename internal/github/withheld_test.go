package github_test

import (
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/pull"
)

// The runs of a fork make no check until a maintainer approves them.
const withheldFork = `scenario: 1
clock: step
repo: acme/shop
viewer: {login: dev, permission: write}
pulls: [{number: 42, title: Prices, author: otto, head: topic, fork: {owner: otto, maintainer_edits: true}}]
checks: [{name: ci, conclusion: {awaiting_approval: true}}, {name: lint, takes: 10s}]
actors: {maria: {kind: person, association: MEMBER}, otto: {kind: person}}
timeline:
  - {at: 30m, by: maria, do: check, name: ci, conclusion: success}
-- base/README --
shop
-- head/price.go --
package shop
`

func TestRunsThatWaitForAnApprovalAreSeen(t *testing.T) {
	h := open(t, withheldFork)
	begun := h.sim.Clock.Now()
	h.after(time.Minute)
	first := h.look()
	if len(first.Gaps) > 0 || len(first.Withheld) != 1 || first.Withheld[0].Name != "ci" || first.Withheld[0].URL == "" || !first.Withheld[0].Since.Equal(begun) {
		t.Fatalf("withheld %+v, gaps %+v", first.Withheld, first.Gaps)
	}
	if names := checkNames(first); names != "lint" {
		t.Errorf("checks %s", names)
	}
	before := h.client.Stats().Requests
	if again := h.look(); len(again.Withheld) != 1 || h.client.Stats().Requests-before != 1 {
		t.Errorf("the ordinary look: %+v in %d requests", again.Withheld, h.client.Stats().Requests-before)
	}
	h.after(30 * time.Minute)
	if approved := h.look(); len(approved.Withheld) != 0 || checkNames(approved) != "ci lint" && checkNames(approved) != "lint ci" {
		t.Errorf("approved: %+v, checks %s", approved.Withheld, checkNames(approved))
	}
}

// What of it cannot be read is a gap where runs may be held back, and matters
// nowhere else.
func TestRunsThatWaitAndCannotBeReadAreAGapOfForksOnly(t *testing.T) {
	own := strings.Replace(withheldFork, ", fork: {owner: otto, maintainer_edits: true}", "", 1)
	for text, gaps := range map[string]int{withheldFork: 1, own: 0} {
		h := open(t, text)
		h.after(time.Minute)
		h.sim.Break(partialFault("repository.pullRequest.tip.nodes.commit.checkSuites"))
		s := h.look()
		gap, missing := s.Missing(pull.SurfaceChecks)
		if missing != (gaps > 0) || (len(s.Gaps) > 0) != missing {
			t.Errorf("fork %v: %+v, %+v", s.Fork, gap, s.Gaps)
		}
	}
}

func checkNames(s pull.Snapshot) string {
	text := ""
	for _, c := range s.Checks {
		if text += c.Name; c.Name != s.Checks[len(s.Checks)-1].Name {
			text += " "
		}
	}
	return text
}
