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
	said := j.claimedClusters()
	for i := range j.standings {
		st := &j.standings[i]
		st.Cluster = said[st.Item.ID]
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

// recall adds to the items of a work how often they have been here before.
func (j *judge) recall(items []feedback.Standing, work []feedback.At) {
	for i := range items {
		if slices.Contains(work, items[i].Item.At()) {
			r := cluster.Recurrence(j.s, j.h, items[i])
			items[i].Recurrence = &r
		}
	}
}
