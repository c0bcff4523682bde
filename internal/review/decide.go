package review

import (
	"cmp"
	"slices"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
)

// Decide makes a plan of what was published before and what a reviewer answered
// now, at a head. It does not depend on the order of the findings.
func Decide(m Memory, a Answer, head pull.Oid, code Code) Plan {
	d := decision{memory: m, answer: a, code: code, remains: make([]bool, len(m.Published)), plan: Plan{Ref: m.Ref, Head: head, Tool: a.Tool}}
	d.unresolved()
	if a.Failed == "" {
		d.name(a.Retained)
		d.raise(distinct(a.Findings, code))
		d.revive()
	}
	d.rest()
	return d.plan
}

// decision is one call of Decide.
type decision struct {
	memory  Memory
	answer  Answer
	code    Code
	remains []bool               // of each published finding: told to remain, or found again
	posted  int                  // new findings that are not in the summary
	back    []feedback.Published // said to remain, and closed as fixed
	plan    Plan
}

func (d *decision) unresolved() {
	switch {
	case d.answer.Failed != "":
		d.plan.Unresolved, d.plan.Failed = AnswerFails, d.answer.Failed
	case !d.answer.Stated && !d.answer.Partial:
		d.plan.Unresolved = NotStated
	}
}

// name marks what the answer says to remain, by whole or short id.
func (d *decision) name(ids []string) {
	for _, id := range ids {
		known := false
		for i, p := range d.memory.Published {
			if p.ID == "" || id != string(p.ID) && id != p.Short() {
				continue
			}
			known = true
			switch {
			case !p.Resolved || dismissed(p) || d.remains[i]:
			case p.Claimed:
				d.back = append(d.back, p)
			default:
				d.plan.Closed = append(d.plan.Closed, p)
			}
			d.remains[i] = true
		}
		if !known && !slices.Contains(d.plan.Unknown, id) {
			d.plan.Unknown = append(d.plan.Unknown, id)
		}
	}
}

// dismissed: somebody else than we closed it, and not for a fix that they claim;
// or we did after a person had spoken, or after an answer that gave a reason.
func dismissed(p feedback.Published) bool {
	return p.Resolved && !p.Claimed && (!p.Own || p.Discussed() || p.Reasoned)
}

// rest sorts every open finding into what becomes of it.
func (d *decision) rest() {
	for i, p := range d.memory.Published {
		switch {
		case p.Resolved:
		case d.remains[i]:
			d.plan.Retained = append(d.plan.Retained, p)
			if p.Claimed {
				d.plan.Still = append(d.plan.Still, p)
			}
		case d.plan.Unresolved != "":
			d.plan.Left = append(d.plan.Left, Left{p, d.plan.Unresolved})
		case !d.answer.Stated && toolOf(p.Signature) != tool(d.answer.Tool):
			d.plan.Left = append(d.plan.Left, Left{p, OtherTool})
		case p.Thread == "":
			d.plan.Dropped = append(d.plan.Dropped, p)
		case p.Discussed():
			d.plan.Left = append(d.plan.Left, Left{p, Discussed})
		default:
			d.plan.Resolve = append(d.plan.Resolve, p)
		}
	}
}

// bySeverity orders findings as they are published.
func bySeverity(a, b feedback.Finding) int {
	return cmp.Or(
		cmp.Compare(rank(a.Severity), rank(b.Severity)), cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line),
		cmp.Compare(a.Title, b.Title), cmp.Compare(a.Start, b.Start), cmp.Compare(a.Side, b.Side), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Body, b.Body))
}

// rank of a severity, 0 the worst; a word that is none is the least.
func rank(severity string) int {
	if n := slices.Index(feedback.Severities, severity); n >= 0 {
		return n
	}
	return len(feedback.Severities)
}
