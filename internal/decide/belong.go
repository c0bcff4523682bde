package decide

import (
	"slices"

	"github.com/settlehq/settle/internal/cluster"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
)

// belong finds which items belong together, for whoever judges or fixes them.
// No wish depends on it.
func (j *judge) belong() {
	if j.p.Agents.Clusters != "none" {
		j.clusters = cluster.Find(j.s, j.h, j.standings)
	}
	said, recurs := j.claimedClusters(), cluster.Recurrences(j.s, j.h, j.standings)
	for i := range j.standings {
		st := &j.standings[i]
		st.Cluster = said[st.Item.ID]
		if r := recurs[st.Item.ID]; r.Recurs() {
			st.Recurrence = &r
		}
		for _, c := range j.clusters {
			if slices.Contains(c.Items, st.Item.ID) || slices.ContainsFunc(c.Prior, func(p feedback.Prior) bool { return p.ID == st.Item.ID }) {
				st.Cluster = c.ID
			}
		}
	}
}

// claimedClusters are what finished works found to belong together; the later word counts.
func (j *judge) claimedClusters() map[feedback.ItemID]string {
	said, seq := map[feedback.ItemID]string{}, map[feedback.ItemID]int64{}
	for _, deed := range j.h.Deeds {
		if deed.State != journal.Done {
			continue
		}
		for _, claim := range deed.Outcome.Clusters {
			for _, id := range slices.Concat(claim.Items, claim.Prior) {
				if claim.Binds() && deed.Seq >= seq[id] {
					said[id], seq[id] = claim.ID, deed.Seq
				}
			}
		}
	}
	return said
}
