package decide

import (
	"cmp"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/verdict"
)

// joins are the finished works at this head that brought branch and base
// together, each with its repairs. The base may have moved on since; the next
// look tells.
func (j *judge) joins() []chain {
	var joins []chain
	for _, key := range j.keys() {
		deed := j.h.Deeds[key]
		if task := key.Task(); task != action.Update && task != action.Rebase {
			continue
		}
		if deed.State == journal.Done && deed.Head == j.s.Head && deed.Outcome.Commit != "" {
			joins = append(joins, j.chainOf(deed))
		}
	}
	return joins
}

// joined finds one with something to push, that no check has refused. What was
// pushed while the head is what it was before was taken out by somebody.
func (j *judge) joined() (chain, bool) {
	for _, c := range j.joins() {
		if !c.red() && !j.pushed(c) {
			return c, true
		}
	}
	return chain{}, false
}

// mendable finds the work of a key that the checks have refused, and that goes
// back to an agent as a refused fix does.
func (j *judge) mendable(key action.Key) (chain, bool) {
	spent := j.p.Limits.Cost > 0 && j.h.Spent >= j.p.Limits.Cost
	for _, c := range j.joins() {
		if c.root.Key == key && c.red() && !c.over(j.p.Verify.Repairs) && !spent {
			return c, true
		}
	}
	return chain{}, false
}

// joinRefused tells why the branch and its base stay apart although they were
// brought together: the repository's checks refused it, with what, or it could
// not be done.
func (j *judge) joinRefused() []verdict.Reason {
	told := func(code string, children ...verdict.Reason) []verdict.Reason {
		return []verdict.Reason{{Gate: verdict.GateMergeable, Code: code, Holds: verdict.No, Subject: j.s.BaseRef, Children: children}}
	}
	for _, c := range j.joins() {
		switch {
		case j.pushed(c):
			return told("join_undone")
		case c.red():
			return told("join_red", refusal(*c.proof.Outcome.Proof))
		}
	}
	for _, key := range j.keys() {
		deed := j.h.Deeds[key]
		if task := key.Task(); task != action.Update && task != action.Rebase || deed.Head != j.s.Head {
			continue
		}
		if deed.State == journal.Lapsed && deed.Lapses >= j.p.Limits.Attempts {
			return told("join_failed")
		}
	}
	return nil
}

// refusal is what refused a commit, with the last line that it said.
func refusal(p feedback.Proof) verdict.Reason {
	code, text := "refused_by", cmp.Or(p.Command, p.Gate)
	if p.Old() {
		code = "refused_before"
	}
	lines := strings.Split(strings.TrimSpace(p.Tail), "\n")
	if last := strings.TrimSpace(lines[len(lines)-1]); last != "" {
		text += ": " + last
	}
	return verdict.Reason{Gate: verdict.GateMergeable, Code: code, Holds: verdict.No, Subject: text}
}
