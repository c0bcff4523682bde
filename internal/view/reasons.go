package view

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/verdict"
)

// said holds the sentence of every code that decide gives. %s is the subject.
var said = map[string]string{
	"merged": "the pull request was merged", "closed": "the pull request was closed without a merge",
	"moved":       "the repository is %s now",
	"gone":        "the pull request is not there any more, or not for this account",
	"access_lost": "%s may not see the repository any more",
	"ready":       "everything holds at %s",
	"watching":    "all holds at %s, watched until merged or closed",

	"pushed_over": "somebody else pushed %s; policy stops here", "head_reset": "%s reset the branch; policy stops here",
	"retargeted": "%s changed the base branch; policy stops here",
	"queued":     "it stands in the merge queue of %s and is not touched", "landed": "%s came in meanwhile and waits",
	"stacked": "it stands on %s, which is still a draft and comes first",

	"stopped": "stopped by %s; the branch is theirs", "paused": "paused by %s",
	"policy_broken": "the policy file cannot be used: %s", "own_draft_review": "%s has a draft review open here; replies would vanish into it",

	"gap":         "not everything was read",
	"behind_push": "GitHub does not show our push of %s yet", "behind_item": "GitHub does not show the newest word on %s yet",
	"memory_rebuilt": "this memory is new; what a former run still had under way is waited out",
	"push_in_doubt":  "it is not known yet whether the push of %s arrived", "under_way": "%s is under way", "in_doubt": "it is not known yet whether this happened: %s",

	"feedback_open": "feedback does not hold", "unjudged": "%s is not judged yet", "to_fix": "%s is still to be changed",
	"asking": "the person at the terminal is asked", "follow_up_due": "what %s found goes into a pull request of its own", "needs_decision": "%s needs a decision", "answer_due": "%s is still to be answered", "resolve_due": "the thread of %s is still to be closed",
	"born_from_fix": "%s findings sit in lines that our own fixes brought; fixing was stopped", "born_here": "%s is about lines of a fix",
	"brought_by": "%s brought the lines", "alternation": "the same lines were put back %s times; fixing was stopped",
	"no_progress": "after each of the last %s pushes all that was fixed came back; fixing was stopped",
	"active_time": "the time allowed for work on this pull request is used up", "wall_time": "the time allowed for this pull request is used up",

	"fork_gone": "the repository of the head branch %s was deleted; nothing can be pushed to it",
	"fork_shut": "the head branch lives in %s, which does not let maintainers edit it (the fork of an organisation never does)",
	"no_write":  "%s may not push to the head branch",

	"backing_off": "%s failed and is tried again later", "not_allowed": "GitHub does not let this account do it: %s",

	"threads_unresolved":    "the thread of %s is unresolved, and policy wants all resolved",
	"host_wants_resolution": "the thread of %s is unresolved, and the host requires conversation resolution",
	"threads_awaiting":      "the thread of %s waits for the head's checks before it is closed",

	"reviewer_clean": "%s is clean", "reviewer_answered": "every finding of %s is answered, but it has not come back clean",
	"reviewer_dirty": "%s has findings at this head", "reviewer_pending": "%s is asked and has not answered yet",
	"reviewer_lagging": "%s has answered, but not all of its findings are visible yet",
	"reviewer_lagged":  "%s announced findings that do not show up", "reviewer_absent": "%s has not looked at this head",
	"reviewer_silent": "%s was asked and stayed silent", "reviewer_refused": "%s refuses to review now",

	"checks_pending": "check %s has not finished", "checks_failed": "check %s failed",
	"checks_absent": "no check has reported on %s yet", "checks_never": "the required check %s has not come, and nothing here makes it",
	"checks_other_app": "%s is not from the app that the rules name", "checks_approval": "check %s waits for a maintainer's approval, which is never given by settle",
	"checks_cancelled": "check %s was cancelled or broke off", "checks_rerun": "check %s was started again; GitHub does not show it yet",
	"rerun_due": "check %s broke off and is started again",
	"conflict":  "the branch conflicts with %s", "merge_unknown": "GitHub has not worked out yet whether the branch merges into %s",
	"join_undone": "it was brought together with %s, and that was taken out again",
	"join_red":    "together with %s it does not pass the repository's checks", "refused_by": "refused by %s", "refused_before": "refused as before by %s", "join_failed": "nobody could bring it together with %s",
	"merge_restricted": "a rule of the host holds up the merge: %s", "merge_unexplained": "GitHub says that the merge into %s is blocked, and nothing that can be read explains it",
	"merge_wants_review": "merging into %s needs a review", "merge_wants_changes": "somebody's request for changes holds up the merge into %s",
	"merge_wants_resolution": "merging into %s needs every thread resolved", "merge_wants_check": "merging needs the check %s",
	"behind": "the branch is behind %s", "unstable": "check %s makes the merge state unstable",

	"file_applied": "what the file asks for is done; the rest of the pull request was left alone",
	"one_item":     "%s is done; the rest of the pull request was left alone", "tidying": "one thing is left to tidy: %s", "quiet": "something changed a moment ago; ready is said when nothing more comes",
	"marking_ready": "everything holds at %s; it is being marked ready for review", "ready_not_visible": "it was marked ready; GitHub does not show that yet",
	"mark_ready_yourself": "everything holds; marking it ready again is yours", "set_back": "%s set it back to draft at this head; it is not marked again",
}

