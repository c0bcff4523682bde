package decide

import "github.com/settlehq/settle/internal/feedback"

// byWord: a person, or a file of theirs, names the commit that settled the item.
// A change counts where the pull request holds that commit; what was so before
// rests on the person's word, as every answer of theirs does.
func (j *judge) byWord(st *feedback.Standing, word feedback.Judgment) bool {
	if word.Source != feedback.ByPerson || word.Commit == "" || word.Defer != "" {
		return false
	}
	commit, held := j.s.Holds(word.Commit)
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
