package reviewer

import (
	"strconv"
	"time"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
)

// Input is what a reading is made of. Since is when the head became the head:
// a word that names no commit counts only after it. Seen is since when the
// snapshot shows what it shows, zero when that is not known. Open is how many of the
// reviewer's items have no final disposition yet; Visible how many of its
// findings at this head can be seen.
type Input struct {
	Snapshot pull.Snapshot
	Reviewer policy.Reviewer
	Since    time.Time
	Seen     time.Time
	Asks     []Asking
	Open     int
	Visible  int
	Audit    Audit // of our own auditor, at this head
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
	if in.Reviewer.Define.Kind == "auditor" {
		return readAudit(in)
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
// says clean only where no finding at this head speaks against it.
func judgeSigns(r *feedback.Reading, in Input, s signs) {
	until := refusedUntil(in, s.refused)
	stands := s.refused.later(s.dirty) && s.refused.later(s.clean) && s.refused.later(s.started)
	switch {
	case stands && (until.IsZero() || in.Now.Before(until)):
		r.Word, r.Evidence, r.Until, r.LookAt = feedback.Refused, s.refused.evidence, until, until
		r.AnsweredAt = s.refused.at
	case s.dirty.found && !(s.clean.later(s.dirty) && s.clean.evidence.Kind != "check"):
		readDirty(r, in, s.dirty)
	case s.clean.found:
		r.Word, r.Evidence, r.AnsweredAt = feedback.Clean, s.clean.evidence, s.clean.at
	default:
		readWaiting(r, in, s)
	}
}

// longestRefusal bounds how long nothing is asked again after a refusal that
// names no time.
const longestRefusal = 8 * time.Hour

// refusedUntil is when a refusal ends: at the time that it names; else after as
// long as an answer is waited for, twice that after the next, and so on. Zero:
// the reviewer cannot be asked, and the refusal holds as long as the head.
func refusedUntil(in Input, refused sign) time.Time {
	if !refused.until.IsZero() || !in.Reviewer.Define.Ask.Possible() {
		return refused.until
	}
	wait := in.Reviewer.Define.Ask.Window
	asked := len(in.Asks) - len(unanswered(in.Asks, refused))
	for n := 1; n < asked && wait < longestRefusal; n++ {
		wait *= 2
	}
	return refused.at.Add(min(wait, longestRefusal))
}

// looksAtLag is how often findings that were announced are looked for.
const looksAtLag = 3

// readDirty tells dirty, answered and lagging apart. What lags is looked for
// three times where nothing of it is visible, and as long as an answer where
// some is; Until is when that has come to nothing. What stands in its words only
// is no item, and nobody has answered it.
func readDirty(r *feedback.Reading, in Input, dirty sign) {
	r.Word, r.Evidence, r.AnsweredAt = feedback.Dirty, dirty.evidence, dirty.at
	switch {
	case dirty.count > in.Visible:
		r.Word = feedback.Lagging
		from := later(dirty.at, in.Seen)
		r.LookAt, r.Until = in.Now.Add(in.Timing.Lag), from.Add((looksAtLag-1)*in.Timing.Lag)
		if in.Visible > 0 {
			r.Until = from.Add(in.Reviewer.Window())
		}
	case in.Open == 0 && dirty.alone == 0:
		r.Word = feedback.Answered
	}
}

// readWaiting tells pending, silent and absent apart. Every time counts from
// the ask or the head, never from now; what a refusal has answered is over.
func readWaiting(r *feedback.Reading, in Input, s signs) {
	open := unanswered(in.Asks, s.refused)
	var from time.Time
	heard := s.started.later(s.refused)
	if n := len(open); n > 0 {
		from, r.Unanswered = open[n-1].At, n-1
		heard = heard && !s.started.at.Before(onHost(in, open[n-1]))
	}
	if heard {
		r.Acknowledged, r.Evidence = s.started.at, s.started.evidence
		from = later(from, s.started.at)
	}
	if requested, at := pendingRequest(in); requested && at.After(s.refused.at) {
		from = later(from, at)
	}
	if from.IsZero() && in.Reviewer.Define.Ask.Push && !s.refused.found {
		from = in.Since
	}
	if r.Evidence == (feedback.Evidence{}) {
		r.Evidence = unknownSign(in)
	}
	latency := in.Reviewer.Define.Ask.Latency
	until := from.Add(in.Reviewer.Window())
	if start := startWindow(in); start > 0 && len(open) > 0 && !heard {
		until = from.Add(max(start, latency))
	}
	switch {
	case from.IsZero():
		r.Word = feedback.Absent
	case in.Now.Before(until):
		r.Word, r.Until, r.LookAt = feedback.Pending, until, lookAt(from, latency, in.Now)
	default:
		r.Word, r.Until, r.Unanswered = feedback.Silent, until, len(open)
	}
}

// onHost is when an ask was made, by the host's clock where it shows the ask.
func onHost(in Input, ask Asking) time.Time {
	for _, c := range in.Snapshot.Comments {
		if ask.Comment != 0 && c.ID == ask.Comment {
			return c.CreatedAt
		}
	}
	return ask.At
}

// unanswered are the asks since the last refusal.
func unanswered(asks []Asking, refused sign) []Asking {
	if !refused.found {
		return asks
	}
	for i, ask := range asks {
		if ask.At.After(refused.at) {
			return asks[i:]
		}
	}
	return nil
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// startWindow is how soon a reviewer shows that it has heard an ask, and the
// time that a look may take; zero where its definition promises no sign. It is
// judged when the verdict is looked for: earlier looks would find the words of
// some reviewers only.
func startWindow(in Input) time.Duration {
	var within time.Duration
	for _, signal := range in.Reviewer.Define.Started {
		within = max(within, signal.Within)
	}
	if within == 0 {
		return 0
	}
	return within + in.Timing.Deadline
}

// leastLook is how long nothing is looked at again at least, while a verdict is due.
const leastLook = 30 * time.Second

// lookAt is when a verdict is looked for: at its usual time after the ask, then
// a quarter of that later, and then backing off, each wait twice the one before,
// up to its usual time. Looking earlier would find the words of some reviewers
// only, and a fix of these would replace the head under the others.
func lookAt(from time.Time, latency time.Duration, now time.Time) time.Time {
	at := from.Add(latency)
	for step := max(latency/4, leastLook); !at.After(now); step = min(2*step, max(latency, leastLook)) {
		at = at.Add(step)
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
		case review.State == pull.Approved && ofHead(in, review):
			approvals++
		}
	}
	if approvals < in.Reviewer.Approvals {
		r.Word = feedback.Absent
		r.Evidence.Text = strconv.Itoa(approvals) + " of " + strconv.Itoa(in.Reviewer.Approvals) + " approvals"
	}
	return r
}
