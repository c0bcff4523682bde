package decide

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verdict"
)

// judged is one case as it was judged: what the grid looks at.
type judgedCase struct {
	*world
	h   journal.History
	v   verdict.Verdict
	was verdict.Phase // empty: only one judgment was made
}

// cell is one field of the grid. It is covered by a case, or says why no case
// can cover it.
type cell struct {
	name   string
	covers func(judgedCase) bool
	never  string
}

func judgeAll(t *testing.T) (all []judgedCase) {
	t.Helper()
	for _, c := range readCases(t) {
		w := newWorld(t)
		w.read(c.input)
		h := w.historyNow()
		was, _, _ := strings.Cut(strings.TrimPrefix(w.before, "was "), ":")
		all = append(all, judgedCase{w, h, Next(w.s, h, w.p, noon), verdict.Phase(was)})
	}
	return all
}

// TestNoCellOfTheGridIsEmpty: each gate x {holds, fails, unknown}, each change
// of phase, each limit on both of its sides, each reading of a reviewer.
func TestNoCellOfTheGridIsEmpty(t *testing.T) {
	cases := judgeAll(t)
	var cells []cell
	for _, part := range [][]cell{gateCells(), phaseCells(), limitCells(), readingCells()} {
		cells = append(cells, part...)
	}
	covered, excused := 0, 0
	for _, c := range cells {
		if c.never != "" {
			excused++
			t.Logf("%s cannot occur: %s", c.name, c.never)
			continue
		}
		if !slices.ContainsFunc(cases, c.covers) {
			t.Errorf("no case covers: %s", c.name)
			continue
		}
		covered++
	}
	t.Logf("%d cases; %d of %d cells covered, %d cannot occur", len(cases), covered, len(cells), excused)
}

// gateCells: a gate holds where it had something to hold against; it fails or
// is unknown where it is the headline.
func gateCells() []cell {
	var cells []cell
	for _, name := range verdict.GateNames {
		for _, truth := range []verdict.Truth{verdict.Yes, verdict.No, verdict.Maybe} {
			c := cell{name: fmt.Sprintf("gate %s, %s", name, truth)}
			switch {
			case truth == verdict.Yes:
				c.covers = func(j judgedCase) bool { return j.v.Gate(name).Holds == verdict.Yes && j.matters(name) }
			case truth == verdict.Maybe && (name == verdict.GateFeedback || name == verdict.GateThreads):
				// Both are known as soon as their surface was read; unread, nothing is.
				surface := map[verdict.GateName]pull.Surface{verdict.GateFeedback: pull.SurfaceComments, verdict.GateThreads: pull.SurfaceThreads}[name]
				c.covers = func(j judgedCase) bool {
					_, missing := j.s.Missing(surface)
					return missing && j.v.Gate(name).Holds == verdict.Maybe && j.v.Why.Code == "gap"
				}
			default:
				c.covers = func(j judgedCase) bool { return j.v.Gate(name).Holds == truth && j.v.Why.Gate == name }
			}
			cells = append(cells, c)
		}
	}
	return cells
}

// matters: the world holds something that the gate looks at.
func (j judgedCase) matters(name verdict.GateName) bool {
	role := func(role policy.Role) bool {
		return slices.ContainsFunc(j.p.Reviewers, func(r policy.Reviewer) bool { return r.Role == role })
	}
	switch name {
	case verdict.GateFeedback:
		return len(j.v.Items) > 0
	case verdict.GateThreads:
		return slices.ContainsFunc(j.v.Items, func(st feedback.Standing) bool { return st.Item.Thread != "" })
	case verdict.GateReviewers:
		return role(policy.Required)
	case verdict.GateLast:
		return role(policy.Last)
	case verdict.GateChecks:
		return slices.ContainsFunc(j.s.Checks, func(c pull.Check) bool { return c.Required })
	}
	return j.s.Mergeable != nil
}

func phaseCells() []cell {
	phases := []verdict.Phase{verdict.Working, verdict.Waiting, verdict.NeedsYou, verdict.Blocked, verdict.Paused, verdict.Ready, verdict.Ended}
	var cells []cell
	for _, from := range phases {
		for _, to := range phases {
			if from != to {
				cells = append(cells, cell{name: fmt.Sprintf("from %s to %s", from, to), covers: func(j judgedCase) bool {
					return j.was == from && j.v.Phase == to
				}})
			}
		}
	}
	return cells
}

