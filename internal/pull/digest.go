package pull

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"
)

// Digest names what others made of the pull request. Our own comments,
// resolutions, requests and pushes do not change it, so that our writes never
// disturb the quiet window; the time of the look does not either. Of the merge
// state, which GitHub works out by itself, only a conflict counts; who changed
// the draft state stands in Events.
func (s Snapshot) Digest() string {
	s.At = time.Time{}
	s.Draft = false
	if s.Merge != MergeDirty {
		s.Merge = ""
	}
	if s.Mergeable != nil && *s.Mergeable {
		s.Mergeable = nil
	}
	s.Gaps = nil
	s.PolicyText = ""
	s.Ours, s.Commits = nil, nil
	s.Labels = nil
	s.FollowUps = nil
	s.Threads = foreignThreads(s.Threads, s.Viewer.Login)
	ours := func(login string) bool { return NormalLogin(login) == NormalLogin(s.Viewer.Login) }
	s.Comments = without(s.Comments, func(c Comment) bool { return c.Ours })
	s.Reviews = without(s.Reviews, func(r Review) bool { return r.Ours })
	s.Checks = withoutLogs(without(s.Checks, func(c Check) bool { return c.Ours }))
	s.Asked = without(s.Asked, func(a Asked) bool { return ours(a.By) })
	s.Events = without(s.Events, func(e Event) bool { return ours(e.Actor.Login) })
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // a Snapshot holds only plain data; this cannot happen
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16])
}

// foreignThreads drops our comments, and the resolved flag where we set it.
func foreignThreads(threads []Thread, viewer string) []Thread {
	kept := make([]Thread, 0, len(threads))
	for _, t := range threads {
		t.Comments = without(t.Comments, func(c Comment) bool { return c.Ours })
		t.Total = len(t.Comments)
		if t.Resolved && NormalLogin(t.ResolvedBy) == NormalLogin(viewer) {
			t.Resolved, t.ResolvedBy = false, ""
		}
		kept = append(kept, t)
	}
	return kept
}

// withoutLogs: a log that could be read only later is no change of the check.
func withoutLogs(checks []Check) []Check {
	for i := range checks {
		checks[i].Log = ""
	}
	return checks
}

// without copies a list without its unwanted members; none left is nil, so that
// an empty list and an absent one are the same text.
func without[T any](list []T, unwanted func(T) bool) []T {
	var kept []T
	for _, member := range list {
		if !unwanted(member) {
			kept = append(kept, member)
		}
	}
	return kept
}

// Identity names the whole observation but the time of the look: two looks
// that saw the same have the same identity.
func (s Snapshot) Identity() string {
	s.At = time.Time{}
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // a Snapshot holds only plain data; this cannot happen
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16])
}
