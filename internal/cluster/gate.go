package cluster

import (
	"slices"
	"time"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
)

// opening is why clusters are looked for at all.
type opening int

// The gate's table: nothing; three or more open asks; open asks, one of them in
// code that stands, beside settled ones. Volume alone takes nothing settled in.
const (
	shut opening = iota
	byVolume
	byRecurrence
)

func gate(fresh []feedback.Standing, before []member) opening {
	stands := slices.ContainsFunc(fresh, func(st feedback.Standing) bool { return !st.Item.Outdated })
	switch {
	case stands && len(before) > 0:
		return byRecurrence
	case len(fresh) >= volume:
		return byVolume
	}
	return shut
}

// earlier are the asks that were settled in an earlier round, as metadata: the
// pull.Lookback whose last word is youngest. Settled is a resolved thread, or an
// ask that was answered for good where the thread stays open by rule.
func earlier(s pull.Snapshot, h journal.History, items, fresh []feedback.Standing) []member {
	rounds := roundsOf(h)
	now := rounds.now(h, fresh)
	last := lastWords(s)
	var past []feedback.Standing
	for _, st := range items {
		round, judged := rounds[st.Item.ID]
		if settled(st) && (judged && round < now || !judged && st.Item.Resolved) {
			past = append(past, st)
		}
	}
	said := func(st feedback.Standing) time.Time {
		if at, ok := last[st.Item.Thread]; ok {
			return at
		}
		return time.Unix(st.Item.Version.Unix, 0).UTC()
	}
	slices.SortStableFunc(past, func(a, b feedback.Standing) int { return said(b).Compare(said(a)) })
	return members(past[:min(len(past), pull.Lookback)], said)
}

func lastWords(s pull.Snapshot) map[string]time.Time {
	last := map[string]time.Time{}
	for _, t := range s.Threads {
		last[t.NodeID] = t.LastComment()
	}
	return last
}

// settled: a thread that is closed and asks nothing, or an ask with a last word
// of ours. What waits for a person is not settled.
func settled(st feedback.Standing) bool {
	switch st.Disposition {
	case feedback.Fixed, feedback.AlreadyAddressed, feedback.Declined, feedback.Deferred:
		return true
	case feedback.Open:
		return st.Item.FYI && st.Item.Resolved
	}
	return st.Item.Resolved
}