func readingCells() []cell {
	var cells []cell
	for _, word := range []feedback.ReadingWord{feedback.Clean, feedback.Answered, feedback.Dirty, feedback.Pending, feedback.Lagging, feedback.Absent, feedback.Silent, feedback.Refused} {
		for _, role := range []policy.Role{policy.Required, policy.Last} {
			c := cell{name: fmt.Sprintf("a %s reviewer is %s", role, word), covers: func(j judgedCase) bool {
				return slices.ContainsFunc(j.v.Readings, func(r feedback.Reading) bool { return r.Word == word && r.Role == string(role) })
			}}
			cells = append(cells, c)
		}
	}
	return cells
}

func limitCells() []cell {
	unread := "decide does not read it yet; it belongs to the facts of convergence"
	cells := append(countCells(), timeCells()...)
	for _, name := range []string{"active time", "wall time", "findings born from fixes", "alternations"} {
		cells = append(cells, cell{name: "limit of " + name, never: unread})
	}
	return append(cells, cell{name: "limit of a last reviewer's waits", never: "it is read with the reviewers' own stage order; asks and windows bound the wait until then"})
}

func countCells() []cell {
	return []cell{
		{name: "rounds, below", covers: func(j judgedCase) bool { return j.h.Rounds > 0 && j.h.Told.Raised == 0 && j.wishes("triage/") }},
		{name: "rounds, spent", covers: func(j judgedCase) bool { return j.why("rounds") }},
		{name: "rounds, spent and raised", covers: func(j judgedCase) bool {
			return j.h.Rounds >= j.p.Limits.Rounds && j.h.Told.Raised > 0 && j.wishes("triage/")
		}},
		{name: "rounds, the last one under way", covers: func(j judgedCase) bool {
			return j.h.Rounds >= j.p.Limits.Rounds && !j.why("rounds") && j.v.Why.Code == "feedback_open" && j.v.Items[0].Judgment == nil
		}},
		{name: "attempts, below", covers: func(j judgedCase) bool { return len(j.h.Failures) > 0 && j.wishes("fix/") && !j.why("attempts") }},
		{name: "attempts, spent", covers: func(j judgedCase) bool { return j.why("attempts") && !j.wishes("fix/") }},
		{name: "cost, below", covers: func(j judgedCase) bool { return j.h.Spent > 0 && j.h.Spent < j.p.Limits.Cost && j.wishes("fix/") }},
		{name: "cost, spent", covers: func(j judgedCase) bool { return j.why("cost") }},
		{name: "cost, spent and a fix waits for its push", covers: func(j judgedCase) bool {
			return j.h.Spent >= j.p.Limits.Cost && j.wishes("push/")
		}},
		{name: "asks, below", covers: func(j judgedCase) bool { return j.v.Why.Code == "reviewer_silent" && j.wishes("ask/") }},
		{name: "asks, spent", covers: func(j judgedCase) bool { return j.v.Why.Code == "reviewer_silent" && !j.wishes("ask/") }},
		{name: "reruns, below", covers: func(j judgedCase) bool { return j.p.Limits.Reruns > 0 && j.wishes("rerun/") }},
		{name: "reruns, spent", covers: func(j judgedCase) bool { return j.p.Limits.Reruns > 0 && j.v.Why.Code == "checks_cancelled" }},
		{name: "commits of a rebase, below", covers: func(j judgedCase) bool { return j.wishes("rebase/") }},
		{name: "commits of a rebase, above", covers: func(j judgedCase) bool {
			return len(j.s.Commits) > j.p.Branch.RebaseMaxCommits && j.wishes("update/")
		}},
		{name: "attempts to bring branch and base together, spent", covers: func(j judgedCase) bool {
			return len(j.v.Why.Children) > 0 && j.v.Why.Children[0].Code == "join_failed"
		}},
		{name: "approvals, below", covers: func(j judgedCase) bool { return j.v.Why.Code == "reviewer_absent" && j.v.Why.Subject == policy.People }},
		{name: "approvals, given", covers: func(j judgedCase) bool {
			return slices.ContainsFunc(j.p.Reviewers, func(r policy.Reviewer) bool { return r.Approvals > 0 }) && j.v.Why.Code == "marking_ready"
		}},
	}
}

