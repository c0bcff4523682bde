package githubsim_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/githubsim/world"
)

func TestADocumentThatTheHostWouldRefuseIsRefused(t *testing.T) {
	h := open(t, shop)
	cases := []struct{ name, document, variables, says, code string }{
		{"unknown field", pullQuery("isUrgent"), "", "Field 'isUrgent' doesn't exist on type 'PullRequest'", "undefinedField"},
		{"unknown argument", pullQuery("title(upper: true)"), "", "Unknown argument", "argumentNotAccepted"},
		{"wrong argument type", `query { repository(owner: "acme", name: "shop") { pullRequest(number: "7") { id } } }`, "", "Int", "argumentLiteralsIncompatible"},
		{"missing argument", `query { repository(owner: "acme") { id } }`, "", "name", "missingRequiredArguments"},
		{"undefined variable", `query { repository(owner: $owner, name: "shop") { id } }`, "", "$owner", "variableNotDefined"},
		{"unused variable", `query($owner: String) { viewer { login } }`, "", "$owner", "variableNotUsed"},
		{"variable of another type", `query($n: String!) { repository(owner: "acme", name: "shop") { pullRequest(number: $n) { id } } }`, `{"n": "7"}`, "$n", "variableMismatch"},
		{"variable without a value", `query($n: Int!) { repository(owner: "acme", name: "shop") { pullRequest(number: $n) { id } } }`, "", "n", ""},
		{"object without a selection", pullQuery("author"), "", "author", "selectionMismatch"},
		{"no first or last", pullQuery("comments { totalCount nodes { id } }"), "", "You must provide a `first` or `last` value to properly paginate the `comments` connection.", ""},
		{"page over 100", pullQuery("comments(first: 101) { totalCount }"), "", "Requesting 101 records on the `comments` connection exceeds the `first` limit of 100 records.", ""},
		{"page over 100, by variable", `query($n: Int!) { repository(owner: "acme", name: "shop") { pullRequests(last: $n) { totalCount } } }`, `{"n": 250}`, "Requesting 250 records on the `pullRequests` connection exceeds the `last` limit", ""},
		{"negative page", pullQuery("comments(first: -1) { totalCount }"), "", "cannot be less than zero", ""},
		{"syntax", `query { viewer { login }`, "", "Expected", ""},
		{"which operation", `query A { viewer { login } } query B { viewer { login } }`, "", "operation name", ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			h := &house{t: t, sim: h.sim, host: h.host}
			a := h.query("dev", c.document, c.variables)
			h.status(a, http.StatusOK)
			if a.at("data") != nil || !strings.Contains(a.text("errors.0.message"), c.says) {
				t.Errorf("want a refusal that says %q: %s", c.says, a.Text)
			}
			if c.code != "" {
				h.want(a, "errors.0.extensions.code", c.code)
			}
		})
	}
	if got := h.sim.Stats().Points; got != 0 {
		t.Errorf("refused documents cost %d points", got)
	}
	h.want(h.good("dev", pullQuery("comments { totalCount }"), ""), inPull+"comments.totalCount", 1) // a number is no page
}

func TestADocumentOfTooManyNodesIsRefusedAndACostIsToldBefore(t *testing.T) {
	h := open(t, shop)
	a := h.query("dev", `query { repository(owner: "acme", name: "shop") { pullRequests(first: 100) { nodes { reviewThreads(first: 100) { nodes { comments(first: 100) { nodes { body } } } } } } } }`, "")
	h.want(a, "errors.0.type", "MAX_NODE_LIMIT_EXCEEDED")
	// 100 + 100*100 + 100*100*100
	h.want(a, "errors.0.message", "This query requests up to 1010100 possible nodes which exceeds the maximum limit of 500000.")

	a = h.good("dev", `query { rateLimit { cost nodeCount remaining used limit } repository(owner: "acme", name: "shop") { pullRequests(first: 100) { nodes { reviewThreads(first: 50) { nodes { id } } } } } }`, "")
	h.want(a, "data.rateLimit.nodeCount", 5100)
	h.want(a, "data.rateLimit.cost", 1) // 101 connections, rounded
	left := a.at("data.rateLimit.remaining").(float64)
	h.want(h.good("dev", "query { rateLimit { remaining } }", ""), "data.rateLimit.remaining", int(left)-1)
}

