package githubsim_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/githubsim/world"
)

// faulty is the shop with things that go wrong.
func faulty(t *testing.T, faults string) *house {
	t.Helper()
	return open(t, strings.Replace(shop, "timeline:\n", "faults: ["+faults+"]\ntimeline:\n", 1))
}

// said counts what stands in the conversation, and in the first thread.
func (h *house) said() (conversation, thread int) {
	h.t.Helper()
	h.world(func(_ *world.World, p *world.Pull) error {
		conversation, thread = len(p.Comments), len(p.Threads[0].Comments)
		return nil
	})
	return conversation, thread
}

func (h *house) root() string {
	var id int64
	h.world(func(_ *world.World, p *world.Pull) error { id = p.Threads[0].Comments[0].ID; return nil })
	return fmt.Sprint(id)
}

func TestAnErrorBeforeTheEffectAndOneAfterItLookTheSame(t *testing.T) {
	for faults, want := range map[string]int{"{hit: reply, answer: 502}": 1, "{hit: reply, answer: 502, after_effect: true}": 2} {
		h := faulty(t, faults)
		path, body := repo+"/pulls/7/comments/"+h.root()+"/replies", `{"body": "Yes, it is."}`
		h.status(h.post(path, body), http.StatusBadGateway)
		if _, got := h.said(); got != want {
			t.Errorf("after %s the thread has %d comments, want %d", faults, got, want)
		}
		h.status(h.post(path, body), http.StatusCreated) // once only
	}
}

func TestAConnectionMayEndBeforeOrAfterTheEffect(t *testing.T) {
	for faults, want := range map[string]int{"{hit: tell, drop: true}": 1, "{hit: tell, drop: true, after_effect: true}": 2} {
		h := faulty(t, faults)
		a := h.post(repo+"/issues/7/comments", `{"body": "One long word of report."}`)
		if a.Err == nil {
			t.Errorf("%s was answered: %d %s", faults, a.Status, a.Text)
		}
		if got, _ := h.said(); got != want {
			t.Errorf("after %s there are %d comments, want %d", faults, got, want)
		}
	}
}

func TestAFaultComesAtItsTurnAndLastsItsTimes(t *testing.T) {
	h := faulty(t, `{hit: "GET /repos/*/pulls/7", nth: 2, times: 2, answer: 503, retry_after: 30s}`)
	var got []int
	for range 5 {
		h.status(h.get(repo+"/issues/7/comments"), http.StatusOK) // another path does not count
		a := h.get(repo + "/pulls/7")
		got = append(got, a.Status)
		if retry := a.Header.Get("Retry-After"); (a.Status == 503) != (retry == "30") {
			t.Errorf("%d with Retry-After %q", a.Status, retry)
		}
	}
	if fmt.Sprint(got) != "[200 503 503 200 200]" {
		t.Errorf("answers were %v", got)
	}
}

func TestTheThreeLimitsSpeakAsTheHostDoes(t *testing.T) {
	h := faulty(t, `{hit: tell, limit: secondary, retry_after: 60s}, {hit: tell, nth: 2, limit: abuse}, {hit: reviewThreads, limit: primary, retry_after: 15m}`)
	path, body := repo+"/issues/7/comments", `{"body": "A report of several words."}`
	a := h.post(path, body)
	h.status(a, http.StatusForbidden)
	if !strings.Contains(a.Text, "secondary rate limit") || a.Header.Get("Retry-After") != "60" || a.Header.Get("X-RateLimit-Remaining") == "0" {
		t.Errorf("secondary limit: %s %v", a.Text, a.Header)
	}
	a = h.post(path, body)
	h.status(a, http.StatusUnprocessableEntity)
	h.want(a, "message", "Validation Failed: was submitted too quickly")
	h.status(h.post(path, body), http.StatusCreated)

	look := pullQuery("reviewThreads(first: 5) { totalCount }")
	a = h.query("dev", look, "")
	h.want(a, "errors.0.type", "RATE_LIMITED")
	if a.Header.Get("X-RateLimit-Remaining") != "0" || a.Header.Get("X-RateLimit-Reset") != fmt.Sprint(noon.Add(15*time.Minute).Unix()) {
		t.Errorf("primary limit: %v", a.Header)
	}
	h.want(h.query("dev", look, ""), "errors.0.type", "RATE_LIMITED") // not a moment, but until the reset
	h.after(15 * time.Minute)
	h.good("dev", look, "")
}

func TestAPartOfAnAnswerMayBeMissing(t *testing.T) {
	h := faulty(t, "{hit: reviewThreads, partial: repository.pullRequest.reviewThreads}")
	h.good("dev", pullQuery("title comments(first: 5) { totalCount }"), "") // does not ask for it

	both := pullQuery("title reviewThreads(first: 5) { totalCount }")
	a := h.query("dev", both, "")
	h.status(a, http.StatusOK)
	h.want(a, "errors.0.path.2", "reviewThreads")
	if !strings.HasPrefix(a.text("errors.0.message"), "Something went wrong while executing your query.") {
		t.Errorf("the error says %s", a.Text)
	}
	// A connection may not be null: the nearest value that may be is.
	h.want(a, "data.repository.pullRequest", nil)
	h.want(h.good("dev", both, ""), inPull+"reviewThreads.totalCount", 2)
}

func TestAPartThatMayBeNullLeavesTheRest(t *testing.T) {
	h := faulty(t, "{hit: statusCheckRollup, partial: repository.pullRequest.statusCheckRollup}")
	a := h.query("dev", pullQuery("title statusCheckRollup { state }"), "")
	h.want(a, inPull+"title", "Totals in cents")
	h.want(a, inPull+"statusCheckRollup", nil)
	h.want(a, "errors.0.path.2", "statusCheckRollup")
}

