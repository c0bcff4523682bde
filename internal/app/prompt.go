package app

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/reconcile"
	"github.com/settlehq/settle/internal/verdict"
	"github.com/settlehq/settle/internal/view"
)

// ErrUnanswered says that the person at the terminal went away while asked.
var ErrUnanswered = errors.New("the questions at the terminal were not answered")

// promptMode is escalation.mode where a person at the terminal is asked.
const promptMode = "prompt"

// asking is the reason of a run that waits for the person at its terminal.
const asking = "asking"

// attended holds a round's fixes and its questions until the person at the
// terminal has seen them, once each. What it holds is only not begun: the
// judgment is that of every other run. Safe for several goroutines.
type attended struct {
	mu   sync.Mutex
	seen map[sight]bool
	plan *view.Plan // due now; nil: nothing is
}

// sight is an item at its version as it was shown: planned, or a question.
type sight struct {
	at          feedback.At
	disposition feedback.Disposition
}

func sightOf(st feedback.Standing) sight { return sight{st.Item.At(), st.Disposition} }

// judge puts the hold over a judgment, where policy wants it.
func (q *attended) judge(judge reconcile.Judge) reconcile.Judge {
	next := judge.Next
	judge.Next = func(s pull.Snapshot, h journal.History, p policy.Policy, now time.Time) verdict.Verdict {
		v := next(s, h, p, now)
		if p.Escalation.Mode == promptMode {
			q.hold(s, &v)
		}
		return v
	}
	return judge
}

// hold takes out of a verdict what the person has not seen. While something is
// still to be judged nobody is asked: all questions of a round come at once.
func (q *attended) hold(s pull.Snapshot, v *verdict.Verdict) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.plan = nil
	plan := view.Plan{Ref: s.Ref, Title: s.Title, Round: v.Round}
	judging := false
	for _, st := range v.Items {
		switch {
		case st.Item.FYI:
		case st.Disposition == feedback.Open && st.Judgment == nil:
			judging = true
		case q.seen[sightOf(st)], said(st):
		case st.Disposition == feedback.Open:
			plan.Fixes = append(plan.Fixes, st)
		case st.Disposition == feedback.Escalated, st.Disposition == feedback.Failed:
			plan.Questions = append(plan.Questions, st)
		}
	}
	unseen := slices.Concat(plan.Questions, plan.Fixes)
	if len(unseen) == 0 {
		return
	}
	v.Actions = slices.DeleteFunc(v.Actions, func(a action.Action) bool { return touches(a, unseen) })
	if !judging {
		q.plan = &plan
		v.Phase = verdict.NeedsYou
		v.Why = verdict.Reason{Gate: verdict.GateFeedback, Code: asking, Holds: verdict.No, Subject: string(unseen[0].Item.ID)}
	}
}

// said: the person has just decided it, to change it or to ask somebody else.
func said(st feedback.Standing) bool {
	own := st.Judgment != nil && st.Judgment.Source == feedback.ByPerson
	return own && (st.Disposition == feedback.Open || st.Why == "needs_human")
}

// touches: the deed would begin, say or file something of these items.
func touches(a action.Action, unseen []feedback.Standing) bool {
	has := func(items ...feedback.At) bool {
		return slices.ContainsFunc(unseen, func(st feedback.Standing) bool { return slices.Contains(items, st.Item.At()) })
	}
	switch {
	case a.Work != nil:
		return a.Work.Task != action.Triage && has(a.Work.Items...)
	case a.Push != nil:
		return has(a.Push.Items...)
	case a.Thread != nil:
		return has(a.Thread.Item)
	case a.Kind == action.Reply:
		return has(a.Say.Item)
	case a.Kind == action.Tell:
		return a.Say.Audience == "label" || a.Say.Audience == "question" || a.Say.Audience == "notice"
	}
	return false
}

// due gives what the person is to be shown now; nil: nothing.
func (q *attended) due() *view.Plan {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.plan
}

// shown marks a plan as seen: whatever was said of it, it is not shown again
// unless something of it changes.
func (q *attended) shown(p view.Plan) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.seen == nil {
		q.seen = map[sight]bool{}
	}
	for _, st := range slices.Concat(p.Questions, p.Fixes) {
		q.seen[sightOf(st)] = true
	}
}

// ask asks the person at the terminal what is due, outside of any tick, and
// writes the answers down as every door does. It reports whether it asked.
func (r *run) ask(ctx context.Context) (asked bool, err error) {
	plan := r.attended.due()
	if plan == nil {
		return false, nil
	}
	answers, err := r.options.Ask(ctx, *plan)
	if err != nil {
		return false, err
	}
	for _, answer := range answers {
		if err := r.Tell(ctx, r.ref, journal.Told{Who: r.options.Who, Word: journal.Answer, Judgment: &answer}); err != nil {
			return false, err
		}
	}
	r.attended.shown(*plan)
	return true, nil
}
