package decide

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
)

// correct belongs to rule 8: an answer of ours that cites a commit which a
// rebase has made anew is rewritten, not said again. Our own commits are known
// by their trailers, whoever rebased them; others by what our rebase made of
// them, or, where somebody else made it, by what git finds.
func (j *judge) correct(st feedback.Standing) {
	if !st.Replied {
		return
	}
	key := action.ReplyKey(st.Item.At(), st.Disposition)
	comment, found := j.answerOf(key)
	if !found {
		return
	}
	for _, was := range cited(st) {
		says, is := j.calls(comment.ID, was), j.became(st, was)
		switch {
		case slices.Contains(j.s.Commits, says), !strings.Contains(comment.Body, says.Short()):
			continue
		case is == "" && !j.rewritten(j.h.Deed(key).SettledAt):
			continue
		}
		j.funnel.wish(action.Action{
			Kind: action.Tell, Key: action.TellKey("correction", decimal(comment.ID), string(says)+" "+string(cmp.Or(is, j.s.Head))),
			Say:     &action.Say{Audience: "correction", Item: st.Item.At(), From: says, To: is},
			Comment: &action.CommentRef{ID: comment.ID, NodeID: comment.NodeID, Inline: st.Item.ReplyTo != 0},
		})
	}
}

// calls is the name that a comment of ours has for a commit by now: what the
// corrections of it have put in place of the first one.
func (j *judge) calls(comment int64, commit pull.Oid) pull.Oid {
	prefix := "tell/correction/" + decimal(comment) + "/"
	for range len(j.h.Deeds) {
		next := pull.Oid("")
		for key, deed := range j.h.Deeds {
			if strings.HasPrefix(string(key), prefix) && deed.State == journal.Done && deed.Outcome.Moved[commit] != "" {
				next = deed.Outcome.Moved[commit]
			}
		}
		if next == "" || next == commit {
			break
		}
		commit = next
	}
	return commit
}

// rewritten: somebody else has told the branch's history anew since.
func (j *judge) rewritten(since time.Time) bool {
	return slices.ContainsFunc(j.s.Events, func(e pull.Event) bool {
		return e.Kind == "head_ref_force_pushed" && e.At.After(since) && j.h.Deed(action.PushKey(e.Commit)).State != journal.Done
	})
}

// answerOf finds our visible comment that carries a reply's mark.
func (j *judge) answerOf(key action.Key) (pull.Comment, bool) {
	digest := key.Digest()
	for _, c := range ourComments(j.s) {
		if slices.ContainsFunc(c.Marks, func(m markOf) bool { return m.Digest == digest && j.counts(c, m) }) {
			return c, true
		}
	}
	return pull.Comment{}, false
}

// cited are the commits that an answer may name.
func cited(st feedback.Standing) []pull.Oid {
	var commits []pull.Oid
	if st.Claim != nil {
		commits = append(commits, st.Claim.Commit)
	}
	if st.Judgment != nil {
		commits = append(commits, st.Judgment.Commit)
		for _, e := range st.Judgment.Evidence {
			commits = append(commits, e.Commit)
		}
	}
	return slices.DeleteFunc(commits, func(oid pull.Oid) bool { return oid == "" })
}

// became is the commit of today; empty where nothing tells.
func (j *judge) became(st feedback.Standing, was pull.Oid) pull.Oid {
	if slices.Contains(j.s.Commits, was) {
		return was
	}
	if st.Disposition == feedback.Fixed && st.Claim != nil && st.Claim.Commit == was {
		return st.Commit
	}
	for range len(j.h.Deeds) { // a branch may have been rebased more than once
		is := j.moved(was)
		if is == "" || slices.Contains(j.s.Commits, is) {
			return is
		}
		was = is
	}
	return ""
}

// moved is what a rebase of ours that was pushed made of a commit.
func (j *judge) moved(was pull.Oid) pull.Oid {
	for _, key := range j.keys() {
		deed := j.h.Deeds[key]
		if key.Task() == action.Rebase && deed.State == journal.Done && j.pushed(j.chainOf(deed)) {
			if is := deed.Outcome.Moved[was]; is != "" {
				return is
			}
		}
	}
	return ""
}
