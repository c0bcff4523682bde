package decide

import (
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
)

// correct belongs to rule 8: an answer of ours that cites a commit which a
// rebase has made anew is rewritten, not said again. Our own commits are known
// by their trailers, whoever rebased them; others by what our rebase made of
// them.
func (j *judge) correct(st feedback.Standing) {
	if !st.Replied {
		return
	}
	comment, found := j.answerOf(action.ReplyKey(st.Item.At(), st.Disposition))
	if !found {
		return
	}
	for _, was := range cited(st) {
		is := j.became(st, was)
		if is == "" || is == was || !strings.Contains(comment.Body, was.Short()) {
			continue
		}
		j.funnel.wish(action.Action{
			Kind: action.Tell, Key: action.TellKey("correction", decimal(comment.ID), string(was)+" "+string(is)),
			Say:     &action.Say{Audience: "correction", Item: st.Item.At(), From: was, To: is},
			Comment: &action.CommentRef{ID: comment.ID, NodeID: comment.NodeID, Inline: st.Item.ReplyTo != 0},
		})
	}
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
