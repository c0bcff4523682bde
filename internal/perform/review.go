package perform

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/review"
	"github.com/settlehq/settle/internal/view"
)

// ErrOwnDraft: an unsubmitted review of our own account is open. GitHub takes no
// other beside it, and would swallow what is said into it.
var ErrOwnDraft = errors.New("a draft review of this account is open here; submit or discard it first")

// ReviewHost is what publishing a review needs of GitHub. Every error is an
// action.Failure.
type ReviewHost interface {
	Observe(ctx context.Context, ref pull.Ref) (pull.Snapshot, error)
	Tip(ctx context.Context, ref pull.Ref, node, item string) (pull.Tip, error)
	// Review submits one review with all its comments, or is refused whole.
	Review(ctx context.Context, ref pull.Ref, draft pull.ReviewDraft) (pull.Posted, error)
	// ReviewComment submits a comment on a line, or with Line 0 on a file, alone.
	ReviewComment(ctx context.Context, ref pull.Ref, head pull.Oid, one pull.Inline) (pull.Posted, error)
	Comment(ctx context.Context, ref pull.Ref, body string) (pull.Posted, error)
	EditComment(ctx context.Context, ref pull.Ref, id int64, body string) (pull.Posted, error)
	Reply(ctx context.Context, ref pull.Ref, root int64, body string) (pull.Posted, error)
	Resolve(ctx context.Context, ref pull.Ref, thread string) error
}

// Reviewings keeps what a review is about to publish: journal.ErrAbsent where
// there was none, journal.ErrStale when the lease has passed on.
type Reviewings interface {
	PutReviewing(ctx context.Context, lease journal.Lease, ref pull.Ref, r journal.Reviewing) error
	Reviewing(ctx context.Context, ref pull.Ref) (journal.Reviewing, error)
}

// Reviews publishes what reviewers of ours found. All fields are required. Safe
// for use by several goroutines; the lease keeps them from one pull request.
type Reviews struct {
	Host   ReviewHost
	Memory Reviewings
	Clock  Clock
	Pause  func(ctx context.Context, d time.Duration) error
	Marks  mark.Secret
	Doubt  time.Duration // after it a request whose answer was lost shows, or had no effect: policy's Timing.Doubt
}

// Published is what came of a plan. It is true of what was reached when Publish
// fails.
type Published struct {
	Review, Summary pull.Posted
	Inline          int           // new findings at their lines,
	File            int           // on their files,
	InSummary       int           // in the summary only,
	Already         int           // and published by an earlier run of the same plan
	Threads         []mark.Digest // which of all these have a thread
	Resolved        int
	Left            []review.Left  // threads that were to be closed and stay open
	Failed          []string       // findings that stand nowhere, by file, and why; then nothing was resolved
	Others          []pull.Comment // later summary comments of ours: left as they are
}

// publication is one plan being published.
type publication struct {
	*Reviews
	lease    journal.Lease
	plan     review.Plan // New with the anchor at which each stands, or is tried next
	now      pull.Snapshot
	memory   review.Memory
	standing map[mark.Digest]string // address of what stands at its line or on its file
	already  map[mark.Digest]bool
	asked    time.Time     // when the newest request was about to be sent
	told     bool          // the summary stands
	left     []mark.Digest // for which it had no room
	out      Published
}

// Publish says what a plan says, each finding once: what stands already is left
// alone, a comment that the host refuses is tried on its file and then stands in
// the summary, and a lost answer is looked for before anything is sent again.
// New findings come first, then the summary, then the threads to be closed; what
// could not be said keeps every thread open. Called again with the same plan it
// goes on where it was cut short. Failures: Refused with ErrOwnDraft, and Moved
// where the head is not the plan's any more: then nothing is sent, or no more.
func (r *Reviews) Publish(ctx context.Context, lease journal.Lease, plan review.Plan) (Published, error) {
	p := &publication{Reviews: r, lease: lease, plan: plan, standing: map[mark.Digest]string{}, already: map[mark.Digest]bool{}}
	p.plan.New = slices.Clone(plan.New)
	err := p.publish(ctx)
	p.count()
	return p.out, err
}

func (p *publication) publish(ctx context.Context) error {
	for _, step := range []func(context.Context) error{p.begin, p.inline, p.files, p.insist, p.summary, p.resolves} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// begin refuses before anything is sent, and finds what stands already.
func (p *publication) begin(ctx context.Context) error {
	s, err := p.Settled(ctx, p.plan.Ref)
	switch {
	case err != nil:
		return err
	case s.State != pull.Open:
		return moved("the pull request is %s", s.State)
	case s.Head != p.plan.Head:
		return moved("the head is %s, and %s was reviewed", s.Head.Short(), p.plan.Head.Short())
	case s.Viewer.PendingReview != "":
		return action.Fail(action.Refused, ErrOwnDraft)
	}
	p.see(s)
	for _, old := range p.memory.Published {
		p.already[old.ID] = true
	}
	p.out.Others = p.memory.Others
	p.plan.New = slices.DeleteFunc(p.plan.New, p.unsayable)
	return nil
}

// unsayable: a finding that view refuses to word is told to nobody else.
func (p *publication) unsayable(one review.Posting) bool {
	_, err := view.FindingBody(one)
	if err != nil {
		p.out.Failed = append(p.out.Failed, one.Finding.Path+": "+err.Error())
	}
	return err != nil
}
