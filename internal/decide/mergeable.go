package decide

import (
	"slices"
	"strconv"
	"time"

	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verdict"
)

// mergeableGate has a rule for each of the eight states. CLEAN and HAS_HOOKS
// hold; a draft's own state is no blocker; UNKNOWN is asked again; BLOCKED is
// worked out to its cause, because the host works it out for whoever asks
// (github-facts). Conflicts are judged by mergeable, whatever the state says.
func (j *judge) mergeableGate() verdict.Gate {
	if until, void := j.mergeVoid(); void {
		return j.mergeable(verdict.Reason{Code: "merge_unknown", Holds: verdict.Maybe, Subject: j.s.BaseRef, Until: until})
	}
	if j.conflicting() {
		return j.mergeable(verdict.Reason{Code: "conflict", Holds: verdict.No, Subject: j.s.BaseRef, Children: j.joinRefused()})
	}
	switch {
	case j.s.Merge == pull.MergeUnknown || j.s.Mergeable == nil:
		return j.mergeable(verdict.Reason{Code: "merge_unknown", Holds: verdict.Maybe, Subject: j.s.BaseRef})
	case j.s.Merge == pull.MergeBehind && j.p.Gates.Behind != "ignore":
		return j.mergeable(verdict.Reason{Code: "behind", Holds: verdict.No, Subject: j.s.BaseRef, Children: j.joinRefused()})
	case j.s.Merge == pull.MergeUnstable && j.p.Gates.Unstable == "block" && j.failing() != "":
		return j.mergeable(verdict.Reason{Code: "unstable", Holds: verdict.No, Subject: j.failing()})
	case j.s.Merge == pull.MergeBlocked:
		return j.mergeable(j.blockers()...)
	}
	return j.mergeable()
}

// mergeVoid: our push voids the merge state, as it does every clean mark. The
// host may still show what it worked out of the head that we have replaced.
func (j *judge) mergeVoid() (until time.Time, void bool) {
	until = j.h.High.PushedAt.Add(j.p.Timing.Lag)
	return until, j.s.Head == j.h.High.Pushed && j.now.Before(until)
}

func (j *judge) mergeable(reasons ...verdict.Reason) verdict.Gate {
	return j.gate(verdict.GateMergeable, reasons...)
}

func (j *judge) conflicting() bool {
	return j.s.Merge == pull.MergeDirty || j.s.Mergeable != nil && !*j.s.Mergeable
}

// blockers are the causes of BLOCKED. What another gate answers for holds here,
// and so does a human approval that is still missing: it is given after ready.
// A rule of the host that no check shows, and a state that nothing explains,
// are somebody else's to lift.
func (j *judge) blockers() []verdict.Reason {
	known := j.knownBlockers()
	if len(known) > 0 || j.s.Draft {
		return known
	}
	var reasons []verdict.Reason
	for _, rule := range j.s.Restrictions {
		reasons = append(reasons, verdict.Reason{Code: "merge_restricted", Holds: verdict.No, Subject: rule})
	}
	if len(reasons) > 0 {
		return reasons
	}
	unexplained := verdict.Reason{Code: "merge_unexplained", Holds: verdict.No, Subject: j.s.BaseRef}
	if until := j.h.Change.Add(j.p.Timing.Quiet); j.now.Before(until) { // the state may be older than what explains it
		j.until(until)
		unexplained.Holds, unexplained.Until = verdict.Maybe, until
	}
	return []verdict.Reason{unexplained}
}

// knownBlockers are the causes that do not stop ready, each with its name.
func (j *judge) knownBlockers() []verdict.Reason {
	var known []verdict.Reason
	add := func(code, subject string) {
		known = append(known, verdict.Reason{Code: code, Holds: verdict.Yes, Subject: subject})
	}
	switch j.s.Decision {
	case pull.ReviewRequired:
		add("merge_wants_review", j.s.BaseRef)
	case pull.ReviewChangesRequested:
		add("merge_wants_changes", j.s.BaseRef)
	}
	if j.s.Conversations && slices.ContainsFunc(j.s.Threads, func(t pull.Thread) bool { return !t.Resolved }) {
		add("merge_wants_resolution", j.s.BaseRef)
	}
	for _, c := range j.s.Checks { // ours too: that the host waits for our word is a cause, and no reason to wait
		if c.Required && !c.Status.Passed() {
			add("merge_wants_check", c.Name)
		}
	}
	for _, need := range j.s.Required {
		if !j.reported(need) {
			add("merge_wants_check", need.Name)
		}
	}
	return known
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
