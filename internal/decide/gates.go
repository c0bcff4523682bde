package decide

import (
	"strconv"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verdict"
)

// markOf shortens signatures here.
type markOf = mark.Mark

// gates is rule 14: what is left beside the reviewers. A person is asked only
// when nothing else can go on.
func gates(j *judge) bool {
	for _, gate := range []verdict.Gate{j.threadsGate(), j.checksGate(), j.mergeableGate()} {
		if gate.Holds != verdict.Yes {
			phase, why := j.phaseOfGate(gate)
			return j.end(phase, why)
		}
	}
	if gate := j.feedbackGate(); gate.Holds != verdict.Yes {
		return j.end(verdict.NeedsYou, gate.Reasons[0])
	}
	return false
}

// othersHold: the gates that a last reviewer waits for.
func (j *judge) othersHold() bool {
	for _, gate := range []verdict.Gate{j.feedbackGate(), j.threadsGate(), j.checksGate(), j.mergeableGate()} {
		if gate.Holds != verdict.Yes {
			return false
		}
	}
	return true
}

// waitable are the reasons that the world removes by itself.
var waitable = map[string]bool{
	"checks_pending": true, "checks_absent": true, "merge_unknown": true, "threads_awaiting": true,
}

// phaseOfGate gives the phase, and the reason that makes it so.
func (j *judge) phaseOfGate(gate verdict.Gate) (verdict.Phase, verdict.Reason) {
	for _, reason := range gate.Reasons {
		if !waitable[reason.Code] {
			return verdict.Blocked, reason
		}
	}
	j.until(j.now.Add(j.p.Timing.Lag))
	return verdict.Waiting, gate.Reasons[0]
}

// allGates in their order, for every door. Before the items are known nothing
// about them is.
func (j *judge) allGates() []verdict.Gate {
	if !j.judged {
		var unknown []verdict.Gate
		for _, name := range verdict.GateNames {
			unknown = append(unknown, verdict.Gate{Name: name, Holds: verdict.Maybe, Head: j.s.Head, Reasons: []verdict.Reason{j.why}})
		}
		return unknown
	}
	return []verdict.Gate{
		j.feedbackGate(), j.threadsGate(), j.reviewersGate(verdict.GateReviewers),
		j.checksGate(), j.mergeableGate(), j.reviewersGate(verdict.GateLast),
	}
}

func (j *judge) gate(name verdict.GateName, reasons ...verdict.Reason) verdict.Gate {
	gate := verdict.Gate{Name: name, Holds: verdict.Yes, Head: j.s.Head, Reasons: reasons}
	for i := range gate.Reasons {
		gate.Reasons[i].Gate = name
		switch gate.Reasons[i].Holds {
		case verdict.No:
			gate.Holds = verdict.No
		case verdict.Maybe:
			if gate.Holds == verdict.Yes {
				gate.Holds = verdict.Maybe
			}
		}
	}
	return gate
}

// feedbackGate: every item has a final disposition, it is answered, and none
// waits for a person.
func (j *judge) feedbackGate() verdict.Gate {
	var reasons []verdict.Reason
	for _, st := range j.standings {
		code := ""
		switch {
		case st.Item.FYI:
		case st.Disposition == feedback.Open && st.Judgment == nil:
			code = "unjudged"
		case st.Disposition == feedback.Open:
			code = "to_fix"
		case st.Disposition == feedback.Escalated, st.Disposition == feedback.Failed:
			code = "needs_decision"
		case !st.Replied:
			code = "answer_due"
		}
		if code != "" {
			reasons = append(reasons, verdict.Reason{Code: code, Holds: verdict.No, Subject: string(st.Item.ID)})
		}
	}
	return j.gate(verdict.GateFeedback, reasons...)
}

// threadsGate: each open thread is open by a rule, unless policy or the host
// wants all resolved.
func (j *judge) threadsGate() verdict.Gate {
	var reasons []verdict.Reason
	all := j.p.Gates.Threads == "all_resolved"
	for _, st := range j.standings {
		if st.Item.Thread == "" || st.Item.Resolved || st.Item.FYI {
			continue
		}
		code := ""
		switch {
		case all:
			code = "threads_unresolved"
		case j.s.Conversations:
			code = "host_wants_resolution"
		case st.LeftOpen == "" || st.LeftOpen == "awaiting_proof":
			code = "threads_awaiting"
		}
		if code != "" {
			reasons = append(reasons, verdict.Reason{Code: code, Holds: verdict.No, Subject: string(st.Item.ID)})
		}
	}
	return j.gate(verdict.GateThreads, reasons...)
}

