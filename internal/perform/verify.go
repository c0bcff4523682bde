package perform

import (
	"context"
	"fmt"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/journal"
)

// verify runs the repository's own checks at a commit that is not pushed yet.
// A first red run is repeated, because checks are not always steady; a second
// one stands.
func (d deed) verify(ctx context.Context) (*journal.Outcome, error) {
	bundle, err := d.bundle(ctx)
	if err != nil {
		return nil, err
	}
	commit := d.Action.Work.Commit
	tree, closeTree, err := d.open(ctx, commit, bundle)
	if err != nil {
		return nil, err
	}
	defer closeTree()
	proof, err := d.Checks.Run(ctx, tree.Dir(), commit, d.Policy.Verify, "full")
	if err != nil {
		return nil, err
	}
	outcome := &journal.Outcome{Commit: commit, Proof: &proof}
	if !proof.Green && d.Deed.Try <= 1 {
		return outcome, action.Fail(action.Broken, fmt.Errorf("%s ended with %d", proof.Command, proof.Exit))
	}
	return outcome, nil
}
