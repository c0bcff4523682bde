package app

import (
	"context"
	"errors"
	"fmt"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/findings"
	"github.com/settlehq/settle/internal/git"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/perform"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/review"
	"github.com/settlehq/settle/internal/view"
)

// Findings is what another tool found; Feedback what a reviewer is told of its
// earlier findings.
type (
	Findings = findings.File
	Feedback = findings.Feedback
)

// MostFindings is how many bytes of a file of findings are read.
const MostFindings = findings.MostBytes

// ReadFindings reads a file of findings in a format, or in the one that its
// content tells; the error is a *Refusal.
func ReadFindings(data []byte, format, root string) (Findings, error) {
	return findings.Read(data, format, root)
}

// ReadFeedback reads a feedback document; the error is a *Refusal.
func ReadFeedback(data []byte) (Feedback, error) { return findings.ReadFeedback(data) }

// ReviewOptions of one review.
type ReviewOptions struct {
	From         *Findings            // of a file: these are published, and no agent looks; nil: an agent does
	Beside       *Findings            // of a file: told to the agent as what other tools found; may be nil
	Chosen       bool                 // the agents are those of a flag, whomever policy names for an audit
	Instructions string               // for the agent, of whoever runs it
	Feedback     *Feedback            // told to the agent in place of what is remembered; nil: that
	Keep         func(Feedback) error // is given what is remembered, before anybody is asked; may be nil
	KeepOnly     bool                 // that, and nothing else: a reviewer of the person's own is to look
	Asks         func(words string)   // hears that an agent begins; may be nil
	FailOn       string               // severity; empty: none fails
	DryRun       bool                 // nothing is sent, written down or started
}

// GapError says that something of a pull request could not be read that a review
// rests on; nothing was sent.
type GapError struct {
	Ref pull.Ref
	Gap pull.Gap
}

func (e *GapError) Error() string {
	return fmt.Sprintf("the %s of %s could not be read whole: %s (%s)", e.Gap.Surface, e.Ref, e.Gap.What, e.Gap.Why)
}

// NotOpenError says that there is nothing to review any more.
type NotOpenError struct {
	Ref   pull.Ref
	State pull.State
}

func (e *NotOpenError) Error() string { return fmt.Sprintf("%s is %s", e.Ref, e.State) }

// PausedError says that a person holds the pull request: nothing outward begins.
type PausedError struct {
	Ref pull.Ref
	By  string
}

func (e *PausedError) Error() string { return fmt.Sprintf("%s is paused by %s", e.Ref, e.By) }

// ErrOwnDraft: an unsubmitted review of our own account would swallow what is said.
var ErrOwnDraft = perform.ErrOwnDraft

// Review lets a reviewer of ours look at a pull request, and publishes what it
// found beside what it remembers. What the reviewer failed of stands in the
// plan; then only a summary that is there is rewritten. With an error the run tells what was
// known by then. Another review that is under way is a *journal.HeldError; a
// *PausedError, a *GapError, a *NotOpenError and ErrOwnDraft come before anything is sent.
func (a *App) Review(ctx context.Context, ref pull.Ref, o ReviewOptions) (view.ReviewRun, error) {
	r := &reviewing{App: a, options: o, idle: a.clock.Busy(), run: view.ReviewRun{Ref: ref, At: a.clock.Now(), DryRun: o.DryRun, FailOn: o.FailOn}}
	r.host = &reviewHost{paced: paced{a.client, a}}
	defer func() { r.idle() }()
	err := r.hold(ctx)
	if err == nil {
		defer r.release()
		err = r.steps(ctx)
	}
	stats := a.client.Stats()
	r.run.Requests, r.run.Points, r.run.Bytes = stats.Requests, stats.Points, stats.Bytes
	return r.run, err
}

// reviewing is one review under way.
type reviewing struct {
	*App
	options  ReviewOptions
	host     *reviewHost
	idle     func() // ends the time that no clock may jump over
	timeless bool   // no time passes at all
	lease    journal.Lease
	release  func()

	snapshot pull.Snapshot
	rules    policy.Policy
	memory   review.Memory
	tree     *git.Tree
	repos    performer
	base     pull.Oid // where the base branch is
	earlier  []feedback.Earlier
	answer   review.Answer
	run      view.ReviewRun
}

