package decide

import (
	"strconv"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/reviewer"
)

// classes gives the class that a disposition in a mark stands for, so that
// triage does not answer differently a second time.
var classes = map[feedback.Disposition]feedback.Class{
	feedback.Fixed: feedback.Valid, feedback.AlreadyAddressed: feedback.AlreadyFixed,
	feedback.Declined: feedback.Invalid, feedback.Escalated: feedback.NeedsHuman,
	feedback.Failed: feedback.NeedsHuman, feedback.Deferred: feedback.NeedsHuman,
}

// Adopt gives the deeds that the world shows and our memory does not: after a
// lost database, or when a request that was given up landed late. Only replies
// and asks leave a mark that must not be made twice.
func Adopt(s pull.Snapshot, h journal.History, p policy.Policy, now time.Time) []journal.Did {
	j := newJudge(s, h, p, now)
	marks := j.marks()
	var adopted []journal.Did
	for _, item := range j.found() {
		for disposition, class := range orderedClasses() {
			key := action.ReplyKey(item.At(), disposition)
			if comment, ok := marks[key.Digest()]; ok && j.unknown(key) {
				adopted = append(adopted, adopt(key, h, comment, feedback.Judgment{
					At: item.At(), Class: class, Source: feedback.ByRule, Reason: "answered before",
				}))
			}
		}
	}
	for _, r := range p.Reviewers {
		for n := range 10 {
			key := action.AskKey(r.Name, s.Head, n)
			if comment, ok := marks[key.Digest()]; ok && j.unknown(key) {
				adopted = append(adopted, adopt(key, h, comment))
			}
		}
	}
	return adopted
}

// orderedClasses walks the table in a fixed order.
func orderedClasses() func(func(feedback.Disposition, feedback.Class) bool) {
	return func(yield func(feedback.Disposition, feedback.Class) bool) {
		for _, d := range []feedback.Disposition{feedback.Fixed, feedback.AlreadyAddressed, feedback.Declined, feedback.Deferred, feedback.Escalated, feedback.Failed} {
			if !yield(d, classes[d]) {
				return
			}
		}
	}
}

// unknown: nothing is written down about the key, or it was given up.
func (j *judge) unknown(key action.Key) bool {
	state := j.h.Deed(key).State
	return state == "" || state == journal.Lapsed
}

func (j *judge) marks() map[mark.Digest]pull.Comment {
	marks := map[mark.Digest]pull.Comment{}
	for _, c := range ourComments(j.s) {
		for _, m := range c.Marks {
			if _, twin := marks[m.Digest]; !twin && j.counts(c, m) {
				marks[m.Digest] = c
			}
		}
	}
	return marks
}

func adopt(key action.Key, h journal.History, c pull.Comment, judgments ...feedback.Judgment) journal.Did {
	return journal.Did{
		Key: key, Try: max(h.Deed(key).Try, 1), State: journal.Done, Why: journal.Adopted,
		Outcome: &journal.Outcome{ID: c.ID, URL: c.URL, Judgments: judgments},
	}
}

// Sighting gives the line to write about what was seen; nil when nothing of it
// changed since the last one.
func Sighting(s pull.Snapshot, h journal.History, p policy.Policy) *journal.Saw {
	if len(s.Gaps) > 0 {
		return nil // what was not read whole is not a change
	}
	saw := &journal.Saw{Digest: s.Digest(), Head: s.Head, Draft: s.Draft, Versions: map[feedback.ItemID]feedback.Version{}}
	newer := false
	for _, item := range reviewer.Items(s, p.Reviewers) {
		seen, known := h.High.Versions[item.ID]
		if !known || seen.Version.Less(item.Version) {
			saw.Versions[item.ID] = item.Version
			newer = true
		}
	}
	for _, item := range newJudge(s, h, p, s.At).failures() {
		if saw.Failed == nil {
			saw.Failed = map[feedback.ItemID]string{}
		}
		saw.Failed[item.ID] = feedback.FailureKey(item)
	}
	if h.Last.Digest == saw.Digest && h.Last.Head == saw.Head && h.Last.Draft == saw.Draft && !newer {
		return nil
	}
	return saw
}

func decimal(id int64) string { return strconv.FormatInt(id, 10) }

// cut3 splits audience/subject/digest.
func cut3(text string) (string, string, string) {
	first, rest, _ := strings.Cut(text, "/")
	last := strings.LastIndexByte(rest, '/')
	if last < 0 {
		return first, rest, ""
	}
	return first, rest[:last], rest[last+1:]
}
