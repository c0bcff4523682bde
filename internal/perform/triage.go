package perform

import (
	"context"
	"errors"
	"slices"

	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
)

func asTrouble(err error) (*agent.Trouble, bool) {
	var trouble *agent.Trouble
	ok := errors.As(err, &trouble)
	return trouble, ok
}

// triage judges all new items together: by rule what needs no agent, the rest
// by one. It looks at a tree of its own; what it changes there is thrown away.
func (d deed) triage(ctx context.Context) (*journal.Outcome, error) {
	order := d.Action.Work
	tree, closeTree, err := d.open(ctx, order.Head, nil)
	if err != nil {
		return nil, err
	}
	defer closeTree()
	var asked []feedback.Standing
	for _, st := range order.Standing {
		if slices.Contains(order.Items, st.Item.At()) {
			asked = append(asked, st)
		}
	}
	born := d.origins(ctx, tree, asked)
	judged, asked := d.byRule(tree.Dir(), asked)
	if len(asked) == 0 {
		return &journal.Outcome{Judgments: judged, Origins: born}, nil
	}
	report, used, err := d.run(ctx, tree, d.Policy.Agents.Triage, d.request(tree, asked), "")
	outcome := used.outcome()
	if err != nil {
		outcome.Text = said(err)
		return outcome, err
	}
	outcome.Judgments, outcome.Origins = judged, born
	for _, j := range report.Judgments {
		outcome.Judgments = append(outcome.Judgments, judgmentOf(j, asked))
	}
	return outcome, nil
}

func judgmentOf(j agent.Judgment, asked []feedback.Standing) feedback.Judgment {
	judgment := feedback.Judgment{
		Class: j.Class, Reason: j.Reason, Source: feedback.ByAgent, Primary: j.Primary, Evidence: j.Evidence, Question: j.Question,
	}
	for _, st := range asked {
		if st.Item.ID == j.Item {
			judgment.At = st.Item.At()
		}
	}
	return judgment
}
