package decide

import (
	"slices"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
)

// Look finds out from a snapshot what became of a doubtful deed. Presence is
// evidence at once. Absence is evidence only after the doubt window, and only
// when the surface was read whole; where the effect is a set or a
// compare-and-swap, trying again does no harm and absence counts at once
// (architecture.md 4.2). known is false while nothing can be said.
func Look(s pull.Snapshot, deed journal.Deed, p policy.Policy, now time.Time) (did journal.Did, known bool) {
	did = journal.Did{Key: deed.Key, Try: deed.Try}
	patient := !now.Before(deed.StartedAt.Add(p.Timing.Doubt()))
	found, outcome, surface, atOnce := trace(s, deed, p)
	switch {
	case found:
		did.State, did.Why, did.Outcome = journal.Done, journal.Found, outcome
		return did, true
	case atOnce || patient:
		if _, missing := s.Missing(surface); missing && surface != "" {
			return did, false
		}
		did.State, did.Why = journal.Lapsed, journal.Away
		return did, true
	}
	return did, false
}

// trace looks for the deed's effect: whether it is there, what it left, which
// surface would show it, and whether absence counts at once.
func trace(s pull.Snapshot, deed journal.Deed, p policy.Policy) (found bool, outcome *journal.Outcome, surface pull.Surface, atOnce bool) {
	switch deed.Key.Kind() {
	case action.Reply:
		outcome = commentWith(s, deed.Key.Digest())
		return outcome != nil, outcome, surfaceOf(deed.Key), false
	case action.Ask:
		outcome = askTrace(s, deed, p)
		return outcome != nil, outcome, pull.SurfaceComments, false
	case action.Push:
		return pushTrace(s, deed)
	case action.Resolve:
		return resolvedTrace(s, deed), &journal.Outcome{}, pull.SurfaceThreads, true
	case action.Ready:
		return !s.Draft, &journal.Outcome{}, "", true
	case action.Rerun:
		return rerunTrace(s, deed), &journal.Outcome{}, pull.SurfaceChecks, false
	case action.Retract:
		// A stale read from before the twin existed must not prove its removal.
		return false, nil, pull.SurfaceComments, false
	case action.Tell:
		return tellTrace(s, deed)
	}
	return false, nil, "", false
}

// rerunTrace: the run is under way again, or another one has taken its place.
// At another head nothing tells.
func rerunTrace(s pull.Snapshot, deed journal.Deed) bool {
	id, _, _ := strings.Cut(deed.Key.Subject(), "#")
	for _, c := range s.Checks {
		if decimal(c.ID) == id {
			return c.Status.Pending()
		}
	}
	return deed.Head == s.Head
}

func surfaceOf(key action.Key) pull.Surface {
	if len(key.Subject()) > 0 && key.Subject()[0] == 't' {
		return pull.SurfaceThreads
	}
	return pull.SurfaceComments
}

// commentWith finds our comment that carries a mark.
func commentWith(s pull.Snapshot, digest mark.Digest) *journal.Outcome {
	for _, c := range ourComments(s) {
		if slices.ContainsFunc(c.Marks, func(m mark.Mark) bool { return m.Digest == digest }) {
			return &journal.Outcome{ID: c.ID, URL: c.URL}
		}
	}
	return nil
}

// askTrace: a comment with our mark; else, where the phrase must stand alone,
// our own comment since the start that is exactly it; else a request of ours on
// the timeline since the start.
func askTrace(s pull.Snapshot, deed journal.Deed, p policy.Policy) *journal.Outcome {
	if outcome := commentWith(s, deed.Key.Digest()); outcome != nil {
		return outcome
	}
	ask := askOf(deed.Key, p)
	since := deed.StartedAt.Truncate(time.Second)
	for _, c := range s.Comments {
		if ask.Exact && c.Ours && c.Body == ask.Comment && !c.CreatedAt.Before(since) {
			return &journal.Outcome{ID: c.ID, URL: c.URL}
		}
	}
	for _, e := range s.Events {
		if ask.Request != "" && e.Kind == "review_requested" && same(e.Actor.Login, s.Viewer.Login) && same(e.Subject, ask.Request) && !e.At.Before(since) {
			return &journal.Outcome{}
		}
	}
	return nil
}

func same(a, b string) bool { return pull.NormalLogin(a) == pull.NormalLogin(b) }

// askOf finds how the reviewer of an ask's key is asked.
func askOf(key action.Key, p policy.Policy) policy.Ask {
	name, _, _ := strings.Cut(key.Subject(), "@")
	for _, r := range p.Reviewers {
		if r.Name == name {
			return r.Define.Ask
		}
	}
	return policy.Ask{}
}

// pushTrace: the commit, or a trailer of its work, is reachable from the head.
// The ref stands elsewhere, or still at the parent: the compare-and-swap makes
// another try safe at once.
func pushTrace(s pull.Snapshot, deed journal.Deed) (bool, *journal.Outcome, pull.Surface, bool) {
	commit := pull.Oid(deed.Key.Subject())
	here := s.Head == commit || slices.ContainsFunc(s.Ours, func(t pull.Trailer) bool { return t.Commit == commit })
	return here, &journal.Outcome{Commit: commit}, pull.SurfaceCommits, false
}

func resolvedTrace(s pull.Snapshot, deed journal.Deed) bool {
	for _, t := range s.Threads {
		if root := "t" + decimal(t.Root().ID) + "@"; len(deed.Key.Subject()) > len(root) && deed.Key.Subject()[:len(root)] == root {
			return t.Resolved
		}
	}
	return false
}

func tellTrace(s pull.Snapshot, deed journal.Deed) (bool, *journal.Outcome, pull.Surface, bool) {
	switch audience, name, _ := cut3(deed.Key.Subject()); audience {
	case "label":
		return slices.Contains(s.Labels, name), &journal.Outcome{}, "", true
	case "check":
		return false, nil, "", true // a set: said again, it says the same
	case "question", "notice", "issue":
		return false, nil, "", false // nothing here shows it; it is told again with the same key, and looked for by it
	}
	outcome := commentWith(s, deed.Key.Digest())
	return outcome != nil, outcome, pull.SurfaceComments, false
}
