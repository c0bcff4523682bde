package github_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/github"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/scenario"
)

// findings are so many comments on lines of the change, each with a mark of its own.
func (d *desk) findings(many int) (comments []pull.Inline) {
	for n := range many {
		m := mark.Mark{Kind: mark.Finding, Digest: mark.DigestOf(fmt.Sprint("finding ", n))}
		comments = append(comments, pull.Inline{Path: "code.txt", Side: "RIGHT", Line: 3, Body: fmt.Sprintf("Finding %d.\n\n%s", n, secret.Write(d.ref.String(), m))})
	}
	return comments
}

// A review with more comments than a page holds is proven by all of them, and
// the next look shows each.
func TestAReviewIsProvenByEachOfItsComments(t *testing.T) {
	d := newDesk(t, openStreet(t, 100, false), 5)
	posted, err := d.client.Review(t.Context(), d.ref, d.review(d.findings(120)...))
	if err != nil || posted.ID == 0 || !strings.Contains(posted.URL, "#pullrequestreview-") {
		t.Fatalf("%+v, %v", posted, err)
	}
	found := 0
	for _, thread := range d.look().Threads {
		if root := thread.Root(); root.Ours && root.Review == posted.ID && len(root.Marks) == 1 && root.Marks[0].Kind == mark.Finding && root.Marks[0].Proved {
			found++
		}
	}
	if found != 120 {
		t.Errorf("%d of 120 show", found)
	}
}

// The host has left comments out of a review without a word, and the read that
// would show it can fail: neither is a proof.
func TestAReviewThatDoesNotShowItsCommentsIsInDoubt(t *testing.T) {
	d := newDesk(t, openStreet(t, 100, false), 5)
	d.sim.Break(scenario.Fault{Hit: "GET /repos/*/pulls/*/reviews/*/comments", Nth: 2, Times: 1, Answer: 502})
	posted, err := d.client.Review(t.Context(), d.ref, d.review(d.findings(120)...))
	if action.ClassOf(err) != action.Lost || posted.ID == 0 {
		t.Errorf("its second page was not read: %+v, %v", posted, err)
	}
	d.sim.Break()
	if n := len(d.look().Threads); n < 120 {
		t.Errorf("%d threads stand", n)
	}
}

func TestAPlaceOutsideOfTheChangeIsRefusedWithItsReason(t *testing.T) {
	d := newDesk(t, openStreet(t, 100, false), 5)
	before := len(d.look().Threads)
	bad := pull.Inline{Path: "code.txt", Line: 4000, Body: "Nowhere."}
	_, err := d.client.Review(t.Context(), d.ref, d.review(append(d.findings(2), bad)...))
	if action.ClassOf(err) != action.Refused || !strings.Contains(err.Error(), "Line could not be resolved") {
		t.Errorf("a review with it: %v", err)
	}
	_, err = d.client.ReviewComment(t.Context(), d.ref, pull.Oid(d.p.Head), bad)
	if action.ClassOf(err) != action.Refused || !strings.Contains(err.Error(), "pull_request_review_thread.line") {
		t.Errorf("the comment alone: %v", err)
	}
	bad = pull.Inline{Path: "unknown.txt", Body: "Nowhere."}
	if _, err = d.client.ReviewComment(t.Context(), d.ref, pull.Oid(d.p.Head), bad); action.ClassOf(err) != action.Refused {
		t.Errorf("an unknown file: %v", err)
	}
	if after := len(d.look().Threads); after != before {
		t.Errorf("%d threads were %d", after, before)
	}
}

// Several lines in one comment; a start that is no start is left out, since the
// host refuses it.
func TestACommentMaySpanLines(t *testing.T) {
	d := newDesk(t, openStreet(t, 100, false), 5)
	one := d.findings(2)
	one[0].Start, one[1].Start = 2, 3
	if _, err := d.client.Review(t.Context(), d.ref, d.review(one...)); err != nil {
		t.Fatal(err)
	}
	var starts []int
	for _, thread := range d.look().Threads {
		if thread.Root().Ours {
			starts = append(starts, thread.StartLine)
		}
	}
	slices.Sort(starts)
	if fmt.Sprint(starts) != "[0 2]" {
		t.Errorf("threads start at %v", starts)
	}
}

func TestADraftReviewOfOursRefusesAnother(t *testing.T) {
	d := newDesk(t, openStreet(t, 100, false), 5)
	d.do(func() error { _, err := d.sim.World.StartReview(d.p, "dev", "", ""); return err })
	for name, do := range map[string]func(*github.Client) error{
		"review": func(c *github.Client) error {
			_, err := c.Review(t.Context(), d.ref, d.review(d.findings(1)...))
			return err
		},
		"comment": func(c *github.Client) error {
			_, err := c.ReviewComment(t.Context(), d.ref, pull.Oid(d.p.Head), d.findings(1)[0])
			return err
		},
	} {
		if err := do(d.client); action.ClassOf(err) != action.Refused || !strings.Contains(err.Error(), "one pending review") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
