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

	"github.com/settlehq/settle/examples/scenarios"
	"github.com/settlehq/settle/internal/cli"
	"github.com/settlehq/settle/internal/githubsim"
	"github.com/settlehq/settle/internal/scenario"
)

// settleMain lets the test binary be settle itself, in a process of its own:
// which authorities a process trusts is read once.
func settleMain() int {
	return cli.Main(os.Args[2:], cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}, os.Getenv)
}

func TestAnEnterpriseServerOverItsOwnAuthority(t *testing.T) {
	t.Parallel()
	text := strings.Replace(string(scenarios.Demo), "clock: step", "clock: 600x", 1)
	text = strings.Replace(text, "reviewers: [bugbot, copilot]\nverify:", "reviewers: {people: optional}\ntiming: {deadline: 1s, lag: 1s, quiet: 2s}\nverify:", 1)
	file, err := scenario.Parse("enterprise.txtar", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	sim, err := githubsim.Start(t.Context(), githubsim.Options{Scenario: file, Dir: filepath.Join(dir, "sim"), TLS: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sim.Close() })
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	settle := func(trust string, args ...string) ([]byte, error) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		cmd := exec.CommandContext(ctx, exe, append([]string{"settle"}, args...)...)
		cmd.Env = []string{
			"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "SETTLE_GITHUB_URL=" + sim.URL + "/api/v3", "GH_HOST=" + strings.TrimPrefix(sim.URL, "https://"),
			"GH_ENTERPRISE_TOKEN=x", "SSL_CERT_FILE=" + trust, "GIT_SSL_CAINFO=" + trust, "NO_COLOR=1",
		}
		return cmd.Output()
	}
	out, err := settle(sim.Authority, "status", "-R", "acme/shop", "42", "--json")
	var status struct{ Title, Phase string }
	if json.Unmarshal(out, &status) != nil || status.Title != "Cart totals in cents" || status.Phase == "" {
		t.Fatalf("over its own authority: %v\n%s", err, out)
	}
	if out, err = settle("/dev/null", "status", "-R", "acme/shop", "42", "--json"); err == nil || !strings.Contains(string(out), `"code":"unreachable"`) {
		t.Fatalf("an authority that nobody trusts: %v\n%s", err, out)
	}
}
