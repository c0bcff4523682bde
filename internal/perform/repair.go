package perform

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/prompt"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/view"
)

// repair gives the whole branch back to an agent, with what refused it. What it
// leaves becomes one more commit on top, under the same audit as a fix. An agent
// that leaves nothing has spent the repair; the work is done all the same.
func (d deed) repair(ctx context.Context) (*journal.Outcome, error) {
	order := d.Action.Work
	bundle, err := d.bundle(ctx)
	if err != nil {
		return nil, err
	}
	tree, closeTree, err := d.open(ctx, order.Commit, bundle)
	if err != nil {
		return nil, err
	}
	defer closeTree()
	f := &fixing{deed: d, tree: tree}
	if f.sides, err = d.sides(ctx, tree); err != nil {
		return nil, err
	}
	report, used, err := f.run(ctx, tree, d.Policy.Agents.Fix, d.mending(tree, order.Standing, *order.Broken), "")
	f.spend(used)
	if err == nil {
		err = f.mend(ctx, report)
	}
	if err != nil && action.ClassOf(err) != action.Broken {
		outcome := f.used.outcome()
		outcome.Text = said(err)
		return outcome, err
	}
	if err != nil {
		f.undone = said(err)
		if err := f.setAside(ctx, order.Standing, "repair"); err != nil {
			return nil, err
		}
	}
	return f.outcome(ctx)
}

// mend commits what was left for the whole branch, and takes over its claims.
func (f *fixing) mend(ctx context.Context, report agent.Report) error {
	order := f.Action.Work
	l, broken, err := f.traces(ctx)
	if err != nil {
		return err
	}
	p := part{items: order.Standing, commit: l.whole, broken: broken}
	for _, st := range order.Standing {
		p.outcomes = append(p.outcomes, outcomeOf(report, st.Item.ID))
	}
	if order.Onto != "" { // it answers no item: the commit says what it is for
		p.outcomes = []agent.Outcome{{Summary: cmp.Or(report.Summary, view.Together(f.Snapshot.BaseRef))}}
	}
	if (l.whole == "" || !answeredBy(report, order.Standing)) && len(p.broken) == 0 {
		return action.Fail(action.Broken, fmt.Errorf("nothing was changed to please %s", order.Broken.Gate))
	}
	if len(p.broken) == 0 {
		if err := f.inspect(ctx, &p, f.tree.Head()); err != nil {
			return err
		}
	}
	if len(p.broken) > 0 {
		if err := f.setAside(ctx, p.items, view.Violations(p.broken)); err != nil {
			return err
		}
	}
	if err := f.commitPart(ctx, p, true); err != nil {
		return err
	}
	f.inherit()
	return nil
}

func outcomeOf(report agent.Report, id feedback.ItemID) agent.Outcome {
	for _, o := range report.Outcomes {
		if o.Item == id {
			return o
		}
	}
	return agent.Outcome{Item: id}
}

// inherit keeps what the fix has said of the items: a repair is not news to them.
func (f *fixing) inherit() {
	for i, claim := range f.claims {
		past := slices.IndexFunc(f.From.Outcome.Claims, func(c feedback.Claim) bool { return c.At == claim.At })
		if claim.Outcome == feedback.Fixed && past >= 0 {
			f.claims[i] = f.From.Outcome.Claims[past]
		}
	}
}

// sides are the files in which a branch and its base differ from what came of
// both; none where the two were not brought together. Whoever makes that pass
// stays within them.
func (d deed) sides(ctx context.Context, tree Tree) ([]string, error) {
	order := d.Action.Work
	if order.Onto == "" {
		return nil, nil
	}
	var paths []string
	for _, side := range []pull.Oid{order.Head, order.Onto} {
		changes, err := tree.Changes(ctx, side, order.Commit)
		if err != nil {
			return nil, err
		}
		paths = append(paths, pathsOf(changes)...)
	}
	return paths, nil
}

// mending words a repair: the items, or the base that was brought in, and what
// refused the change that lies in the folder.
func (d deed) mending(tree Tree, items []feedback.Standing, refused feedback.Proof) agent.Request {
	broken := agent.Broken{Check: refused.Gate, Command: refused.Command, Output: tail(refused.Tail, factTail)}
	r, words := d.ordered(action.Repair, tree, items)
	r.Broken = &broken
	if d.Action.Work.Onto != "" {
		words.Onto = d.Snapshot.BaseRef
	}
	words.Broken = &prompt.Broken{Check: broken.Check, Command: broken.Command, Output: broken.Output}
	r.Prompt, r.Short = words.Text(), words.Brief(agent.RequestFile)
	return r
}
