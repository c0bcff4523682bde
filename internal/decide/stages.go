package decide

import (
	"slices"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/reviewer"
	"github.com/settlehq/settle/internal/verdict"
)

// stages is rule 12: within a stage all reviewers at once; the next stage only
// when every reviewer before it passes at this head. The last reviewers come
// when all else holds.
func stages(j *judge) bool {
	for _, stage := range j.p.Stages() {
		if stage[0].Role == policy.Last && !j.othersHold() {
			return false // rule 14 says what is missing
		}
		if j.stage(stage) {
			return true
		}
	}
	return false
}

// stage asks and waits; it reports that the judgment ends here.
func (j *judge) stage(stage []policy.Reviewer) bool {
	var waits []verdict.Reason
	phase := verdict.Waiting
	for _, r := range stage {
		reading := j.read(r)
		if r.Passes(reading.Word) || r.Role == policy.Optional && !blocks(r, reading.Word) {
			continue
		}
		reason, blocked := j.missing(r, reading)
		waits = append(waits, reason)
		if blocked != "" {
			phase = blocked
		}
	}
	if len(waits) == 0 {
		return false
	}
	switch {
	case len(j.funnel.wishes) > 0:
		phase = verdict.Working
	case phase == verdict.Waiting && j.cannotAsk(waits):
		phase = verdict.Blocked
	}
	why := waits[0]
	why.Children = waits[1:]
	return j.end(phase, j.because(why))
}

// cannotAsk: the host does not let us ask, and nobody is at work meanwhile.
func (j *judge) cannotAsk(waits []verdict.Reason) bool {
	atWork := slices.ContainsFunc(waits, func(r verdict.Reason) bool { return r.Code == "reviewer_pending" || r.Code == "reviewer_lagging" })
	return !atWork && len(j.funnel.barred) > 0 && len(j.funnel.held) == 0 && len(j.funnel.inFlight) == 0
}

// blocks: an optional reviewer holds up nothing, unless policy says block of
// its silence or refusal.
func blocks(r policy.Reviewer, word feedback.ReadingWord) bool {
	switch word {
	case feedback.Silent:
		return r.WhenSilent == policy.Block
	case feedback.Refused:
		return r.WhenRefused == policy.Block
	case feedback.Absent:
		return r.Define.Ask.Possible() || audits(r) // it is asked once, in the first stage
	}
	return false
}

// missing says what a reviewer who does not pass is waited for, and asks one
// who can be asked. The phase is set where no waiting helps.
func (j *judge) missing(r policy.Reviewer, reading feedback.Reading) (verdict.Reason, verdict.Phase) {
	reason := verdict.Reason{
		Gate: gateOf(r), Code: "reviewer_" + string(reading.Word), Holds: verdict.No, Subject: r.Name,
		Since: reading.AskedAt, Until: reading.Until,
	}
	j.until(reading.LookAt)
	j.until(reading.Until)
	switch reading.Word {
	case feedback.Absent:
		if audits(r) {
			return j.lookOver(r, reason)
		}
		return j.ask(r, reading, reason)
	case feedback.Silent:
		if reading.Unanswered < max(r.Asks, 1) && r.Define.Ask.Possible() {
			return j.ask(r, reading, reason)
		}
		return reason, phaseOf(r.WhenSilent)
	case feedback.Lagging:
		if !j.now.Before(reading.Until) {
			reason.Code = "reviewer_lagged"
			return reason, verdict.Blocked
		}
	case feedback.Pending:
		if audits(r) {
			return reason, verdict.Working
		}
	case feedback.Refused:
		if audits(r) {
			return reason, verdict.Blocked // it refuses for good: no time lifts what made it fail
		}
		return reason, phaseOf(r.WhenRefused)
	case feedback.Dirty, feedback.Answered:
		// Every finding has its answer, and still the reviewer does not pass:
		// only a person can change that.
		return reason, verdict.NeedsYou
	}
	return reason, ""
}

func phaseOf(when policy.When) verdict.Phase {
	if when == policy.Block {
		return verdict.Blocked
	}
	return ""
}

