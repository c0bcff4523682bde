package githubsim_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/githubsim/world"
)

func TestAReviewerAskedByACommentIsDirtyThenClean(t *testing.T) {
	h := open(t, market)
	h.after(30 * time.Minute)
	if got := h.reviews("cursor"); len(got) != 0 {
		t.Fatalf("nobody asked: %v", got)
	}
	h.say("please bugbot run")
	h.after(10 * time.Minute)
	if got := h.reviews("cursor"); len(got) != 0 {
		t.Fatalf("the phrase stood in a sentence: %v", got)
	}
	h.say("bugbot run")
	h.after(5 * time.Second)
	if got := h.check("Cursor Bugbot"); got != "in_progress" {
		t.Errorf("while it works its check is %q", got)
	}
	asked := h.get(repo + "/issues/7/comments").list("")
	id := (answer{JSON: asked[len(asked)-1]}).number("id")
	h.want(h.get(repo+"/issues/comments/"+id+"/reactions"), "0.content", "eyes")
	h.after(5 * time.Minute)
	if got := h.check("Cursor Bugbot"); got != "completed neutral" {
		t.Errorf("with a finding its check is %q", got)
	}
	if got := h.reviews("cursor"); len(got) != 1 || got[0] != "COMMENTED Cursor Bugbot has reviewed your changes and found 1 potential issue." {
		t.Errorf("reviews: %q", got)
	}
	if got := h.threads("cursor"); len(got) != 1 || !strings.HasPrefix(got[0], "cart.go:8 ### Is this in cents?") || !strings.Contains(got[0], "**High Severity**") {
		t.Errorf("threads: %q", got)
	}

	h.say("fix it")
	h.after(time.Minute)
	if got := h.check("Cursor Bugbot"); got != "" {
		t.Errorf("it looks at a push by itself: %q", got)
	}
	h.say("bugbot run")
	h.after(5 * time.Minute)
	if got := h.check("Cursor Bugbot"); got != "completed success" {
		t.Errorf("on the fixed head its check is %q", got)
	}
	if reviews, threads := h.reviews("cursor"), h.threads("cursor"); len(reviews) != 1 || len(threads) != 1 {
		t.Errorf("a finding that was fixed came again: %q %q", reviews, threads)
	}
}

func TestAReviewerAskedByARequestTakesItAway(t *testing.T) {
	h := open(t, market)
	h.say("@copilot review")
	h.after(20 * time.Minute)
	if got := h.reviews("copilot-pull-request-reviewer"); len(got) != 0 {
		t.Fatalf("a mention is no request: %v", got)
	}
	h.request("copilot-pull-request-reviewer[bot]")
	h.want(h.get(repo+"/pulls/7/requested_reviewers"), "users.0.login", "copilot-pull-request-reviewer[bot]")
	h.after(6 * time.Second)
	h.want(h.get(repo+"/issues/7/events"), "1.event", "copilot_work_started")
	h.after(10 * time.Minute)
	h.want(h.get(repo+"/pulls/7/requested_reviewers"), "users.0", nil)
	got := h.reviews("copilot-pull-request-reviewer")
	if len(got) != 1 || !strings.HasPrefix(got[0], "COMMENTED ") || !strings.Contains(got[0], "generated 1 comment.") {
		t.Errorf("reviews: %q", got)
	}
	if threads := h.threads("copilot-pull-request-reviewer"); len(threads) != 1 || !strings.Contains(threads[0], "```suggestion\ntype Row struct{ Price, Count int }\n```") {
		t.Errorf("threads: %q", threads)
	}
	h.say("fix it")
	h.after(time.Minute)
	h.request("copilot-pull-request-reviewer[bot]")
	h.after(10 * time.Minute)
	if got := h.reviews("copilot-pull-request-reviewer"); len(got) != 2 || !strings.Contains(got[1], "generated no comments.") {
		t.Errorf("reviews: %q", got)
	}
}

func TestAReviewerOfEachPushNeedsNoAsking(t *testing.T) {
	h := open(t, market)
	h.after(6 * time.Minute)
	if got := h.reviews("coderabbitai"); len(got) != 1 || got[0] != "CHANGES_REQUESTED **Actionable comments posted: 1**" {
		t.Fatalf("reviews: %q", got)
	}
	h.say("fix it")
	h.after(6 * time.Minute)
	if got := h.reviews("coderabbitai"); len(got) != 2 || got[1] != "APPROVED " {
		t.Errorf("reviews: %q", got)
	}
	standing := 0
	for i := range h.get(repo + "/issues/7/comments").list("") {
		if a := h.get(repo + "/issues/7/comments"); strings.Contains(a.text(fmt.Sprint(i, ".body")), "<!-- walkthrough -->") {
			standing++
		}
	}
	if standing != 1 {
		t.Errorf("%d summary comments; it keeps one and rewrites it", standing)
	}
	h.want(h.good("dev", pullQuery("reviewDecision"), ""), inPull+"reviewDecision", nil)
}