// timeCells: each wait before its end, and after it.
func timeCells() []cell {
	code := func(code string) func(judgedCase) bool {
		return func(j judgedCase) bool { return j.v.Why.Code == code }
	}
	return []cell{
		{name: "window of an ask, within", covers: func(j judgedCase) bool { return j.v.Why.Code == "reviewer_pending" && j.v.Why.Until.After(noon) }},
		{name: "window of an ask, over", covers: func(j judgedCase) bool { return j.v.Why.Code == "reviewer_silent" && !j.v.Why.Until.After(noon) }},
		{name: "window by policy, over", covers: func(j judgedCase) bool { return j.p.Reviewers[0].MaxWait > 0 && j.v.Why.Code == "reviewer_silent" }},
		{name: "back-off, within", covers: code("backing_off")},
		{name: "back-off, over", covers: judgedCase.retries},
		{name: "lag behind our push, within", covers: code("behind_push")},
		{name: "lag behind our push, over", covers: func(j judgedCase) bool {
			return j.h.High.Pushed != "" && j.h.High.Pushed != j.s.Head && j.v.Why.Code == "marking_ready"
		}},
		{name: "lag behind an item, within", covers: code("behind_item")},
		{name: "lag behind an item, over", covers: func(j judgedCase) bool {
			return slices.ContainsFunc(j.v.Items, func(st feedback.Standing) bool {
				return st.Item.Version.Less(j.h.High.Versions[st.Item.ID].Version)
			})
		}},
		{name: "lag of an undone fix, within", covers: func(j judgedCase) bool { return j.h.Deed("push/f1").State == journal.Done && j.wishes("fix/") }},
		{name: "lag of an undone fix, over", covers: func(j judgedCase) bool { return j.why("undone") }},
		{name: "lag of our resolve, within", covers: func(j judgedCase) bool { return j.v.Why.Code == "threads_awaiting" && j.v.Items[0].LeftOpen == "" }},
		{name: "lag of our resolve, over", covers: func(j judgedCase) bool {
			return slices.ContainsFunc(j.v.Items, func(st feedback.Standing) bool { return st.LeftOpen == "reopened" })
		}},
		{name: "lag of ready, within", covers: code("ready_not_visible")},
		{name: "lag of ready, over", covers: code("set_back")},
		{name: "doubt about a push, within", covers: code("push_in_doubt")},
		{name: "doubt about another deed, within", covers: code("in_doubt")},
		{name: "doubt, over", covers: judgedCase.concludes},
		{name: "rebuilt memory, within", covers: code("memory_rebuilt")},
		{name: "rebuilt memory, over", covers: func(j judgedCase) bool {
			return len(Adopt(j.s, j.h, j.p, noon)) > 0 && j.v.Why.Code != "memory_rebuilt" && j.s.Threads[0].Comments[1].CreatedAt.Before(j.h.Born)
		}},
		{name: "quiet window, within", covers: code("quiet")},
		{name: "quiet window, over at this second", covers: func(j judgedCase) bool {
			return j.v.Why.Code == "marking_ready" && noon.Equal(j.h.Change.Add(j.p.Timing.Quiet))
		}},
		{name: "a required check that is not there, on a young head", covers: func(j judgedCase) bool { return j.v.Why.Code == "checks_pending" && !j.v.Why.Until.IsZero() }},
		{name: "a required check that is not there, after all has been still", covers: code("checks_never")},
		{name: "merge state after our push, within", covers: func(j judgedCase) bool {
			return j.s.Head == j.h.High.Pushed && j.s.Merge == pull.MergeDirty && j.v.Why.Code == "merge_unknown"
		}},
		{name: "merge state that nothing explains, within", covers: func(j judgedCase) bool { return j.v.Why.Code == "merge_unexplained" && j.v.Phase == verdict.Waiting }},
		{name: "merge state that nothing explains, over", covers: func(j judgedCase) bool { return j.v.Why.Code == "merge_unexplained" && j.v.Phase == verdict.Blocked }},
		{name: "lag of a rerun, within", covers: code("checks_rerun")},
		{name: "checks on a young head", covers: code("checks_absent")},
		{name: "checks on an older head", covers: func(j judgedCase) bool { return len(j.s.Checks) == 0 && j.v.Phase == verdict.Ready }},
		{name: "the floor of the poll", covers: func(j judgedCase) bool { return j.v.Wake.Equal(noon.Add(10 * time.Minute)) }},
	}
}

func (j judgedCase) wishes(prefix string) bool {
	return slices.ContainsFunc(j.v.Actions, func(a action.Action) bool { return strings.HasPrefix(string(a.Key), prefix) })
}

func (j judgedCase) why(word string) bool {
	return slices.ContainsFunc(j.v.Items, func(st feedback.Standing) bool { return st.Why == word })
}

// retries: a key is wished again whose time to wait has passed.
func (j judgedCase) retries() bool {
	return slices.ContainsFunc(j.v.Actions, func(a action.Action) bool {
		until := j.h.Deed(a.Key).NotBefore
		return !until.IsZero() && !until.After(noon)
	})
}

// concludes: a doubtful deed is given up, because it is not there.
func (j judgedCase) concludes() bool {
	for _, deed := range j.h.Deeds {
		if did, known := Look(j.s, deed, j.p, noon); deed.State == journal.Doubtful && known && did.State == journal.Lapsed {
			return true
		}
	}
	return false
}
