package perform

import (
	"github.com/settlehq/settle/internal/feedback"
)

// clustersOf are the clusters of what an agent is asked about; what a rule has
// judged, or a suggestion settled, is left out.
func clustersOf(all []feedback.Cluster, standings []feedback.Standing) []feedback.Cluster {
	var asked []feedback.ItemID
	for _, st := range standings {
		asked = append(asked, st.Item.ID)
	}
	var narrowed []feedback.Cluster
	for _, c := range all {
		if c, ok := c.Of(asked); ok {
			narrowed = append(narrowed, c)
		}
	}
	return narrowed
}

// withPrior keeps how a report read clusters, with what had been settled before
// out of the brief: of that a report says nothing, and need not be believed.
func withPrior(claims []feedback.ClusterClaim, asked []feedback.Cluster) []feedback.ClusterClaim {
	var kept []feedback.ClusterClaim
	for _, claim := range claims {
		claim.Prior = nil
		for _, cluster := range asked {
			if cluster.ID != claim.ID {
				continue
			}
			for _, prior := range cluster.Prior {
				claim.Prior = append(claim.Prior, prior.ID)
			}
		}
		kept = append(kept, claim)
	}
	return kept
}