func TestAFieldThatIsNotModelledSaysSoAndTheRestIsAnswered(t *testing.T) {
	h := open(t, shop)
	a := h.query("dev", `query { repository(owner: "acme", name: "shop") { name forkCount pullRequest(number: 7) { title } } }`, "")
	message := a.text("errors.0.message")
	if !strings.Contains(message, "not modelled by this stand-in") {
		t.Fatalf("want an error that names the stand-in: %s", a.Text)
	}
	h.want(a, "errors.0.path.0", "repository")
	// forkCount may not be null, so what holds it is.
	h.want(a, "data.repository", nil)

	a = h.query("dev", `query { viewer { login bio } }`, "")
	h.want(a, "data.viewer.login", "dev")
	h.want(a, "data.viewer.bio", nil)
	h.want(a, "errors.0.message", "User.bio is not modelled by this stand-in")
}

func TestWhatIsNotThereIsNullWithATypedError(t *testing.T) {
	h := open(t, shop)
	a := h.query("dev", `query { viewer { login } a: repository(owner: "acme", name: "gone") { id } b: repository(owner: "acme", name: "shop") { pullRequest(number: 99) { id } } }`, "")
	h.want(a, "data.viewer.login", "dev")
	h.want(a, "data.a", nil)
	h.want(a, "data.b.pullRequest", nil)
	h.want(a, "errors.0.type", "NOT_FOUND")
	h.want(a, "errors.0.path.0", "a")
	h.want(a, "errors.1.message", "Could not resolve to a PullRequest with the number of 99.")
	if got := len(a.list("errors")); got != 2 {
		t.Errorf("%d errors: %s", got, a.Text)
	}
}

func TestTheSchemaTellsOfItself(t *testing.T) {
	h := open(t, shop)
	a := h.good("dev", `query { __type(name: "PullRequestReviewThread") { kind name fields { name type { kind ofType { name } } } } }`, "")
	h.want(a, "data.__type.kind", "OBJECT")
	if !strings.Contains(a.Text, `{"name":"isResolved","type":{"kind":"NON_NULL","ofType":{"name":"Boolean"}}}`) {
		t.Errorf("isResolved is missing: %s", a.Text)
	}
	a = h.good("dev", `query { __type(name: "PullRequestReviewState") { enumValues { name } } no: __type(name: "Nothing") { name } __schema { queryType { name } mutationType { name } } }`, "")
	if got := len(a.list("data.__type.enumValues")); got != 5 {
		t.Errorf("%d states of a review", got)
	}
	h.want(a, "data.no", nil)
	h.want(a, "data.__schema.mutationType.name", "Mutation")
	h.want(h.good("dev", pullQuery("__typename author { __typename }"), ""), inPull+"author.__typename", "User")
}

func TestAListIsReadPageByPageInBothDirections(t *testing.T) {
	h := open(t, shop)
	h.world(func(w *world.World, p *world.Pull) error {
		for i := 2; i <= 5; i++ {
			if _, err := w.Comment(p, "maria", fmt.Sprintf("word %d", i)); err != nil {
				return err
			}
		}
		return nil
	})
	document := `query($after: String) { repository(owner: "acme", name: "shop") { pullRequest(number: 7) {
		comments(first: 2, after: $after) { totalCount nodes { body } edges { cursor } pageInfo { hasNextPage hasPreviousPage endCursor } } } } }`
	var read []string
	after, pages := "null", 0
	for {
		a := h.good("dev", document, `{"after": `+after+`}`)
		h.want(a, inPull+"comments.totalCount", 5)
		h.want(a, inPull+"comments.pageInfo.hasPreviousPage", pages > 0)
		for i := range a.list(inPull + "comments.nodes") {
			read = append(read, a.text(fmt.Sprintf(inPull+"comments.nodes.%d.body", i)))
		}
		if a.at(inPull+"comments.pageInfo.hasNextPage") != true {
			break
		}
		after, pages = `"`+a.text(inPull+"comments.pageInfo.endCursor")+`"`, pages+1
	}
	if got := strings.Join(read, "|"); got != "Please write a package comment.|word 2|word 3|word 4|word 5" || pages != 2 {
		t.Errorf("read %q over %d pages", got, pages+1)
	}
	a := h.good("dev", pullQuery("comments(last: 2) { nodes { body } pageInfo { hasPreviousPage startCursor } }"), "")
	h.want(a, inPull+"comments.nodes.0.body", "word 4")
	a = h.good("dev", pullQuery(`comments(last: 2, before: "`+a.text(inPull+"comments.pageInfo.startCursor")+`") { nodes { body } }`), "")
	h.want(a, inPull+"comments.nodes.1.body", "word 3")
}

