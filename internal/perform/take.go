package perform

import (
	"context"
	"fmt"
	"slices"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/view"
)

// take holds a report against git, and commits in our own name and form what
// holds. Whatever does not is set aside under a name, and its items are told
// with what was found; no tree is ever thrown back.
func (f *fixing) take(ctx context.Context, asked []feedback.Standing, report agent.Report) error {
	l, broken, err := f.traces(ctx)
	if err != nil {
		return err
	}
	all, err := f.audited(ctx, asked, report, l, broken)
	if err != nil {
		return err
	}
	if err := f.clear(ctx, all, l); err != nil {
		return err
	}
	for _, p := range all {
		if err := f.commitPart(ctx, p, len(all) == 1 && p.commit == l.whole); err != nil {
			return err
		}
	}
	if len(broken) > 0 {
		return nil
	}
	return f.others(ctx, asked, report)
}

// audited holds what is reported against what was left, part by part. Where the
// whole run broke a rule, all of it is one part that is broken.
func (f *fixing) audited(ctx context.Context, asked []feedback.Standing, report agent.Report, l left, broken []feedback.Violation) ([]part, error) {
	if len(broken) > 0 {
		return []part{{items: asked, broken: broken}}, nil
	}
	all := parts(asked, report, l)
	for i := range all {
		if len(all[i].broken) > 0 {
			continue
		}
		if err := f.inspect(ctx, &all[i], f.below(all[i].commit, l)); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// below is the commit that a part's own change builds on.
func (f *fixing) below(commit pull.Oid, l left) pull.Oid {
	switch at := slices.Index(l.commits, commit); {
	case commit == l.whole, at == 0:
		return f.tree.Head()
	case at > 0:
		return l.commits[at-1]
	case len(l.commits) > 0:
		return l.commits[len(l.commits)-1]
	}
	return f.tree.Head()
}

// clear makes room for what is committed part by part.
func (f *fixing) clear(ctx context.Context, all []part, l left) error {
	if refused, err := f.asideRefused(ctx, all); refused || err != nil {
		return err
	}
	if len(all) == 1 && all[0].commit == l.whole {
		return nil // the files are as they will be committed
	}
	return f.back(ctx)
}

// back puts the tree back to its head and keeps nothing: what the checks need has
// to be made again.
func (f *fixing) back(ctx context.Context) error {
	f.setUp = false
	return f.tree.Reset(ctx, f.tree.Head())
}

// asideRefused keeps all that an agent left, for a person to look at, where a
// part of it is refused.
func (f *fixing) asideRefused(ctx context.Context, all []part) (refused bool, err error) {
	for _, p := range all {
		if len(p.broken) > 0 {
			return true, f.setAside(ctx, p.items, view.Violations(p.broken))
		}
	}
	return false, nil
}

// commitPart makes one commit of one part, or tells why not.
func (f *fixing) commitPart(ctx context.Context, p part, inPlace bool) error {
	if len(p.broken) == 0 && !inPlace {
		if err := f.tree.Pick(ctx, p.commit); err != nil {
			return err
		}
	}
	var commit pull.Oid
	if len(p.broken) == 0 {
		var err error
		if commit, p.broken, err = f.commitKept(ctx, &p); err != nil {
			return err
		}
	}
	for i, st := range p.items {
		claim := feedback.Claim{At: st.Item.At(), Outcome: feedback.Fixed, Commit: commit}
		if i < len(p.outcomes) {
			claim.Summary, claim.Test = p.outcomes[i].Summary, p.outcomes[i].Test
		}
		if len(p.broken) > 0 {
			claim = violating(claim, p.broken)
		}
		f.claims = append(f.claims, claim)
	}
	return nil
}

// violating turns a claim into the failure that a person decides about.
func violating(claim feedback.Claim, broken []feedback.Violation) feedback.Claim {
	claim.Outcome, claim.Commit, claim.Violations = feedback.Failed, "", broken
	claim.Why = view.Violations(broken)
	return claim
}

// others are the outcomes that come without a change.
func (f *fixing) others(ctx context.Context, asked []feedback.Standing, report agent.Report) error {
	for _, o := range report.Outcomes {
		st := standingOf(asked, o.Item)
		claim := feedback.Claim{At: st.Item.At(), Outcome: o.Outcome, Summary: o.Summary, Why: o.Why}
		switch o.Outcome {
		case feedback.Fixed:
			continue
		case feedback.AlreadyAddressed:
			var err error
			if claim, err = f.already(ctx, st, o); err != nil {
				return err
			}
		}
		f.claims = append(f.claims, claim)
	}
	return nil
}

// message words the commit: the summary of the first fix, and why it was right.
func (f *fixing) message(items []feedback.Standing, outcomes []agent.Outcome) string {
	summary := ""
	for _, o := range outcomes {
		if summary == "" {
			summary = o.Summary
		}
	}
	return view.Commit(f.Snapshot.Ref, items, summary, reasons(items), f.Deed.Key)
}

// commit makes the commit that is pushed, or fails: nothing changed.
func (f *fixing) commit(ctx context.Context, message string) (pull.Oid, error) {
	commit, err := f.tree.Commit(ctx, message)
	if err == nil && commit == "" {
		err = action.Fail(action.Broken, fmt.Errorf("nothing changed"))
	}
	return commit, err
}

// remark is what a person should know of the whole work.
func (f *fixing) remark() string {
	if f.kept == "" {
		return f.undone
	}
	return view.SetAside(f.undone, f.kept)
}
