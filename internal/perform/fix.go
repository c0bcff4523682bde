package perform

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
)

// fixing is one fix or one repair as it goes on.
type fixing struct {
	deed
	tree   Tree
	claims []feedback.Claim
	used   runs
	sides  []string         // of a repair of branch and base: the files that one of them has changed
	undone string           // why no agent could try what is left
	kept   string           // how a person sees what was refused
	hooks  []feedback.Proof // of the repository, as they ended
	setUp  bool             // what the checks need was made
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
	if err := f.fallShort(f.byAgents(ctx, rest)); err != nil {
		outcome := f.used.outcome()
		outcome.Text = said(err)
		return outcome, err
	}
	return f.outcome(ctx)
}

// agent lets an agent change the tree, and takes over what holds.
func (f *fixing) agent(ctx context.Context, asked []feedback.Standing) error {
	report, used, err := f.run(ctx, f.tree, f.Policy.Agents.Fix, f.request(f.tree, asked), "")
	f.spend(used)
	if err == nil {
		err = f.take(ctx, asked, report)
	}
	if err != nil {
		return errors.Join(err, f.setAside(ctx, asked, "unfinished"))
	}
	return nil
}

// spend books what a run has cost: the next one may cost that much less.
func (f *fixing) spend(used runs) {
	f.used = f.used.and(used)
	f.History.Spent += used.spent
}

// setAside keeps what an agent left under a name, and puts the tree back.
func (f *fixing) setAside(ctx context.Context, items []feedback.Standing, why string) error {
	if _, err := f.tree.Planted(ctx); err != nil {
		return err
	}
	names := make([]string, 0, len(items))
	for _, st := range items {
		names = append(names, string(st.Item.ID))
	}
	where, err := f.tree.SetAside(ctx, fmt.Sprintf("settle: %s %s: %s", f.Snapshot.Ref, strings.Join(names, " "), why))
	if where != "" {
		f.kept = where
	}
	return err
}

func standingOf(asked []feedback.Standing, id feedback.ItemID) feedback.Standing {
	for _, st := range asked {
		if st.Item.ID == id {
			return st
		}
	}
	return feedback.Standing{}
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

// outcome packs the commits, so that they outlive the tree.
func (f *fixing) outcome(ctx context.Context) (*journal.Outcome, error) {
	outcome := f.used.outcome()
	outcome.Claims, outcome.Proofs, outcome.Text = f.claims, f.hooks, f.remark()
	head := f.Action.Work.Head
	if f.tree.Head() == head || f.tree.Head() == f.Action.Work.Commit {
		return outcome, nil
	}
	return outcome, f.pack(ctx, outcome, head)
}

func (f *fixing) pack(ctx context.Context, outcome *journal.Outcome, head pull.Oid) error {
	there := []pull.Oid{head}
	onto := f.Action.Work.Onto
	if onto != "" {
		there = append(there, onto)
	}
	bundle, err := f.tree.Bundle(ctx, there...)
	if err != nil {
		return err
	}
	if onto == "" { // what the base brings is no edit of ours
		if outcome.Edits, err = f.tree.Edits(ctx, head); err != nil {
			return err
		}
	}
	outcome.Commit = f.tree.Head()
	if outcome.Blob, err = f.Blobs.PutBlob(ctx, bundle); err != nil {
		return action.Fail(action.Later, fmt.Errorf("keep the commits: %w", err))
	}
	return nil
}
