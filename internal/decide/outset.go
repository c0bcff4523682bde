package decide

import (
	"slices"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verdict"
)

// ended is rule 1: gone, merged, closed, or stopped by a person.
func ended(j *judge) bool {
	if j.s.MovedTo != "" {
		return j.end(verdict.Ended, verdict.Reason{Code: "moved", Holds: verdict.No, Subject: j.s.MovedTo})
	}
	if j.s.State == pull.Gone && j.s.Viewer.Permission == "" && len(j.h.Heads) > 0 {
		return j.end(verdict.Ended, verdict.Reason{Code: "access_lost", Holds: verdict.No, Subject: j.s.Viewer.Login})
	}
	if j.s.State != pull.Open {
		return j.end(verdict.Ended, verdict.Reason{Code: string(j.s.State), Holds: verdict.No})
	}
	if j.h.Told.Stopped {
		return j.end(verdict.Paused, verdict.Reason{Code: "stopped", Holds: verdict.No, Subject: j.h.Told.By, Since: j.h.Told.At})
	}
	return false
}

// paused is rule 2. Jobs in progress may finish; nothing outward begins.
func paused(j *judge) bool {
	if j.h.Told.Paused {
		return j.end(verdict.Paused, verdict.Reason{Code: "paused", Holds: verdict.No, Subject: j.h.Told.By, Since: j.h.Told.At})
	}
	if j.p.Broken != "" {
		return j.end(verdict.Blocked, verdict.Reason{Code: "policy_broken", Holds: verdict.No, Subject: j.p.Broken})
	}
	if j.s.Viewer.PendingReview != "" {
		return j.end(verdict.NeedsYou, verdict.Reason{Code: "own_draft_review", Holds: verdict.No, Subject: j.s.Viewer.Login})
	}
	return false
}

// gap is rule 3: what is unread may matter, so nothing is acted on.
func gap(j *judge) bool {
	if len(j.s.Gaps) == 0 {
		return false
	}
	j.until(j.now.Add(j.p.Timing.Lag))
	reason := verdict.Reason{Code: "gap", Holds: verdict.Maybe, Until: j.wake}
	for _, g := range j.s.Gaps {
		reason.Children = append(reason.Children, verdict.Reason{Code: "gap_" + string(g.Surface), Holds: verdict.Maybe, Subject: g.What + ": " + g.Why})
	}
	return j.end(verdict.Waiting, reason)
}

// highWater is rule 4: a snapshot behind our own memory is not now. After the
// lag the world is believed. A rebuilt memory waits out what a former process
// may still have in flight.
func highWater(j *judge) bool {
	lag := j.p.Timing.Lag
	if pushed := j.h.High.PushedAt.Add(lag); j.behindPush() && j.now.Before(pushed) {
		j.until(pushed)
		return j.end(verdict.Waiting, verdict.Reason{Code: "behind_push", Holds: verdict.Maybe, Subject: j.h.High.Pushed.Short(), Until: pushed})
	}
	if seen, id := j.behindItem(); id != "" {
		j.until(seen.At.Add(lag))
		return j.end(verdict.Waiting, verdict.Reason{Code: "behind_item", Holds: verdict.Maybe, Subject: id, Until: seen.At.Add(lag)})
	}
	if rebuilt := j.h.Born.Add(j.p.Timing.Doubt()); j.memoryLost() && j.now.Before(rebuilt) {
		j.until(rebuilt)
		return j.end(verdict.Waiting, verdict.Reason{Code: "memory_rebuilt", Holds: verdict.Maybe, Until: rebuilt})
	}
	return false
}

// behindPush: the snapshot shows a head that we saw before our last push.
func (j *judge) behindPush() bool {
	pushed := j.h.High.Pushed
	if pushed == "" || j.s.Head == pushed {
		return false
	}
	for _, head := range j.h.Heads {
		if head.Oid == j.s.Head && !head.At.After(j.h.High.PushedAt) {
			return true
		}
	}
	return false
}

func (j *judge) behindItem() (journal.Seen, string) {
	for _, item := range j.found() {
		seen, ok := j.h.High.Versions[item.ID]
		if ok && item.Version.Less(seen.Version) && j.now.Before(seen.At.Add(j.p.Timing.Lag)) {
			return seen, string(item.ID)
		}
	}
	return journal.Seen{}, ""
}

// memoryLost: comments carry marks of ours from before our memory begins, of
// deeds that it does not know. Those that it knows are of a host whose clock is
// behind ours.
func (j *judge) memoryLost() bool {
	for _, c := range ourComments(j.s) {
		if c.CreatedAt.Before(j.h.Born) && slices.ContainsFunc(c.Marks, func(m markOf) bool { return !j.knows(m) }) {
			return true
		}
	}
	return false
}

func (j *judge) knows(m markOf) bool {
	for key := range j.h.Deeds {
		if key.Digest() == m.Digest {
			return true
		}
	}
	return false
}

// headMoving is rule 5: while a push is under way nobody knows the head.
func headMoving(j *judge) bool {
	for _, key := range j.keys() {
		deed := j.h.Deeds[key]
		if key.Kind() == action.Push && deed.State.InFlight() {
			until := deed.StartedAt.Add(j.p.Timing.Doubt())
			j.until(until)
			return j.end(verdict.Waiting, verdict.Reason{Code: "push_in_doubt", Holds: verdict.Maybe, Subject: key.Subject(), Since: deed.StartedAt, Until: until})
		}
	}
	return false
}

// void names the running jobs that make no sense any more: bound to another
// head, about items that have changed, or of a pull request that ended.
func (j *judge) void() []action.Key {
	var void []action.Key
	for _, key := range j.keys() {
		deed := j.h.Deeds[key]
		if key.Kind() == action.Work && deed.State == journal.Started && j.pointless(key, deed) {
			void = append(void, key)
		}
	}
	return void
}

func (j *judge) pointless(key action.Key, deed journal.Deed) bool {
	switch {
	case j.s.State != pull.Open || j.h.Told.Stopped && j.h.Told.Now:
		return true
	case j.why.Code == "gap" || j.why.Code == "behind_push" || j.why.Code == "behind_item":
		return false // what we do not see now is no reason
	case key.Task() != action.Triage && deed.Head != j.s.Head:
		return true
	}
	return j.judged && !j.anyCurrent(deed)
}

// anyCurrent: at least one item of a work is still at its version, and of a fix
// still to be changed: a person may have said otherwise meanwhile.
func (j *judge) anyCurrent(deed journal.Deed) bool {
	for _, st := range j.standings {
		if slices.Contains(deed.Items, st.Item.At()) && (deed.Key.Task() != action.Fix || !final(st)) {
			return true
		}
	}
	return len(deed.Items) == 0
}
