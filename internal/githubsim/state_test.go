package githubsim_test

import (
	"context"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/githubsim"
	"github.com/settlehq/settle/internal/githubsim/recorded"
	"github.com/settlehq/settle/internal/githubsim/world"
	"github.com/settlehq/settle/internal/scenario"
)

// merge reads the merge state by GraphQL.
func (h *house) merge() string {
	h.t.Helper()
	a := h.good("dev", pullQuery("mergeable mergeStateStatus"), "")
	return a.text(inPull+"mergeable") + " " + a.text(inPull+"mergeStateStatus")
}

func (h *house) wantMerge(want string) {
	h.t.Helper()
	if got := h.merge(); got != want {
		h.t.Errorf("merge state is %s, want %s", got, want)
	}
}

func TestTheMergeStateIsWorkedOutFromGitRulesAndChecks(t *testing.T) {
	h := open(t, `scenario: 1
about: Totals
clock: step
viewer: {login: dev, permission: admin}
protect: {checks: [ci], approvals: 1, conversations: true, up_to_date: true}
host: {mergeable_unknown: 5s}
checks: [{name: ci, takes: 40s}]
pulls: [{number: 7, author: dev, head: totals, draft: true}]
actors: {maria: {kind: person, association: MEMBER}}
timeline:
  - {at: -1h, by: maria, do: comment, id: cents, path: cart.go, line: "sum +=", body: "Cents?"}
  - {when: {event: comment, matches: "go"}, by: maria, do: push_base, tree: aside}
  - {when: {event: comment, matches: "clash"}, by: maria, do: push_base, tree: clash}
`+shopFiles+"-- aside/other.go --\npackage shop\n-- clash/cart.go --\npackage store\n")
	id := `{"id": "` + h.good("dev", pullQuery("id"), "").text(inPull+"id") + `"}`
	h.wantMerge("MERGEABLE DRAFT")
	h.good("dev", `mutation($id: ID!) { markPullRequestReadyForReview(input: {pullRequestId: $id}) { clientMutationId } }`, id)
	h.wantMerge("MERGEABLE BLOCKED") // ci runs
	h.after(time.Minute)
	h.wantMerge("MERGEABLE BLOCKED") // nobody approved
	h.status(h.ask("maria", http.MethodPost, repo+"/pulls/7/reviews", `{"event": "APPROVE"}`), http.StatusOK)
	h.want(h.good("dev", pullQuery("reviewDecision"), ""), inPull+"reviewDecision", "APPROVED")
	h.wantMerge("MERGEABLE BLOCKED") // a thread is open
	h.world(func(w *world.World, p *world.Pull) error { w.Resolve(p, p.Threads[0], "dev", true); return nil })
	h.wantMerge("MERGEABLE CLEAN")

	h.say("go")
	h.wantMerge("MERGEABLE BEHIND")
	h.say("clash")
	h.wantMerge("CONFLICTING DIRTY")
	h.want(h.get(repo+"/pulls/7"), "mergeable", false)

	c := h.clone("dev")
	c.git("reset", "--quiet", "--hard", "origin/main")
	c.git("commit", "--quiet", "--allow-empty", "--message", "All over again")
	c.git("push", "--quiet", "--force", "origin", "totals")
	h.wantMerge("UNKNOWN UNKNOWN")
	h.after(6 * time.Second)
	h.wantMerge("MERGEABLE BLOCKED") // ci runs at the new head
	h.after(time.Minute)
	h.wantMerge("MERGEABLE CLEAN")
}

func TestTwoJobsOfOneNameBothHaveToPass(t *testing.T) {
	h := open(t, strings.NewReplacer("draft: true", "draft: false", "checks: [{name: ci, takes: 40s}]", "protect: {checks: [test]}").Replace(shop))
	h.wantMerge("MERGEABLE BLOCKED")
	h.world(func(w *world.World, p *world.Pull) error {
		for i, conclusion := range []string{"failure", "success"} {
			w.RecordCheck(w.RepoOf(p), world.Check{Name: "test", App: "github-actions", Head: p.Head, Suite: int64(i + 1), Status: "completed", Conclusion: conclusion})
		}
		return nil
	})
	h.want(h.get(repo+"/commits/totals/check-runs"), "total_count", 2)
	h.wantMerge("MERGEABLE BLOCKED")
}

func TestARepositoryThatMovedIsFoundUnderBothNames(t *testing.T) {
	h := open(t, strings.Replace(shop, "timeline:\n", "timeline:\n  - {at: 1m, by: maria, do: transfer, to: other/market}\n", 1))
	h.after(2 * time.Minute)
	h.want(h.good("dev", pullQuery("title repository { nameWithOwner }"), ""), inPull+"repository.nameWithOwner", "other/market")
	h.status(h.get("/repos/other/market/pulls/7"), http.StatusOK)
	h.status(h.get(repo+"/pulls/7"), http.StatusMovedPermanently)
}

