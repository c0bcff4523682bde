package decide

import (
	"strings"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
)

// shortest is how many digits of a commit's id a person's file gives at least.
const shortest = 7

// byWord: a person, or a file of theirs, names the commit that settled the item.
// A change counts where the pull request holds that commit; what was so before
// rests on the person's word, as every answer of theirs does.
func (j *judge) byWord(st *feedback.Standing, word feedback.Judgment) bool {
	if word.Source != feedback.ByPerson || word.Commit == "" || word.Defer != "" {
		return false
	}
	commit, held := j.held(word.Commit)
	switch word.Class {
	case feedback.Valid:
		st.Disposition, st.Commit = feedback.Fixed, commit
		if !held {
			st.Disposition, st.Why = feedback.Escalated, "not_in_head"
		}
	case feedback.AlreadyFixed:
		st.Disposition, st.Commit = feedback.AlreadyAddressed, commit
	default:
		return false
	}
	return true
}

// held gives the commit of the pull request that an id, or the beginning of
// one, names.
func (j *judge) held(id pull.Oid) (pull.Oid, bool) {
	if len(id) < shortest {
		return "", false
	}
	for _, commit := range j.s.Commits {
		if strings.HasPrefix(string(commit), strings.ToLower(string(id))) {
			return commit, true
		}
	}
	return "", false
}
