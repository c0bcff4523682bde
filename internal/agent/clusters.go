package agent

import (
	"fmt"
	"slices"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
)

// checkClusters: a report may split a cluster of the request and never make one
// up; what reaches back into earlier rounds is read by whoever fixes it.
func (r Report) checkClusters(asked Request) error {
	read := map[feedback.ItemID]bool{}
	for _, claim := range r.Clusters {
		cluster, ok := asked.cluster(claim.ID)
		if !ok {
			return fmt.Errorf("cluster %q was not asked about: one may be split, never made up", claim.ID)
		}
		if err := checkClaim(claim, cluster); err != nil {
			return fmt.Errorf("cluster %s: %w", claim.ID, err)
		}
		for _, id := range claim.Items {
			if read[id] {
				return fmt.Errorf("cluster %s: item %s is in it twice, or in another too", claim.ID, id)
			}
			read[id] = true
		}
	}
	if asked.Task != action.Fix {
		return nil
	}
	return asked.allRead(read)
}

func checkClaim(claim feedback.ClusterClaim, cluster feedback.Cluster) error {
	known := cluster.ReadingsOf()
	switch {
	case !slices.Contains(known, claim.Reading):
		return fmt.Errorf("its reading is %q, wanted one of %s", claim.Reading, known)
	case len(claim.Items) == 0:
		return fmt.Errorf("it names no item")
	case claim.Reading == feedback.CorrectButIncomplete && len(claim.Searched) == 0:
		return fmt.Errorf("it is %s, and no searched file is named", claim.Reading)
	case slices.Contains(claim.Searched, ""):
		return fmt.Errorf("a searched file has no name")
	}
	for _, id := range claim.Items {
		if !slices.Contains(cluster.Items, id) {
			return fmt.Errorf("item %q is none of its open items", id)
		}
	}
	return nil
}

// allRead: each item of a cluster that reaches back is in some reading.
func (r Request) allRead(read map[feedback.ItemID]bool) error {
	for _, cluster := range r.Clusters {
		for _, id := range cluster.Items {
			if cluster.CrossRound() && !read[id] {
				return fmt.Errorf("cluster %s: no reading of %s, and earlier rounds have had its like", cluster.ID, id)
			}
		}
	}
	return nil
}

func (r Request) cluster(id string) (feedback.Cluster, bool) {
	for _, c := range r.Clusters {
		if c.ID == id {
			return c, true
		}
	}
	return feedback.Cluster{}, false
}
