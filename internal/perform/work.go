package perform

import (
	"context"
	"fmt"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/prompt"
	"github.com/settlehq/settle/internal/pull"
)

// work runs an agent or a check. It has no effect outside; a work that ended
// badly has spent nothing but time.
func (d deed) work(ctx context.Context) (*journal.Outcome, error) {
	switch d.Action.Work.Task {
	case action.Triage:
		return d.triage(ctx)
	case action.Fix:
		return d.fix(ctx)
	case action.Repair:
		return d.repair(ctx)
	case action.Update, action.Rebase:
		return d.join(ctx)
	case action.Verify:
		return d.verify(ctx)
	case action.Audit:
		return d.lookOver(ctx)
	}
	return nil, action.Fail(action.Refused, fmt.Errorf("the task %s is not carried out by this release", d.Action.Work.Task))
}

// open makes a tree, and gives what closes it.
func (d deed) open(ctx context.Context, commit pull.Oid, bundle []byte) (Tree, func(), error) {
	tree, err := d.Repo.Open(ctx, d.Snapshot.Ref, commit, bundle)
	if err != nil {
		return nil, nil, err
	}
	return tree, func() { _ = tree.Close(context.WithoutCancel(ctx)) }, nil
}

// request words the order's own job for an agent.
func (d deed) request(tree Tree, standings []feedback.Standing) agent.Request {
	r, words := d.ordered(d.Action.Work.Task, tree, standings)
	r.Prompt, r.Short = words.Text(), words.Brief(agent.RequestFile)
	return r
}

// ordered words a job, without its last words.
func (d deed) ordered(task action.Task, tree Tree, standings []feedback.Standing) (agent.Request, prompt.Order) {
	edit := task != action.Triage && task != action.Audit
	r := agent.Request{
		Task: task, Ref: d.Snapshot.Ref.String(), Title: d.Snapshot.Title, Head: tree.Head(), Base: d.Snapshot.Base, Worktree: tree.Dir(),
		Rules: agent.Rules{Edit: edit}, Budget: agent.Budget{Time: d.Policy.Agents.Timeout},
	}
	if task != action.Audit {
		r.Clusters = clustersOf(d.Action.Work.Clusters, standings)
	}
	words := prompt.Order{Task: task, Ref: d.Snapshot.Ref, Title: r.Title, Head: r.Head, Base: r.Base, Clusters: r.Clusters}
	if edit {
		r.Rules.Verify, r.Rules.Tests, r.Rules.Protected = d.Policy.Verify.Full, d.Policy.Verify.Tests, d.Policy.Escalation.Protected()
		words.Verify, words.Tests, words.Protected = r.Rules.Verify, r.Rules.Tests, d.Policy.Escalation.Paths
	}
	for _, st := range standings {
		facts := d.facts(st)
		if task == action.Audit {
			facts = nil // who looks a second time is told nothing of the first
		}
		r.Items = append(r.Items, agent.ItemOf(st, facts...))
		words.Asks = append(words.Asks, prompt.Ask{Standing: st, Facts: facts})
	}
	return r, words
}

// runs is what agents cost in one work, and how they read its clusters.
type runs struct {
	agent    string
	count    int
	seconds  float64
	spent    policy.Money
	clusters []feedback.ClusterClaim
}

// and adds what another agent cost in the same work.
func (r runs) and(more runs) runs {
	if more.agent != "" {
		r.agent = more.agent
	}
	r.count, r.seconds, r.spent = r.count+more.count, r.seconds+more.seconds, r.spent+more.spent
	r.clusters = append(r.clusters, more.clusters...)
	return r
}

func (r runs) outcome() *journal.Outcome {
	return &journal.Outcome{Agent: r.agent, Runs: r.count, Seconds: r.seconds, Spent: r.spent, Clusters: r.clusters}
}

// run asks the agents of a chain in order; one that is absent, out of quota or
// out of time lets the next try, in a tree as the first one found it. Where none could, a
// quota that ends is told rather than an agent that is not there.
//
// kept is a change that lies in the files beside the head; empty: none does.
func (d deed) run(ctx context.Context, tree Tree, chain []policy.AgentUse, request agent.Request, kept pull.Oid) (agent.Report, runs, error) {
	var used runs
	if len(chain) == 0 {
		return agent.Report{}, used, action.Fail(action.Refused, fmt.Errorf("no agent is named for %s", request.Task))
	}
	var last error
	for n, use := range chain {
		report, err := d.one(ctx, use, request, &used)
		if err == nil {
			used.clusters = withPrior(report.Clusters, request.Clusters)
			return report, used, nil
		}
		kind := agent.KindOf(err)
		if last == nil || kind != agent.Absent {
			last = err
		}
		if kind == agent.Absent {
			continue
		}
		if kind != agent.Quota && kind != agent.TimedOut || n == len(chain)-1 {
			break // what it left is for the caller to keep
		}
		if err := d.restart(ctx, tree, request.Head, kept); err != nil {
			return agent.Report{}, used, err
		}
	}
	return agent.Report{}, used, failureOf(last)
}

// restart makes the files again what the first of a chain was given, and keeps
// what that one left under a name.
func (d deed) restart(ctx context.Context, tree Tree, head, kept pull.Oid) error {
	if _, err := tree.Planted(ctx); err != nil {
		return err
	}
	if _, err := tree.SetAside(ctx, fmt.Sprintf("settle: %s: left by an agent that did not finish", d.Snapshot.Ref)); err != nil {
		return err
	}
	if err := tree.Reset(ctx, head); err != nil || kept == "" {
		return err
	}
	return tree.Pick(ctx, kept)
}

// one lets one entry of a chain try.
func (d deed) one(ctx context.Context, use policy.AgentUse, request agent.Request, used *runs) (agent.Report, error) {
	runner, err := d.Agents.Runner(d.Policy.Agents, use)
	if err != nil {
		return agent.Report{}, err
	}
	request.Budget.Model, request.Budget.Turns = use.Model, use.MaxTurns
	if limit := d.Policy.Limits.Cost; limit > 0 { // what is left of the pull request's money
		request.Budget.Cost = max(1, limit-d.History.Spent-used.spent)
	}
	return d.once(ctx, runner, request, used)
}

func (d deed) once(ctx context.Context, runner agent.Runner, request agent.Request, used *runs) (agent.Report, error) {
	begun := d.Clock.Now()
	report, err := runner.Run(ctx, agent.Job{Request: request, Line: d.Line})
	if kind := agent.KindOf(err); kind == agent.Absent {
		return report, err
	}
	used.agent = runner.Name()
	used.count++
	used.seconds += d.Clock.Now().Sub(begun).Seconds()
	used.spent += report.Cost()
	return report, err
}

// failureOf tells a deed's failure from an agent's trouble.
func failureOf(err error) error {
	trouble, ok := asTrouble(err)
	if !ok {
		return action.Fail(action.Broken, err)
	}
	switch trouble.Kind {
	case agent.Absent:
		return action.Fail(action.Refused, err)
	case agent.Quota:
		return &action.Failure{Class: action.Limited, Until: trouble.Until, Err: err}
	}
	return action.Fail(action.Broken, err)
}