func TestABotHasItsSuffixInRESTOnly(t *testing.T) {
	h := open(t, shop)
	a := h.good("dev", pullQuery("reviewThreads(first: 10) { nodes { path line comments(first: 1) { nodes { author { __typename login } fullDatabaseId id } } } }"), "")
	h.want(a, inPull+"reviewThreads.nodes.1.comments.nodes.0.author.login", "lint-app")
	h.want(a, inPull+"reviewThreads.nodes.1.comments.nodes.0.author.__typename", "Bot")
	h.want(a, inPull+"reviewThreads.nodes.0.line", 8)

	list := h.get(repo + "/pulls/7/comments")
	h.want(list, "1.user.login", "lint-app[bot]")
	h.want(list, "1.user.type", "Bot")
	h.want(list, "0.user.login", "maria")

	// One comment, two names: a number for REST, a node id for GraphQL.
	h.want(list, "1.node_id", a.text(inPull+"reviewThreads.nodes.1.comments.nodes.0.id"))
	if got := a.text(inPull + "reviewThreads.nodes.1.comments.nodes.0.fullDatabaseId"); got != list.number("1.id") || got == list.text("1.node_id") {
		t.Errorf("database id %q, REST has %s", got, list.number("1.id"))
	}
	byNode := h.good("dev", `query($id: ID!) { node(id: $id) { __typename ... on PullRequestReviewComment { body } } }`, `{"id": "`+list.text("1.node_id")+`"}`)
	h.want(byNode, "data.node.body", "Name it Row.")
	byNumber := h.query("dev", `query($id: ID!) { node(id: $id) { id } }`, `{"id": "`+list.number("1.id")+`"}`)
	h.want(byNumber, "errors.0.type", "NOT_FOUND")
}

func TestADraftReviewIsItsAuthorsAlone(t *testing.T) {
	h := open(t, shop)
	id := h.good("dev", pullQuery("id"), "").text(inPull + "id")
	made := h.good("maria", `mutation($id: ID!) { addPullRequestReviewThread(input: {pullRequestId: $id, path: "cart.go", line: 6, side: RIGHT, body: "Start at one?"}) { thread { id isResolved comments(first: 1) { nodes { state pullRequestReview { id state } } } } } }`, `{"id": "`+id+`"}`)
	h.want(made, "data.addPullRequestReviewThread.thread.comments.nodes.0.state", "PENDING")

	look := pullQuery("reviews(first: 10) { nodes { state author { login } } } reviewThreads(first: 10) { nodes { comments(first: 5) { nodes { body } } } }")
	for who, want := range map[string]bool{"maria": true, "dev": false} {
		a := h.good(who, look, "")
		if got := strings.Contains(a.Text, "Start at one?") && strings.Contains(a.Text, "PENDING"); got != want {
			t.Errorf("%s sees the draft: %v: %s", who, got, a.Text)
		}
		list := h.ask(who, http.MethodGet, repo+"/pulls/7/comments", "")
		if got := strings.Contains(list.Text, "Start at one?"); got != want {
			t.Errorf("by REST %s sees the draft: %v", who, got)
		}
		reviews := h.ask(who, http.MethodGet, repo+"/pulls/7/reviews", "")
		if got := strings.Contains(reviews.Text, "PENDING"); got != want {
			t.Errorf("by REST %s sees the review: %v", who, got)
		}
	}
	review := made.text("data.addPullRequestReviewThread.thread.comments.nodes.0.pullRequestReview.id")
	h.good("maria", `mutation($id: ID!) { submitPullRequestReview(input: {pullRequestReviewId: $id, event: COMMENT, body: "One thing."}) { pullRequestReview { state } } }`, `{"id": "`+review+`"}`)
	if a := h.good("dev", look, ""); !strings.Contains(a.Text, "Start at one?") {
		t.Errorf("what was submitted is not shown: %s", a.Text)
	}
}
