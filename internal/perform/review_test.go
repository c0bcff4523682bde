package perform_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/perform"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/review"
)

// sorted tells where the findings of a publication came to stand.
func sorted(p perform.Published) string {
	return fmt.Sprintf("%d inline, %d on files, %d in the summary, %d already, %d resolved, %d failed", p.Inline, p.File, p.InSummary, p.Already, p.Resolved, len(p.Failed))
}

func (g *gallery) wantPublished(want string) perform.Published {
	g.t.Helper()
	out, err := g.publish()
	if got := sorted(out); err != nil || got != want {
		g.t.Fatalf("%s, want %s: %v", got, want, err)
	}
	g.exact()
	return out
}

func TestAllFindingsAreOneReview(t *testing.T) {
	g := newGallery(t, exhibits(30))
	out := g.wantPublished("30 inline, 0 on files, 0 in the summary, 0 already, 0 resolved, 0 failed")
	if g.count("review") != 1 || g.count("comment") != 0 || g.count("summary") != 1 || out.Review.ID == 0 || out.Summary.ID == 0 {
		t.Errorf("requests %q, published %+v", g.requests, out)
	}
	body := g.comments[0].Body
	for _, thread := range g.threads {
		if !strings.Contains(body, thread.Comments[0].URL) {
			t.Errorf("the summary does not lead to %s", thread.Comments[0].URL)
		}
	}
}

// One bad place refuses the whole review: the other findings are not lost by it.
func TestOneBadPlaceCostsNoOtherFindingItsLine(t *testing.T) {
	g := newGallery(t, exhibits(30))
	delete(g.places, placeOf("file3.go", 11))
	g.wantPublished("29 inline, 1 on files, 0 in the summary, 0 already, 0 resolved, 0 failed")
	for _, thread := range g.threads {
		if body := thread.Comments[0].Body; thread.Line == 0 && !strings.Contains(body, "(about line 11)") {
			t.Errorf("on its file it says\n%s", body)
		}
	}
}

func TestAFileOutsideOfTheChangeStandsInTheSummary(t *testing.T) {
	g := newGallery(t, exhibits(8))
	delete(g.places, "file2.go")
	delete(g.places, placeOf("file2.go", 3))
	g.wantPublished("7 inline, 0 on files, 1 in the summary, 0 already, 0 resolved, 0 failed")
	for _, old := range review.Recall(g.snapshot()).Published {
		if f := old.Finding; old.Thread == "" && (f.Title != "Finding 2" || f.Path != "file2.go" || f.Line != 3) {
			t.Errorf("in the summary it reads %+v", f)
		}
	}
}

func TestWhereNoPlaceIsTakenAllStandsInTheSummary(t *testing.T) {
	g := newGallery(t, exhibits(12))
	clear(g.places)
	g.wantPublished("0 inline, 0 on files, 12 in the summary, 0 already, 0 resolved, 0 failed")
	if len(g.threads) != 0 {
		t.Errorf("%d threads", len(g.threads))
	}
}

// The host has left comments out of a review and said nothing: what does not
// show in time is posted alone.
func TestAReviewThatIsTakenInPartIsCompleted(t *testing.T) {
	g := newGallery(t, exhibits(10))
	g.withholds = "file3.go"
	g.wantPublished("10 inline, 0 on files, 0 in the summary, 0 already, 0 resolved, 0 failed")
	if g.count("review") != 1 || g.count("comment") != 1 {
		t.Errorf("requests %q", g.requests)
	}
}

// What a plan puts on files and into the summary goes there at once.
func TestAPlanWithAnchorsOfEachKindIsFollowed(t *testing.T) {
	plan := exhibits(120)
	for n := range plan.New {
		switch {
		case n >= 50:
			plan.New[n].Anchor = review.Summary
		case n%5 == 0:
			plan.New[n].Anchor = review.File
		}
	}
	g := newGallery(t, plan)
	g.wantPublished("40 inline, 10 on files, 70 in the summary, 0 already, 0 resolved, 0 failed")
	if g.count("review") != 1 || g.count("comment") != 10 {
		t.Errorf("requests %q", g.requests)
	}
	if n := len([]rune(g.comments[0].Body)); n > 65536 {
		t.Errorf("a summary of %d characters", n)
	}
}

// A second run of the same plan says nothing, and rewrites nothing.
func TestAPlanThatWasCarriedOutSendsNothingMore(t *testing.T) {
	g := newGallery(t, exhibits(9))
	delete(g.places, "file2.go")
	delete(g.places, placeOf("file2.go", 3))
	g.plan.Resolve = g.earlier(3)
	g.wantPublished("8 inline, 0 on files, 1 in the summary, 0 already, 3 resolved, 0 failed")
	g.requests = nil
	g.wantPublished("0 inline, 0 on files, 0 in the summary, 9 already, 0 resolved, 0 failed")
	for _, request := range g.requests {
		if request != "look" && request != "tip" {
			t.Errorf("sent %q", g.requests)
		}
	}
	if g.noted == nil || len(g.noted.IDs) != 9 {
		t.Errorf("noted %+v", g.noted)
	}
}

// More than a comment can hold: what found no room is told by name, and no
// thread is closed.
func TestWhatCouldNotBeSaidKeepsTheThreadsOpen(t *testing.T) {
	plan := exhibits(700)
	for n := range plan.New {
		plan.New[n].Anchor = review.Summary
	}
	g := newGallery(t, plan)
	g.plan.Resolve = g.earlier(1)
	out, err := g.publish()
	if err != nil || len(out.Failed) == 0 || len(out.Failed)+out.InSummary != 700 || out.Resolved != 0 || g.count("resolve") != 0 {
		t.Errorf("%s: %v", sorted(out), err)
	}
}