func (j *judge) ask(r policy.Reviewer, reading feedback.Reading, reason verdict.Reason) (verdict.Reason, verdict.Phase) {
	ask := r.Define.Ask
	if !ask.Possible() {
		return reason, ""
	}
	n := reading.Asks
	j.funnel.wish(action.Action{
		Kind: action.Ask, Key: action.AskKey(r.Name, j.s.Head, n), Expect: action.Expect{Head: j.s.Head},
		Ask: &action.AskOrder{Reviewer: r.Name, Head: j.s.Head, N: n, Comment: ask.Comment, Request: ask.Request, Exact: ask.Exact, Told: j.answeredOf(r.Name)},
	})
	return reason, ""
}

// answeredOf are the findings of a reviewer that have their answer: what it is
// told when it is asked again, so that it need not raise them anew.
func (j *judge) answeredOf(name string) []feedback.Standing {
	var told []feedback.Standing
	for _, st := range j.standings {
		if st.Item.Reviewer == name && !st.Item.FYI && st.Disposition != feedback.Open {
			told = append(told, st)
		}
	}
	return told
}

// read makes a reviewer's reading once and keeps it for the doors.
func (j *judge) read(r policy.Reviewer) feedback.Reading {
	for _, reading := range j.readings {
		if reading.Reviewer == r.Name {
			return reading
		}
	}
	open, visible := 0, 0
	for _, st := range j.standings {
		if st.Item.Reviewer != r.Name {
			continue
		}
		if !final(st) {
			open++
		}
		if st.Item.Commit == j.s.Head && (st.Item.Thread != "" || !slices.Contains(r.Define.Findings.From, "inline")) {
			visible++ // what a review announces are the findings that it puts inline
		}
	}
	retargeted, _ := j.retargeted()
	asks := j.asks(r)
	valid := slices.DeleteFunc(slices.Clone(asks), func(a reviewer.Asking) bool { return !a.At.After(retargeted) })
	reading := reviewer.Read(reviewer.Input{
		Snapshot: ofThisChange(j.s, retargeted), Reviewer: r, Since: later(j.headSince(), retargeted), Seen: j.h.Change, Asks: valid, Open: open, Visible: visible,
		Audit: j.audited(), Timing: j.p.Timing, Now: j.now,
	})
	reading.Asks = len(asks)
	j.readings = append(j.readings, reading)
	return reading
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// headSince is when the head became the head: as the host tells, else as we
// first saw it. A commit's own date is the author's to set and never counts.
func (j *judge) headSince() time.Time {
	if !j.s.HeadAt.IsZero() {
		return j.s.HeadAt
	}
	var since time.Time
	for _, head := range j.h.Heads {
		if head.Oid == j.s.Head {
			since = head.At
		}
	}
	return since
}

// asks lists our asks of a reviewer at this head: what the journal says and
// what marks in the world show, whichever is found.
func (j *judge) asks(r policy.Reviewer) []reviewer.Asking {
	var asks []reviewer.Asking
	for n := range 100 {
		key := action.AskKey(r.Name, j.s.Head, n)
		deed := j.h.Deed(key)
		comment, at := j.marked(key)
		switch {
		case deed.State == journal.Done:
			asks = append(asks, reviewer.Asking{At: deed.StartedAt, Comment: max(comment, deed.Outcome.ID)})
		case deed.State.InFlight() && deed.State != journal.Wanted:
			asks = append(asks, reviewer.Asking{At: deed.StartedAt, Comment: comment})
		case comment != 0:
			asks = append(asks, reviewer.Asking{At: at, Comment: comment})
		default:
			return asks
		}
	}
	return asks
}

// marked finds our comment that carries a key's mark.
func (j *judge) marked(key action.Key) (int64, time.Time) {
	digest := key.Digest()
	for _, c := range j.s.Comments {
		if c.Ours && slices.ContainsFunc(c.Marks, func(m markOf) bool { return m.Digest == digest && j.counts(c, m) }) {
			return c.ID, c.CreatedAt
		}
	}
	return 0, time.Time{}
}

// counts: a mark is ours when its mac is, or when it is older than our memory
// and so may come from one that was lost.
func (j *judge) counts(c pull.Comment, m markOf) bool {
	return m.Proved || c.CreatedAt.Before(j.h.Born)
}

func gateOf(r policy.Reviewer) verdict.GateName {
	if r.Role == policy.Last {
		return verdict.GateLast
	}
	return verdict.GateReviewers
}