func (j *judge) reviewersGate(name verdict.GateName) verdict.Gate {
	var reasons []verdict.Reason
	for _, r := range j.p.Reviewers {
		if r.Role == policy.Ignore || gateOf(r) != name {
			continue
		}
		reading := j.read(r)
		if r.Passes(reading.Word) || r.Role == policy.Optional && !blocks(r, reading.Word) {
			continue
		}
		holds := verdict.No
		if reading.Word == feedback.Lagging {
			holds = verdict.Maybe
		}
		reasons = append(reasons, verdict.Reason{Code: "reviewer_" + string(reading.Word), Holds: holds, Subject: r.Name, Since: reading.AskedAt, Until: reading.Until})
	}
	return j.gate(name, reasons...)
}

// countedChecks are those that the gate looks at: the required ones, or all;
// never our own.
func (j *judge) countedChecks() []pull.Check {
	var counted []pull.Check
	for _, c := range j.s.Checks {
		if !c.Ours && (c.Required || j.p.Gates.Checks == "all") {
			counted = append(counted, c)
		}
	}
	return counted
}

// checksGate. A required check that is not there is pending, not passed.
func (j *judge) checksGate() verdict.Gate {
	if j.p.Gates.Checks == "none" {
		return j.gate(verdict.GateChecks)
	}
	var reasons []verdict.Reason
	for _, c := range j.countedChecks() {
		switch {
		case c.Status.Passed():
		case c.Status == pull.CheckUnknown:
			reasons = append(reasons, verdict.Reason{Code: "checks_pending", Holds: verdict.Maybe, Subject: c.Name})
		case c.Status.Pending():
			reasons = append(reasons, verdict.Reason{Code: "checks_pending", Holds: verdict.No, Subject: c.Name, Since: c.StartedAt})
		default:
			reasons = append(reasons, verdict.Reason{Code: "checks_failed", Holds: verdict.No, Subject: c.Name})
		}
	}
	for _, need := range j.s.Required {
		if !j.reported(need) {
			reasons = append(reasons, verdict.Reason{Code: "checks_pending", Holds: verdict.No, Subject: need.Name})
		}
	}
	if len(j.s.Required) == 0 && j.noneOnHead() && j.p.Gates.NoChecks == "wait" && j.checksExpected() {
		reasons = append(reasons, verdict.Reason{Code: "checks_absent", Holds: verdict.No, Subject: j.s.Head.Short()})
	}
	return j.gate(verdict.GateChecks, reasons...)
}

func (j *judge) reported(need pull.Requirement) bool {
	for _, c := range j.s.Checks {
		if c.Name == need.Name && (need.AppID == 0 || need.AppID == c.AppID) {
			return true
		}
	}
	return false
}

func (j *judge) noneOnHead() bool {
	for _, c := range j.s.Checks {
		if !c.Ours {
			return false
		}
	}
	return true
}

// checksExpected: "none yet" and "none configured" look alike on a young head;
// after the quiet window a head without any check has none.
func (j *judge) checksExpected() bool {
	return j.now.Before(j.headSince().Add(j.p.Timing.Quiet))
}

// mergeableGate judges conflicts by DIRTY and mergeable; a draft's own state is
// no blocker, BLOCKED alone is no reason (github-facts), and a missing human
// approval never stops ready.
func (j *judge) mergeableGate() verdict.Gate {
	switch {
	case j.s.Merge == pull.MergeDirty || j.s.Mergeable != nil && !*j.s.Mergeable:
		return j.gate(verdict.GateMergeable, verdict.Reason{Code: "conflict", Holds: verdict.No, Subject: j.s.BaseRef})
	case j.s.Merge == pull.MergeUnknown || j.s.Mergeable == nil:
		return j.gate(verdict.GateMergeable, verdict.Reason{Code: "merge_unknown", Holds: verdict.Maybe, Subject: j.s.BaseRef})
	case j.s.Merge == pull.MergeBehind && j.p.Gates.Behind != "ignore":
		return j.gate(verdict.GateMergeable, verdict.Reason{Code: "behind", Holds: verdict.No, Subject: j.s.BaseRef})
	case j.s.Merge == pull.MergeUnstable && j.p.Gates.Unstable == "block" && j.failing() != "":
		return j.gate(verdict.GateMergeable, verdict.Reason{Code: "unstable", Holds: verdict.No, Subject: j.failing()})
	}
	return j.gate(verdict.GateMergeable)
}

// failing names a check that makes the merge state unstable.
func (j *judge) failing() string {
	for _, c := range j.s.Checks {
		if !c.Ours && !c.Status.Passed() && !c.Status.Pending() {
			return c.Name + " " + strconv.Quote(string(c.Status))
		}
	}
	return ""
}
