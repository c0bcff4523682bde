package githubsim_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/githubsim/world"
)

var nextLink = regexp.MustCompile(`<([^>]+)>; rel="next"`)

func TestAListOverSeveralPagesIsFollowedByItsLinks(t *testing.T) {
	h := open(t, shop)
	h.world(func(w *world.World, p *world.Pull) error {
		for i := 2; i <= 7; i++ {
			if _, err := w.Comment(p, "maria", fmt.Sprintf("word %d", i)); err != nil {
				return err
			}
		}
		return nil
	})
	path, pages, bodies := repo+"/issues/7/comments?per_page=3", 0, 0
	for path != "" {
		a := h.get(path)
		h.status(a, http.StatusOK)
		pages, bodies = pages+1, bodies+len(a.list(""))
		link := a.Header.Get("Link")
		if first := strings.Contains(link, `rel="prev"`); first != (pages > 1) {
			t.Errorf("page %d has the links %q", pages, link)
		}
		path = ""
		if m := nextLink.FindStringSubmatch(link); m != nil {
			path = strings.TrimPrefix(m[1], h.sim.URL)
		}
	}
	if pages != 3 || bodies != 7 {
		t.Errorf("read %d comments on %d pages, want 7 on 3", bodies, pages)
	}
	if a := h.get(repo + "/issues/7/comments"); a.Header.Get("Link") != "" || len(a.list("")) != 7 {
		t.Errorf("one page has the links %q", a.Header.Get("Link"))
	}
	if a := h.get(repo + "/issues/7/comments?page=9"); a.Text != "[]" {
		t.Errorf("a page behind the last: %s", a.Text)
	}
}

func TestWhatDidNotChangeCostsNothing(t *testing.T) {
	h := open(t, shop)
	path := repo + "/issues/7/comments"
	first := h.get(path)
	tag, used := first.Header.Get("ETag"), first.Header.Get("X-RateLimit-Used")
	again := h.ask("dev", http.MethodGet, path, "", "If-None-Match", tag)
	h.status(again, http.StatusNotModified)
	if again.Text != "" || again.Header.Get("X-RateLimit-Used") != used || again.Header.Get("ETag") != tag {
		t.Errorf("304 with %q, used %s after %s", again.Text, again.Header.Get("X-RateLimit-Used"), used)
	}
	h.status(h.post(path, `{"body": "A new word."}`), http.StatusCreated)
	changed := h.ask("dev", http.MethodGet, path, "", "If-None-Match", tag)
	h.status(changed, http.StatusOK)
	if changed.Header.Get("ETag") == tag || len(changed.list("")) != 2 {
		t.Errorf("the same tag for another list: %s", changed.Text)
	}
}

func TestTheSameAnswerUnderBothPrefixes(t *testing.T) {
	h := open(t, shop)
	for _, path := range []string{repo + "/pulls/7", "/user", repo + "/pulls/7/comments"} {
		bare, enterprise := h.get(path), h.get("/api/v3"+path)
		h.status(enterprise, http.StatusOK)
		if bare.Text != enterprise.Text {
			t.Errorf("%s differs below /api/v3: %s", path, enterprise.Text)
		}
	}
	document := `{"query": "query { viewer { login } }"}`
	h.want(h.ask("dev", http.MethodPost, "/api/graphql", document), "data.viewer.login", "dev")
	h.want(h.ask("dev", http.MethodPost, "/graphql", document), "data.viewer.login", "dev")
	h.status(h.ask("dev", http.MethodGet, "/graphql", ""), http.StatusBadRequest)
}

func TestWhoIsUnknownOrAsksForTheUnknownIsTold(t *testing.T) {
	h := open(t, shop)
	for _, path := range []string{repo + "/pulls/7", "/user"} {
		a := h.ask("", http.MethodGet, path, "")
		h.status(a, http.StatusUnauthorized)
		h.want(a, "message", "Requires authentication")
	}
	h.status(h.ask("", http.MethodPost, "/graphql", `{"query": "query { viewer { login } }"}`), http.StatusUnauthorized)
	h.want(h.get(repo+"/pulls/8"), "message", "Not Found")
	h.status(h.get("/repos/acme/other/pulls/7"), http.StatusNotFound)
	a := h.get("/repos/acme/shop/projects")
	h.status(a, http.StatusNotFound)
	h.want(a, "message", "Not Found: this stand-in does not serve GET /repos/acme/shop/projects")
	h.want(a, "documentation_url", "https://docs.github.com/rest")
	a = h.post(repo+"/issues/7/comments", `{"body": `)
	h.status(a, http.StatusBadRequest)
	h.want(a, "message", "Problems parsing JSON")
}

