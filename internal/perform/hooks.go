package perform

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/view"
)

// mostRefusals of a hook of the repository are answered by another try.
const mostRefusals = 3

// commitKept commits what lies in the files, with the repository's hooks. What
// a hook refuses goes back to an agent, with what the hook said; after the third
// refusal a person is asked.
func (f *fixing) commitKept(ctx context.Context, p *part) (pull.Oid, []feedback.Violation, error) {
	message := f.message(p.items, p.outcomes)
	for refusals := 1; ; refusals++ {
		commit, refused, broken, err := f.commitHooked(ctx, message)
		if err != nil || refused == nil && len(broken) == 0 {
			return commit, nil, err
		}
		if refused != nil && refusals == mostRefusals {
			broken = violations(feedback.HookRefused, refused.Gate)
		}
		if len(broken) > 0 {
			return "", broken, f.setAside(ctx, p.items, view.Violations(broken))
		}
		if broken, err := f.again(ctx, p, *refused); err != nil || len(broken) > 0 {
			return "", broken, err
		}
	}
}

// commitHooked runs the hooks that git runs at a commit, in git's order, and
// commits what they leave. refused is the hook that said no; broken names what
// a hook changed and may not.
func (f *fixing) commitHooked(ctx context.Context, message string) (commit pull.Oid, refused *feedback.Proof, broken []feedback.Violation, err error) {
	if err := f.tree.Stage(ctx); err != nil {
		return "", nil, nil, err
	}
	ran := len(f.hooks)
	text := message
	for _, h := range []feedback.Hook{{Name: "pre-commit"}, {Name: "prepare-commit-msg", Message: &text}, {Name: "commit-msg", Message: &text}} {
		if refused, err := f.hook(ctx, h); err != nil || refused != nil {
			return "", refused, nil, err
		}
	}
	if !strings.HasSuffix(strings.TrimSpace(text), trailersOf(message)) {
		text = message // a hook may add words; our trailers are how a fix is known again
	}
	if len(f.hooks) > ran {
		changed, err := f.tree.Changed(ctx)
		if broken := violations(feedback.HookGuarded, f.guarded(changed)...); err != nil || len(broken) > 0 {
			return "", nil, broken, err
		}
	}
	commit, err = f.commit(ctx, text)
	return commit, nil, nil, err
}

// trailersOf is the last paragraph of a message.
func trailersOf(message string) string {
	message = strings.TrimSpace(message)
	return message[strings.LastIndex(message, "\n\n")+2:]
}

// hook runs one; nil where the repository has none, or it said yes. What the
// checks need is made once, before the first.
func (f *fixing) hook(ctx context.Context, h feedback.Hook) (*feedback.Proof, error) {
	rules := f.Policy.Verify
	if f.setUp {
		rules.Setup = ""
	}
	proof, found, err := f.Checks.Hook(ctx, f.tree.Dir(), f.tree.Head(), rules, h)
	if err != nil || !found {
		return nil, err
	}
	f.setUp = true
	f.hooks = append(f.hooks, proof)
	if proof.Green {
		return nil, nil
	}
	return &proof, nil
}

// again gives the change back to an agent, with what a hook said of it.
func (f *fixing) again(ctx context.Context, p *part, refused feedback.Proof) ([]feedback.Violation, error) {
	kept, err := f.tree.Seal(ctx, f.tree.Head())
	if err != nil {
		return nil, err
	}
	report, used, err := f.run(ctx, f.tree, f.Policy.Agents.Fix, f.mending(f.tree, p.items, refused), kept)
	f.spend(used)
	if err != nil {
		return nil, err
	}
	l, broken, err := f.traces(ctx)
	if err != nil || len(broken) > 0 {
		return broken, f.refuse(ctx, err, p.items, broken)
	}
	next := part{items: p.items, outcomes: slices.Clone(p.outcomes), commit: l.whole}
	if err := f.inspect(ctx, &next, f.tree.Head()); err != nil || len(next.broken) > 0 {
		return next.broken, f.refuse(ctx, err, p.items, next.broken)
	}
	if !answeredBy(report, p.items) {
		return nil, action.Fail(action.Broken, fmt.Errorf("the %s hook refuses the change, and no way was found to please it", refused.Gate))
	}
	p.outcomes = next.outcomes
	return nil, nil
}

func (f *fixing) refuse(ctx context.Context, err error, items []feedback.Standing, broken []feedback.Violation) error {
	if err != nil {
		return err
	}
	return f.setAside(ctx, items, view.Violations(broken))
}

// answeredBy: the agent holds every item to be fixed.
func answeredBy(report agent.Report, items []feedback.Standing) bool {
	for _, o := range report.Outcomes {
		if o.Outcome != feedback.Fixed && slices.ContainsFunc(items, func(st feedback.Standing) bool { return st.Item.ID == o.Item }) {
			return false
		}
	}
	return true
}
