package journal

import (
	"maps"
	"slices"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
)

// Fold makes the History of a journal. Lines must be in order of Seq. It costs
// well under a microsecond a line, so there are no checkpoints.
func Fold(entries []Entry) History {
	h := History{
		Deeds:    map[action.Key]Deed{},
		Judged:   map[feedback.ItemID]feedback.Judgment{},
		Failures: map[feedback.At]int{},
		Failed:   map[feedback.ItemID]string{},
		High:     High{Versions: map[feedback.ItemID]Seen{}},
		repairs:  map[pull.Oid]bool{},
	}
	for _, e := range entries {
		h.add(e)
	}
	return h
}

// With is Fold continued by more lines, without changing h.
func (h History) With(entries ...Entry) History {
	h.Deeds = maps.Clone(h.Deeds)
	h.Judged = maps.Clone(h.Judged)
	h.Failures = maps.Clone(h.Failures)
	h.Failed = maps.Clone(h.Failed)
	h.High.Versions = maps.Clone(h.High.Versions)
	h.repairs = maps.Clone(h.repairs)
	h.Heads = slices.Clone(h.Heads)
	for _, e := range entries {
		h.add(e)
	}
	return h
}

func (h *History) add(e Entry) {
	h.Seq = e.Seq
	if h.Born.IsZero() {
		h.Born, h.Since = e.At, e.At
	}
	h.lived(e)
	switch {
	case e.Saw != nil:
		h.saw(e)
	case e.Told != nil:
		h.told(e)
	case e.Did != nil:
		h.did(e)
	}
}

// lived counts active time: short spans, and those that a work took. A clock
// that went back adds nothing.
func (h *History) lived(e Entry) {
	worked := e.Did != nil && e.Did.Key.Kind() == action.Work && h.Deeds[e.Did.Key].State == Started
	gap := e.At.Sub(h.line)
	if !h.line.IsZero() && gap > 0 && (gap <= Idle || worked) {
		h.Active += gap
	}
	if e.At.After(h.line) {
		h.line = e.At
	}
}

func (h *History) saw(e Entry) {
	last := len(h.Heads) - 1
	if last < 0 || h.Heads[last].Oid != e.Saw.Head {
		h.Heads = append(h.Heads, Head{Oid: e.Saw.Head, At: e.At, Ours: h.pushed(e.Saw.Head)})
	}
	if h.Change.IsZero() || h.Last.Digest != e.Saw.Digest {
		h.Change = e.At
	}
	h.Last = *e.Saw
	maps.Copy(h.Failed, e.Saw.Failed)
	for id, version := range e.Saw.Versions {
		if seen, ok := h.High.Versions[id]; !ok || seen.Version.Less(version) {
			h.High.Versions[id] = Seen{Version: version, At: e.At}
		}
	}
}

func (h *History) told(e Entry) {
	t := e.Told
	h.Told.Seq, h.Told.Spoke = e.Seq, e.At
	if t.Word != Pause && t.Word != Stop {
		h.Since, h.Active = e.At, 0
	}
	switch t.Word {
	case Answer:
		h.answered(*t)
		return
	case Pause:
		h.Told.Paused = true
	case Stop:
		h.Told.Stopped, h.Told.Now = true, h.Told.Now || t.Now
	case Resume:
		h.Told.Paused, h.Told.Stopped, h.Told.Now, h.Told.Resumed = false, false, false, e.At
	case Raise:
		h.Told.Raised++
	}
	h.Told.By, h.Told.At = t.Who, e.At
	h.unbar()
}

// answered takes a person's answer, or a file of them.
func (h *History) answered(t Told) {
	if t.Judgment != nil {
		h.judge(*t.Judgment)
	}
	for _, judgment := range t.Judgments {
		h.judge(judgment)
	}
}

// unbar frees the barred keys: a person who spoke may have changed what barred them.
func (h *History) unbar() {
	if h.barred == 0 {
		return // a walk over every key for every word would make the fold quadratic
	}
	h.barred = 0
	for key, deed := range h.Deeds {
		if deed.State == Barred {
			deed.State = Lapsed
			h.Deeds[key] = deed
		}
	}
}

