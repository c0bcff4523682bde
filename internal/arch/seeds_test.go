package arch

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// seedLists are the lists that docs/seed-cases.md answers case by case, with how
// many cases each part of a list has: a row that is taken away is missed.
var seedLists = []struct {
	name  string
	parts map[string]int
}{
	{"acceptance scenarios", map[string]int{"": 16}},
	{"plan for several rounds", map[string]int{"S1.": 16}},
	{"S1(c) resolver and watch", map[string]int{"S1c.": 49}},
	{"S2(c) waiting, inventory, merging", map[string]int{
		"S2c.poll.": 10, "S2c.start.": 4, "S2c.rerequest.": 7, "S2c.silent.": 4, "S2c.inventory.": 4, "S2c.audit.": 4, "S2c.filter.": 2,
		"S2c.poster.": 2, "S2c.render.": 4, "S2c.merge.": 30, "S2c.push.": 1, "S2c.ci.": 2, "S2c.groom.": 16,
	}},
	{"S3(c) convergence", map[string]int{
		"S3c.bugbot.": 6, "S3c.audit.": 4, "S3c.down.": 2, "S3c.head.": 3, "S3c.reviews.": 1, "S3c.verdict.": 5, "S3c.progress.": 3, "S3c.hook.": 3,
		"S3c.conflict.": 7, "S3c.input.": 2, "S3c.many.": 2, "S3c.post.": 4, "S3c.quota.": 4, "S3c.optout.": 2, "S3c.mention.": 2, "S3c.ready.": 2,
		"S3c.gate.": 3, "S3c.enforcer.": 3, "S3c.own.": 1,
	}},
	{"S4(c) the reviewer's own memory", map[string]int{"S4c.": 21}},
	{"edges of the reviewer's memory", map[string]int{"S4e.": 8}},
	{"S5(c) payloads", map[string]int{"S5c.": 25}},
	{"examples of the converge seed", map[string]int{"converge.example.": 13}},
	{"stop conditions of the converge seed", map[string]int{"converge.stop.": 16}},
	{"phases of the inventory seed", map[string]int{"inventory.phase.": 12}},
}

// TestSeedsAreAnsweredCaseByCase prints how many cases of each list have a row
// with a test.
func TestSeedsAreAnsweredCaseByCase(t *testing.T) {
	has := map[string]bool{}
	for _, c := range seedCases(t) {
		has[c.id] = len(c.tests) > 0
	}
	for _, list := range seedLists {
		found, expected := 0, 0
		for part, n := range list.parts {
			expected += n
			for i := 1; i <= n; i++ {
				if id := fmt.Sprintf("%s%d", part, i); has[id] {
					found++
				} else {
					t.Errorf("%s: no row with a test for %s", list.name, id)
				}
			}
			if id := fmt.Sprintf("%s%d", part, n+1); has[id] {
				t.Errorf("%s: %s is one more than is held here", list.name, id)
			}
		}
		t.Logf("%s: %d of %d", list.name, found, expected)
	}
	t.Logf("%d rows in all", len(has))
}

// A list is only as good as its parts: none is named twice.
func TestSeedListsShareNoCase(t *testing.T) {
	var parts []string
	for _, list := range seedLists {
		for part := range list.parts {
			parts = append(parts, part)
		}
	}
	slices.Sort(parts)
	for i := 1; i < len(parts); i++ {
		if parts[i] == parts[i-1] || parts[i-1] != "" && strings.HasPrefix(parts[i], parts[i-1]) {
			t.Errorf("%q and %q name the same cases", parts[i-1], parts[i])
		}
	}
}
