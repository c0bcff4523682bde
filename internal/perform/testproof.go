package perform

import (
	"context"
	"time"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/view"
)

// tests shows that the tests of a change fail without it: all checks are run at
// the commit before, with nothing but the changed tests laid over it. That they
// pass with the change has been seen. Where policy requires a test, a change of
// behaviour without one is refused. What a base brings was shown where it was made.
func (p *proving) tests(ctx context.Context) (*feedback.Proof, error) {
	rules := p.Policy.Verify
	if rules.None || rules.Tests == "none" || p.Action.Work.Onto != "" || !behaves(p.changes) {
		return nil, nil
	}
	required := rules.Tests == "required"
	files := changedTests(p.changes)
	if len(files) == 0 {
		if !required {
			return nil, nil
		}
		return p.keep(p.unshown(view.NoTest, nil)), nil
	}
	without, err := p.without(ctx, files)
	if err != nil {
		return nil, err
	}
	if without.Green || without.Exit <= 0 {
		proof := p.unshown(view.TestShowsNothing, &without)
		p.keep(proof)
		if !required {
			return nil, nil
		}
		return &proof, nil
	}
	return p.keep(feedback.Proof{
		Commit: p.Action.Work.Commit, Gate: feedback.GateTests, Green: true, Command: without.Command, Took: without.Took, Before: &without,
	}), nil
}

func (p *proving) unshown(why string, without *feedback.Proof) feedback.Proof {
	took := time.Duration(0)
	if without != nil {
		took = without.Took
	}
	return feedback.Proof{
		Commit: p.Action.Work.Commit, Gate: feedback.GateTests, Command: p.Policy.Verify.Full, Exit: 1, Took: took, Tail: why, Before: without,
	}
}

func changedTests(changes []feedback.Change) []string {
	var files []string
	for _, c := range changes {
		if isTest(c.Path) && !c.Gone {
			files = append(files, c.Path)
		}
	}
	return files
}

// without runs the checks where only the tests have changed.
func (p *proving) without(ctx context.Context, files []string) (feedback.Proof, error) {
	head := p.Action.Work.Head
	tree, closeTree, err := p.open(ctx, head, nil)
	if err != nil {
		return feedback.Proof{}, err
	}
	defer closeTree()
	if err := tree.Lay(ctx, p.Action.Work.Commit, files); err != nil {
		return feedback.Proof{}, err
	}
	return p.Checks.Run(ctx, tree.Dir(), head, p.Policy.Verify, feedback.GateTests)
}