func (h *History) did(e Entry) {
	step := e.Did
	deed := h.Deeds[step.Key]
	h.count(deed.State, step.State)
	deed.Key, deed.State, deed.Why, deed.Try, deed.Seq = step.Key, step.State, step.Why, step.Try, e.Seq
	switch step.State {
	case Wanted:
		deed.WantedAt, deed.Items, deed.Head, deed.Round = e.At, step.Items, step.Head, step.Round
		deed.Outcome = Outcome{}
	case Started:
		deed.StartedAt, deed.Term = e.At, e.Term
		h.began(step.Key)
	case Lapsed, Barred:
		deed.SettledAt, deed.NotBefore = e.At, step.NotBefore
		if step.Why != Unwished && step.Why != Void {
			deed.Lapses++
		}
	case Done:
		deed.SettledAt = e.At
	}
	if step.Outcome != nil {
		deed.Outcome = *step.Outcome
		h.spend(*step.Outcome)
	}
	h.Deeds[step.Key] = deed
	h.learn(e, deed)
}

// count keeps how many keys are barred.
func (h *History) count(from, to State) {
	if from == Barred {
		h.barred--
	}
	if to == Barred {
		h.barred++
	}
}

// began counts a round when its triage begins.
func (h *History) began(key action.Key) {
	if key.Task() == action.Triage && h.Deeds[key].Try <= 1 {
		h.Rounds++
	}
}

// learn draws the conclusions of a settled deed.
func (h *History) learn(e Entry, deed Deed) {
	switch {
	case deed.State == Lapsed && deed.Why == Failed && deed.Key.Task() != action.Verify:
		h.fail(deed)
	case deed.State != Done:
	case deed.Key.Task() == action.Verify:
		h.red(deed)
	case deed.Key.Task() == action.Triage, deed.Key.Kind() == action.Reply:
		for _, j := range deed.Outcome.Judgments { // of a reply: adopted after a lost database
			h.judge(j)
		}
	case deed.Key.Task() == action.Fix:
		h.fail(deed)
	case deed.Key.Task() == action.Repair && deed.Outcome.Commit != "":
		h.repairs[deed.Outcome.Commit] = true
	case deed.Key.Kind() == action.Push:
		h.High.Pushed, h.High.PushedAt = deed.Outcome.Commit, e.At
	}
}

// fail spends an attempt of every item that a work names as failed; a work
// that failed as a whole names all its items.
func (h *History) fail(deed Deed) {
	if deed.State == Lapsed && len(deed.Outcome.Claims) == 0 {
		for _, at := range deed.Items {
			h.Failures[at]++
		}
	}
	for _, claim := range deed.Outcome.Claims {
		if claim.Outcome == feedback.Failed {
			h.Failures[claim.At]++
		}
	}
}

// red spends an attempt of every item of a fix that the repository's checks
// refused. A first red run lapses instead and is repeated; it spends nothing.
// What a repair made is counted against the repairs.
func (h *History) red(deed Deed) {
	if proof := deed.Outcome.Proof; proof == nil || proof.Green || h.repairs[proof.Commit] {
		return
	}
	for _, at := range deed.Items {
		h.Failures[at]++
	}
}

// judge keeps the newest version; at one version a person's word wins, then the later line.
func (h *History) judge(j feedback.Judgment) {
	old, ok := h.Judged[j.At.Item]
	switch {
	case ok && j.At.Version.Less(old.At.Version):
		return
	case ok && old.At == j.At && old.Source == feedback.ByPerson && j.Source != feedback.ByPerson:
		return
	}
	h.Judged[j.At.Item] = j
}

func (h *History) spend(o Outcome) {
	h.Spent += o.Spent
	h.Runs += o.Runs
	h.Seconds += o.Seconds
}

func (h *History) pushed(head pull.Oid) bool {
	deed, ok := h.Deeds[action.PushKey(head)]
	return ok && deed.State != Lapsed
}
