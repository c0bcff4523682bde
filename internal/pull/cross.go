package pull

import (
	"slices"
	"time"
)

// Lookback is how many resolved threads are looked back at.
const Lookback = 10

// LastComment is the time of the newest comment that is not a draft; zero
// where the thread has none.
func (t Thread) LastComment() time.Time {
	var last time.Time
	for _, c := range t.Comments {
		if !c.Pending && c.CreatedAt.After(last) {
			last = c.CreatedAt
		}
	}
	return last
}

// LastResolved gives the resolved threads whose newest comment is youngest,
// youngest first, at most Lookback. Who resolved them is not asked: that they
// are shows an earlier round.
func (s Snapshot) LastResolved() []Thread {
	var resolved []Thread
	for _, t := range s.Threads {
		if t.Resolved && !t.LastComment().IsZero() {
			resolved = append(resolved, t)
		}
	}
	slices.SortStableFunc(resolved, func(a, b Thread) int { return b.LastComment().Compare(a.LastComment()) })
	return resolved[:min(len(resolved), Lookback)]
}

// CrossInvocation is the sign that a review goes on over several rounds: a
// thread was resolved, and another, whose code still stands, is not.
func (s Snapshot) CrossInvocation() bool {
	unresolved := slices.ContainsFunc(s.Threads, func(t Thread) bool {
		return !t.Resolved && !t.Outdated && !t.LastComment().IsZero()
	})
	return unresolved && len(s.LastResolved()) > 0
}
