package view

import (
	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
)

// Item is one ask and what became of it. Class, Confidence and Reason are null
// before it was judged; Cluster is null while it belongs to none.
type Item struct {
	ID          string      `json:"id"`
	Kind        string      `json:"kind"`
	Reviewer    string      `json:"reviewer"`
	SourceURL   *string     `json:"source_url"`
	Path        *string     `json:"path"`
	Line        *int        `json:"line"`
	Title       string      `json:"title"`
	Severity    *string     `json:"severity"`
	Suggestion  *Suggestion `json:"suggestion"`
	Class       *string     `json:"class"`
	Confidence  *string     `json:"confidence"`
	Reason      *string     `json:"reason"`
	Disposition string      `json:"disposition"`
	Evidence    []Evidence  `json:"evidence"`
	Cluster     *string     `json:"cluster"`
	DuplicateOf *string     `json:"duplicate_of"`
	Attempts    int         `json:"attempts"`
	Reopened    bool        `json:"reopened"`
	Recurrence  *Recurrence `json:"recurrence"`
	Reply       *Answer     `json:"reply"`
	Resolved    bool        `json:"resolved"`
	OpenBecause *string     `json:"open_because"`
	Question    *Question   `json:"question"`
}

// Suggestion is the reviewer's own text for some lines; null: none was made.
type Suggestion struct {
	Path      string `json:"path"`
	StartLine int    `json:"start_line"`
	EndLine   int    `json:"end_line"`
	Text      string `json:"text"`
}

// Evidence is what a class or a disposition rests on.
type Evidence struct {
	Kind   string  `json:"kind"`
	Commit *string `json:"commit"`
	URL    *string `json:"url"`
	Text   *string `json:"text"`
}

// Answer is the reply that stands; Reply is null before it does.
type Answer struct {
	ID  *int64  `json:"id"`
	URL *string `json:"url"`
	Key string  `json:"key"`
}

func (f Facts) item(st feedback.Standing) Item {
	i := st.Item
	row := Item{
		ID: string(i.ID), Kind: string(i.ID.Kind()), Reviewer: i.Reviewer, SourceURL: known(i.URL), Path: known(i.Where.Path),
		Line: known(i.Where.Line), Title: i.Title, Severity: known(i.Severity), Disposition: string(st.Disposition),
		Evidence: []Evidence{}, Attempts: st.Attempts, Reopened: st.Reopened, Recurrence: recurrenceOf(st), Resolved: i.Resolved, OpenBecause: known(st.LeftOpen), Cluster: known(st.Cluster),
	}
	if s := i.Suggestion; s != nil {
		row.Suggestion = &Suggestion{Path: s.Path, StartLine: s.Start, EndLine: s.End, Text: s.Text}
	}
	if st.Replied {
		row.Reply = &Answer{ID: known(f.History.Deed(action.Key(st.ReplyKey)).Outcome.ID), URL: known(st.ReplyURL), Key: st.ReplyKey}
	}
	if st.Disposition == feedback.Escalated || st.Disposition == feedback.Failed {
		q := questionRow(st)
		row.Question = &q
	}
	row.judged(st)
	return row
}

// judged adds what was thought of the item, and what shows it.
func (i *Item) judged(st feedback.Standing) {
	if st.Commit != "" {
		i.Evidence = append(i.Evidence, Evidence{Kind: "commit", Commit: oid(st.Commit)})
	}
	if j := st.Judgment; j != nil {
		i.Class, i.Reason, i.DuplicateOf = known(string(j.Class)), known(j.Reason), known(string(j.Primary))
	}
	for _, e := range evidenceOf(st) {
		i.Evidence = append(i.Evidence, Evidence{Kind: e.Kind, Commit: oid(e.Commit), URL: known(e.URL), Text: known(e.Text)})
	}
}
