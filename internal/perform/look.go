package perform

import (
	"context"
	"errors"
	"fmt"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/view"
)

// look asks another agent, which sees findings and change only and may not edit,
// whether the change settles them. What it finds is a no. A look that cannot be
// had, or that changed the tree, is none; after a second one like it, a no.
func (p *proving) look(ctx context.Context) (*feedback.Proof, error) {
	chain := p.Policy.Agents.SecondLook
	if len(chain) == 0 || p.proofs[0].Gate != feedback.GateFull {
		return nil, nil
	}
	if err := p.tree.Reset(ctx, p.tree.Head()); err != nil { // what the checks have built is not theirs to answer for
		return nil, err
	}
	text, err := p.tree.Text(ctx, p.Action.Work.Head, p.Action.Work.Commit)
	if err != nil {
		return nil, err
	}
	request, words := p.ordered(action.Audit, p.tree, p.Action.Work.Standing)
	request.Diff, words.Diff = text, text
	request.Prompt, request.Short = words.Text(), words.Brief(agent.RequestFile)
	report, used, err := p.run(ctx, p.tree, chain, request, "")
	p.used = used
	if err == nil {
		err = undisturbed(ctx, p.tree)
	}
	if err != nil && (p.Deed.Try <= 1 || action.ClassOf(err) != action.Broken) {
		return nil, err
	}
	proof := feedback.Proof{Commit: p.Action.Work.Commit, Gate: feedback.GateLook, Command: used.agent, Green: err == nil && len(report.Findings) == 0}
	switch {
	case err != nil:
		proof.Exit, proof.Tail = 1, said(err)
	case !proof.Green:
		proof.Exit, proof.Tail = 1, view.Findings(report.Findings)
	}
	return p.keep(proof), nil
}

// undisturbed: whoever looked has left everything as it was.
func undisturbed(ctx context.Context, tree Tree) error {
	branch := tree.Branch()
	planted, err := tree.Planted(ctx)
	if err != nil {
		return err
	}
	changed, err := tree.Changed(ctx)
	if err != nil {
		return err
	}
	tip, err := tree.Tip(ctx)
	if err != nil || tip != tree.Head() || branch != "" || len(planted) > 0 || len(changed) > 0 {
		return action.Fail(action.Broken, errors.Join(fmt.Errorf("who was to look changed the tree: %q", append(planted, changed...)), err))
	}
	return nil
}
