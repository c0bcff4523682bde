package agent

import (
	"fmt"
	"slices"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
)

var (
	classes  = []feedback.Class{feedback.Valid, feedback.Invalid, feedback.Stale, feedback.AlreadyFixed, feedback.NeedsHuman}
	outcomes = []feedback.Disposition{feedback.Fixed, feedback.AlreadyAddressed, feedback.Declined, feedback.Failed}
)

// Check holds the report against its request: the same task, every item spoken
// of exactly once and no other, known words, reasons given. The error names the
// first break in a sentence that can be shown to the agent.
func (r Report) Check(asked Request) error {
	switch {
	case r.Schema != ReportSchema:
		return fmt.Errorf("schema is %q, want %q", r.Schema, ReportSchema)
	case r.Task != asked.Task:
		return fmt.Errorf("report is about a %q, asked was a %q", r.Task, asked.Task)
	case r.CostUSD < 0:
		return fmt.Errorf("cost_usd is negative")
	}
	if err := r.checkTask(asked); err != nil {
		return err
	}
	return r.checkClusters(asked)
}

func (r Report) checkTask(asked Request) error {
	switch asked.Task {
	case action.Triage:
		return r.checkJudgments(asked)
	case action.Audit:
		return r.checkAudit(asked)
	}
	return r.checkOutcomes(asked)
}

func (r Report) checkJudgments(asked Request) error {
	var spoken []feedback.ItemID
	for _, j := range r.Judgments {
		if err := j.check(asked); err != nil {
			return fmt.Errorf("judgment of %s: %w", j.Item, err)
		}
		spoken = append(spoken, j.Item)
	}
	if err := r.checkPrimaries(); err != nil {
		return err
	}
	return covers(asked, spoken, "judgment")
}

func (j Judgment) check(asked Request) error {
	switch {
	case !slices.Contains(classes, j.Class):
		return fmt.Errorf("unknown class %q", j.Class)
	case j.Reason == "":
		return fmt.Errorf("no reason given")
	case j.Primary == j.Item && j.Primary != "":
		return fmt.Errorf("it duplicates itself")
	case j.Primary != "" && !asked.Has(j.Primary):
		return fmt.Errorf("it duplicates %s, which was not asked about", j.Primary)
	case j.Class == feedback.NeedsHuman:
		return checkQuestion(j.Question)
	}
	return nil
}

// checkQuestion: a person can answer only who is told what is asked, what was
// looked into, and what each way costs. Advice is welcome and not demanded.
func checkQuestion(q *feedback.Question) error {
	switch {
	case q == nil || q.Text == "":
		return fmt.Errorf("needs_human without a question")
	case q.Investigated == "":
		return fmt.Errorf("its question does not say what was looked into")
	case len(q.Options) == 0:
		return fmt.Errorf("its question has no options")
	}
	for i, o := range q.Options {
		if o.Option == "" || o.Tradeoff == "" {
			return fmt.Errorf("option %d of its question has no text, or not what it costs", i+1)
		}
	}
	return nil
}

// checkPrimaries: a duplicate points at an original, never at another duplicate.
func (r Report) checkPrimaries() error {
	duplicate := map[feedback.ItemID]bool{}
	for _, j := range r.Judgments {
		duplicate[j.Item] = j.Primary != ""
	}
	for _, j := range r.Judgments {
		if duplicate[j.Primary] {
			return fmt.Errorf("judgment of %s: it duplicates %s, which is a duplicate too", j.Item, j.Primary)
		}
	}
	return nil
}

func (r Report) checkOutcomes(asked Request) error {
	var spoken []feedback.ItemID
	for _, o := range r.Outcomes {
		switch {
		case !slices.Contains(outcomes, o.Outcome):
			return fmt.Errorf("outcome of %s: unknown word %q", o.Item, o.Outcome)
		case o.Outcome == feedback.Fixed && o.Summary == "":
			return fmt.Errorf("outcome of %s: fixed without a summary", o.Item)
		case o.Outcome != feedback.Fixed && o.Why == "":
			return fmt.Errorf("outcome of %s: %s without a why", o.Item, o.Outcome)
		}
		spoken = append(spoken, o.Item)
	}
	return covers(asked, spoken, "outcome")
}

// covers: each item of the request exactly once, and nothing else.
func covers(asked Request, spoken []feedback.ItemID, what string) error {
	seen := map[feedback.ItemID]bool{}
	for _, id := range spoken {
		switch {
		case !asked.Has(id):
			return fmt.Errorf("%s of %q, which was not asked about", what, id)
		case seen[id]:
			return fmt.Errorf("second %s of %s", what, id)
		}
		seen[id] = true
	}
	for _, item := range asked.Items {
		if !seen[item.ID] {
			return fmt.Errorf("no %s of %s", what, item.ID)
		}
	}
	return nil
}
