package perform

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/view"
)

// fixing is one fix as it goes on.
type fixing struct {
	deed
	tree   Tree
	claims []feedback.Claim
	used   runs
	undone string // why no agent could try what is left
}

// fix changes the code for every item that is to be fixed: suggestions first,
// as the reviewer wrote them, each a commit of its own; the rest is an agent's.
// Whatever was reached is kept: an agent's failure does not undo a suggestion.
func (d deed) fix(ctx context.Context) (*journal.Outcome, error) {
	order := d.Action.Work
	tree, closeTree, err := d.open(ctx, order.Head, nil)
	if err != nil {
		return nil, err
	}
	defer closeTree()
	f := &fixing{deed: d, tree: tree}
	rest, err := f.suggestions(ctx, order.Standing)
	if err != nil {
		return nil, err
	}
	if len(rest) > 0 {
		if err := f.agent(ctx, rest); err != nil && len(f.claims) == 0 {
			outcome := f.used.outcome()
			outcome.Text = said(err)
			return outcome, err
		} else if err != nil {
			f.agentFailed(rest, err)
		}
	}
	return f.outcome(ctx)
}

// agent lets an agent change the tree, and takes over what it did in one commit.
func (f *fixing) agent(ctx context.Context, asked []feedback.Standing) error {
	from := f.tree.Head()
	report, used, err := f.run(ctx, f.tree, f.Policy.Agents.Fix, f.request(f.tree, asked))
	f.used = used
	if err != nil {
		return err
	}
	changed, err := f.tree.Changed(ctx)
	if err != nil {
		return err
	}
	if guarded := f.guarded(changed); len(guarded) > 0 {
		if err := f.tree.Reset(ctx, from); err != nil {
			return err
		}
		return action.Fail(action.Broken, fmt.Errorf("the agent changed files that wait for a person: %s", strings.Join(guarded, ", ")))
	}
	return f.take(ctx, asked, report, len(changed) > 0)
}

// guarded are the changed paths that policy keeps for people.
func (f *fixing) guarded(changed []string) []string {
	return slices.DeleteFunc(slices.Clone(changed), func(path string) bool { return !f.Policy.Escalation.Guards(path) })
}

// take commits the agent's changes in our name. A fix that is claimed where
// nothing changed, or was not the agent's to give, is a failure.
func (f *fixing) take(ctx context.Context, asked []feedback.Standing, report agent.Report, changed bool) error {
	var fixed []feedback.Standing
	var claims []feedback.Claim
	for _, o := range report.Outcomes {
		st := standingOf(asked, o.Item)
		claim := feedback.Claim{At: st.Item.At(), Outcome: o.Outcome, Summary: o.Summary, Test: o.Test, Why: o.Why}
		if o.Outcome == feedback.Fixed && !changed {
			claim.Outcome, claim.Why = feedback.Failed, "the agent reported a change, and nothing had changed"
		}
		if claim.Outcome == feedback.Fixed {
			fixed = append(fixed, st)
		}
		claims = append(claims, claim)
	}
	if len(fixed) == 0 {
		f.claims = append(f.claims, claims...)
		return nil // what was changed beside is nobody's, and goes with the tree
	}
	commit, err := f.commit(ctx, fixed, first(report.Outcomes, report.Summary), reasons(fixed))
	if err != nil {
		return err
	}
	for i := range claims {
		if claims[i].Outcome == feedback.Fixed {
			claims[i].Commit = commit
		}
	}
	f.claims = append(f.claims, claims...)
	return nil
}

func standingOf(asked []feedback.Standing, id feedback.ItemID) feedback.Standing {
	for _, st := range asked {
		if st.Item.ID == id {
			return st
		}
	}
	return feedback.Standing{}
}

// first is the sentence for the commit: the summary of the first fix, else of the whole.
func first(outcomes []agent.Outcome, summary string) string {
	for _, o := range outcomes {
		if o.Outcome == feedback.Fixed && o.Summary != "" {
			return o.Summary
		}
	}
	return summary
}

// reasons are why the items were found right.
func reasons(fixed []feedback.Standing) string {
	var text []string
	for _, st := range fixed {
		if st.Judgment != nil && st.Judgment.Reason != "" && !slices.Contains(text, st.Judgment.Reason) {
			text = append(text, st.Judgment.Reason)
		}
	}
	return strings.Join(text, " ")
}

func (f *fixing) commit(ctx context.Context, items []feedback.Standing, summary, why string) (pull.Oid, error) {
	commit, err := f.tree.Commit(ctx, view.Commit(f.Snapshot.Ref, items, summary, why, f.Deed.Key))
	if err == nil && commit == "" {
		err = action.Fail(action.Broken, fmt.Errorf("nothing changed for %s", items[0].Item.ID))
	}
	return commit, err
}

// agentFailed keeps what suggestions have settled. An agent that failed spends
// an attempt of the rest; a lack of agents is not their fault, and they stay
// open for another try.
func (f *fixing) agentFailed(rest []feedback.Standing, err error) {
	if action.ClassOf(err) == action.Broken {
		f.give(rest, feedback.Failed, said(err))
		return
	}
	f.undone = said(err)
}

func (f *fixing) give(items []feedback.Standing, outcome feedback.Disposition, why string) {
	for _, st := range items {
		f.claims = append(f.claims, feedback.Claim{At: st.Item.At(), Outcome: outcome, Why: why})
	}
}

// outcome packs the commits, so that they outlive the tree.
func (f *fixing) outcome(ctx context.Context) (*journal.Outcome, error) {
	outcome := f.used.outcome()
	outcome.Claims, outcome.Text = f.claims, f.undone
	head := f.Action.Work.Head
	if f.tree.Head() == head {
		return outcome, nil
	}
	bundle, err := f.tree.Bundle(ctx, head)
	if err != nil {
		return nil, err
	}
	if outcome.Edits, err = f.tree.Edits(ctx, head); err != nil {
		return nil, err
	}
	outcome.Commit = f.tree.Head()
	if outcome.Blob, err = f.Blobs.PutBlob(ctx, bundle); err != nil {
		return nil, action.Fail(action.Later, fmt.Errorf("keep the commits: %w", err))
	}
	return outcome, nil
}
