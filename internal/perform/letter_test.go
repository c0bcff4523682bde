package perform_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/perform"
)

// mailbox keeps what was brought, or says why it was not.
type mailbox struct {
	letters []perform.Letter
	fails   error
}

func (m *mailbox) Send(_ context.Context, _ [][]string, l perform.Letter) error {
	m.letters = append(m.letters, l)
	return m.fails
}

func asksPerson(st feedback.Standing) action.Action {
	return action.Action{
		Kind: action.Tell, Key: action.TellKey("question", "webhook:CHAT", st.Item.At().String()),
		Say: &action.Say{Audience: "question", Place: "webhook:CHAT", Standings: []feedback.Standing{st}},
	}
}

func (w *world) question(text string) feedback.Standing {
	return w.thread(101, func(st *feedback.Standing) {
		st.Disposition = feedback.Escalated
		st.Judgment = &feedback.Judgment{Class: feedback.NeedsHuman, Question: &feedback.Question{Text: text}}
	})
}

func TestAQuestionIsBroughtWithItsKey(t *testing.T) {
	w := newTalk(t)
	box := &mailbox{}
	w.do.Post = box
	wish := asksPerson(w.question("Keep the v1 field?"))
	want(t, w.perform(wish), journal.Done, "")
	if len(box.letters) != 1 || box.letters[0].Place != "webhook:CHAT" || box.letters[0].Key != wish.Key || !strings.Contains(box.letters[0].Text, "Keep the v1 field?") {
		t.Fatalf("%+v", box.letters)
	}
	var said struct{ Schema, Key string }
	if err := json.Unmarshal(box.letters[0].JSON, &said); err != nil || said.Schema != "settle.notice/1" || said.Key != string(wish.Key.Digest()) {
		t.Errorf("%+v, %v", said, err)
	}
}

func TestALetterEndsAsItsPlaceSays(t *testing.T) {
	w := newTalk(t)
	wish := asksPerson(w.question("Keep the v1 field?"))
	want(t, w.perform(wish), journal.Barred, journal.Refused) // nobody brings letters here
	rows := []struct {
		class action.FailureClass
		state journal.State
		why   journal.Why
	}{
		{action.Lost, journal.Doubtful, ""}, {action.Later, journal.Lapsed, journal.Limited}, {action.Refused, journal.Barred, journal.Refused},
	}
	for _, row := range rows {
		w.do.Post = &mailbox{fails: action.Fail(row.class, errors.New("no"))}
		want(t, w.perform(wish), row.state, row.why)
	}
}

func TestALetterWithACredentialIsNotBrought(t *testing.T) {
	w := newTalk(t)
	box := &mailbox{}
	w.do.Post = box
	want(t, w.perform(asksPerson(w.question("Is ghp_0123456789abcdefghij0123 still used?"))), journal.Barred, journal.Refused)
	if len(box.letters) != 0 {
		t.Errorf("%+v", box.letters)
	}
}
