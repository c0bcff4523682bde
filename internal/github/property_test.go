package github_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/scenario"
)

// partials are the parts of an answer that the host may fail at alone.
var partials = []string{
	"repository.pullRequest.reviewThreads", "repository.pullRequest.reviewThreads.nodes.resolvedBy", "repository.pullRequest.comments",
	"repository.pullRequest.reviews", "repository.pullRequest.reviews.nodes.commit", "repository.pullRequest.drafts", "repository.pullRequest.labels",
	"repository.pullRequest.reviewRequests", "repository.pullRequest.reviewRequests.nodes.requestedReviewer", "repository.pullRequest.timelineItems",
	"repository.pullRequest.timelineItems.nodes", "repository.pullRequest.statusCheckRollup", "repository.pullRequest.statusCheckRollup.contexts.nodes.checkSuite",
	"repository.pullRequest.commits", "repository.pullRequest.baseRef", "repository.pullRequest.baseRef.target", "repository.pullRequest.baseRef.target.file.object",
	"house", "house.defaultBranchRef.target.file.object", "repository.pullRequest.reactionGroups", "repository.pullRequest.author", "repository.pullRequest.headRepository", "repository.pullRequest", "repository",
	"nodes", "nodes.author", "nodes.comments", "nodes.comments.nodes", "nodes.comments.nodes.author", "nodes.comments.nodes.originalCommit",
	"nodes.reactionGroups", "nodes.reactionGroups.reactors.edges", "node", "node.comments.nodes", "node.timelineItems.nodes.actor", "viewer",
}

// where a fault strikes: everything, one list, one document, the rules.
var targets = []string{
	"observe", "reviewThreads", "comments", "reviews", "contexts", "nodes", "node", "timelineItems", "commits", "reactors", "viewer",
	"GET /repos/*", "GET */rules/branches/*",
}

// fault is something that goes wrong at some time, for some time or for good.
func (l *lot) fault(stale bool) scenario.Fault {
	f := scenario.Fault{Hit: l.one(targets), Nth: 1 + l.rng.IntN(3)*l.rng.IntN(3), Times: []int{1, 2, 4, 1000}[l.rng.IntN(4)]}
	if l.chance(30) {
		f.Page = 1 + l.rng.IntN(3)
	}
	switch l.rng.IntN(10) {
	case 0, 1:
		f.Answer = []int{500, 502, 503, 403, 401, 429}[l.rng.IntN(6)]
	case 2:
		f.Drop = true
	case 3:
		f.Limit = scenario.Limit(l.one([]string{"primary", "secondary", "abuse"}))
	case 4, 5:
		f.Cursor, f.Page, f.Times = "repeat", 0, 1000
	case 6:
		if stale {
			f.Hit, f.Page, f.Stale = "diffHunk", 0, &scenario.Stale{} // what a look reads in full, behind what it has listed
			break
		}
		fallthrough
	default:
		f.Hit, f.Page, f.Partial = "observe", 0, l.one(partials)
	}
	return f
}

// count is what the worlds had in them.
type count struct{ worlds, looks, faulty, gapped, blind int }

// TestALookIsTheTruthOrNamesAGap makes random pull requests, looks at each three
// times with one client while things happen in between and some looks go wrong,
// and holds every look against the world. Of a look that nothing disturbed there
// is no excuse but for pages that the host never shows more of.
func TestALookIsTheTruthOrNamesAGap(t *testing.T) {
	worlds, first := 60, 1
	switch {
	case os.Getenv("SETTLE_LONG") != "":
		worlds = 1000
	case testing.Short():
		worlds = 25
	}
	if seed, err := strconv.Atoi(os.Getenv("SETTLE_SEED")); err == nil {
		worlds, first = 1, seed
	}
	var all count
	var s *street
	for seed := first; seed < first+worlds; seed++ {
		stale := seed%20 == 0
		if s == nil || stale || seed%20 == 1 {
			s = openStreet(t, 1+seed%100, stale)
		}
		s.visit(uint64(seed), stale, &all)
		if t.Failed() {
			break
		}
	}
	t.Logf("%d worlds, %d looks; %d worlds had a fault, %d a gap; %d looks gave an error", all.worlds, all.looks, all.faulty, all.gapped, all.blind)
	if worlds > 1 && all.faulty*100 < 30*all.worlds {
		t.Errorf("only %d of %d worlds had a fault", all.faulty, all.worlds)
	}
}

func (s *street) visit(seed uint64, stale bool, all *count) {
	l := s.newLot(seed)
	s.file.Host.PageSize = 1 + l.rng.IntN(100)
	if l.chance(50) {
		s.file.Host.PageSize = 1 + l.rng.IntN(6)
	}
	all.worlds++
	faulty, gapped := false, false
	for look := range 3 {
		l.live([]int{8 + l.rng.IntN(40), l.rng.IntN(8), l.rng.IntN(8)}[look])
		var faults []scenario.Fault
		if look < 2 && l.chance(40) {
			for range 1 + l.rng.IntN(2) {
				faults = append(faults, l.fault(stale))
			}
		}
		faulty = faulty || len(faults) > 0
		gaps, blind := l.hold(seed, look, faults)
		gapped = gapped || gaps
		all.looks++
		all.blind += btoi(blind)
	}
	all.faulty += btoi(faulty)
	all.gapped += btoi(gapped)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// hold looks once and compares.
func (l *lot) hold(seed uint64, look int, faults []scenario.Fault) (gapped, blind bool) {
	l.t.Helper()
	what := fmt.Sprintf("SETTLE_SEED=%d, look %d, pages of %d, faults %+v, after %s", seed, look+1, l.file.Host.PageSize, faults, strings.Join(l.log, ", "))
	l.sim.Break(faults...)
	s, err := l.client.Observe(l.t.Context(), l.ref)
	l.sim.Break()
	for _, f := range faults {
		if f.Limit != "" {
			defer l.after(2 * time.Hour)
		}
	}
	if err != nil {
		if len(faults) == 0 {
			l.t.Errorf("%s: %v", what, err)
		}
		return false, true
	}
	if wrong := untrue(l.t, s, truthOf(l.t, l.sim, l.ref)); len(wrong) > 0 {
		l.t.Errorf("%s\ngaps %+v\n%s", what, s.Gaps, strings.Join(wrong, "\n"))
	}
	for _, g := range s.Gaps {
		short := strings.HasSuffix(g.What, " labels") || g.Surface == "requests"
		if len(faults) == 0 && !(short && l.file.Host.PageSize < 7) {
			l.t.Errorf("%s: nothing went wrong, and there is a gap: %+v", what, g)
		}
	}
	return len(s.Gaps) > 0, false
}

func partialFault(path string) scenario.Fault {
	return scenario.Fault{Hit: "observe", Nth: 1, Times: 1000, Partial: path}
}
