package perform

import (
	"github.com/settlehq/settle/internal/feedback"
)

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
