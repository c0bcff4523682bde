package view

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verdict"
)

// Notice is settle.notice/1: what a person is told beside GitHub. Kind is
// question or notice; Key is the same when it is told again. Text is what a chat
// shows.
type Notice struct {
	Schema    string     `json:"schema"`
	At        time.Time  `json:"at"`
	Ref       string     `json:"ref"`
	URL       string     `json:"url"`
	Key       string     `json:"key"`
	Kind      string     `json:"kind"`
	Phase     *string    `json:"phase"`
	Head      *string    `json:"head"`
	Title     string     `json:"title"`
	Summary   string     `json:"summary"`
	Questions []Question `json:"questions"`
	Text      string     `json:"text"`
}

// NewNotice words a tell whose audience is question or notice. It refuses to
// send what looks like a credential.
func NewNotice(s pull.Snapshot, key action.Key, say action.Say, now time.Time) (Notice, error) {
	n := Notice{
		Schema: "settle.notice/1", At: stamp(now), Ref: s.Ref.String(), URL: Facts{Ref: s.Ref, Snapshot: &s}.url(), Key: string(key.Digest()),
		Kind: say.Audience, Head: oid(s.Head), Questions: []Question{},
	}
	waiting := slices.DeleteFunc(slices.Clone(say.Standings), func(st feedback.Standing) bool { return !unanswerable(st) })
	if say.Notice != nil {
		n.ofPhase(*say.Notice)
		if verdict.Phase(say.Notice.Phase) != verdict.NeedsYou {
			waiting = nil
		}
	} else {
		n.Title = n.Ref + ": " + plural(len(waiting), "question")
		n.Summary = plural(len(waiting), "question") + " for a maintainer"
	}
	n.Questions = append(n.Questions, each(waiting, questionRow)...)
	n.Text = n.lines(s, waiting)
	text, err := json.Marshal(n)
	if err != nil {
		return Notice{}, fmt.Errorf("write notice: %w", err)
	}
	if Secret(n.Text) || Secret(string(text)) {
		return Notice{}, errSecret
	}
	return n, nil
}

// ofPhase: the headline is the verdict's.
func (n *Notice) ofPhase(told action.Notice) {
	why := verdict.Reason{Code: told.Code, Subject: told.Subject, Until: told.Until}
	n.Phase, n.Summary = known(told.Phase), clean(because(why, same))
	n.Title = n.Ref + " " + spaced(told.Phase)
}

// lines is the letter for people: the reason, the address, each question in full.
func (n Notice) lines(s pull.Snapshot, waiting []feedback.Standing) string {
	var lines []string
	if title := clean(s.Title); title != "" {
		lines = append(lines, title)
	}
	lines = append(lines, capital(n.Summary)+".", n.URL)
	for _, st := range waiting {
		lines = append(lines, "")
		lines = append(lines, questionLines(st)...)
		lines = append(lines, "Answer: "+answerCommand(n.Ref, string(st.Item.ID)))
	}
	return strings.Join(lines, "\n")
}

// answerCommand is how a question is answered from anywhere.
func answerCommand(ref, item string) string {
	return "settle answer " + ref + " " + item + " --fix TEXT, --decline TEXT or --defer URL"
}

// questionLines is one question in full: what is asked and where, what was
// looked into, the ways to answer with what each costs, and what is advised.
func questionLines(st feedback.Standing) []string {
	head := string(st.Item.ID)
	for _, part := range []string{placeOf(st.Item.Where), asker(st)} {
		if part != "" {
			head += "  " + clean(part)
		}
	}
	row := questionRow(st)
	lines := []string{head, "  " + clean(row.Text)}
	if row.Investigated != nil {
		lines = append(lines, "  Looked into: "+clean(*row.Investigated))
	}
	for _, o := range row.Options {
		line := "  - " + clean(o.Option)
		if o.Tradeoff != "" {
			line += ": " + clean(o.Tradeoff)
		}
		lines = append(lines, line)
	}
	if row.Recommendation != nil {
		lines = append(lines, "  Advised: "+clean(*row.Recommendation))
	}
	return lines
}
