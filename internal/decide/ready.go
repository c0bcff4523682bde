package decide

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/verdict"
)

// doubtful is rule 15: nothing outward may be under way when ready is said.
func doubtful(j *judge) bool {
	for _, key := range j.keys() {
		deed := j.h.Deeds[key]
		if deed.State.InFlight() && deed.State != journal.Wanted {
			if key.Kind() == action.Work {
				return j.end(verdict.Working, verdict.Reason{Code: "under_way", Holds: verdict.Maybe, Subject: string(key), Since: deed.StartedAt})
			}
			until := deed.StartedAt.Add(j.p.Timing.Doubt())
			j.until(until)
			return j.end(verdict.Waiting, verdict.Reason{Code: "in_doubt", Holds: verdict.Maybe, Subject: string(key), Since: deed.StartedAt, Until: until})
		}
	}
	if len(j.funnel.wishes) > 0 { // a twin to retract, a label to set
		return j.end(verdict.Working, verdict.Reason{Code: "tidying", Holds: verdict.No, Subject: string(j.funnel.wishes[0].Key)})
	}
	return false
}

// quiet is rule 16: a torn read can hide one surface, so ready waits until
// nothing foreign has changed for longer than a replica may be behind.
func quiet(j *judge) bool {
	until := j.h.Change.Add(j.p.Timing.Quiet)
	if !j.now.Before(until) {
		return false
	}
	j.until(until)
	return j.end(verdict.Waiting, verdict.Reason{Code: "quiet", Holds: verdict.No, Since: j.h.Change, Until: until})
}

// ready is rule 17. What a person set back to draft is never marked again at
// that head.
func ready(j *judge) bool {
	deed := j.h.Deed(action.ReadyKey(j.s.Head))
	switch {
	case !j.s.Draft:
		why := verdict.Reason{Code: "ready", Holds: verdict.Yes, Subject: j.s.Head.Short()}
		if j.p.AfterReady == "watch" {
			why.Code = verdict.Watching
			j.reviewsAgain(deed)
		}
		return j.end(verdict.Ready, why)
	case deed.State == journal.Done && j.h.Told.Resumed.After(deed.SettledAt):
		// A person's resume lifts the set-back, but the deed stays done: the
		// pull request is theirs to mark.
		return j.end(verdict.NeedsYou, verdict.Reason{Code: "mark_ready_yourself", Holds: verdict.No})
	case deed.State == journal.Done && !j.now.Before(deed.SettledAt.Add(j.p.Timing.Lag)):
		by, at := j.drafter()
		return j.end(verdict.Blocked, verdict.Reason{Code: "set_back", Holds: verdict.No, Subject: by, Since: at})
	case deed.State == journal.Done:
		j.until(deed.SettledAt.Add(j.p.Timing.Lag))
		return j.end(verdict.Waiting, verdict.Reason{Code: "ready_not_visible", Holds: verdict.Maybe, Until: deed.SettledAt.Add(j.p.Timing.Lag)})
	}
	if j.p.NoReady {
		return j.end(verdict.NeedsYou, verdict.Reason{Code: "mark_ready_yourself", Holds: verdict.No})
	}
	draft := true
	j.funnel.wish(action.Action{Kind: action.Ready, Key: action.ReadyKey(j.s.Head), Expect: action.Expect{Head: j.s.Head, Draft: &draft}})
	why := verdict.Reason{Code: "marking_ready", Holds: verdict.No, Subject: j.s.Head.Short()}
	return j.end(j.busyPhase(), j.because(why))
}

// reviewsAgain: marking ready starts reviews. The usual time of each reviewer
// after it is worth a look; else only the poll's time is.
func (j *judge) reviewsAgain(marked journal.Deed) {
	if marked.State != journal.Done {
		return
	}
	for _, r := range j.p.Reviewers {
		if r.Role != policy.Ignore && r.Define.Ask.Latency > 0 {
			j.until(marked.SettledAt.Add(r.Define.Ask.Latency))
		}
	}
}

// drafter is who turned the pull request back into a draft, and when.
func (j *judge) drafter() (string, time.Time) {
	for i := len(j.s.Events) - 1; i >= 0; i-- {
		if e := j.s.Events[i]; e.Kind == "convert_to_draft" {
			return e.Actor.Login, e.At
		}
	}
	return "", time.Time{}
}

// report wishes the closing report, at the phases that policy names: one comment,
// said again only when what it says has changed.
func (j *judge) report() {
	if !j.p.Report.Comment || !j.judged || !slices.Contains(j.p.Report.When, string(j.phase)) {
		return
	}
	j.funnel.wish(action.Action{
		Kind: action.Tell, Key: action.TellKey("report", j.s.Ref.String(), j.said()),
		Say: &action.Say{Audience: "report", Subject: string(j.s.Head), Standings: j.standings},
	})
}

// said is what the report says, as facts.
func (j *judge) said() string {
	rows := [][2]string{{"head", string(j.s.Head)}}
	if j.phase != verdict.Ready {
		rows = append(rows, [2]string{string(j.phase), j.why.Code + " " + j.why.Subject})
	}
	for _, st := range j.standings {
		rows = append(rows, [2]string{st.Item.At().String(), string(st.Disposition)})
	}
	text, err := json.Marshal(rows)
	if err != nil {
		panic(err) // strings only; this cannot happen
	}
	return string(text)
}
