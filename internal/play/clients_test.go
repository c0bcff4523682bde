//go:build clients

package play_test

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/github"
	"github.com/settlehq/settle/internal/githubsim"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/scenario"
)

// ghVersion is the GitHub CLI of tools/clients.
const ghVersion = "2.83.0"

// ghWorld is a stand-in with the GitHub CLI on one side and settle's own client
// on the other.
type ghWorld struct {
	t      *testing.T
	gh     string
	env    []string
	client *github.Client
	ref    pull.Ref
}

// buildGH builds the GitHub CLI from its pinned module.
func buildGH(t *testing.T) string {
	t.Helper()
	if gh := os.Getenv("SETTLE_TEST_GH"); gh != "" {
		return gh
	}
	gh := filepath.Join(t.TempDir(), "gh")
	build := exec.Command("go", "build", "-ldflags", "-X github.com/cli/cli/v2/internal/build.Version="+ghVersion, "-o", gh, "github.com/cli/cli/v2/cmd/gh")
	build.Dir = "../../tools/clients"
	if out, err := build.CombinedOutput(); err != nil {
		t.Skipf("left out: the GitHub CLI %s could not be built: %v\n%s", ghVersion, err, out)
	}
	return gh
}

func newGHWorld(t *testing.T) *ghWorld {
	t.Helper()
	text, err := os.ReadFile("../../examples/scenarios/cart.txtar")
	if err != nil {
		t.Fatal(err)
	}
	file, err := scenario.Parse("cart.txtar", text)
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "gh") // the path of a socket is short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	socket := filepath.Join(dir, "s")
	sim, err := githubsim.Start(t.Context(), githubsim.Options{Scenario: file, Dir: filepath.Join(dir, "sim"), Socket: socket})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sim.Close() })
	sim.Clock.Advance(sim.Clock.Now().Add(20 * time.Minute))
	client, err := github.New(github.Options{API: "unix:" + socket, Token: "x", Marks: []byte("secret"), Now: sim.Clock.Now, Policies: [2]string{".settle.yaml", ".github/settle.yaml"}, Agent: "settle/test"})
	if err != nil {
		t.Fatal(err)
	}
	w := &ghWorld{t: t, gh: buildGH(t), client: client, ref: pull.Ref{Owner: "acme", Repo: "shop", Number: 42}}
	w.env = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "GH_CONFIG_DIR=" + filepath.Join(dir, "config"), "GH_TOKEN=x", "GH_PROMPT_DISABLED=1", "NO_COLOR=1",
		"GH_NO_UPDATE_NOTIFIER=1", "GH_REPO=acme/shop",
	}
	w.run("config", "set", "http_unix_socket", socket)
	return w
}

// run runs gh, which must succeed.
func (w *ghWorld) run(args ...string) string {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, w.gh, args...)
	cmd.Env = w.env
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		w.t.Fatalf("gh %s: %v\n%s%s", strings.Join(args, " "), err, out, stderr.String())
	}
	return string(out)
}

func (w *ghWorld) look() pull.Snapshot {
	w.t.Helper()
	s, err := w.client.Observe(w.t.Context(), w.ref)
	if err != nil || len(s.Gaps) > 0 {
		w.t.Fatalf("look: %v, gaps %v", err, s.Gaps)
	}
	return s
}

func TestTheGitHubCLIAndSettleSeeTheSameWorld(t *testing.T) {
	w := newGHWorld(t)
	if got := w.run("--version"); !strings.Contains(got, ghVersion) {
		t.Logf("the GitHub CLI says %q", strings.TrimSpace(got))
	}
	seen := w.look()

	t.Run("gh reads what stands there", func(t *testing.T) {
		w.t = t
		var view struct {
			Title             string
			IsDraft           bool
			HeadRefOid        string
			Comments          []struct{ Body string }
			Reviews           []struct{ Author struct{ Login string } }
			StatusCheckRollup []struct{ Name string }
		}
		text := w.run("pr", "view", "42", "--json", "title,isDraft,headRefOid,comments,reviews,statusCheckRollup,mergeStateStatus,reviewRequests,labels,author")
		if err := json.Unmarshal([]byte(text), &view); err != nil {
			t.Fatal(err)
		}
		if view.Title != seen.Title || view.IsDraft != seen.Draft || view.HeadRefOid != string(seen.Head) || len(view.Comments) != len(seen.Comments) ||
			len(view.Reviews) != len(seen.Reviews) || len(view.StatusCheckRollup) != len(seen.Checks) {
			t.Fatalf("gh: %+v\nsettle: %d comments, %d reviews, %d checks", view, len(seen.Comments), len(seen.Reviews), len(seen.Checks))
		}
		query := `query { repository(owner: "acme", name: "shop") { pullRequest(number: 42) { reviewThreads(first: 50) { totalCount nodes { id isResolved } } } } }`
		threads := w.run("api", "graphql", "-f", "query="+query, "--jq", ".data.repository.pullRequest.reviewThreads.totalCount")
		if strings.TrimSpace(threads) != "4" || len(seen.Threads) != 4 {
			t.Fatalf("gh sees %s threads, settle %d", threads, len(seen.Threads))
		}
		if checks := w.run("pr", "checks", "42"); !strings.Contains(checks, "ci") || !strings.Contains(checks, "pass") {
			t.Fatalf("gh pr checks:\n%s", checks)
		}
	})

	t.Run("settle sees what gh writes", func(t *testing.T) {
		w.t = t
		w.run("pr", "comment", "42", "--body", "A word from the other client.")
		w.run("pr", "ready", "42")
		w.run("api", "graphql", "-f", "query=mutation($id: ID!) { resolveReviewThread(input: {threadId: $id}) { thread { isResolved } } }", "-f", "id="+seen.Threads[0].NodeID)
		now := w.look()
		if now.Draft || !now.Threads[0].Resolved || len(now.Comments) != len(seen.Comments)+1 || now.Comments[len(now.Comments)-1].Body != "A word from the other client." {
			t.Fatalf("draft %v, resolved %v, comments %d", now.Draft, now.Threads[0].Resolved, len(now.Comments))
		}
		w.run("pr", "ready", "42", "--undo")
		if !w.look().Draft {
			t.Fatal("gh pr ready --undo is not seen")
		}
	})

	t.Run("gh sees what settle writes", func(t *testing.T) {
		w.t = t
		ctx := t.Context()
		if _, err := w.client.Reply(ctx, w.ref, seen.Threads[1].Root().ID, "Answered."); err != nil {
			t.Fatal(err)
		}
		if err := w.client.Resolve(ctx, w.ref, seen.Threads[1].NodeID); err != nil {
			t.Fatal(err)
		}
		if err := w.client.MarkReady(ctx, w.ref, seen.NodeID); err != nil {
			t.Fatal(err)
		}
		if draft := w.run("pr", "view", "42", "--json", "isDraft", "--jq", ".isDraft"); strings.TrimSpace(draft) != "false" {
			t.Fatalf("gh sees draft %s", draft)
		}
		query := `query($id: ID!) { node(id: $id) { ... on PullRequestReviewThread { isResolved comments(last: 1) { nodes { body } } } } }`
		got := w.run("api", "graphql", "-f", "query="+query, "-f", "id="+seen.Threads[1].NodeID, "--jq", ".data.node | [.isResolved, .comments.nodes[0].body] | @tsv")
		if strings.TrimSpace(got) != "true\tAnswered." {
			t.Fatalf("gh sees %q", got)
		}
	})
}