// steps are a review from the first look to the last word.
func (r *reviewing) steps(ctx context.Context) error {
	if err := r.look(ctx); err != nil {
		return err
	}
	if err := r.open(ctx); err != nil {
		return err
	}
	defer func() { _ = r.tree.Close(context.WithoutCancel(ctx)) }()
	publish := func(ctx context.Context) error { _, err := r.publish(ctx); return err }
	for _, step := range []func(context.Context) error{r.recall, r.ask, r.decide, publish} {
		if err := step(ctx); err != nil || r.options.KeepOnly {
			return err
		}
	}
	return nil
}

// silent: nothing is sent.
func (r *reviewing) silent() bool { return r.options.DryRun || r.options.KeepOnly }

// hold takes the right to review this pull request; who sends nothing needs none.
func (r *reviewing) hold(ctx context.Context) error {
	r.release = func() {}
	if r.silent() {
		return nil
	}
	lease, release, err := r.take(ctx, journal.ReviewLease(r.run.Ref), func(journal.Holder) error { return nil }, func(context.Context) {})
	if err == nil {
		r.lease, r.release = lease, release
	}
	return err
}

// look reads the pull request, and refuses what cannot be reviewed or spoken to.
func (r *reviewing) look(ctx context.Context) (err error) {
	known, err := r.App.recall(ctx, r.run.Ref)
	if err != nil {
		return err
	}
	if told := known.History.Told; told.Paused && !r.silent() {
		return &PausedError{r.run.Ref, told.By}
	}
	if r.silent() {
		r.snapshot, err = r.host.Observe(ctx, r.run.Ref)
	} else {
		r.snapshot, err = r.reviews(policy.Default().Timing).Settled(ctx, r.run.Ref)
	}
	s := r.snapshot
	gap, missing := s.Missing(pull.SurfaceHead, pull.SurfaceThreads, pull.SurfaceComments, pull.SurfaceReviews, pull.SurfaceCommits)
	switch {
	case missing && (err == nil || action.ClassOf(err) == action.Later):
		return &GapError{r.run.Ref, gap}
	case err != nil:
		return err
	case s.State != pull.Open:
		return &NotOpenError{r.run.Ref, s.State}
	case s.Viewer.PendingReview != "":
		return action.Fail(action.Refused, ErrOwnDraft)
	}
	r.rules, r.run.Plan.Head = policies{r.App}.For(s), s.Head
	if r.rules.Broken != "" {
		return fmt.Errorf("%w: %s", ErrPolicy, r.rules.Broken)
	}
	return nil
}

// ErrPolicy: the repository's policy file cannot be used.
var ErrPolicy = errors.New("the policy file cannot be used")

// decide makes the plan of memory and answer.
func (r *reviewing) decide(ctx context.Context) error {
	if r.run.WouldAsk != "" {
		return nil
	}
	code, err := r.tree.Code(ctx, r.base, r.paths(), r.heads())
	if err != nil {
		return err
	}
	r.run.Plan = review.Decide(r.memory, r.answer, r.snapshot.Head, code)
	return nil
}

// publish says what the plan says. Of a review that failed only the summary
// tells, where there is one: who reads it is not to take it for this head's. It
// gives the new findings that have a thread.
func (r *reviewing) publish(ctx context.Context) ([]mark.Digest, error) {
	if r.options.DryRun || r.run.Plan.Failed != "" && r.memory.Summary == nil {
		return nil, nil
	}
	said, err := r.reviews(r.rules.Timing).Publish(ctx, r.lease, r.run.Plan)
	r.run.Posted = view.ReviewPosted{
		Review: said.Review, Summary: said.Summary, Inline: said.Inline, File: said.File, InSummary: said.InSummary, Already: said.Already,
		Resolved: said.Resolved, Left: said.Left, Failed: said.Failed, Others: said.Others,
	}
	return said.Threads, err
}

func (r *reviewing) reviews(timing policy.Timing) *perform.Reviews {
	return &perform.Reviews{Host: r.host, Memory: r.store, Clock: r.clock, Pause: r.pause, Marks: r.marks, Doubt: timing.Doubt()}
}
