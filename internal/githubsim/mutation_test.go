package githubsim_test

import (
	"testing"
)

// threadsOf reads the threads as GraphQL shows them.
const threadsOf = "id isDraft reviewThreads(first: 10) { nodes { id isResolved resolvedBy { login } comments(first: 10) { totalCount nodes { body author { login } } } } }"

func TestAReplyIsSeenAtBothDoorsAtOnce(t *testing.T) {
	h := open(t, shop)
	thread := h.good("dev", pullQuery(threadsOf), "").text(inPull + "reviewThreads.nodes.0.id")
	made := h.good("dev", `mutation($id: ID!) { addPullRequestReviewThreadReply(input: {pullRequestReviewThreadId: $id, body: "Yes, in cents.", clientMutationId: "c1"}) { clientMutationId comment { id databaseId replyTo { body } } } }`, `{"id": "`+thread+`"}`)
	h.want(made, "data.addPullRequestReviewThreadReply.clientMutationId", "c1")
	h.want(made, "data.addPullRequestReviewThreadReply.comment.replyTo.body", "Is this in cents?")

	h.want(h.good("dev", pullQuery(threadsOf), ""), inPull+"reviewThreads.nodes.0.comments.nodes.1.body", "Yes, in cents.")
	one := h.get(repo + "/pulls/comments/" + made.number("data.addPullRequestReviewThreadReply.comment.databaseId"))
	h.want(one, "body", "Yes, in cents.")
	h.want(one, "node_id", made.text("data.addPullRequestReviewThreadReply.comment.id"))
	root := h.get(repo + "/pulls/7/comments").number("0.id")
	if got := one.number("in_reply_to_id"); got != root {
		t.Errorf("in_reply_to_id is %s, the root %s", got, root)
	}
}

func TestAThreadIsResolvedAndOpenedAgain(t *testing.T) {
	h := open(t, shop)
	thread := `{"id": "` + h.good("dev", pullQuery(threadsOf), "").text(inPull+"reviewThreads.nodes.0.id") + `"}`
	h.good("dev", `mutation($id: ID!) { resolveReviewThread(input: {threadId: $id}) { thread { isResolved } } }`, thread)
	a := h.good("dev", pullQuery(threadsOf), "")
	h.want(a, inPull+"reviewThreads.nodes.0.isResolved", true)
	h.want(a, inPull+"reviewThreads.nodes.0.resolvedBy.login", "dev")
	h.want(a, inPull+"reviewThreads.nodes.1.isResolved", false)
	h.good("dev", `mutation($id: ID!) { unresolveReviewThread(input: {threadId: $id}) { thread { isResolved } } }`, thread)
	h.want(h.good("dev", pullQuery(threadsOf), ""), inPull+"reviewThreads.nodes.0.isResolved", false)
}

func TestReadyIsAStateAnEventAndTheStartOfNothingElse(t *testing.T) {
	h := open(t, shop)
	id := `{"id": "` + h.good("dev", pullQuery(threadsOf), "").text(inPull+"id") + `"}`
	h.want(h.get(repo+"/pulls/7"), "draft", true)
	h.good("dev", `mutation($id: ID!) { markPullRequestReadyForReview(input: {pullRequestId: $id}) { pullRequest { isDraft } } }`, id)
	h.want(h.good("dev", pullQuery("isDraft"), ""), inPull+"isDraft", false)
	h.want(h.get(repo+"/pulls/7"), "draft", false)
	events := h.good("dev", pullQuery("timelineItems(first: 20, itemTypes: [READY_FOR_REVIEW_EVENT]) { totalCount nodes { ... on ReadyForReviewEvent { actor { login } createdAt } } }"), "")
	h.want(events, inPull+"timelineItems.totalCount", 1)
	h.want(events, inPull+"timelineItems.nodes.0.actor.login", "dev")
	h.want(h.get(repo+"/issues/7/events"), "0.event", "ready_for_review")
}