func TestACursorMayRepeat(t *testing.T) {
	h := faulty(t, "{hit: comments, cursor: repeat, nth: 2}")
	h.world(func(w *world.World, p *world.Pull) error {
		for range 5 {
			if _, err := w.Comment(p, "maria", "more"); err != nil {
				return err
			}
		}
		return nil
	})
	page := func(after string) answer {
		return h.good("dev", pullQuery(`comments(first: 2, after: `+after+`) { nodes { id } pageInfo { hasNextPage endCursor } }`), "")
	}
	first := `"` + page("null").text(inPull+"comments.pageInfo.endCursor") + `"`
	second := page(first)
	h.want(second, inPull+"comments.pageInfo.hasNextPage", true)
	if got := `"` + second.text(inPull+"comments.pageInfo.endCursor") + `"`; got != first {
		t.Errorf("the cursor advanced from %s to %s", first, got)
	}
	if got := `"` + page(first).text(inPull+"comments.pageInfo.endCursor") + `"`; got == first {
		t.Error("the cursor repeats for ever")
	}
}

func TestOnlyOnePageFails(t *testing.T) {
	h := faulty(t, `{hit: "GET /repos/*/issues/7/comments", page: 2, answer: 500}, {hit: comments, page: 3, answer: 502}`)
	h.world(func(w *world.World, p *world.Pull) error {
		for range 5 {
			if _, err := w.Comment(p, "maria", "more"); err != nil {
				return err
			}
		}
		return nil
	})
	path := repo + "/issues/7/comments?per_page=2&page="
	for n, want := range []int{200, 500, 200} {
		h.status(h.get(fmt.Sprint(path, n+1)), want)
	}
	after := "null"
	for n, want := range []int{200, 200, 502} {
		a := h.query("dev", pullQuery(`comments(first: 2, after: `+after+`) { pageInfo { endCursor } }`), "")
		if a.Status != want {
			t.Errorf("page %d answered %d", n+1, a.Status)
		}
		after = `"` + a.text(inPull+"comments.pageInfo.endCursor") + `"`
	}
}

func TestAReadMayBeBehindTheWriteBeforeIt(t *testing.T) {
	h := faulty(t, "{hit: comments, stale: true}, {hit: reviewThreads, stale: 30s, times: 2}")
	h.after(5 * time.Minute) // every check has ended
	h.status(h.post(repo+"/issues/7/comments", `{"body": "Said just now, in five words."}`), http.StatusCreated)
	look := pullQuery("comments(first: 5) { totalCount }")
	h.want(h.good("dev", look, ""), inPull+"comments.totalCount", 1)
	h.want(h.good("dev", look, ""), inPull+"comments.totalCount", 2)

	h.status(h.post(repo+"/pulls/7/comments/"+h.root()+"/replies", `{"body": "Yes."}`), http.StatusCreated)
	threads := pullQuery("reviewThreads(first: 1) { nodes { comments(last: 1) { nodes { body } } } }")
	body := inPull + "reviewThreads.nodes.0.comments.nodes.0.body"
	h.want(h.query("dev", threads, ""), body, "Is this in cents?")
	h.after(time.Minute)
	h.want(h.query("dev", threads, ""), body, "Yes.") // 30 seconds ago it was said already
}

func TestPropagationIsAReadThatIsAlwaysLate(t *testing.T) {
	h := open(t, strings.Replace(shop, "timeline:\n", "host: {propagation: 10s}\ntimeline:\n", 1))
	h.after(5 * time.Minute)
	path := repo + "/issues/7/comments"
	h.status(h.post(path, `{"body": "Said just now, in five words."}`), http.StatusCreated)
	if got := len(h.get(path).list("")); got != 1 {
		t.Errorf("%d comments at once", got)
	}
	h.after(10 * time.Second)
	if got := len(h.get(path).list("")); got != 2 {
		t.Errorf("%d comments after the propagation", got)
	}
}

func TestAPushMayFailBeforeOrAfterItsEffect(t *testing.T) {
	for faults, moved := range map[string]bool{"{hit: push, answer: 502}": false, "{hit: push, answer: 502, after_effect: true}": true} {
		h := faulty(t, faults)
		c := h.clone("dev")
		oid := c.edit("cart.go", "Line struct", "Row struct")
		if out, err := c.try(c.dir, "push", "origin", "totals"); err == nil || !strings.Contains(out, "502") {
			t.Errorf("%s: %s", faults, out)
		}
		if got := h.get(repo+"/pulls/7").text("head.sha") == oid; got != moved {
			t.Errorf("after %s the head has moved: %v", faults, got)
		}
	}
}

func TestTheHostMayGiveSmallerPagesThanAsked(t *testing.T) {
	h := open(t, strings.Replace(shop, "timeline:\n", "host: {page_size: 1}\ntimeline:\n", 1))
	a := h.good("dev", pullQuery("reviewThreads(first: 100) { totalCount nodes { id } pageInfo { hasNextPage } }"), "")
	h.want(a, inPull+"reviewThreads.totalCount", 2)
	h.want(a, inPull+"reviewThreads.pageInfo.hasNextPage", true)
	if got := len(a.list(inPull + "reviewThreads.nodes")); got != 1 {
		t.Errorf("%d threads on a page of one", got)
	}
	if a := h.get(repo + "/pulls/7/comments?per_page=100"); len(a.list("")) != 1 || nextLink.FindString(a.Header.Get("Link")) == "" {
		t.Errorf("REST gave %d, links %q", len(a.list("")), a.Header.Get("Link"))
	}
}
