package github

import (
	"slices"

	"github.com/settlehq/settle/internal/pull"
)

// gaps are what one look could not read.
type gaps []pull.Gap

func (g *gaps) add(surface pull.Surface, what, why string) {
	gap := pull.Gap{Surface: surface, What: what, Why: why}
	if !slices.Contains(*g, gap) {
		*g = append(*g, gap)
	}
}

// problems makes gaps of the errors beside an answer's data. What leads to no
// known surface may concern anything.
func (g *gaps) problems(list []problem) {
	for _, p := range list {
		g.add(surfaceOf(p), pathOf(p), p.Message)
	}
}

func surfaceOf(p problem) pull.Surface {
	switch {
	case p.at("reviewThreads"):
		return pull.SurfaceThreads
	case p.at("reviews", "drafts"):
		return pull.SurfaceReviews
	case p.at("comments", "reactions", "reactionGroups"):
		return pull.SurfaceComments
	case p.at("statusCheckRollup", "tip"):
		return pull.SurfaceChecks
	case p.at("timelineItems"):
		return pull.SurfaceTimeline
	case p.at("commits"):
		return pull.SurfaceCommits
	case p.at("reviewRequests"):
		return pull.SurfaceRequests
	case p.at("branchProtectionRule"):
		return pull.SurfaceRules
	case p.at("baseRef"):
		return pull.SurfacePolicy
	case p.at("mergeable", "mergeStateStatus", "isInMergeQueue"):
		return pull.SurfaceMerge
	}
	return pull.SurfaceHead
}

// pathOf is the last name of a problem's path.
func pathOf(p problem) string {
	for i := len(p.Path) - 1; i >= 0; i-- {
		if name, ok := p.Path[i].(string); ok {
			return name
		}
	}
	return "the answer"
}
