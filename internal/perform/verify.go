package perform

import (
	"context"
	"fmt"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
)

// proving is one verification as it goes on.
type proving struct {
	deed
	tree    Tree
	changes []feedback.Change // from the head to the commit
	used    runs
	proofs  []feedback.Proof
}

// verify runs, at a commit that is not pushed yet, what has to say yes to it:
// the repository's own checks, a test that fails without it, the hook that git
// runs before a push, a second look. The first no ends it. A first red run of a
// command is repeated, because checks are not always steady; a second one
// stands, and is shown beside the same run at the commit before.
func (d deed) verify(ctx context.Context) (*journal.Outcome, error) {
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
	p := &proving{deed: d, tree: tree}
	if p.changes, err = tree.Changes(ctx, order.Head, order.Commit); err != nil {
		return nil, err
	}
	for _, gate := range []func(context.Context) (*feedback.Proof, error){p.checks, p.prePush, p.tests, p.look} {
		proof, err := gate(ctx)
		if err != nil {
			return p.outcome(nil), err
		}
		if proof != nil && !proof.Green {
			return p.refused(ctx, proof)
		}
	}
	return p.outcome(&p.proofs[0]), nil
}

func (p *proving) outcome(decides *feedback.Proof) *journal.Outcome {
	outcome := p.used.outcome()
	outcome.Commit, outcome.Proof, outcome.Proofs = p.Action.Work.Commit, decides, p.proofs
	return outcome
}

func (p *proving) keep(proof feedback.Proof) *feedback.Proof {
	p.proofs = append(p.proofs, proof)
	return &p.proofs[len(p.proofs)-1]
}

// refused ends with a no: to be repeated where a command said it for the first
// time, else for good.
func (p *proving) refused(ctx context.Context, proof *feedback.Proof) (*journal.Outcome, error) {
	repeatable := proof.Gate != feedback.GateTests && proof.Gate != feedback.GateLook
	if repeatable && p.Deed.Try <= 1 {
		return p.outcome(proof), action.Fail(action.Broken, fmt.Errorf("%s ended with %d", proof.Command, proof.Exit))
	}
	if proof.Gate == feedback.GateFull || proof.Gate == feedback.GateLite {
		before, err := p.before(ctx, proof.Gate)
		if err != nil {
			return p.outcome(proof), err
		}
		proof.Before = before
	}
	return p.outcome(proof), nil
}

// before runs the same at the commit that ours builds on; where branch and base
// were brought together at both, since what the base brought is not ours to mend.
func (p *proving) before(ctx context.Context, gate string) (*feedback.Proof, error) {
	order := p.Action.Work
	proof, err := p.at(ctx, order.Head, gate)
	if err == nil && proof.Green && order.Onto != "" {
		proof, err = p.at(ctx, order.Onto, gate)
	}
	return &proof, err
}

func (p *proving) at(ctx context.Context, commit pull.Oid, gate string) (feedback.Proof, error) {
	tree, closeTree, err := p.open(ctx, commit, nil)
	if err != nil {
		return feedback.Proof{}, err
	}
	defer closeTree()
	return p.Checks.Run(ctx, tree.Dir(), commit, p.Policy.Verify, gate)
}

// checks runs the gate that the change is fit for.
func (p *proving) checks(ctx context.Context) (*feedback.Proof, error) {
	gate, why := gateOf(p.Policy.Verify, p.changes)
	proof, err := p.Checks.Run(ctx, p.tree.Dir(), p.Action.Work.Commit, p.Policy.Verify, gate)
	if err != nil {
		return nil, err
	}
	proof.Why = why
	return p.keep(proof), nil
}

// prePush gives the hook what git would give it. The push itself is made later,
// elsewhere, with no hook in reach of its credential.
func (p *proving) prePush(ctx context.Context) (*feedback.Proof, error) {
	order := p.Action.Work
	ref := "refs/heads/" + p.Snapshot.HeadRef
	url := fmt.Sprintf("https://%s/%s.git", hostOf(p.Snapshot.Ref), p.Snapshot.HeadRepo)
	rules := p.Policy.Verify
	rules.Setup = "" // the checks have run it here
	proof, found, err := p.Checks.Hook(ctx, p.tree.Dir(), order.Commit, rules, feedback.Hook{
		Name: "pre-push", Args: []string{"origin", url}, Stdin: fmt.Sprintf("%s %s %s %s\n", ref, order.Commit, ref, order.Head),
	})
	if err != nil || !found {
		return nil, err
	}
	return p.keep(proof), nil
}

func hostOf(ref pull.Ref) string {
	if ref.Host == "" {
		return "github.com"
	}
	return ref.Host
}
