package decide

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/reviewer"
	"github.com/settlehq/settle/internal/verdict"
)

// audits: the reviewer is an agent of ours that looks over the whole change. It
// is not asked on the pull request: it is a work, bound to the head.
func audits(r policy.Reviewer) bool { return r.Define.Kind == "auditor" }

// auditFindings are what our auditor found, as items. It looks over the whole
// change each time: what an earlier look found and the newest does not is no
// ask any more, unless it became a commit.
func (j *judge) auditFindings() []feedback.Item {
	i := slices.IndexFunc(j.p.Reviewers, audits)
	if i < 0 {
		return nil
	}
	var done []journal.Deed
	for _, key := range j.keys() {
		if deed := j.h.Deeds[key]; key.Task() == action.Audit && deed.State == journal.Done {
			done = append(done, deed)
		}
	}
	slices.SortFunc(done, func(a, b journal.Deed) int { return int(a.Seq - b.Seq) })
	var items []feedback.Item
	for n, deed := range done {
		for k, found := range deed.Outcome.Findings {
			item := auditItem(deed, k, found)
			_, fixed := j.fixedBy(item.At())
			item.Reviewer, item.FYI = j.p.Reviewers[i].Name, n < len(done)-1 && !fixed
			items = append(items, item)
		}
	}
	return items
}

func auditItem(deed journal.Deed, k int, found feedback.Finding) feedback.Item {
	head := pull.Oid(deed.Key.Subject())
	return feedback.Item{
		ID:      feedback.ItemID("a" + head.Short() + "." + strconv.Itoa(k+1)),
		Version: feedback.Version{Comment: int64(k + 1), Unix: deed.SettledAt.Unix()},
		By:      pull.Author{Login: deed.Outcome.Agent, Kind: pull.Bot}, Where: feedback.Place{Path: found.Path, Line: found.Line, Side: "RIGHT"},
		Title: found.Title, Severity: found.Severity, Body: found.Body, Commit: head, Asked: deed.SettledAt,
	}
}

// audited is what our own audit of this head came to.
func (j *judge) audited() reviewer.Audit {
	deed := j.h.Deed(action.AuditKey(j.s.Head))
	switch {
	case deed.State == journal.Done:
		return reviewer.Audit{Began: deed.StartedAt, Ended: deed.SettledAt, Findings: len(deed.Outcome.Findings) + deed.Outcome.Threads, Posted: deed.Outcome.Posted}
	case deed.State == journal.Started, deed.State == journal.Doubtful:
		return reviewer.Audit{Began: deed.StartedAt}
	case deed.State == journal.Barred, deed.Lapses >= j.p.Limits.Attempts:
		return reviewer.Audit{Refused: cmp.Or(deed.Outcome.Text, "no agent could make it")}
	case j.p.Limits.Cost > 0 && j.h.Spent >= j.p.Limits.Cost:
		return reviewer.Audit{Refused: "the amount allowed for this pull request is spent"}
	}
	return reviewer.Audit{}
}

// lookOver begins a look over the whole change; what was found and settled before
// goes with it.
func (j *judge) lookOver(r policy.Reviewer, reason verdict.Reason) (verdict.Reason, verdict.Phase) {
	j.funnel.wish(action.Action{
		Kind: action.Work, Key: action.AuditKey(j.s.Head), Expect: action.Expect{Head: j.s.Head},
		Work: &action.WorkOrder{Task: action.Audit, Head: j.s.Head, Base: j.baseTip(), Standing: j.answeredOf(r.Name)},
	})
	return reason, ""
}