// What stood in the summary only stays there as long as it is retained: the
// summary is its memory.
func TestWhatStandsInTheSummaryOnlyOutlivesTheNextReview(t *testing.T) {
	g := newGallery(t, exhibits(2))
	clear(g.places)
	g.wantPublished("0 inline, 0 on files, 2 in the summary, 0 already, 0 resolved, 0 failed")
	g.time = g.time.Add(time.Hour)
	before := review.Recall(g.snapshot()).Published
	g.plan = exhibits(3)
	g.plan.New, g.plan.Retained, g.plan.Dropped = g.plan.New[2:], before[:1], before[1:]
	g.wantPublished("0 inline, 0 on files, 1 in the summary, 0 already, 0 resolved, 0 failed")
	var left []string
	for _, p := range review.Recall(g.snapshot()).Published {
		left = append(left, p.Finding.Title)
	}
	if fmt.Sprint(left) != "[Finding 0 Finding 2]" {
		t.Errorf("the summary remembers %q", left)
	}
}

// A finding that a thread carries leaves the summary.
func TestAFindingThatStandsTwiceStandsOnceAgain(t *testing.T) {
	g := newGallery(t, exhibits(2))
	clear(g.places)
	g.wantPublished("0 inline, 0 on files, 2 in the summary, 0 already, 0 resolved, 0 failed")
	line := secret.Write(shop.String(), mark.Mark{Kind: mark.Finding, Digest: g.plan.New[0].ID, Word: string(g.head) + ".0000"})
	g.open(pull.Inline{Path: "file0.go", Line: 1, Side: "RIGHT", Body: "**Finding 0**\n*high*\n\nIt is wrong.\n\n" + line})
	g.keep()
	g.wantPublished("0 inline, 0 on files, 0 in the summary, 2 already, 0 resolved, 0 failed")
}

func TestALeaseThatPassedOnStopsAtOnce(t *testing.T) {
	g := newGallery(t, exhibits(2))
	g.stale = true
	if _, err := g.publish(); !errors.Is(err, journal.ErrStale) || g.count("review") != 0 {
		t.Errorf("sent %q: %v", g.requests, err)
	}
}

// A run that begins right after another waits until what that one sent last
// would show; one that sees all of it does not wait.
func TestARunWaitsForWhatMayNotShowYet(t *testing.T) {
	g := newGallery(t, exhibits(3))
	g.wantPublished("3 inline, 0 on files, 0 in the summary, 0 already, 0 resolved, 0 failed")
	before := g.time
	g.wantPublished("0 inline, 0 on files, 0 in the summary, 3 already, 0 resolved, 0 failed")
	if g.time.Sub(before) > doubt/2 {
		t.Errorf("it waited %s for what it saw", g.time.Sub(before))
	}
	g.lag = doubt - time.Second
	before = g.time
	g.wantPublished("0 inline, 0 on files, 0 in the summary, 3 already, 0 resolved, 0 failed")
	if g.time.Sub(before) < doubt/2 {
		t.Errorf("it waited %s for what it could not see", g.time.Sub(before))
	}
}

// The review of a killed run shows already, and its summary does not yet.
func TestARunWaitsForASummaryThatMayNotShowYet(t *testing.T) {
	g := newGallery(t, exhibits(3))
	g.disturb = func(request string) (before, after error) {
		if request == "summary" {
			g.dead = true
			return nil, errDead
		}
		return nil, nil
	}
	if _, err := g.publish(); err == nil {
		t.Fatal("it was not killed")
	}
	g.dead, g.disturb = false, nil
	g.lag = 3 * time.Second // reads show the review, and not the summary
	g.wantPublished("0 inline, 0 on files, 0 in the summary, 3 already, 0 resolved, 0 failed")
}

// A limit of a minute is waited for; one of an hour ends the run, which says
// until when, and the next goes on.
func TestALimitIsWaitedForWithinBounds(t *testing.T) {
	for wait, waits := range map[time.Duration]bool{time.Minute: true, time.Hour: false} {
		g := newGallery(t, exhibits(3))
		g.plan.Resolve = g.earlier(1)
		until := time.Time{}
		g.disturb = func(request string) (before, after error) {
			if request != "summary" || !until.IsZero() {
				return nil, nil
			}
			until = g.time.Add(wait)
			return &action.Failure{Class: action.Limited, Until: until, Err: errors.New("403")}, nil
		}
		out, err := g.publish()
		var failure *action.Failure
		switch {
		case waits && (err != nil || g.time.Before(until) || out.Resolved != 1):
			t.Errorf("%s: %s at %s, limited until %s: %v", wait, sorted(out), g.time, until, err)
		case !waits && (!errors.As(err, &failure) || !failure.Until.Equal(until) || out.Resolved != 0 || !g.time.Before(until)):
			t.Errorf("%s: %s at %s: %v", wait, sorted(out), g.time, err)
		}
		if !waits {
			g.wantPublished("0 inline, 0 on files, 0 in the summary, 3 already, 1 resolved, 0 failed")
		}
	}
}

// What cannot be read is no ground to stand on: nothing is sent.
func TestAPullRequestThatCannotBeReadIsNotSpokenTo(t *testing.T) {
	g := newGallery(t, exhibits(3))
	for i := range g.past {
		g.past[i].seen.Gaps = []pull.Gap{{Surface: pull.SurfaceThreads, What: "page 2 of 2", Why: "GitHub answered 502"}}
	}
	g.lag = time.Hour
	_, err := g.publish()
	if action.ClassOf(err) != action.Later || !strings.Contains(err.Error(), "page 2 of 2") || g.count("look") != 3 || len(g.requests) != 3 {
		t.Errorf("sent %q: %v", g.requests, err)
	}
}
