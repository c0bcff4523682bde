package decide

import (
	"path"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verdict"
)

// catchUp is the first part of rule 10: a branch that conflicts with its base,
// or is behind where the host wants it up to date, is brought up with it before
// anything else is changed. The work yields a commit; it is proven and pushed
// like a fix. It reports that the head is going to be replaced.
func (j *judge) catchUp() bool {
	code := j.apart()
	if code == "" {
		return false
	}
	if until, old := j.mergeVoid(); old {
		j.until(until)
		j.oweBranch("merge_unknown")
		return true
	}
	if done, ok := j.joined(); ok {
		j.oweBranch(code)
		j.proveOrPush(done)
		return true
	}
	key := j.joinKey()
	if refused, ok := j.mendable(key); ok {
		j.oweBranch(code)
		j.funnel.wish(j.repair(refused))
		return true
	}
	if deed := j.h.Deed(key); deed.State == journal.Done || deed.State == journal.Barred || deed.Lapses >= j.p.Limits.Attempts {
		return false // the gate says what is left
	}
	j.oweBranch(code)
	j.funnel.wish(action.Action{
		Kind: action.Work, Key: key, Expect: action.Expect{Head: j.s.Head},
		Work: &action.WorkOrder{Task: key.Task(), Head: j.s.Head, Base: j.baseTip()},
	})
	return true
}

// apart says how the branch and its base have come apart, where that is ours to
// mend; empty: it is not, or they have not. Without the repository's own checks
// nothing is pushed.
func (j *judge) apart() string {
	switch {
	case !j.p.Verify.Given() || j.stop.Code != "":
	case j.conflicting() && j.p.Branch.Conflict != "ask":
		return "conflict"
	case j.s.Merge == pull.MergeBehind && !j.conflicting() && j.p.Gates.Behind == "update":
		return "behind"
	}
	return ""
}

// joinKey names the work: a rebase where policy wants one and the branch is
// ours alone, short and not protected; else a merge of the base.
func (j *judge) joinKey() action.Key {
	rebase := j.conflicting() && j.p.Branch.Conflict == "rebase" && j.oursAlone() && len(j.s.Commits) <= j.p.Branch.RebaseMaxCommits
	if rebase {
		return action.RebaseKey(j.s.Head, j.baseTip())
	}
	return action.UpdateKey(j.s.Head, j.baseTip())
}

func (j *judge) baseTip() pull.Oid {
	if j.s.BaseTip != "" {
		return j.s.BaseTip
	}
	return j.s.Base
}

// neverRewritten are names of branches that others build on.
var neverRewritten = []string{"main", "master", "trunk", "develop", "release/*", "release-*", "stable/*"}

// oursAlone: our account opened the pull request from a branch of its own, and
// nobody else has pushed since we look at it. Who made the commits is looked at
// again in git.
func (j *judge) oursAlone() bool {
	owner, _, _ := strings.Cut(j.s.HeadRepo, "/")
	switch {
	case !same(j.s.Author.Login, j.s.Viewer.Login), j.s.Fork && !same(owner, j.s.Viewer.Login):
		return false
	case slices.ContainsFunc(neverRewritten, func(pattern string) bool { ok, _ := path.Match(pattern, j.s.HeadRef); return ok }):
		return false
	}
	return !slices.ContainsFunc(j.h.Heads[min(1, len(j.h.Heads)):], func(head journal.Head) bool { return !head.Ours })
}

// busyWith says of a running work what keeps the head from being shown, where
// no item does.
func (j *judge) busyWith(key action.Key) {
	if code := j.apart(); code != "" && key.Task() != action.Fix {
		j.oweBranch(code)
	}
}

func (j *judge) oweBranch(code string) {
	j.owed = append(j.owed, verdict.Reason{Gate: verdict.GateMergeable, Code: code, Holds: verdict.No, Subject: j.s.BaseRef})
}
