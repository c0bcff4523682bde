package perform

import (
	"context"
	"errors"
	"slices"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/prompt"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/review"
)

// lookOver lets an agent of ours look over the whole change of the pull
// request, from where it left its base. It may edit nothing; one that did has
// found nothing.
func (d deed) lookOver(ctx context.Context) (*journal.Outcome, error) {
	order := d.Action.Work
	report, used, err := d.overlook(ctx, Overlook{Head: order.Head, Base: order.Base, Settled: order.Standing})
	outcome := used.outcome()
	if err != nil {
		outcome.Text = said(err)
		return outcome, err
	}
	outcome.Findings = report.Findings
	d.tellFound(ctx, used.agent, outcome)
	return outcome, nil
}

// Says publishes what our auditor found, as a review does. What did not become
// a thread comes back: the run has to work on it all the same. With an error
// the answer is true of what was reached.
type Says interface {
	Say(ctx context.Context, s pull.Snapshot, rules policy.Policy, answer review.Answer) (Said, error)
}

// Said is what became of the findings of an audit.
type Said struct {
	Threads int                // findings that stand as threads, new ones among them
	Posted  int                // the new ones
	Rest    []feedback.Finding // those that do not
}

// tellFound publishes the findings of an audit where policy wants that. What
// could not be published stays a finding of the run, and why is told.
func (d deed) tellFound(ctx context.Context, agent string, outcome *journal.Outcome) {
	publish := slices.ContainsFunc(d.Policy.Reviewers, func(r policy.Reviewer) bool { return r.Define.Kind == "auditor" && r.Publish })
	if !publish || d.Says == nil || len(outcome.Findings) == 0 {
		return
	}
	done, err := d.Says.Say(ctx, d.Snapshot, d.Policy, review.Answer{Tool: agent, Findings: outcome.Findings})
	if err != nil {
		outcome.Text = "its findings could not all be published: " + said(err)
	}
	if err != nil && done.Threads == 0 {
		return
	}
	outcome.Findings, outcome.Threads, outcome.Posted = done.Rest, done.Threads, done.Posted
}

// Overlook is one look over a whole change, and what the auditor is told beside
// it. Where Examine holds findings, they are put to the question and nothing
// else is looked for.
type Overlook struct {
	Head, Base   pull.Oid
	Settled      []feedback.Standing // asks that were settled before
	Analysis     []feedback.Finding  // what other tools found
	Earlier      []feedback.Earlier  // what was published before, and what became of it
	Instructions string              // of whoever runs it
	Examine      []feedback.Finding
	Agents       []policy.AgentUse // who looks, tried in order; nil: whom policy names
}

// Look lets an agent of ours look over a pull request outside of the loop: the
// audit of convergence with a memory, run and checked alike. A report that
// cannot be used is asked for a second time; after that the error stands, of
// which agent.KindOf tells the kind. The outcome tells what it cost, also then.
func (p *Performer) Look(ctx context.Context, s pull.Snapshot, rules policy.Policy, o Overlook) (agent.Report, *journal.Outcome, error) {
	d := deed{Performer: p, Scene: Scene{Snapshot: s, Policy: rules}}
	report, used, err := d.overlook(ctx, o)
	if unusable(err) && ctx.Err() == nil {
		first := err
		var more runs
		report, more, err = d.overlook(ctx, o)
		used = used.and(more)
		if err != nil {
			err = errors.Join(err, first)
		}
	}
	return report, used.outcome(), err
}

// unusable: there was a look, and what it left cannot be used. Who ran out of
// time or money would do so again.
func unusable(err error) bool {
	kind := agent.KindOf(err)
	return err != nil && action.ClassOf(err) == action.Broken && kind != agent.TimedOut && kind != agent.Spent
}

// overlook is one such look, in a tree of its own that is thrown away.
func (d deed) overlook(ctx context.Context, o Overlook) (agent.Report, runs, error) {
	tree, closeTree, err := d.open(ctx, o.Head, nil)
	if err != nil {
		return agent.Report{}, runs{}, err
	}
	defer closeTree()
	from, err := d.Repo.Fork(ctx, d.Snapshot.Ref, o.Head, o.Base)
	if err != nil {
		return agent.Report{}, runs{}, err
	}
	text, err := tree.Text(ctx, from, o.Head)
	if err != nil {
		return agent.Report{}, runs{}, err
	}
	request, words := d.ordered(action.Audit, tree, o.Settled)
	words.Whole = true
	o.put(&request, &words, from, text)
	request.Prompt, request.Short = words.Text(), words.Brief(agent.RequestFile)
	chain := o.Agents
	if chain == nil {
		chain = d.Policy.Auditors()
	}
	report, used, err := d.run(ctx, tree, chain, request, "")
	if err == nil {
		err = undisturbed(ctx, tree)
	}
	return report, used, err
}

// put tells both forms of a request what is looked at, and what is told beside it.
func (o Overlook) put(r *agent.Request, words *prompt.Order, from pull.Oid, text string) {
	r.Base, words.Base = from, from
	r.Diff, words.Diff = text, text
	r.Analysis, words.Analysis = o.Analysis, o.Analysis
	r.Earlier, words.Earlier = o.Earlier, o.Earlier
	r.Instructions, words.Instructions = o.Instructions, o.Instructions
	r.Examine, words.Examine = o.Examine, o.Examine
}