func TestACommentIsNumberedEditedAndTakenAway(t *testing.T) {
	h := open(t, shop)
	id := h.good("dev", pullQuery("id"), "").text(inPull + "id")
	made := h.good("dev", `mutation($id: ID!) { addComment(input: {subjectId: $id, body: "All done."}) { commentEdge { node { id fullDatabaseId author { login } } } } }`, `{"id": "`+id+`"}`)
	node := made.text("data.addComment.commentEdge.node.id")
	path := repo + "/issues/comments/" + made.text("data.addComment.commentEdge.node.fullDatabaseId")
	h.want(h.get(path), "body", "All done.")

	h.status(h.ask("maria", "PATCH", path, `{"body": "No."}`), 403)
	h.status(h.ask("dev", "PATCH", path, `{"body": "Nearly done."}`), 200)
	look := `query($id: ID!) { node(id: $id) { ... on IssueComment { body lastEditedAt } } }`
	a := h.good("dev", look, `{"id": "`+node+`"}`)
	h.want(a, "data.node.body", "Nearly done.")
	h.want(a, "data.node.lastEditedAt", "2026-11-21T12:00:00Z")

	h.status(h.ask("dev", "DELETE", path, ""), 204)
	h.status(h.get(path), 404)
	h.want(h.query("dev", look, `{"id": "`+node+`"}`), "errors.0.type", "NOT_FOUND")
	h.want(h.query("dev", `mutation($id: ID!) { addComment(input: {subjectId: $id, body: " "}) { clientMutationId } }`, `{"id": "`+id+`"}`), "errors.0.message", "Body cannot be blank")
}

func TestAReviewRequestStandsUntilItIsAnswered(t *testing.T) {
	h := open(t, shop)
	ids := h.good("dev", pullQuery("id"), "")
	maria := h.good("dev", `query { user(login: "maria") { id } }`, "").text("data.user.id")
	h.good("dev", `mutation($pull: ID!, $who: [ID!]) { requestReviews(input: {pullRequestId: $pull, userIds: $who}) { pullRequest { id } } }`,
		`{"pull": "`+ids.text(inPull+"id")+`", "who": ["`+maria+`"]}`)
	look := pullQuery("reviewRequests(first: 5) { nodes { requestedReviewer { ... on User { login } ... on Bot { login } } } }")
	h.want(h.good("dev", look, ""), inPull+"reviewRequests.nodes.0.requestedReviewer.login", "maria")
	h.want(h.get(repo+"/pulls/7/requested_reviewers"), "users.0.login", "maria")
	h.want(h.get(repo+"/pulls/7"), "requested_reviewers.0.login", "maria")

	h.status(h.post(repo+"/pulls/7/requested_reviewers", `{"reviewers": ["lint-app[bot]"]}`), 201)
	h.status(h.post(repo+"/pulls/7/requested_reviewers", `{"reviewers": ["dev"]}`), 422) // who wrote it
	h.status(h.post(repo+"/pulls/7/requested_reviewers", `{"reviewers": ["stranger"]}`), 422)
	h.want(h.good("dev", look, ""), inPull+"reviewRequests.nodes.1.requestedReviewer.login", "lint-app")

	h.status(h.ask("maria", "POST", repo+"/pulls/7/reviews", `{"event": "APPROVE"}`), 200)
	a := h.good("dev", look, "")
	h.want(a, inPull+"reviewRequests.nodes.0.requestedReviewer.login", "lint-app")
	h.want(a, inPull+"reviewRequests.nodes.1", nil)
	h.want(h.query("dev", `mutation { submitPullRequestReview(input: {pullRequestReviewId: "PRR_none", event: APPROVE}) { clientMutationId } }`, ""), "errors.0.type", "NOT_FOUND")
}

func TestWhatTheTokenMayNotDoIsRefusedAndNotDone(t *testing.T) {
	h := open(t, "scenario: 1\nclock: step\nviewer: {login: dev, permission: read}\npulls: [{number: 7, author: maria, draft: true, head: totals}]\n"+
		"actors: {maria: {kind: person}}\ntimeline: [{at: -1h, by: maria, do: comment, path: cart.go, line: \"sum +=\", body: \"Mine.\"}]\n"+shopFiles)
	a := h.good("dev", pullQuery(threadsOf), "")
	refused := h.query("dev", `mutation($id: ID!) { resolveReviewThread(input: {threadId: $id}) { thread { isResolved } } }`, `{"id": "`+a.text(inPull+"reviewThreads.nodes.0.id")+`"}`)
	h.want(refused, "errors.0.type", "FORBIDDEN")
	h.want(refused, "data.resolveReviewThread", nil)
	h.want(h.good("dev", pullQuery(threadsOf), ""), inPull+"reviewThreads.nodes.0.isResolved", false)
	h.status(h.post(repo+"/issues/7/labels", `["done"]`), 403)
}
