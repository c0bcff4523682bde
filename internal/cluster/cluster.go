// Package cluster tells which findings belong together, across rounds.
//
// It promises facts by rule: two asks belong together when they have one theme
// and one place, and what was settled before joins those that are open, as
// metadata. It refuses to judge: what a cluster means is read by whoever works
// on it, and no fix waits for a cluster. Pure; decide attaches what it finds to
// the work that is asked of agents.
package cluster

import (
	"fmt"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
)

// volume is how many open asks are one, at least.
const volume = 3

// Find gives the clusters of the open asks, in order of their ids. An ask is in
// one cluster or in none; one that is in none is worked on by itself.
func Find(s pull.Snapshot, h journal.History, items []feedback.Standing) []feedback.Cluster {
	fresh := openOf(items)
	before := earlier(s, h, items, fresh)
	switch gate(fresh, before) {
	case shut:
		return nil
	case byVolume:
		before = nil
	}
	var found []feedback.Cluster
	for _, group := range groups(append(members(fresh, nil), before...)) {
		if c, ok := brief(group); ok {
			found = append(found, c)
		}
	}
	slices.SortFunc(found, func(a, b feedback.Cluster) int { return strings.Compare(a.ID, b.ID) })
	return found
}

// openOf are the asks that want work: new, or judged and not yet done. What
// waits for a person is not new.
func openOf(items []feedback.Standing) []feedback.Standing {
	return slices.DeleteFunc(slices.Clone(items), func(st feedback.Standing) bool {
		return st.Item.FYI || st.Disposition != feedback.Open
	})
}

// brief makes the cluster of a group; a group without an open ask is history.
func brief(group []member) (feedback.Cluster, bool) {
	c := feedback.Cluster{Schema: feedback.ClusterSchema, Theme: group[0].theme, Area: area(group), Prior: []feedback.Prior{}}
	for _, m := range group {
		if path := m.item.Where.Path; !slices.Contains(c.Files, path) {
			c.Files = append(c.Files, path)
		}
		if m.prior != nil {
			c.Prior = append(c.Prior, *m.prior)
		} else {
			c.Items = append(c.Items, m.item.ID)
		}
	}
	slices.Sort(c.Files)
	c.ID = string(c.Theme) + "@" + c.Area
	c.Hypothesis = hypothesis(c)
	return c, len(c.Items) > 0 && len(group) >= feedback.LeastMembers
}

// hypothesis is one sentence of ours; nothing of it is anybody's words but the
// area's name.
func hypothesis(c feedback.Cluster) string {
	about := strings.ReplaceAll(string(c.Theme), "_", " ")
	if !c.CrossRound() {
		return fmt.Sprintf("%d asks about %s in %s may have one cause.", len(c.Items), about, c.Area)
	}
	return fmt.Sprintf("%d more about %s in %s after %d that were settled before: the cause may stand, or siblings were left out.",
		len(c.Items), about, c.Area, len(c.Prior))
}
