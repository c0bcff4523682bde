package api

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/view"
)

// Answer is a person's word on an item: exactly one field is set.
type Answer struct {
	Fix      string // it is right; guidance for the fix
	Decline  string // it stays as it is, for this reason
	Defer    string // it is tracked at this public link; new: an issue is opened for it
	Escalate string // it waits for a person, who is asked this
}

// ErrNoAnswer says that a word cannot be taken as an answer.
var ErrNoAnswer = errors.New("not an answer")

// Judge makes the judgment that an answer is. It holds for the item as it stands
// now: a newer word on it voids the answer. What is already in the branch is not
// taken back by a word.
func (a Answer) Judge(st feedback.Standing) (feedback.Judgment, error) {
	j := feedback.Judgment{At: st.Item.At(), Source: feedback.ByPerson}
	switch {
	case !a.One():
		return j, fmt.Errorf("%w: one of fix, decline, defer and escalate is wanted", ErrNoAnswer)
	case st.Disposition == feedback.Fixed:
		return j, fmt.Errorf("%w: %s is fixed in %s, which is in the branch; a new word on it, or a revert, opens it again", ErrNoAnswer, st.Item.ID, st.Commit.Short())
	case a.Fix != "":
		j.Class, j.Guidance, j.Reason = feedback.Valid, a.Fix, "decided by a maintainer"
	case a.Decline != "":
		j.Class, j.Reason = feedback.Invalid, a.Decline
	case a.Escalate != "":
		j.Class, j.Reason, j.Question = feedback.NeedsHuman, a.Escalate, asking(st, a.Escalate)
	case a.Defer == feedback.NewIssue:
		j.Class, j.Defer, j.Reason = feedback.NeedsHuman, a.Defer, "tracked in an issue of its own"
	default:
		if err := view.PublicLink(a.Defer, st.Item.URL); err != nil {
			return j, fmt.Errorf("%w: %w", ErrNoAnswer, err)
		}
		j.Class, j.Defer, j.Reason = feedback.NeedsHuman, a.Defer, "tracked elsewhere"
	}
	return j, nil
}

// One reports that exactly one field is set.
func (a Answer) One() bool {
	n := 0
	for _, text := range []string{a.Fix, a.Decline, a.Defer, a.Escalate} {
		if text != "" {
			n++
		}
	}
	return n == 1
}

// asking keeps what was found out before, under the person's own question.
func asking(st feedback.Standing, text string) *feedback.Question {
	q := feedback.Question{Text: text}
	if st.Judgment != nil && st.Judgment.Question != nil {
		q = *st.Judgment.Question
		q.Text = text
	}
	if st.Judgment != nil && q.Investigated == "" {
		q.Investigated = st.Judgment.Reason
	}
	return &q
}

// Answer writes a person's word on an item down.
func (a API) Answer(ctx context.Context, ref pull.Ref, item, who string, answer Answer) error {
	facts, err := a.House.Look(ctx, ref)
	if err != nil {
		return err
	}
	st, err := Find(facts, item)
	if err != nil {
		return err
	}
	j, err := answer.Judge(st)
	if err != nil {
		return err
	}
	return a.House.Tell(ctx, ref, journal.Told{Who: who, Word: journal.Answer, Judgment: &j})
}

// ReadAnswer reads one line of a person: a word, an item, and what is said of it
// ("decline t4821 amounts are whole cents").
func ReadAnswer(line string) (item string, answer Answer, err error) {
	word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	item, text, _ := strings.Cut(strings.TrimSpace(rest), " ")
	text = strings.TrimSpace(text)
	into := map[string]*string{"fix": &answer.Fix, "decline": &answer.Decline, "defer": &answer.Defer, "escalate": &answer.Escalate}[strings.ToLower(word)]
	switch {
	case into == nil:
		return "", Answer{}, fmt.Errorf("%w: %q is none of fix, decline, defer and escalate", ErrNoAnswer, word)
	case item == "" || text == "":
		return "", Answer{}, fmt.Errorf("%w: %s wants an item and a text", ErrNoAnswer, word)
	}
	*into = text
	return item, answer, nil
}
