package perform

import (
	"context"
	"slices"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/policy"
)

// lookOver lets an agent of ours look over the whole change of the pull
// request, from where it left its base. It may edit nothing; one that did has
// found nothing.
func (d deed) lookOver(ctx context.Context) (*journal.Outcome, error) {
	order := d.Action.Work
	tree, closeTree, err := d.open(ctx, order.Head, nil)
	if err != nil {
		return nil, err
	}
	defer closeTree()
	from, err := d.Repo.Fork(ctx, d.Snapshot.Ref, order.Head, order.Base)
	if err != nil {
		return nil, err
	}
	text, err := tree.Text(ctx, from, order.Head)
	if err != nil {
		return nil, err
	}
	request, words := d.ordered(action.Audit, tree, order.Standing)
	request.Diff, words.Diff, words.Whole, words.Base = text, text, true, from
	request.Base, request.Prompt, request.Short = from, words.Text(), words.Brief(agent.RequestFile)
	report, used, err := d.run(ctx, tree, d.auditors(), request, "")
	if err == nil {
		err = undisturbed(ctx, tree)
	}
	outcome := used.outcome()
	if err != nil {
		outcome.Text = said(err)
		return outcome, err
	}
	outcome.Findings = report.Findings
	return outcome, nil
}

// auditors are the agents that policy names for it, else those that judge.
func (d deed) auditors() []policy.AgentUse {
	i := slices.IndexFunc(d.Policy.Reviewers, func(r policy.Reviewer) bool { return r.Define.Kind == "auditor" && r.Agent != "" })
	if i < 0 {
		return d.Policy.Agents.Triage
	}
	return []policy.AgentUse{{Use: d.Policy.Reviewers[i].Agent}}
}
