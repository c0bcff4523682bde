package cli_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/settlehq/settle/internal/cli"
	"github.com/settlehq/settle/internal/githubsim"
	"github.com/settlehq/settle/internal/scenario"
)

// TestMain lets the test binary be the program: scripts and tables start it as
// a process of its own.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"settle": func() {
			code := cli.Main(os.Args[1:], cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}, os.Getenv)
			if len(os.Args) > 1 && os.Args[1] == "agentsim" {
				// With the race detector os.Exit waits a second, and agents are given no
				// environment that could tell it otherwise.
				syscall.Exit(code)
			}
			os.Exit(code)
		},
	})
}

// quickRace is the GORACE of processes that are to end at once.
const quickRace = "atexit_sleep_ms=0"

// serve starts a stand-in with the world of a scenario file; its time stands.
func serve(path, dir string) (*githubsim.Sim, error) { return serveAt(path, dir, time.Time{}) }

// serveAt starts one whose time stands at an instant.
func serveAt(path, dir string, start time.Time) (*githubsim.Sim, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	file, err := scenario.Parse(path, text)
	if err != nil {
		return nil, err
	}
	return githubsim.Start(context.Background(), githubsim.Options{Scenario: file, Dir: dir, Start: start})
}

// personal is a file of one's own that names the scripted agent.
func personal(scenarioFile string) string {
	return fmt.Sprintf("version: 1\nagents:\n  triage: [sim]\n  fix: [sim]\n  define:\n    sim: {command: [settle, agentsim, --scenario, %q, --request, \"{request}\", --report, \"{report}\"]}\n", scenarioFile)
}

func TestScripts(t *testing.T) {
	t.Parallel()
	house, err := filepath.Abs("testdata/house.txtar")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script", RequireExplicitExec: true, Deadline: time.Now().Add(5 * time.Minute),
		Setup: func(env *testscript.Env) error { return furnish(env, house) },
		Cmds:  map[string]func(*testscript.TestScript, bool, []string){"jsonlines": jsonLines, "exits": exits},
	})
}

// furnish gives a script a home of its own and five worlds: one with a policy
// file on its base branch, at BARE_URL one without, at GAP_URL one that cannot be
// read whole, at FLEET_URL one with several pull requests, and at AHEAD_URL the
// first on a host whose clock is ahead: what is said there is newer than anything
// that this machine remembers.
func furnish(env *testscript.Env, house string) error {
	config := filepath.Join(env.WorkDir, ".config")
	beside := filepath.Dir(house)
	for name, path := range map[string]string{
		"SETTLE_GITHUB_URL": house, "BARE_URL": filepath.Join(beside, "bare.txtar"), "GAP_URL": filepath.Join(beside, "gap.txtar"),
		"FLEET_URL": filepath.Join(beside, "fleet.txtar"), "AHEAD_URL": house,
	} {
		start := time.Time{}
		if name == "AHEAD_URL" {
			start = time.Now().Add(time.Hour)
		}
		sim, err := serveAt(path, filepath.Join(env.WorkDir, ".sim", name), start)
		if err != nil {
			return err
		}
		env.Defer(func() { _ = sim.Close() })
		env.Setenv(name, sim.URL)
	}
	cache, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		return err
	}
	for name, value := range map[string]string{
		"GOCACHE":  strings.TrimSpace(string(cache)), // the checks of a played repository need not build the standard library again
		"GORACE":   quickRace,
		"GH_TOKEN": "any", "PR": "acme/shop#42", "BARE_PR": "acme/bare#43", "GAP_PR": "acme/gap#44", "HASH": "#42", "HOME": env.WorkDir, "XDG_CONFIG_HOME": config,
		"XDG_STATE_HOME": filepath.Join(env.WorkDir, ".state"), "SCENARIOS": filepath.Join(filepath.Dir(house), "../../../examples/scenarios"),
	} {
		env.Setenv(name, value)
	}
	if err := os.MkdirAll(filepath.Join(config, "settle"), 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(config, "settle", "config.yaml"), []byte(personal(house)), 0o600)
}

// jsonLines checks that a file, or the last stdout, holds one JSON object a
// line, and that the last line is of a schema: jsonlines FILE SCHEMA [KEY...].
func jsonLines(ts *testscript.TestScript, _ bool, args []string) {
	lines := strings.Split(strings.TrimSuffix(ts.ReadFile(args[0]), "\n"), "\n")
	var object map[string]any
	seq := 0.0
	for i, line := range lines {
		object = nil
		if err := json.Unmarshal([]byte(line), &object); err != nil {
			ts.Fatalf("line %d is no JSON: %v\n%s", i+1, err, line)
		}
		if !strings.HasPrefix(line, `{"schema":"settle.`) || !strings.Contains(line, `,"at":`) {
			ts.Fatalf("line %d does not begin with schema and at: %.60s", i+1, line)
		}
		if n, ok := object["seq"].(float64); ok && n <= seq {
			ts.Fatalf("line %d: seq %v after %v", i+1, n, seq)
		} else if ok {
			seq = n
		}
	}
	if object["schema"] != args[1] {
		ts.Fatalf("the last line is %v, want %s", object["schema"], args[1])
	}
	for _, key := range args[2:] {
		if _, ok := object[key]; !ok {
			ts.Fatalf("%s has no %q", args[1], key)
		}
	}
}

// exits runs a command and checks its exit code: exits CODE COMMAND [ARGUMENT...].
func exits(ts *testscript.TestScript, _ bool, args []string) {
	err := ts.Exec(args[1], args[2:]...)
	code := 0
	if err != nil {
		if _, scanned := fmt.Sscanf(err.Error(), "exit status %d", &code); scanned != nil {
			ts.Fatalf("%v", err)
		}
	}
	if fmt.Sprint(code) != args[0] {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
}
