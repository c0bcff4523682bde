package agentsim

import (
	"slices"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/scenario"
)

// readings says how the clusters of the request were read: as the script says
// of their items, else that the items are another matter than what was settled
// before. One reading of several items is one claim.
func (s *sim) readings() []feedback.ClusterClaim {
	var claims []feedback.ClusterClaim
	for _, cluster := range s.asked.Clusters {
		first := len(claims)
		for _, id := range cluster.Items {
			claim, ok := s.readingOf(cluster, id)
			if !ok {
				continue
			}
			same := slices.IndexFunc(claims[first:], func(c feedback.ClusterClaim) bool { return c.Reading == claim.Reading })
			if same < 0 {
				claims = append(claims, claim)
				continue
			}
			claims[first+same].Items = append(claims[first+same].Items, id)
		}
	}
	return claims
}

func (s *sim) readingOf(cluster feedback.Cluster, id feedback.ItemID) (feedback.ClusterClaim, bool) {
	claim := feedback.ClusterClaim{ID: cluster.ID, Items: []feedback.ItemID{id}}
	entry, ok := s.fixFor(id)
	switch {
	case ok && entry.Reading != "":
		claim.Reading, claim.Searched = feedback.ClusterReading(entry.Reading), entry.Searched
	case cluster.CrossRound():
		claim.Reading = feedback.SoundAndIndependent
	default:
		return claim, false
	}
	return claim, true
}

// fixFor is the entry of the script for one item of the request; a duplicate
// without one shares that of the item that it repeats.
func (s *sim) fixFor(id feedback.ItemID) (scenario.Fix, bool) {
	for _, item := range s.asked.Items {
		if item.ID != id {
			continue
		}
		if i, ok := s.entryFor(s.ids(item)...); ok {
			return s.file.Agent.Fix[i], true
		}
		if item.Judgment != nil && item.Judgment.Primary != "" && item.Judgment.Primary != id {
			return s.fixFor(item.Judgment.Primary)
		}
	}
	return scenario.Fix{}, false
}
