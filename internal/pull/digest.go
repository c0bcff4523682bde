package pull

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"time"
)

// Digest names what others made of the pull request. Our own comments,
// resolutions, requests and pushes do not change it, so that our writes never
// disturb the quiet window; the time of the look does not either.
func (s Snapshot) Digest() string {
	s.At = time.Time{}
	s.Gaps = nil
	s.PolicyText = ""
	s.Ours = nil
	s.Labels = nil
	s.FollowUps = nil
	s.Threads = foreignThreads(s.Threads, s.Viewer.Login)
	s.Comments = slices.DeleteFunc(slices.Clone(s.Comments), func(c Comment) bool { return c.Ours })
	s.Reviews = slices.DeleteFunc(slices.Clone(s.Reviews), func(r Review) bool { return r.Ours })
	s.Checks = slices.DeleteFunc(slices.Clone(s.Checks), func(c Check) bool { return c.Ours })
	s.Asked = slices.DeleteFunc(slices.Clone(s.Asked), func(a Asked) bool { return NormalLogin(a.By) == NormalLogin(s.Viewer.Login) })
	s.Events = slices.DeleteFunc(slices.Clone(s.Events), func(e Event) bool { return NormalLogin(e.Actor.Login) == NormalLogin(s.Viewer.Login) })
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
		t.Comments = slices.DeleteFunc(slices.Clone(t.Comments), func(c Comment) bool { return c.Ours })
		t.Total = len(t.Comments)
		if t.Resolved && NormalLogin(t.ResolvedBy) == NormalLogin(viewer) {
			t.Resolved, t.ResolvedBy = false, ""
		}
		kept = append(kept, t)
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
