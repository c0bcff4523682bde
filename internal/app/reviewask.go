package app

import (
	"context"
	"errors"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/perform"
	"github.com/settlehq/settle/internal/review"
	"github.com/settlehq/settle/internal/view"
)

// ask gets the reviewer's answer: of a file, else of an agent.
func (r *reviewing) ask(ctx context.Context) error {
	if from := r.options.From; from != nil {
		r.answer = review.Answer{Tool: from.Tool, Findings: from.Findings, Retained: from.Retained, Stated: from.Stated, Partial: from.Whole}
		r.run.Skipped = from.Skipped
		return nil
	}
	o := r.overlook()
	if r.options.DryRun {
		if r.run.Told, r.run.WouldAsk = len(r.earlier), "no agent"; len(o.Agents) > 0 {
			r.run.WouldAsk = o.Agents[0].Use
		}
		return nil
	}
	if r.options.Asks != nil && len(o.Agents) > 0 {
		r.options.Asks(view.ReviewAsks(o.Agents[0].Use, len(r.earlier)))
	}
	report, err := r.agent(ctx, o)
	if err != nil {
		why, failed := failing(err)
		if !failed || ctx.Err() != nil {
			return err
		}
		r.answer = review.Answer{Tool: r.run.Agent, Failed: why}
		return nil
	}
	r.answer = review.Answer{Tool: r.run.Agent, Findings: report.Findings, Stated: report.Retained != nil}
	if report.Retained != nil {
		r.answer.Retained = *report.Retained
	}
	return r.question(ctx)
}

// overlook is what an agent is to look at, and what it is told beside it.
func (r *reviewing) overlook() perform.Overlook {
	o := perform.Overlook{Head: r.snapshot.Head, Base: r.base, Earlier: r.earlier, Instructions: r.options.Instructions, Agents: r.rules.Auditors()}
	if r.options.Chosen {
		o.Agents = r.rules.Agents.Triage
	}
	if beside := r.options.Beside; beside != nil {
		o.Analysis, r.run.Skipped = beside.Findings, beside.Skipped
	}
	return o
}

// agent lets one look, and adds up what that cost.
func (r *reviewing) agent(ctx context.Context, o perform.Overlook) (agent.Report, error) {
	report, used, err := r.repos.Look(ctx, r.snapshot, r.rules, o)
	if used.Agent != "" {
		r.run.Agent = used.Agent
	}
	r.run.Runs, r.run.Seconds, r.run.Spent = r.run.Runs+used.Runs, r.run.Seconds+used.Seconds, r.run.Spent+used.Spent
	return report, err
}

// failing tells a reviewer that failed from a world that did.
func failing(err error) (why string, failed bool) {
	var trouble *agent.Trouble
	if errors.As(err, &trouble) {
		return trouble.Error(), true
	}
	class := action.ClassOf(err)
	return err.Error(), class == action.Broken || class == action.Refused
}

// question puts each finding of an agent to the question where policy wants it,
// and drops those that are less sure than it wants.
func (r *reviewing) question(ctx context.Context) error {
	if r.rules.Review.Verify && len(r.answer.Findings) > 0 {
		o := r.overlook()
		o.Examine, o.Earlier, o.Analysis, o.Instructions = r.answer.Findings, nil, nil, ""
		report, err := r.agent(ctx, o)
		if why, failed := "", false; err != nil {
			if why, failed = failing(err); !failed || ctx.Err() != nil {
				return err
			}
			r.run.Notes = append(r.run.Notes, "The findings could not be put to the question: "+why)
		}
		for _, e := range report.Examined {
			r.answer.Findings[e.Finding-1].Confidence = e.Confidence
		}
	}
	r.answer.Findings, r.run.Doubted = sure(r.answer.Findings, r.rules.Review.MinConfidence)
	return nil
}

// sure parts findings by how sure they are; one without a word on it is kept
// (S4, F4.25).
func sure(all []feedback.Finding, least int) (kept, doubted []feedback.Finding) {
	for _, f := range all {
		if f.Confidence > 0 && f.Confidence < least {
			doubted = append(doubted, f)
			continue
		}
		kept = append(kept, f)
	}
	return kept, doubted
}
