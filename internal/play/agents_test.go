//go:build agents

package play_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/githubsim"
	"github.com/settlehq/settle/internal/modelsim"
	"github.com/settlehq/settle/internal/scenario"
)

// The real agents, in their own folders below SETTLE_TEST_AGENTS, each with what
// makes it speak to the scripted model at an address.
var realAgents = []struct {
	name string
	env  func(url string) []string
}{
	{"codex", func(url string) []string {
		return []string{"OPENAI_API_KEY=" + dummyKey, "OPENAI_BASE_URL=" + url + "/v1"}
	}},
	{"copilot", func(url string) []string {
		return []string{
			"COPILOT_OFFLINE=true", "COPILOT_PROVIDER_TYPE=openai", "COPILOT_PROVIDER_BASE_URL=" + url + "/v1", "COPILOT_PROVIDER_API_KEY=" + dummyKey, "COPILOT_MODEL=scripted",
		}
	}},
	{"gemini", func(url string) []string {
		return []string{"GEMINI_API_KEY=" + dummyKey, "GOOGLE_GEMINI_BASE_URL=" + url}
	}},
	{"opencode", func(url string) []string {
		return []string{"OPENAI_API_KEY=" + dummyKey, "OPENAI_BASE_URL=" + url + "/v1"}
	}},
	{"qwen", func(url string) []string {
		return []string{"OPENAI_API_KEY=" + dummyKey, "OPENAI_BASE_URL=" + url + "/v1", "OPENAI_MODEL=scripted"}
	}},
}

// dummyKey is long: an agent that masks its key masks it wherever it stands.
const dummyKey = "no-key-of-anybody-0123456789"

const oneFinding = `scenario: 1
about: One finding, for a real agent.
clock: 600x
repo: acme/shop
viewer: {login: dev, permission: write}
pulls: [{number: 42, title: Prices, author: dev, head: topic, draft: true}]
checks: [{name: ci, takes: 30s}]
protect: {checks: [ci]}
actors:
  it: {preset: codex}
findings:
  - {id: off, by: it, path: price.go, at: "return 2", severity: high, title: Off by one, body: "The price is one too high.", while: {contains: "return 2"}}
-- base/.settle.yaml --
version: 1
reviewers: {codex: required}
agents: {triage: [{use: AGENT, model: scripted}], fix: [{use: AGENT, model: scripted}]}
verify: grep -q "return 1" price.go
timing: {deadline: 2s, lag: 1s, quiet: 2s, poll: 2s}
-- base/README --
shop
-- head/price.go --
package shop

// Price is what it costs.
func Price() int { return 2 }
`

var (
	askedItem  = regexp.MustCompile(`Item (t\d+)`)
	reportPath = regexp.MustCompile(`into the file (\S+/report\.json)`)
)

// mind is the scripted model's: it judges the item valid, then changes the code.
func mind(words string) string {
	item, report := askedItem.FindStringSubmatch(words), reportPath.FindStringSubmatch(words)
	if item == nil || report == nil {
		return ""
	}
	answer := fmt.Sprintf(`{"schema":"settle.report/1","task":"triage","judgments":[{"item":%q,"class":"valid","reason":"It is one too high."}]}`, item[1])
	edit := ""
	if strings.Contains(words, `"task":"fix"`) {
		answer = fmt.Sprintf(`{"schema":"settle.report/1","task":"fix","outcomes":[{"item":%q,"outcome":"fixed","summary":"The price is one"}]}`, item[1])
		edit = "sed -i 's/return 2/return 1/' price.go && "
	}
	return edit + "printf '%s' '" + answer + "' > " + report[1]
}

// Real agents, against a scripted model on this machine, fix an item by settle
// run: it is committed, audited, verified, pushed, answered and closed.
func TestRealAgentsFixAnItem(t *testing.T) {
	root := os.Getenv("SETTLE_TEST_AGENTS")
	for _, a := range realAgents {
		bin := filepath.Join(root, a.name, "node_modules", ".bin")
		t.Run(a.name, func(t *testing.T) {
			if _, err := os.Stat(filepath.Join(bin, a.name)); err != nil {
				t.Skipf("left out: %s is not installed below %s", a.name, root)
			}
			realAgent(t, a.name, bin, a.env)
		})
	}
}

func realAgent(t *testing.T, name, bin string, env func(string) []string) {
	text := strings.ReplaceAll(oneFinding, "AGENT", name)
	file, err := scenario.Parse("one.txtar", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	sim, err := githubsim.Start(t.Context(), githubsim.Options{Scenario: file, Dir: filepath.Join(dir, "sim")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sim.Close() })
	model := &modelsim.Server{Script: mind}
	service := httptest.NewServer(model)
	t.Cleanup(service.Close)
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, exe, "settle", "run", "acme/shop#42", "--json", "--no-input")
	cmd.Env = append(env(service.URL),
		"PATH="+bin+":"+os.Getenv("PATH"), "HOME="+dir, "SETTLE_GITHUB_URL="+sim.URL, "GH_TOKEN=the-token-of-the-host", "NO_COLOR=1",
	)
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	var end struct {
		Schema  string
		Phase   string
		Fixed   int
		Pushes  int
		Commits []string
	}
	lines := bytes.Split(bytes.TrimSpace(out), []byte("\n"))
	if json.Unmarshal(lines[len(lines)-1], &end) != nil || end.Phase != "ready" || end.Fixed != 1 || end.Pushes != 1 || len(end.Commits) != 1 {
		logs, _ := filepath.Glob(filepath.Join(dir, ".local", "state", "settle", "logs", "agent-*"))
		t.Errorf("%v\n%s\n%s\nthe model was asked %q", err, complaints.Bytes(), lines[len(lines)-1], model.Asked())
		for _, log := range logs {
			text, _ := os.ReadFile(log)
			t.Logf("%s ends:\n%s", filepath.Base(log), text[max(0, len(text)-6000):])
		}
	}
}
