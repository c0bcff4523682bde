package github_test

import (
	"encoding/base64"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/agentsim"
	"github.com/settlehq/settle/internal/app"
	"github.com/settlehq/settle/internal/config"
	"github.com/settlehq/settle/internal/github"
	"github.com/settlehq/settle/internal/githubsim"
	"github.com/settlehq/settle/internal/githubsim/clock"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/sandbox"
	"github.com/settlehq/settle/internal/scenario"
	"github.com/settlehq/settle/internal/verdict"
)

// TestMain lets the test binary be the agent's process.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "agentsim" {
		os.Exit(agentsim.Main(os.Args[2:], os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// token is one that a search finds, whatever form it has taken.
const token = "ghp_RecognisableTokenOfTheTest0123456789"

// shapes are the token as it is and as git's header has it.
var shapes = []string{token, base64.StdEncoding.EncodeToString([]byte("x-access-token:" + token))}

func secretIn(text string) bool {
	for _, shape := range shapes {
		if strings.Contains(text, shape) {
			return true
		}
	}
	return false
}

// recorder puts a program in front of another one that writes down the
// arguments and the environment that it was started with.
func recorder(t *testing.T, dir, name, real string) (program string) {
	t.Helper()
	script := fmt.Sprintf("#!/bin/sh\n{ printf 'ARGS %%s\\n' \"$*\"; env; } > \"$(mktemp %s/%s-XXXXXXXX)\"\nexec %s \"$@\"\n", filepath.Join(dir, "children"), name, real)
	program = filepath.Join(dir, "bin", name)
	for _, folder := range []string{"bin", "children"} {
		if err := os.MkdirAll(filepath.Join(dir, folder), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(program, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	return program
}

// TestTheTokenIsNowhereButAtTheHost runs a pull request from feedback to ready
// and searches every file, every line, every argument and every environment.
func TestTheTokenIsNowhereButAtTheHost(t *testing.T) {
	dir := t.TempDir()
	git, err := exec.LookPath("git")
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	recorder(t, dir, "git", git)
	agent := recorder(t, dir, "agent", self)
	path := filepath.Join(dir, "cart.txtar")
	text := strings.Replace(cart(t), "verify: go vet ./... && go test ./...", "verify: \"true\"\nagents: {sandbox: none} # the recorder writes beside the tree", 1)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := scenario.Parse("cart.txtar", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	world := t.TempDir()
	sim, err := githubsim.Start(t.Context(), githubsim.Options{Scenario: file, Dir: world, Start: time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sim.Close() })
	t.Setenv("PATH", filepath.Join(dir, "bin")+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Setenv("GH_TOKEN", token)

	lines := liveOnce(t, sim, dir, []string{agent, "agentsim", "--scenario", path, "--request", "{request}", "--report", "{report}"})
	if secretIn(lines) {
		t.Error("a line of output shows the token")
	}
	children := searchFiles(t, dir)
	t.Logf("%d children were recorded, %d of them spoke to the host with the credential in their environment", children.all, children.host)
	if children.all < 20 || children.host == 0 || children.agents == 0 {
		t.Errorf("the records are not of this run: %+v", children)
	}
}

// liveOnce runs the whole of it and gives everything that was said.
func liveOnce(t *testing.T, sim *githubsim.Sim, dir string, agent []string) string {
	t.Helper()
	time, err := clock.Dial(t.Context(), sim.URL)
	if err != nil {
		t.Fatal(err)
	}
	var lines strings.Builder
	house, err := app.Open(t.Context(), app.Options{
		Settings: config.Settings{
			Database: filepath.Join(dir, "settle.db"), State: filepath.Join(dir, "state"), API: sim.URL, Token: token, TokenFrom: "GH_TOKEN", PersonalPath: "config.yaml",
		},
		Policies: &config.Policies{
			Personal:  &config.Personal{Define: map[string][]string{"sim": agent}},
			Overrides: config.Overrides{Agents: []string{"sim"}},
		},
		Version: "test", Clock: time, AgentEnv: sandbox.Env{}, Line: func(line string) { lines.WriteString(line + "\n") }, Pause: noPause,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = house.Close() }()
	facts, err := house.Run(t.Context(), pull.Ref{Owner: "acme", Repo: "shop", Number: 42}, app.RunOptions{})
	if err != nil || facts.Verdict.Phase != verdict.Ready {
		t.Fatalf("%s: %v", facts.Verdict.Phase, err)
	}
	return lines.String() + fmt.Sprintf("%+v", facts)
}

// searched counts the children whose start was recorded.
type searched struct{ all, host, agents int }

// searchFiles reads everything below a folder. The token may stand in one place:
// in the environment of a git that speaks to the host.
func searchFiles(t *testing.T, dir string) searched {
	t.Helper()
	var n searched
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || filepath.Base(filepath.Dir(path)) != "children" {
			if secretIn(string(text)) {
				t.Errorf("%s holds the token", path)
			}
			return err
		}
		n.all++
		if strings.HasPrefix(d.Name(), "agent-") {
			n.agents++
		}
		arguments, environment, _ := strings.Cut(string(text), "\n")
		switch {
		case secretIn(arguments):
			t.Errorf("a child has the token in its arguments: %s", d.Name())
		case secretIn(environment) && !speaksToHost(d.Name(), arguments):
			t.Errorf("a child has the token in its environment: %s", arguments)
		case secretIn(environment):
			n.host++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// speaksToHost: git starts some children of its own, which inherit.
func speaksToHost(name, arguments string) bool {
	for _, command := range []string{"fetch", "push", "ls-remote", "remote-http", "remote-https", "fetch-pack", "send-pack", "--exec-path"} {
		if strings.HasPrefix(name, "git-") && strings.Contains(arguments+" ", command+" ") {
			return true
		}
	}
	return false
}

// A host, or a proxy before it, may show in its refusal what it was sent.
func TestARefusalThatEchoesTheTokenDoesNotCarryIt(t *testing.T) {
	for _, status := range []int{200, 301, 400, 401, 403, 404, 422, 429, 500, 502} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Location", "/elsewhere?token="+token)
			w.WriteHeader(status)
			_, _ = fmt.Fprintf(w, `{"message":"refused %[1]s","errors":[{"type":"FORBIDDEN","message":"refused %[1]s"}]}`, r.Header.Get("Authorization"))
		}))
		client, err := github.New(github.Options{API: server.URL, Token: token, Marks: secret, Now: time.Now, Agent: "settle/test", Pause: noPause})
		if err != nil {
			t.Fatal(err)
		}
		ref := pull.Ref{Owner: "acme", Repo: "shop", Number: 1}
		failures := map[string]error{}
		_, failures["observe"] = client.Observe(t.Context(), ref)
		_, failures["account"] = client.Account(t.Context())
		_, failures["pull of"] = client.PullOf(t.Context(), "acme", "shop", "topic")
		_, failures["tip"] = client.Tip(t.Context(), ref, "PR_x", "")
		_, failures["reply"] = client.Reply(t.Context(), ref, 1, "words")
		_, failures["comment"] = client.Comment(t.Context(), ref, "words")
		failures["label"] = client.AddLabel(t.Context(), ref, "label")
		failures["resolve"] = client.Resolve(t.Context(), ref, "PRRT_x")
		failures["ready"] = client.MarkReady(t.Context(), ref, "PR_x")
		failures["delete"] = client.DeleteComment(t.Context(), ref, 1, false)
		for name, err := range failures {
			if err != nil && secretIn(fmt.Sprintf("%v %+v %s", err, err, err)) {
				t.Errorf("%d: the error of %s shows the token: %v", status, name, err)
			}
		}
		server.Close()
	}
}
