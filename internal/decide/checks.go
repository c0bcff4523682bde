package decide

import (
	"fmt"
	"hash/crc32"
	"slices"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verdict"
)

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
		case c.Status == pull.CheckWaiting, c.Status == pull.CheckActionRequired:
			reasons = append(reasons, verdict.Reason{Code: "checks_approval", Holds: verdict.No, Subject: c.Name, Since: c.StartedAt})
		case c.Status.BrokeOff():
			reasons = append(reasons, j.brokeOff(c))
		case c.Status.Pending():
			reasons = append(reasons, verdict.Reason{Code: "checks_pending", Holds: verdict.No, Subject: c.Name, Since: c.StartedAt})
		default:
			reasons = append(reasons, verdict.Reason{Code: "checks_failed", Holds: verdict.No, Subject: c.Name})
		}
	}
	for _, need := range j.required() {
		if !j.reported(need) {
			reasons = append(reasons, j.unreported(need))
		}
	}
	none := len(j.required()) == 0 && j.noneOnHead() && j.p.Gates.NoChecks == "wait"
	switch {
	case len(j.s.Withheld) > 0 && (none || j.p.Gates.Checks == "all"):
		for _, run := range j.s.Withheld {
			reasons = append(reasons, withheld(run.Name, run))
		}
	case none && j.checksExpected():
		reasons = append(reasons, verdict.Reason{Code: "checks_absent", Holds: verdict.No, Subject: j.s.Head.Short()})
	}
	return j.gate(verdict.GateChecks, reasons...)
}

// withheld: a run waits for a maintainer's approval, and with it the check that
// it would make. That is never given by us.
func withheld(check string, run pull.Withheld) verdict.Reason {
	return verdict.Reason{Code: "checks_approval", Holds: verdict.No, Subject: check, Since: run.Since}
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

// unreported is what a required check without a report comes to. While another
// check runs it may still follow; when all has been still for longer than the
// longest wait between two looks, nothing here makes it.
func (j *judge) unreported(need pull.Requirement) verdict.Reason {
	still := j.headSince()
	for _, c := range j.s.Checks {
		switch {
		case c.Ours:
		case c.Status.Pending():
			return verdict.Reason{Code: "checks_pending", Holds: verdict.No, Subject: need.Name}
		case c.CompletedAt.After(still):
			still = c.CompletedAt
		}
	}
	if len(j.s.Withheld) > 0 { // which of them makes it nobody tells
		return withheld(need.Name, j.s.Withheld[0])
	}
	if due := still.Add(j.p.Timing.Poll); j.now.Before(due) {
		j.until(due)
		return verdict.Reason{Code: "checks_pending", Holds: verdict.No, Subject: need.Name, Since: still, Until: due}
	}
	never := verdict.Reason{Code: "checks_never", Holds: verdict.No, Subject: need.Name, Since: still}
	for _, c := range j.s.Checks {
		if c.Name == need.Name && need.AppID != c.AppID {
			never.Children = []verdict.Reason{{Code: "checks_other_app", Holds: verdict.No, Subject: fmt.Sprintf("%s (%s)", c.Name, c.App)}}
		}
	}
	return never
}

// brokeOff is what a check that ended without a word comes to: run again where
// policy lets it, else named.
func (j *judge) brokeOff(c pull.Check) verdict.Reason {
	deed := j.h.Deed(rerunKey(c))
	shown := deed.SettledAt.Add(j.p.Timing.Lag) // the new run is not visible at once
	if deed.State == journal.Done && j.now.Before(shown) {
		j.until(shown)
		return verdict.Reason{Code: "checks_rerun", Holds: verdict.No, Subject: c.Name, Since: deed.SettledAt, Until: shown}
	}
	return verdict.Reason{Code: "checks_cancelled", Holds: verdict.No, Subject: c.Name, Since: c.CompletedAt}
}

func rerunKey(c pull.Check) action.Key { return action.RerunKey(c.ID, c.Attempt) }

// reruns starts the counted checks that broke off once more, as often at one
// head as policy says. Whose attempt the host does not tell, nobody but its app
// can start.
func (j *judge) reruns() {
	for _, c := range j.countedChecks() {
		if !c.Status.BrokeOff() || c.Attempt == 0 || c.Attempt > j.p.Limits.Reruns || j.p.Gates.Checks == "none" {
			continue
		}
		fate := j.funnel.wish(action.Action{
			Kind: action.Rerun, Key: rerunKey(c), Expect: action.Expect{Head: j.s.Head}, Rerun: &action.RerunOrder{Check: c.ID, Name: c.Name},
		})
		if fate == isWished || fate == isInFlight || fate == isHeld {
			j.owed = append(j.owed, verdict.Reason{Gate: verdict.GateChecks, Code: "rerun_due", Holds: verdict.No, Subject: c.Name})
		}
	}
}

// failures are the counted checks that failed, as items: what a reviewer would
// have said. A reviewer's own check is no item: its findings are.
func (j *judge) failures() []feedback.Item {
	if j.p.Gates.Checks == "none" {
		return nil
	}
	var items []feedback.Item
	for _, c := range j.countedChecks() {
		if (c.Status == pull.CheckFailure || c.Status == pull.CheckTimedOut) && !j.speaksFor(c) {
			items = append(items, checkItem(c))
		}
	}
	return items
}

// speaksFor: a reviewer tells its verdict through the check.
func (j *judge) speaksFor(c pull.Check) bool {
	return slices.ContainsFunc(j.p.Reviewers, func(r policy.Reviewer) bool {
		signals := slices.Concat(r.Define.Started, r.Define.Clean, r.Define.Dirty, r.Define.Refused)
		return slices.ContainsFunc(signals, func(s policy.Signal) bool { return s.Check == c.Name })
	})
}

// checksName is what failing checks are listed under beside the reviewers.
const checksName = "checks"

// checkItem words a failed check. Its version is the run: another run is
// another item, at the next head or after a rerun.
func checkItem(c pull.Check) feedback.Item {
	id, at := c.ID, c.CompletedAt
	if id == 0 { // a commit status has no number of its own
		id = int64(crc32.ChecksumIEEE([]byte(c.Name)))
	}
	text := fmt.Sprintf("The check %q ended with %s.", c.Name, strings.ReplaceAll(string(c.Status), "_", " "))
	if c.Title != "" {
		text += "\n" + c.Title
	}
	if c.Log != "" {
		text += "\n\n" + c.Log
	}
	return feedback.Item{
		ID: feedback.ItemID("k" + decimal(id)), Version: feedback.Version{Comment: id, Unix: unixOf(at)},
		By: pull.Author{Login: c.App, Kind: pull.Bot}, Reviewer: checksName, Title: c.Name, Body: text, URL: c.URL, Commit: c.Head, Asked: at,
	}
}

func unixOf(at time.Time) int64 {
	if at.IsZero() {
		return 0
	}
	return at.Unix()
}

// answerable: somebody waits for a word. A check is answered by the next run,
// our own auditor by its next look.
func answerable(st feedback.Standing) bool {
	kind := st.Item.ID.Kind()
	return kind != feedback.CheckItem && kind != feedback.AuditFinding
}
