package inventory

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/payload"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/strictjson"
)

// Judgments is what the file says of the asks, in a person's name, whole or
// refused (*strictjson.Refusal): the file is of this pull request and handed over,
// each item is found, each commit of a fix is in the branch and newer than the
// work's beginning.
func (f File) Judgments(a payload.Asks) ([]feedback.Judgment, error) {
	if err := f.meant(a); err != nil {
		return nil, err
	}
	var judgments []feedback.Judgment
	var problems []strictjson.Problem
	seen := map[feedback.ItemID]int{}
	for n, item := range f.Items {
		path := fmt.Sprintf("items[%d]", n)
		st, ok := find(item, a)
		if first, twice := seen[st.Item.ID]; ok && twice {
			problems = append(problems, strictjson.Problem{Path: path, Rule: "duplicateItem", Reason: fmt.Sprintf("%s is items[%d] already", item.name(), first)})
			continue
		}
		if !ok {
			problems = append(problems, strictjson.Problem{Path: path, Rule: "knownItem", Reason: fmt.Sprintf("%s is nothing that is open to an answer on %s", item.name(), a.Ref)})
			continue
		}
		seen[st.Item.ID] = n
		e, err := item.entry(f.Recovery.Handed)
		if err != nil {
			return nil, err // Check has let it through
		}
		j := e.judgment(st, a)
		judgments = append(judgments, j)
		problems = append(problems, f.audit(path, e, st, j, a)...)
	}
	return judgments, strictjson.Refuse(problems...)
}

// meant refuses a file of another pull request, and one that was not handed on.
func (f File) meant(a payload.Asks) error {
	if !strings.EqualFold(f.PR.Owner, a.Ref.Owner) || !strings.EqualFold(f.PR.Repo, a.Ref.Repo) || f.PR.Number != a.Ref.Number {
		return strictjson.Refuse(strictjson.Problem{Path: "pr", Rule: "pullRequestMatch", Reason: fmt.Sprintf("the file is for %s/%s#%d, this is %s", f.PR.Owner, f.PR.Repo, f.PR.Number, a.Ref)})
	}
	switch what, err := f.Recovery.Resume(); {
	case err != nil:
		return err // Check has let it through
	case what == ResumeOrDiscard:
		return strictjson.Refuse(strictjson.Problem{Path: "crash_recovery", Rule: string(what), Reason: "the work broke off at " + f.Recovery.Phase + ": resume it with settle run, or discard the file"})
	case what == Orphan:
		return strictjson.Refuse(strictjson.Problem{Path: "crash_recovery", Rule: string(what), Reason: "the file says that everything was answered, and may go"})
	}
	return nil
}

// find pairs an item with an ask: by its id, and a review summary without one by
// its author and its beginning, if that names a single one.
func find(i Item, a payload.Asks) (feedback.Standing, bool) {
	var found []feedback.Standing
	for _, st := range a.Standings {
		id := string(st.Item.ID)
		switch {
		case i.Kind == Thread && value(i.ThreadID) != "" && st.Item.Thread == *i.ThreadID,
			i.Kind == Conversation && i.IssueComment != nil && id == fmt.Sprintf("c%d", *i.IssueComment),
			i.Kind == Summary && i.Review != nil && strings.HasPrefix(id, fmt.Sprintf("r%d.", *i.Review)) && sameAt(i, st),
			i.Kind == Summary && i.Review == nil && id[0] == 'r' && author(st.Item) == i.Author && strings.HasPrefix(st.Item.Body, i.Excerpt):
			found = append(found, st)
		}
	}
	if len(found) != 1 {
		return feedback.Standing{}, false
	}
	return found[0], true
}

// sameAt tells the findings of one review apart, where the file does.
func sameAt(i Item, st feedback.Standing) bool {
	if i.Ours == nil {
		return true
	}
	id, _, _ := strings.Cut(i.Ours.At, "@")
	return id == string(st.Item.ID)
}

// judgment is the entry as a person's word. What was skipped is answered and
// never closed; what was filed is a person's to decide.
func (e Entry) judgment(st feedback.Standing, a payload.Asks) feedback.Judgment {
	j := feedback.Judgment{
		At: st.Item.At(), Class: e.Class, Reason: e.Reason, Reply: e.Reply, Source: feedback.ByPerson, Defer: e.Defer,
		Commit: pull.Oid(strings.ToLower(e.Commit)), Primary: e.primary(a),
	}
	switch e.Disposition {
	case feedback.Fixed:
		j.Class, j.Reason = feedback.Valid, e.Summary
	case feedback.AlreadyAddressed:
		j.Class = feedback.AlreadyFixed
		if hunk.MatchString(e.Summary) {
			j.Evidence = []feedback.Evidence{{Kind: "hunk", Text: e.Summary}}
		}
	case feedback.Declined:
		j.KeepOpen, j.Commit = true, ""
		if e.Class != feedback.Stale {
			j.Class = feedback.Invalid
		}
	default:
		j.Class, j.KeepOpen, j.Commit = feedback.NeedsHuman, true, ""
		j.Question = &feedback.Question{Text: e.Reason, Investigated: e.Summary}
	}
	return j
}

// hunk: a text that shows lines of a difference.
var hunk = regexp.MustCompile(`(?m)^[+-]`)

func (e Entry) primary(a payload.Asks) feedback.ItemID {
	for _, st := range a.Standings {
		if e.Duplicate != "" && (st.Item.Thread == e.Duplicate || string(st.Item.ID) == "c"+e.Duplicate || string(st.Item.ID) == e.Duplicate) {
			return st.Item.ID
		}
	}
	return ""
}

// inner are words of tools that no reviewer should read.
var inner = regexp.MustCompile(`\bESCALATE\b|\bcrash_recovery\b|\b[Ss]kill [AB]\b|\bbd (?:label|update|human|create)\b|\bbeads?\b`)

// audit holds one entry against the branch and against what was said since.
func (f File) audit(path string, e Entry, st feedback.Standing, j feedback.Judgment, a payload.Asks) []strictjson.Problem {
	var problems []strictjson.Problem
	wrong := func(key, rule, why string) {
		problems = append(problems, strictjson.Problem{Path: path + "." + key, Rule: rule, Reason: why})
	}
	_, held := a.Snapshot.Holds(j.Commit)
	switch {
	case a.Repeated(j), e.At != (feedback.At{}) && e.At != st.Item.At():
		problems = append(problems, payload.Repetition(path))
	case e.Disposition == feedback.Fixed && !held:
		wrong("fix_commit_sha", "commitInPullRequest", e.Commit+" is no commit of "+a.Ref.String())
	case e.Disposition == feedback.Fixed && !f.newer(j.Commit, a):
		wrong("fix_commit_sha", "commitAfterInventory", e.Commit+" is not newer than "+f.PR.Before)
	case e.Duplicate != "" && j.Primary == "":
		wrong("duplicate_of", "knownItem", "names no item of the pull request")
	case e.Reply != "" && inner.MatchString(e.Reply):
		wrong("rationale", "internalWords", "is read by reviewers, and holds words of our tools")
	}
	return append(problems, payload.Sayable(path+".rationale", j)...)
}

// newer: a commit stands behind the head at which the work began. Where that is
// no commit of the pull request, nothing is known against it.
func (f File) newer(commit pull.Oid, a payload.Asks) bool {
	before, known := a.Snapshot.Holds(pull.Oid(f.PR.Before))
	full, _ := a.Snapshot.Holds(commit)
	for _, one := range a.Snapshot.Commits {
		switch one {
		case full:
			return !known
		case before:
			return true
		}
	}
	return !known
}