// slow is a reviewer that numbers what it says, and takes ten minutes.
const slow = `scenario: 1
about: Totals
clock: step
viewer: {login: dev}
pulls: [{number: 7, author: dev, head: totals}]
actors:
  slow:
    login: slow-app
    starts: [push, {comment: look}]
    after: 10m
    clean: {comment: "nothing at {head7}"}
    dirty: inline
    finding: "{body}"
findings:
  - {id: one, by: slow, path: cart.go, at: "sum +=", body: "First look.", reviews: [1]}
  - {id: two, by: slow, path: cart.go, at: "return sum", body: "Second look.", reviews: [2]}
  - {id: three, by: slow, path: cart.go, at: "sum := 0", body: "Third look.", reviews: [3]}
timeline:
  - {when: {event: comment, matches: "go on"}, by: dev, do: push, tree: more}
` + shopFiles + "-- more/more.go --\npackage shop\n"

func TestAStartWhileAReviewRunsBeginsItAnewUnderItsNumber(t *testing.T) {
	h := open(t, slow)
	h.say("look")
	h.after(8 * time.Minute)
	h.say("go on") // a push, which starts it again
	h.after(8 * time.Minute)
	if got := h.threads("slow-app"); len(got) != 0 {
		t.Fatalf("the first start was void, and spoke: %q", got)
	}
	h.after(3 * time.Minute)
	if got := strings.Join(h.threads("slow-app"), "|"); got != "cart.go:8 First look." {
		t.Errorf("the review that was begun anew is number one: %q", got)
	}
	head := h.get(repo + "/pulls/7").text("head.sha")
	if got := h.get(repo + "/pulls/7/comments").text("0.original_commit_id"); got != head {
		t.Errorf("it read %s, the head is %s", got, head)
	}
	h.say("look")
	h.after(11 * time.Minute)
	h.say("look")
	h.after(11 * time.Minute)
	if got := strings.Join(h.threads("slow-app"), "|"); got != "cart.go:8 First look.|cart.go:10 Second look.|cart.go:6 Third look." {
		t.Errorf("reviews are counted: %q", got)
	}
	h.say("look")
	h.after(11 * time.Minute)
	if a := h.get(repo + "/issues/7/comments"); !strings.Contains(a.Text, "nothing at "+head[:7]) {
		t.Errorf("the fourth found nothing: %s", a.Text)
	}
}

func TestHistoryHappenedBeforeAnybodyLooks(t *testing.T) {
	h := open(t, strings.NewReplacer("timeline:\n", `timeline:
  - {at: -2d, by: bugbot, do: review}
  - {at: -1d, by: maria, do: reply, item: cents, body: "I think so too."}
  - {at: -30m, by: maria, do: comment, body: "ping", times: 2}
`).Replace(market))
	list := h.get(repo + "/pulls/7/comments")
	h.want(list, "0.user.login", "cursor[bot]")
	h.want(list, "0.created_at", "2026-11-19T12:00:00Z") // with its lag of five seconds gone by
	h.want(list, "1.body", "I think so too.")
	h.want(list, "1.created_at", "2026-11-20T12:00:00Z")
	if got := h.check("Cursor Bugbot"); got != "completed neutral" {
		t.Errorf("the check of the past review is %q", got)
	}
	pings := h.get(repo + "/issues/7/comments")
	h.want(pings, "0.created_at", "2026-11-21T11:30:00Z")
	if got := len(pings.list("")); got != 2 {
		t.Errorf("said %d times, wanted twice", got)
	}
	h.want(h.get(repo+"/pulls/7"), "created_at", "2026-11-19T11:59:00Z")
	if next, ok := h.sim.Clock.Next(); ok && next.Before(noon) {
		t.Errorf("something of the past is still due, at %s", next)
	}
	h.say("bugbot run") // the second review: the finding stands, so nothing is new
	h.after(5 * time.Minute)
	if got := h.check("Cursor Bugbot"); got != "completed success" {
		t.Errorf("after the second review the check is %q", got)
	}
}

func TestAFindingComesAgainOnlyAfterItsThreadWasResolved(t *testing.T) {
	h := open(t, market)
	h.say("bugbot run")
	h.after(5 * time.Minute)
	h.say("bugbot run")
	h.after(5 * time.Minute)
	if got := len(h.threads("cursor")); got != 1 {
		t.Fatalf("%d threads while the first stands", got)
	}
	h.world(func(w *world.World, p *world.Pull) error {
		for _, t := range p.Threads {
			w.Resolve(p, t, "dev", true)
		}
		return nil
	})
	h.say("bugbot run")
	h.after(5 * time.Minute)
	if got := len(h.threads("cursor")); got != 2 {
		t.Errorf("%d threads; nothing was fixed", got)
	}
}

func TestCIFollowsTheCode(t *testing.T) {
	h := open(t, strings.Replace(market, "-- fixed/cart.go --\npackage shop\n", "-- fixed/cart.go --\npackage shop\n// FIXME\n", 1))
	h.after(2 * time.Minute)
	if got := h.check("ci"); got != "completed success" {
		t.Errorf("ci is %q", got)
	}
	h.say("fix it")
	h.after(15 * time.Second)
	if got := h.check("ci"); got != "in_progress" {
		t.Errorf("after the push ci is %q", got)
	}
	h.after(2 * time.Minute)
	if got := h.check("ci"); got != "completed failure" {
		t.Errorf("on red code ci is %q", got)
	}
}
