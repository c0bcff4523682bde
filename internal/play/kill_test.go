package play_test

import (
	"flag"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/settlehq/settle/examples/scenarios"
	"github.com/settlehq/settle/internal/play"
)

// everywhere takes every kill point; else a third of them is taken, another one
// with each commit.
var everywhere = flag.Bool("everywhere", false, "kill at every boundary, not at a third of them")

// third is which kill points this commit takes.
func third() int {
	out, err := exec.Command("git", "rev-list", "--count", "HEAD").Output()
	if err != nil {
		return 0 // no history here: of an archive
	}
	n, _ := strconv.Atoi(strings.TrimSpace(string(out)))
	return n % 3
}

func TestKilledAnywhereItEndsTheSame(t *testing.T) {
	undisturbed := staged(t, scenarios.Demo)
	undisturbed.KillAt = 1 << 30 // never reached: it only writes down what it passes
	whole := run(t, undisturbed)
	mustMeet(t, whole)
	if len(whole.Boundaries) < 150 {
		t.Fatalf("only %d boundaries were passed", len(whole.Boundaries))
	}
	taken, all := 0, len(whole.Boundaries)
	for at := 1; at <= all; at++ {
		if !*everywhere && (at%3 != third() || testing.Short() && at%24 != third()) {
			continue
		}
		taken++
		t.Run(fmt.Sprintf("%03d %s", at, short(whole.Boundaries[at-1])), func(t *testing.T) {
			t.Parallel()
			o := staged(t, scenarios.Demo)
			o.KillAt = at
			survives(t, run(t, o), whole)
		})
	}
	t.Logf("%d kill points, %d of them taken", all, taken)
}

func short(boundary string) string {
	words := strings.Fields(boundary)
	if len(words) > 2 && len(words[2]) > 30 {
		words[2] = words[2][:30]
	}
	return strings.Join(words, " ")
}

// survives holds a killed play against the undisturbed one.
func survives(t *testing.T, r, whole play.Result) {
	t.Helper()
	if r.Killed != 1 {
		t.Fatalf("killed %d times: the point was not hit", r.Killed)
	}
	mustMeet(t, r)
	if len(r.Truth.Replies) != len(whole.Truth.Replies) {
		t.Errorf("%d threads, undisturbed %d", len(r.Truth.Replies), len(whole.Truth.Replies))
	}
	for root, n := range r.Truth.Replies {
		if n != 1 {
			t.Errorf("thread %d has %d replies", root, n)
		}
	}
	if len(r.Truth.ResolvedSilently) > 0 || r.Truth.Draft {
		t.Errorf("resolved without a reply: %v; draft: %v", r.Truth.ResolvedSilently, r.Truth.Draft)
	}
	for _, item := range trailers(whole.Truth.Commits) {
		if !strings.Contains(strings.Join(r.Truth.Commits, "\n"), item) {
			t.Errorf("no commit for %s", item)
		}
	}
}

// trailers are the items that commits answer, without their versions: a second
// try may see another version.
func trailers(messages []string) []string {
	var items []string
	for _, message := range messages {
		for _, line := range strings.Split(message, "\n") {
			if item, ok := strings.CutPrefix(line, "Settle-Item: "); ok {
				id, _, _ := strings.Cut(item, "@")
				items = append(items, "Settle-Item: "+id+"@")
			}
		}
	}
	return items
}
