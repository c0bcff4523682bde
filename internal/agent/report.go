package agent

import (
	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
)

// ReportSchema names the form of a report file.
const ReportSchema = "settle.report/1"

// Report is an agent's answer: judgments for a triage, findings for an audit,
// outcomes for every other task. Clusters say how clusters of the request were
// read: a fix must read each that reaches back into earlier rounds.
type Report struct {
	Schema    string                  `json:"schema"`
	Task      action.Task             `json:"task"`
	Judgments []Judgment              `json:"judgments,omitempty"`
	Outcomes  []Outcome               `json:"outcomes,omitempty"`
	Findings  []feedback.Finding      `json:"findings,omitempty"`
	Retained  *[]string               `json:"retained_issues,omitempty"` // audit: ids of earlier findings that remain; absent: not said, which is not none
	Examined  []Examined              `json:"examined,omitempty"`        // audit: how sure it is of findings that it was given
	Clusters  []feedback.ClusterClaim `json:"clusters,omitempty"`
	Summary   string                  `json:"summary,omitempty"`
	Model     string                  `json:"model,omitempty"`
	CostUSD   float64                 `json:"cost_usd,omitempty"`
}

// Judgment says what one item is. Primary names the item of the same request
// that this one duplicates. A needs_human judgment carries its Question.
type Judgment struct {
	Item     feedback.ItemID     `json:"item"`
	Class    feedback.Class      `json:"class"`
	Reason   string              `json:"reason"`
	Primary  feedback.ItemID     `json:"primary,omitempty"`
	Evidence []feedback.Evidence `json:"evidence,omitempty"`
	Question *feedback.Question  `json:"question,omitempty"`
}

// Outcome says what was done about one item: fixed, already_addressed,
// declined or failed. Commit is set only where the agent committed by itself.
type Outcome struct {
	Item    feedback.ItemID      `json:"item"`
	Outcome feedback.Disposition `json:"outcome"`
	Summary string               `json:"summary,omitempty"` // what changed, one sentence
	Why     string               `json:"why,omitempty"`     // for all but fixed
	Commit  pull.Oid             `json:"commit,omitempty"`
	Test    string               `json:"test,omitempty"` // the test that fails without the change
}

// Examined is what the questions that could have falsified a finding came to.
type Examined struct {
	Finding    int      `json:"finding"` // its place in the request, from 1
	Questions  []Tested `json:"questions,omitempty"`
	Confidence int      `json:"confidence"` // that it holds, 1 to 10
}

// Tested is a question whose answer could have shown a finding to be wrong, and
// the answer out of the code.
type Tested struct {
	Question string `json:"question"`
	Answer   string `json:"answer"`
}

// Cost of the run in the policy's unit.
func (r Report) Cost() policy.Money { return policy.Money(r.CostUSD * 1e6) }
