package reviewer

import (
	"strconv"
	"time"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
)

// Input is what a reading is made of. Since is when the head became the head:
// a word that names no commit counts only after it. Open is how many of the
// reviewer's items have no final disposition yet; Visible how many of its
// findings at this head can be seen.
type Input struct {
	Snapshot pull.Snapshot
	Reviewer policy.Reviewer
	Since    time.Time
	Asks     []Asking
	Open     int
	Visible  int
	Timing   policy.Timing
	Now      time.Time
}

// Asking is one ask of ours at this head: a deed, or a mark found in the world.
type Asking struct {
	At      time.Time
	Comment int64 // 0 for a request, or when the comment is not seen yet
}

// Read gives a reviewer's standing at the snapshot's head.
func Read(in Input) feedback.Reading {
	if in.Reviewer.Name == policy.People {
		return readPeople(in)
	}
	reading := feedback.Reading{
		Reviewer: in.Reviewer.Name, Role: string(in.Reviewer.Role), Commit: in.Snapshot.Head,
		Current: true, Open: in.Open, Asks: len(in.Asks),
	}
	if n := len(in.Asks); n > 0 {
		reading.AskedAt = in.Asks[n-1].At
	}
	signs := gather(in)
	judgeSigns(&reading, in, signs)
	return reading
}

// judgeSigns applies the order: a verdict at this head, then signs of work,
// then what our asks are still waiting for. A check run that merely passed
// says clean only where no finding at this head speaks against it. A refusal
// holds until the time that it names; then it is as if nothing had been said.
func judgeSigns(r *feedback.Reading, in Input, s signs) {
	refusedUntil := s.refused.until
	if refusedUntil.IsZero() {
		refusedUntil = s.refused.at.Add(in.Reviewer.Define.Ask.Window) // no time was named: as long as an answer is waited for
	}
	switch {
	case s.refused.later(s.dirty) && s.refused.later(s.clean) && s.refused.later(s.started) && in.Now.Before(refusedUntil):
		r.Word, r.Evidence, r.Until, r.LookAt = feedback.Refused, s.refused.evidence, refusedUntil, refusedUntil
		r.AnsweredAt = s.refused.at
	case s.dirty.found && !(s.clean.later(s.dirty) && s.clean.evidence.Kind != "check"):
		readDirty(r, in, s.dirty)
	case s.clean.found:
		r.Word, r.Evidence, r.AnsweredAt = feedback.Clean, s.clean.evidence, s.clean.at
	default:
		readWaiting(r, in, s.started)
	}
}

func readDirty(r *feedback.Reading, in Input, dirty sign) {
	r.Word, r.Evidence, r.AnsweredAt = feedback.Dirty, dirty.evidence, dirty.at
	switch {
	case dirty.count > in.Visible:
		r.Word = feedback.Lagging
		r.LookAt = in.Now.Add(in.Timing.Lag)
	case in.Open == 0:
		r.Word = feedback.Answered
	}
}

// readWaiting tells pending, silent and absent apart. Every time counts from
// the ask or the head, never from now.
func readWaiting(r *feedback.Reading, in Input, started sign) {
	window := in.Reviewer.Define.Ask.Window
	if in.Reviewer.MaxWait > 0 {
		window = in.Reviewer.MaxWait
	}
	from := r.AskedAt
	if started.found {
		r.Acknowledged, r.Evidence = started.at, started.evidence
		if started.at.After(from) {
			from = started.at
		}
	}
	requested, at := pendingRequest(in)
	if requested && at.After(from) {
		from = at
	}
	byPush := in.Reviewer.Define.Ask.Push
	if from.IsZero() && byPush {
		from = in.Since
	}
	switch {
	case from.IsZero():
		r.Word = feedback.Absent
	case in.Now.Before(from.Add(window)):
		r.Word, r.Until = feedback.Pending, from.Add(window)
		r.LookAt = lookAt(from, in.Reviewer.Define.Ask.Latency, in.Now)
	default:
		r.Word, r.Until = feedback.Silent, from.Add(window)
	}
}

// leastLook is how long nothing is looked at again at least, while a verdict is due.
const leastLook = 30 * time.Second

// lookAt is when a verdict is looked for: at its usual time after the ask, then
// every quarter of that more. Looking earlier would find the words of some
// reviewers only, and a fix of these would replace the head under the others.
func lookAt(from time.Time, latency time.Duration, now time.Time) time.Time {
	at := from.Add(latency)
	if late := now.Sub(at); late >= 0 {
		step := max(latency/4, leastLook)
		at = at.Add((late/step + 1) * step)
	}
	return at
}

// pendingRequest finds a review request that still stands, whoever made it.
func pendingRequest(in Input) (bool, time.Time) {
	for _, asked := range in.Snapshot.Asked {
		if Is(in.Reviewer.Define, pull.Author{Login: asked.Login, ID: asked.ID}) {
			if asked.At.IsZero() {
				return true, in.Since
			}
			return true, asked.At
		}
	}
	return false, time.Time{}
}

// readPeople: nobody's request for changes stands, and the approvals that
// policy asks for were given at this head.
func readPeople(in Input) feedback.Reading {
	r := feedback.Reading{
		Reviewer: policy.People, Role: string(in.Reviewer.Role), Word: feedback.Clean,
		Commit: in.Snapshot.Head, Current: true, Open: in.Open,
	}
	latest := map[string]pull.Review{}
	for _, review := range in.Snapshot.Reviews {
		opinion := review.State == pull.Approved || review.State == pull.ChangesRequested || review.State == pull.Dismissed
		if review.Author.Kind == pull.Person && opinion && !review.Ours {
			latest[review.Author.Login] = review
		}
	}
	approvals := 0
	for _, login := range sorted(latest) {
		review := latest[login]
		switch {
		case review.State == pull.ChangesRequested:
			r.Word = feedback.Dirty
			if in.Open == 0 {
				r.Word = feedback.Answered
			}
			r.Evidence = feedback.Evidence{Kind: "review", Commit: review.Commit, URL: review.URL, Text: login}
			return r
		case review.State == pull.Approved && review.Commit == in.Snapshot.Head:
			approvals++
		}
	}
	if approvals < in.Reviewer.Approvals {
		r.Word = feedback.Absent
		r.Evidence.Text = strconv.Itoa(approvals) + " of " + strconv.Itoa(in.Reviewer.Approvals) + " approvals"
	}
	return r
}
