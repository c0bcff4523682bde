package view

import (
	"fmt"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/policy"
)

// Runs is settle.runs/1: what a run of several pull requests came to, and what
// people are asked in all of them. Errors has
// those that could not be driven, or stopped on the way; the requests are those
// of all together.
type Runs struct {
	Schema        string    `json:"schema"`
	At            time.Time `json:"at"`
	Pulls         []Run     `json:"pulls"`
	Errors        []Error   `json:"errors"`
	Questions     []AskedOf `json:"questions"`
	APIRequests   int       `json:"api_requests"`
	APIPoints     int       `json:"api_points"`
	BytesReceived int64     `json:"bytes_received"`
	ExitCode      int       `json:"exit_code"`

	rows  []Row
	facts []Facts
}

// AskedOf is a question that waits, and the pull request that it is about.
type AskedOf struct {
	Ref string `json:"ref"`
	Question
}

// NewRuns sums up what several runs came to; exit is the code that the command
// ends with.
func NewRuns(at time.Time, exit int) Runs {
	return Runs{Schema: "settle.runs/1", At: stamp(at), Pulls: []Run{}, Errors: []Error{}, Questions: []AskedOf{}, ExitCode: exit}
}

// Add takes the end of one in; code is its own. Of facts that come of the same
// process the last have seen most of its requests.
func (r *Runs) Add(f Facts, code int) {
	r.Pulls = append(r.Pulls, NewRun(f, code))
	r.rows, r.facts = append(r.rows, RowOf(f)), append(r.facts, f)
	for _, st := range f.open() {
		r.Questions = append(r.Questions, AskedOf{Ref: f.Ref.String(), Question: questionRow(st)})
	}
	r.APIRequests, r.APIPoints, r.BytesReceived = max(r.APIRequests, f.Requests), max(r.APIPoints, f.Points), max(r.BytesReceived, f.Bytes)
}

// Fail takes one in that ended with an error.
func (r *Runs) Fail(f Facts, e Error) {
	e.Ref, e.URL = f.Ref.String(), urlOf(f.Ref)
	r.Errors = append(r.Errors, e)
	r.rows = append(r.rows, RowOfError(f.Ref, e))
}

// Text is the table of all, and what they cost together.
func (r Runs) Text(p Page) string {
	if len(r.rows) == 0 {
		return "no pull request to drive\n"
	}
	agents, spent := 0, 0.0
	for _, one := range r.Pulls {
		agents, spent = agents+one.AgentRuns, spent+one.SpentUSD
	}
	text := fmt.Sprintf("%s, %s", plural(r.APIRequests, "API request"), plural(agents, "agent run"))
	if spent > 0 {
		text += ", " + dollars(policy.Money(spent*1e6))
	}
	return Table(r.rows, p) + "  " + text + "\n" + r.asked(p)
}

// asked lists the questions of all, each with the command that answers it: of
// several pull requests nobody is asked at the terminal.
func (r Runs) asked(p Page) string {
	if len(r.Questions) == 0 {
		return ""
	}
	text := "\n" + plural(len(r.Questions), "question") + "; an answer lets its pull request go on\n"
	for _, f := range r.facts {
		for _, st := range f.open() {
			rows := questionLines(st)
			rows[0] = f.Ref.String() + "  " + strings.Replace(rows[0], string(st.Item.ID), f.name()(string(st.Item.ID)), 1)
			rows = append(rows, "  "+answerCommand(f.Ref.String(), f.name()(string(st.Item.ID))))
			for _, row := range rows {
				text += p.indented(row) + "\n"
			}
		}
	}
	return text
}