var fullOid = regexp.MustCompile(`^[0-9a-f]{40,64}$`)

// keyed codes have a deed's key as their subject.
var keyed = []string{"in_doubt", "under_way", "backing_off", "not_allowed", "tidying"}

// Reason is one sentence for one node of a verdict's tree, without its times
// and children and without a full stop. A code that this release does not know
// is printed as it is, so that nothing is ever silent.
func Reason(r verdict.Reason) string { return because(r, same) }

func same(id string) string { return id }

// because words a reason; name says how an item's id is printed.
func because(r verdict.Reason, name func(string) string) string {
	if surface, ok := strings.CutPrefix(r.Code, "gap_"); ok {
		if r.Subject == "" {
			return surface + " could not be read"
		}
		return surface + ": " + r.Subject
	}
	if r.Code == "born_here" && len(r.Children) == 1 {
		return fmt.Sprintf("%s is about lines that %s brought, a fix of ours", name(r.Subject), shortOid(r.Children[0].Subject))
	}
	text, ok := said[r.Code]
	subject := name(r.Subject)
	switch {
	case !ok:
		return strings.TrimSpace(spaced(r.Code) + " " + subject)
	case !strings.Contains(text, "%s"):
		return text
	case slices.Contains(keyed, r.Code):
		subject = deedWords(action.Key(r.Subject), name)
	case subject == "":
		subject = "somebody"
	case fullOid.MatchString(subject):
		subject = shortOid(subject)
	}
	return fmt.Sprintf(text, subject)
}

// Headline is the sentence of a verdict: its reason, how many more there are,
// and what stands behind it.
func Headline(v verdict.Verdict) string { return headline(v, same) }

func headline(v verdict.Verdict, name func(string) string) string {
	text, n := because(v.Why, name), len(v.Why.Children)
	switch {
	case v.Why.Code == "":
		return "nothing was decided yet"
	case v.Halt != nil:
		return text // what led to it has a page of its own
	case n == 0:
		return text
	case parted(v.Why, name) != "":
		text += parted(v.Why, name)
		n--
	case v.Why.Code == "feedback_open":
		return fmt.Sprintf("%s (%s)", text, plural(len(subjects(v.Why.Children)), "open item"))
	case v.Why.Code == "gap", v.Why.Code == "backing_off", v.Why.Code == "not_allowed":
		text += ": " + because(v.Why.Children[0], name)
		n--
	}
	if n > 0 {
		text += fmt.Sprintf(" (and %d more)", n)
	}
	return text
}

// parted says why a branch and its base stay apart although they were brought
// together, and what refused it; empty where nobody tried.
func parted(r verdict.Reason, name func(string) string) string {
	i := slices.IndexFunc(r.Children, func(child verdict.Reason) bool { return strings.HasPrefix(child.Code, "join_") })
	if i < 0 {
		return ""
	}
	text := ": " + because(r.Children[i], name)
	for _, cause := range r.Children[i].Children {
		text += ", " + because(cause, name)
	}
	return text
}

// subjects lists the different subjects of reasons: an item may owe two things.
func subjects(reasons []verdict.Reason) []string {
	var names []string
	for _, r := range reasons {
		if !slices.Contains(names, r.Subject) {
			names = append(names, r.Subject)
		}
	}
	return names
}