func TestAccessThatWasTakenAwayHidesEverything(t *testing.T) {
	h := open(t, strings.Replace(shop, "timeline:\n", "timeline:\n  - {at: 1m, by: maria, do: revoke, permission: access}\n  - {at: 5m, by: maria, do: grant, permission: access}\n", 1))
	h.after(2 * time.Minute)
	h.status(h.get(repo+"/pulls/7"), http.StatusNotFound)
	h.want(h.query("dev", pullQuery("id"), ""), "errors.0.type", "NOT_FOUND")
	h.status(h.ask("dev", http.MethodGet, "/acme/shop.git/info/refs?service=git-upload-pack", ""), http.StatusNotFound)
	h.after(4 * time.Minute)
	h.good("dev", pullQuery("id"), "")
}

func TestTheSameWorldBehindASocket(t *testing.T) {
	file, err := scenario.Parse("test.txtar", []byte(shop))
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "sim") // a socket's path must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	socket := filepath.Join(dir, "api.sock")
	sim, err := githubsim.Start(t.Context(), githubsim.Options{Scenario: file, Dir: t.TempDir(), Socket: socket, Start: noon})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sim.Close() })
	var dialer net.Dialer
	unix := &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return dialer.DialContext(ctx, "unix", socket)
	}}
	t.Cleanup(unix.CloseIdleConnections)
	inside := &house{t: t, sim: sim, host: &http.Client{Transport: unix}}
	outside := &house{t: t, sim: sim, host: &http.Client{}}
	inside.say("Through the socket, in a few words.")
	if got := outside.get(repo + "/issues/7/comments"); !strings.Contains(got.Text, "Through the socket") {
		t.Errorf("by TCP: %s", got.Text)
	}
}

const recordedThreads = `{"data": {"repository": {"pullRequest": {"reviewThreads": {"nodes": [
 {"id": "PRRT_a", "isResolved": true, "path": "a.go", "line": 3, "comments": {"nodes": [{"databaseId": 11, "body": "One.", "author": {"login": "lint-app", "__typename": "Bot"}}, {"databaseId": 12, "body": "Two."}]}},
 {"id": "PRRT_b", "isResolved": false, "isOutdated": true, "path": "a.go", "line": null, "comments": {"nodes": [{"databaseId": 13, "body": "Three.", "author": null}]}}]}}}}}`

const recordedComments = `[{"id": 21, "node_id": "PRRC_x", "pull_request_review_id": 5, "path": "b.go", "line": 9, "side": "RIGHT", "body": "Four.", "created_at": "2026-10-01T10:00:00Z", "user": {"login": "lint-app[bot]", "id": 77, "type": "Bot"}},
 {"id": 22, "node_id": "PRRC_y", "pull_request_review_id": 6, "in_reply_to_id": 21, "path": "b.go", "line": 9, "body": "Five.", "created_at": "2026-10-01T11:00:00Z", "user": {"login": "maria", "id": 78, "type": "User"}}]`

func TestAWorldIsFilledFromWhatBothAPIsAnswered(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"threads.json": recordedThreads, "comments.json": recordedComments} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	file, err := scenario.Parse("test.txtar", []byte("scenario: 1\nclock: step\nrecorded: [threads.json, comments.json]\n"))
	if err != nil {
		t.Fatal(err)
	}
	sim, err := githubsim.Start(t.Context(), githubsim.Options{Scenario: file, Dir: t.TempDir(), Recorded: dir, Start: noon})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sim.Close() })
	h := &house{t: t, sim: sim, host: &http.Client{}}
	a := h.good("dev", strings.Replace(pullQuery("title reviewThreads(first: 9) { nodes { id isResolved isOutdated line comments(first: 9) { nodes { body author { login __typename } } } } }"), "number: 7", "number: 1", 1), "")
	threads := inPull + "reviewThreads.nodes."
	h.want(a, threads+"0.isResolved", true)
	h.want(a, threads+"0.comments.nodes.0.author.__typename", "Bot")
	h.want(a, threads+"0.comments.nodes.1.author", nil)
	h.want(a, threads+"1.isOutdated", true)
	h.want(a, threads+"1.line", nil)
	h.want(a, threads+"2.comments.nodes.1.body", "Five.")
	list := h.get(repo + "/pulls/1/comments")
	h.want(list, "3.id", 21)
	h.want(list, "3.user.login", "lint-app[bot]")
	h.want(list, "4.in_reply_to_id", 21)
	h.want(list, "1.user", nil)
	h.want(a, inPull+"title", "Recorded: threads.json")

	if err := recorded.Load(sim.World, "acme/shop", "empty.json", []byte(`{"data": {"viewer": {"login": "dev"}}}`)); err == nil || !strings.Contains(err.Error(), "holds no threads") {
		t.Errorf("an answer without a pull request was taken: %v", err)
	}
	if err := recorded.Load(sim.World, "acme/shop", "cut.json", []byte(`{"data": `)); err == nil {
		t.Error("half an answer was taken")
	}
}