func TestTheBudgetIsToldWithEveryAnswer(t *testing.T) {
	h := open(t, shop)
	a := h.get(repo + "/pulls/7")
	for name, want := range map[string]string{
		"X-RateLimit-Limit": "5000", "X-RateLimit-Remaining": "4999", "X-RateLimit-Used": "1", "X-RateLimit-Resource": "core",
		"X-RateLimit-Reset": fmt.Sprint(noon.Add(time.Hour).Unix()),
	} {
		if got := a.Header.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	g := h.query("dev", "query { viewer { login } }", "")
	if g.Header.Get("X-RateLimit-Resource") != "graphql" || g.Header.Get("X-RateLimit-Used") != "1" {
		t.Errorf("GraphQL has a budget of its own: %v", g.Header)
	}
	limits := h.get("/rate_limit")
	h.want(limits, "resources.core.used", 1)
	h.want(limits, "resources.graphql.remaining", 4999)
	h.want(limits, "rate.limit", 5000)
	h.want(h.get("/rate_limit"), "resources.core.used", 1) // asking for it is free

	h.after(61 * time.Minute)
	h.want(h.get("/rate_limit"), "resources.core.used", 0)
}

func TestABudgetThatIsSpentRefusesUntilItsReset(t *testing.T) {
	h := open(t, strings.Replace(shop, "clock: step", "clock: step\nhost: {points: 3}", 1))
	for range 3 {
		h.good("dev", "query { viewer { login } }", "")
	}
	a := h.query("dev", "query { viewer { login } }", "")
	h.status(a, http.StatusOK) // as on the host: the error is in the body
	h.want(a, "errors.0.type", "RATE_LIMITED")
	if a.Header.Get("X-RateLimit-Remaining") != "0" {
		t.Errorf("headers %v", a.Header)
	}
	h.status(h.get(repo+"/pulls/7"), http.StatusOK) // the other budget
	h.after(time.Hour)
	h.good("dev", "query { viewer { login } }", "")
}

func TestTheEightyFirstCommentWithinAMinuteHasToWait(t *testing.T) {
	h := open(t, shop)
	path := repo + "/issues/7/comments"
	for i := range 80 {
		h.status(h.post(path, fmt.Sprintf(`{"body": "word %d of a flood"}`, i)), http.StatusCreated)
	}
	h.after(20 * time.Second)
	a := h.post(path, `{"body": "one word too many"}`)
	h.status(a, http.StatusForbidden)
	h.want(a, "message", "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.")
	if got := a.Header.Get("Retry-After"); got != "40" {
		t.Errorf("Retry-After is %q, want what is left of the minute", got)
	}
	if a := h.get(path + "?per_page=100"); len(a.list("")) != 81 {
		t.Errorf("%d comments stand; a refused one must not", len(a.list("")))
	}
	h.after(40 * time.Second)
	h.status(h.post(path, `{"body": "patience"}`), http.StatusCreated)
}

func TestAThreadIsAnsweredInBothForms(t *testing.T) {
	h := open(t, shop)
	root := h.get(repo + "/pulls/7/comments").number("0.id")
	first := h.post(repo+"/pulls/7/comments/"+root+"/replies", `{"body": "In cents."}`)
	h.status(first, http.StatusCreated)
	second := h.post(repo+"/pulls/7/comments", `{"body": "As the name says.", "in_reply_to": `+root+`}`)
	h.status(second, http.StatusCreated)
	for _, a := range []answer{first, second} {
		if a.number("in_reply_to_id") != root || a.text("path") != "cart.go" {
			t.Errorf("reply is %s", a.Text)
		}
	}
	a := h.good("dev", pullQuery(threadsOf), "")
	h.want(a, inPull+"reviewThreads.nodes.0.comments.totalCount", 3)
	h.want(a, inPull+"reviewThreads.nodes.0.comments.nodes.2.body", "As the name says.")
	h.want(a, inPull+"reviewThreads.nodes.1.comments.totalCount", 1)
	h.status(h.post(repo+"/pulls/7/comments/"+first.number("id")+"/replies", `{"body": "To a reply."}`), http.StatusNotFound)
	h.status(h.post(repo+"/pulls/7/comments/1/replies", `{"body": "To nobody."}`), http.StatusNotFound)
}

func TestLabelsArePostedInBothForms(t *testing.T) {
	h := open(t, shop)
	h.status(h.post(repo+"/issues/7/labels", `["a"]`), http.StatusOK)
	h.status(h.post(repo+"/issues/7/labels", `{"labels": ["b", "a"]}`), http.StatusOK)
	h.status(h.post(repo+"/issues/7/labels", `{"labels": [" "]}`), http.StatusUnprocessableEntity)
	a := h.good("dev", pullQuery("labels(first: 5) { totalCount nodes { name } }"), "")
	h.want(a, inPull+"labels.totalCount", 2)
	h.status(h.ask("dev", http.MethodDelete, repo+"/issues/7/labels/a", ""), http.StatusOK)
	h.want(h.get(repo+"/pulls/7"), "labels.0.name", "b")
}

func TestACheckRunIsTheSameAtBothDoors(t *testing.T) {
	h := open(t, shop)
	head := h.get(repo + "/pulls/7").text("head.sha")
	h.want(h.get(repo+"/commits/"+head+"/check-runs"), "check_runs.0.status", "in_progress")
	h.after(time.Minute)
	a := h.get(repo + "/commits/totals/check-runs")
	h.want(a, "check_runs.0.conclusion", "success")
	h.want(a, "check_runs.0.completed_at", "2026-11-21T12:00:40Z")
	g := h.good("dev", pullQuery("statusCheckRollup { state contexts(first: 5) { nodes { ... on CheckRun { name conclusion databaseId } } } }"), "")
	h.want(g, inPull+"statusCheckRollup.state", "SUCCESS")
	if got := g.number(inPull + "statusCheckRollup.contexts.nodes.0.databaseId"); got != a.number("check_runs.0.id") {
		t.Errorf("check run %s at one door, %s at the other", got, a.number("check_runs.0.id"))
	}
}
