package payload

import (
	"fmt"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/strictjson"
)

// Asks is what a file is held against: a pull request's asks as they stand,
// what was judged of them before, and the commits it holds.
type Asks struct {
	Ref       pull.Ref
	Standings []feedback.Standing
	Judged    map[feedback.ItemID]feedback.Judgment // newest, of any version
	Snapshot  pull.Snapshot
	Detached  bool // what was stored about the asks is not asked for
}

// found pairs the rows of a file with asks. It refuses a row that names none,
// and a second row for one ask, whichever of its two names it uses.
func (a Asks) found(list, key string, ids []string) ([]feedback.Standing, []strictjson.Problem) {
	rows := make([]feedback.Standing, len(ids))
	first := map[feedback.ItemID]int{}
	var problems []strictjson.Problem
	for i, id := range ids {
		path := strictjson.At(strictjson.Nth(list, i), key)
		st, known := a.named(id)
		earlier, twice := first[st.Item.ID]
		switch {
		case !known:
			problems = append(problems, strictjson.Problem{Path: path, Rule: "knownThreadId", Reason: fmt.Sprintf("%s is no thread and no item of %s", strictjson.Printed(id), a.Ref)})
		case twice:
			problems = append(problems, strictjson.Problem{Path: path, Rule: "duplicateThreadId", Reason: fmt.Sprintf("%s is named by %s already", st.Item.ID, strictjson.Nth(list, earlier))})
		default:
			first[st.Item.ID], rows[i] = i, st
		}
	}
	return rows, problems
}

func (a Asks) named(id string) (feedback.Standing, bool) {
	for _, st := range a.Standings {
		if id == string(st.Item.ID) || id == st.Item.Thread && id != "" {
			return st, true
		}
	}
	return feedback.Standing{}, false
}

// owed are the threads that a judgment of all of them must name: unresolved,
// and not answered since their last word.
func (a Asks) owed() []feedback.Standing {
	var owed []feedback.Standing
	for _, st := range a.Standings {
		if st.Item.Thread != "" && !st.Item.Resolved && !st.Item.FYI && !st.Replied {
			owed = append(owed, st)
		}
	}
	return owed
}

// Repeated: the file says of an ask what was said before its newest word, so
// that it cannot know of that word. It would answer it with the same sentence.
func (a Asks) Repeated(next feedback.Judgment) bool {
	old, ok := a.Judged[next.At.Item]
	return ok && old.Source == feedback.ByPerson && old.At != next.At && old.Class == next.Class &&
		old.Reason == next.Reason && old.Reply == next.Reply && old.Commit == next.Commit
}

// Repetition is the problem of a row that is Repeated.
func Repetition(path string) strictjson.Problem {
	return strictjson.Problem{Path: path, Rule: "freshJudgment", Reason: "somebody has spoken on it since this was said of it; judge it again"}
}

// firstOf is the first text with something in it.
func firstOf(texts ...string) string {
	for _, text := range texts {
		if !blank(text) {
			return text
		}
	}
	return ""
}
