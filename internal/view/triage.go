package view

import (
	"fmt"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/feedback"
)

// Triaged is settle.triage/1: what is known of the asks as a triage payload, or
// what another tool's payload says of them. Payload is null in the second case;
// Items is null where the asks were not judged.
type Triaged struct {
	Schema   string        `json:"schema"`
	At       time.Time     `json:"at"`
	Ref      string        `json:"ref"`
	URL      string        `json:"url"`
	Head     *string       `json:"head"`
	File     *string       `json:"file"`
	Recorded bool          `json:"recorded"`
	Payload  any           `json:"payload"`
	Items    []TriagedItem `json:"items"`
	ExitCode int           `json:"exit_code"`

	facts Facts
}

// TriagedItem is what one ask was found to be; Before is its class until now.
type TriagedItem struct {
	ID         string   `json:"id"`
	ThreadID   *string  `json:"thread_id"`
	Path       *string  `json:"path"`
	Line       *int     `json:"line"`
	Reviewer   string   `json:"reviewer"`
	Class      *string  `json:"class"`
	Before     *string  `json:"before"`
	Confidence *float64 `json:"confidence"`
	Reason     *string  `json:"reason"`
}

// NewTriaged tells what judgments of a file say; file is empty and judgments
// are nil where only what is known was asked for, and payload is that.
func NewTriaged(f Facts, payload any, file string, judgments []feedback.Judgment, recorded bool) Triaged {
	t := Triaged{
		Schema: "settle.triage/1", At: stamp(f.Now), Ref: f.Ref.String(), URL: f.url(), Head: oid(f.head()), File: known(file),
		Recorded: recorded, Payload: payload, facts: f,
	}
	if !f.judged() {
		t.Payload, t.ExitCode = nil, ExitCode(f.Verdict, f.Snapshot)
		return t
	}
	t.Items = []TriagedItem{}
	for _, st := range f.asks() {
		row, named := triagedItem(st, judgments)
		if !named && file != "" || file == "" && st.Item.Resolved {
			continue
		}
		if file != "" && row.Class != nil && *row.Class == string(feedback.NeedsHuman) {
			t.ExitCode = 7
		}
		t.Items = append(t.Items, row)
	}
	return t
}

func triagedItem(st feedback.Standing, judgments []feedback.Judgment) (TriagedItem, bool) {
	i := st.Item
	row := TriagedItem{ID: string(i.ID), ThreadID: known(i.Thread), Path: known(i.Where.Path), Line: known(i.Where.Line), Reviewer: i.Reviewer}
	said := st.Judgment
	if said != nil {
		row.Before = known(string(said.Class))
	}
	named := false
	for _, j := range judgments {
		if j.At.Item == i.ID {
			said, named = &j, true
		}
	}
	if said != nil {
		row.Class, row.Confidence, row.Reason = known(string(said.Class)), known(said.Confidence), known(said.Reason)
	}
	return row, named
}

// Text is one line for each ask behind the answer.
func (t Triaged) Text(p Page) string {
	if t.Items == nil {
		return p.wrap(t.Ref+": the asks are not judged; "+clean(headline(t.facts.Verdict, t.facts.name())), 0, 2) + "\n"
	}
	lines := []string{p.wrap(t.line(), 0, 2)}
	for _, i := range t.Items {
		row := t.facts.name()(i.ID) + "  "
		if i.Class == nil {
			row += "not judged"
		} else {
			row += spaced(*i.Class)
		}
		if i.Reason != nil {
			row += ": " + clean(*i.Reason)
		}
		lines = append(lines, "  "+p.wrap(row, 2, 4))
	}
	return strings.Join(lines, "\n") + "\n"
}

func (t Triaged) line() string {
	switch {
	case len(t.Items) == 0:
		return t.Ref + "  no ask is open; settle status tells whether it is ready"
	case t.File == nil:
		return fmt.Sprintf("%s  %s", t.Ref, plural(len(t.Items), "open ask"))
	case t.Recorded:
		return fmt.Sprintf("%s  %s judged by %s", t.Ref, plural(len(t.Items), "ask"), clean(*t.File))
	}
	return fmt.Sprintf("%s  %s would be judged by %s; nothing was written down: --apply does that", t.Ref, plural(len(t.Items), "ask"), clean(*t.File))
}
