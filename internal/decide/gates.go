package decide

import (
	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/verdict"
)

// markOf shortens signatures here.
type markOf = mark.Mark

// gates is rule 14: what is left beside the reviewers. A person is asked only
// when nothing else can go on.
func gates(j *judge) bool {
	asked := j.feedbackGate()
	for _, gate := range []verdict.Gate{j.threadsGate(), j.checksGate(), j.mergeableGate()} {
		if gate.Holds == verdict.Yes {
			continue
		}
		phase, why := j.phaseOfGate(gate)
		if why.Code == "threads_awaiting" && firstMissing(j.checksGate()).Code == "checks_approval" {
			phase, why = j.phaseOfGate(j.checksGate()) // they wait for checks that wait for a person
		}
		if phase != verdict.Waiting && asked.Holds != verdict.Yes {
			break // an earlier gate is the headline, unless something still goes on
		}
		return j.end(phase, why)
	}
	if asked.Holds != verdict.Yes {
		return j.end(verdict.NeedsYou, firstMissing(asked))
	}
	return false
}

// firstMissing is the first reason that keeps a gate from holding; others only
// explain it.
func firstMissing(gate verdict.Gate) verdict.Reason {
	for _, reason := range gate.Reasons {
		if reason.Holds != verdict.Yes {
			return reason
		}
	}
	return verdict.Reason{Gate: gate.Name, Holds: gate.Holds}
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
	"checks_pending": true, "checks_absent": true, "checks_rerun": true, "merge_unknown": true, "threads_awaiting": true,
}

// phaseOfGate gives the phase, and the reason that makes it so.
func (j *judge) phaseOfGate(gate verdict.Gate) (verdict.Phase, verdict.Reason) {
	for _, reason := range gate.Reasons {
		switch {
		case reason.Holds != verdict.No, waitable[reason.Code]:
		case reason.Code == "checks_approval", reason.Code == "conflict" && j.p.Branch.Conflict == "ask":
			return verdict.NeedsYou, reason
		default:
			return verdict.Blocked, reason
		}
	}
	j.until(j.now.Add(j.p.Timing.Lag))
	return verdict.Waiting, firstMissing(gate)
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
		case !st.Replied && answerable(st):
			code = "answer_due"
		}
		if code != "" {
			reasons = append(reasons, verdict.Reason{Code: code, Holds: verdict.No, Subject: string(st.Item.ID)})
		}
	}
	return j.gate(verdict.GateFeedback, reasons...)
}

// threadsGate: each open thread is open by a rule, unless policy or the host
// wants all resolved. One that we may not close although policy says so stands
// against us: only a permission, or another policy, moves it.
func (j *judge) threadsGate() verdict.Gate {
	var reasons []verdict.Reason
	all := j.p.Gates.Threads == "all_resolved"
	for _, st := range j.standings {
		if st.Item.Thread == "" || st.Item.Resolved || st.Item.FYI {
			continue
		}
		code, subject := "", string(st.Item.ID)
		switch {
		case st.LeftOpen == "not_allowed":
			code, subject = "not_allowed", string(action.ResolveKey(st.Item.At(), st.Disposition))
		case all:
			code = "threads_unresolved"
		case j.s.Conversations:
			code = "host_wants_resolution"
		case st.LeftOpen == "" || st.LeftOpen == "awaiting_proof":
			code = "threads_awaiting"
		}
		if code != "" {
			reasons = append(reasons, verdict.Reason{Code: code, Holds: verdict.No, Subject: subject})
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
