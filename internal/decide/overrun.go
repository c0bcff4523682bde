package decide

import (
	"slices"
	"time"

	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verdict"
)

// overrun stands between rules 5 and 6: somebody else pushed, reset the head or
// changed the base while we were at work. Everything that was bound to the old
// world is void by its key; where policy says so, going on is a person's word.
func overrun(j *judge) bool {
	if why := j.foreignHead(); why.Code != "" && j.p.Branch.OnForeignPush == "stop" {
		return j.end(verdict.Blocked, why)
	}
	at, by := j.retargeted()
	if j.p.Branch.OnRetarget == "stop" && at.After(j.h.Born) && at.After(j.h.Told.Resumed) && !j.h.Born.IsZero() {
		return j.end(verdict.Blocked, verdict.Reason{Code: "retargeted", Holds: verdict.No, Subject: by, Since: at})
	}
	return false
}

// foreignHead tells of a head that somebody else gave the branch after we first
// saw it, until a person lets us go on.
func (j *judge) foreignHead() verdict.Reason {
	n := len(j.h.Heads)
	if n < 2 || j.h.Heads[n-1].Ours || j.h.Heads[n-1].Oid != j.s.Head || j.h.Told.Resumed.After(j.h.Heads[n-1].At) {
		return verdict.Reason{}
	}
	since := j.h.Heads[n-1].At
	if by, forced := j.forcedBy(); forced || !slices.Contains(j.s.Commits, j.h.Heads[n-2].Oid) {
		return verdict.Reason{Code: "head_reset", Holds: verdict.No, Subject: by, Since: since}
	}
	return verdict.Reason{Code: "pushed_over", Holds: verdict.No, Subject: j.s.Head.Short(), Since: since}
}

// forcedBy is who made the head by a push that took commits out.
func (j *judge) forcedBy() (login string, forced bool) {
	for _, e := range j.s.Events {
		if e.Kind == "head_ref_force_pushed" && e.Commit == j.s.Head {
			login, forced = e.Actor.Login, true
		}
	}
	return login, forced
}

// retargeted is when the base branch was last changed, and by whom. What a
// reviewer said before that was said of another change.
func (j *judge) retargeted() (at time.Time, by string) {
	for _, e := range j.s.Events {
		if e.Kind == "base_ref_changed" && !e.At.Before(at) {
			at, by = e.At, e.Actor.Login
		}
	}
	return at, by
}

// ofThisChange leaves out of a snapshot what was said at this head about
// another base. Conversation and reactions are told apart by their time alone.
func ofThisChange(s pull.Snapshot, since time.Time) pull.Snapshot {
	if since.IsZero() {
		return s
	}
	s.Checks = slices.DeleteFunc(slices.Clone(s.Checks), func(c pull.Check) bool {
		return !c.CompletedAt.IsZero() && !c.CompletedAt.After(since)
	})
	s.Reviews = slices.DeleteFunc(slices.Clone(s.Reviews), func(r pull.Review) bool { return !r.SubmittedAt.After(since) })
	s.Threads = slices.DeleteFunc(slices.Clone(s.Threads), func(t pull.Thread) bool { return !t.Root().CreatedAt.After(since) })
	return s
}
