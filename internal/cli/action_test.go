package cli_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// action is action.yml as far as a runner reads it.
type action struct {
	Inputs  map[string]struct{ Default string }
	Outputs map[string]struct{ Value string }
	Runs    struct {
		Using string
		Steps []struct {
			ID    string
			Name  string
			Uses  string
			With  map[string]any
			Shell string
			Env   map[string]string
			Run   string
		}
	}
}

// runner runs the steps of an action as a runner of GitHub does: expressions
// evaluated, bash with the options that shell: bash has, the variables that are
// set for every step, and the files that a step writes to.
type runner struct {
	t         *testing.T
	action    action
	root      string // of the action's own checkout
	temp      string
	workspace string
	event     map[string]any
	with      map[string]string
	extra     []string // variables of the machine
	built     *string  // program that a runner of this test has built; empty: none yet
	stdout    bytes.Buffer
	steps     map[string]map[string]string // outputs by step
}

// newRunner has the checkout of a pull request's repository to itself.
func newRunner(t *testing.T, url string, built *string, event map[string]any, with map[string]string) *runner {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	r := &runner{t: t, root: root, temp: t.TempDir(), workspace: t.TempDir(), built: built, event: event, with: with, steps: map[string]map[string]string{}}
	text, err := os.ReadFile(filepath.Join(root, "action.yml"))
	if err == nil {
		err = yaml.Unmarshal(text, &r.action)
	}
	if err != nil {
		t.Fatal(err)
	}
	for name := range with {
		if _, ok := r.action.Inputs[name]; !ok {
			t.Fatalf("action.yml has no input %s", name)
		}
	}
	r.extra = []string{"SETTLE_GITHUB_URL=" + url, "PATH=" + os.Getenv("PATH"), "HOME=" + r.temp}
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPROXY"} {
		value, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		r.extra = append(r.extra, name+"="+strings.TrimSpace(string(value)))
	}
	return r
}

var expression = regexp.MustCompile(`\$\{\{\s*([^}]+?)\s*\}\}`)

// evaluate puts in the contexts that a runner gives; an expression that is not
// known fails the test.
func (r *runner) evaluate(text string) string {
	return expression.ReplaceAllStringFunc(text, func(found string) string {
		switch path := strings.Split(expression.FindStringSubmatch(found)[1], "."); {
		case path[0] == "inputs":
			if given, ok := r.with[path[1]]; ok {
				return given
			}
			return r.evaluate(r.action.Inputs[path[1]].Default)
		case path[0] == "steps" && path[2] == "outputs":
			return r.steps[path[1]][path[3]]
		case strings.Join(path, ".") == "github.token":
			return "ghs_of_the_job"
		case strings.Join(path, ".") == "github.action_path":
			return r.root
		case strings.Join(path[:2], ".") == "github.event":
			var at any = r.event
			for _, key := range path[2:] {
				object, _ := at.(map[string]any)
				at = object[key]
			}
			if at == nil {
				return ""
			}
			return fmt.Sprint(at)
		}
		r.t.Fatalf("%s is no context of a composite action", found)
		return ""
	})
}

// run runs all steps; code is the exit code of the one that failed.
func (r *runner) run() (code int) {
	r.t.Helper()
	if r.action.Runs.Using != "composite" {
		r.t.Fatalf("it runs using %s", r.action.Runs.Using)
	}
	for i, step := range r.action.Runs.Steps {
		if step.Uses != "" {
			r.uses(step.Uses, step.With)
			continue
		}
		if step.Shell != "bash" {
			r.t.Fatalf("step %d has no shell", i)
		}
		if step.Name == "Build settle" && r.furnished() {
			continue
		}
		script := r.file(fmt.Sprintf("step%d.sh", i), step.Run) // not evaluated: no input may become a command
		if expression.MatchString(step.Run) {
			r.t.Errorf("step %d puts an expression into its script", i)
		}
		output := r.file(fmt.Sprintf("output%d", i), "")
		bash := exec.Command("bash", "--noprofile", "--norc", "-e", "-o", "pipefail", script)
		bash.Dir, bash.Env, bash.Stdout, bash.Stderr = r.workspace, r.variables(output, step.Env), &r.stdout, &r.stdout
		err := bash.Run()
		r.steps[step.ID] = outputs(r.t, output)
		var failed *exec.ExitError
		if errors.As(err, &failed) {
			return failed.ExitCode()
		} else if err != nil {
			r.t.Fatal(err)
		}
	}
	return 0
}

// furnished gives a runner the program that an earlier one of the test has
// built: to do it once is enough to know that the step does it.
func (r *runner) furnished() bool {
	own := filepath.Join(r.temp, "settle", "bin")
	if *r.built == "" {
		*r.built = filepath.Join(own, "settle")
		return false
	}
	err := os.MkdirAll(own, 0o700)
	if err == nil {
		err = os.Symlink(*r.built, filepath.Join(own, "settle"))
	}
	if err != nil {
		r.t.Fatal(err)
	}
	return true
}

// uses stands in for the only action that is used: it gives the Go that the
// named file asks for, which is the one that runs this test.
func (r *runner) uses(name string, with map[string]any) {
	pinned := regexp.MustCompile(`^actions/setup-go@[0-9a-f]{40}$`)
	module := r.evaluate(fmt.Sprint(with["go-version-file"]))
	if _, err := os.Stat(module); !pinned.MatchString(name) || err != nil {
		r.t.Fatalf("%s with %s: %v", name, module, err)
	}
}

// variables that a runner sets for a step, beside its own.
func (r *runner) variables(output string, env map[string]string) []string {
	event, err := json.Marshal(r.event)
	if err != nil {
		r.t.Fatal(err)
	}
	all := append([]string{
		"CI=true", "GITHUB_ACTIONS=true", "GITHUB_ACTION_PATH=" + r.root, "GITHUB_ACTOR=dev", "GITHUB_API_URL=https://api.github.com",
		"GITHUB_EVENT_NAME=pull_request", "GITHUB_EVENT_PATH=" + r.file("event.json", string(event)), "GITHUB_REF=refs/pull/42/merge",
		"GITHUB_REPOSITORY=acme/shop", "GITHUB_SERVER_URL=https://github.com", "GITHUB_WORKSPACE=" + r.workspace,
		"GITHUB_OUTPUT=" + output, "GITHUB_STEP_SUMMARY=" + filepath.Join(r.temp, "summary.md"), "GITHUB_ENV=" + r.file("env", ""),
		"GITHUB_PATH=" + r.file("path", ""), "RUNNER_OS=Linux", "RUNNER_TEMP=" + r.temp,
	}, r.extra...)
	for name, value := range env {
		all = append(all, name+"="+r.evaluate(value))
	}
	return all
}

// file writes a file of the runner's own.
func (r *runner) file(name, text string) string {
	r.t.Helper()
	path := filepath.Join(r.temp, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		r.t.Fatal(err)
	}
	return path
}

// outputs reads what a step wrote to its output file, name=value a line.
func outputs(t *testing.T, file string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for line := range strings.Lines(string(text)) {
		name, value, ok := strings.Cut(strings.TrimSpace(line), "=")
		if !ok {
			t.Fatalf("output %q", line)
		}
		all[name] = value
	}
	return all
}

// summary is what the job's page shows.
func (r *runner) summary() string {
	text, err := os.ReadFile(filepath.Join(r.temp, "summary.md"))
	if err != nil {
		r.t.Fatal(err)
	}
	return string(text)
}

// lintReport is SARIF of a linter that ended well.
func lintReport(results ...string) string {
	return `{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "acme-lint"}}, "invocations": [{"executionSuccessful": true}], "results": [` + strings.Join(results, ",") + `]}]}`
}

func lintResult(line int, text string) string {
	return fmt.Sprintf(`{"ruleId": "A%d", "level": "error", "message": {"text": %q}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "cart.go"}, "region": {"startLine": %d}}}]}`, line, text, line)
}

func pullEvent(number int) map[string]any {
	return map[string]any{"action": "synchronize", "pull_request": map[string]any{"number": number}}
}

func TestTheStepsOfTheActionRun(t *testing.T) {
	t.Parallel()
	sim, built := served(t, "testdata/house.txtar"), ""
	refusals(t, sim.URL, &built)
	jobsInARow(t, sim.URL, &built)
}

// Four jobs in a row, each with nothing of the others but the pull request: the
// first publishes, the second says nothing twice, the others close what is gone.
func jobsInARow(t *testing.T, url string, built *string) {
	t.Helper()
	loud := lintResult(4, "sum is an int. ::error::Nobody may take this for a command.")
	quiet := lintResult(5, "l is a poor name.")
	var stops []string
	for _, job := range []struct {
		name, report string
		code         int
		threads      string
	}{
		{"the first", lintReport(loud, quiet), 18, "A4 open, A5 open"},
		{"the same again", lintReport(loud, quiet), 18, "A4 open, A5 open"},
		{"one is gone", lintReport(loud), 18, "A4 open, A5 resolved"},
		{"all are gone", lintReport(), 0, "A4 resolved, A5 resolved"},
	} {
		r := newRunner(t, url, built, pullEvent(42), map[string]string{"fail-on": "high"})
		r.with["from"] = r.file("lint.sarif", job.report)
		code := r.run()
		if code != job.code || r.evaluate(r.action.Outputs["exit-code"].Value) != fmt.Sprint(job.code) {
			t.Fatalf("%s: exit %d, output %v\n%s", job.name, code, r.steps, r.stdout.String())
		}
		if got := lintThreads(t, url); got != job.threads {
			t.Errorf("%s: %s\n%s", job.name, got, r.stdout.String())
		}
		stops = append(stops, r.heeded())
		if !strings.HasPrefix(r.summary(), "### settle review\n\n    ") {
			t.Errorf("%s: %s", job.name, r.summary())
		}
	}
	if stops[0] == stops[1] {
		t.Errorf("the word that ends the words of others can be foretold: %s", stops[0])
	}
}

// heeded checks that no word of others is outside of the lines in which the
// runner takes no command, and gives the word that ends them.
func (r *runner) heeded() string {
	r.t.Helper()
	begin := regexp.MustCompile(`(?m)^::stop-commands::(\S+)$`).FindStringSubmatch(r.stdout.String())
	if begin == nil {
		r.t.Fatalf("commands are not stopped: %s", r.stdout.String())
	}
	before, rest, _ := strings.Cut(r.stdout.String(), begin[0]+"\n")
	_, after, ended := strings.Cut(rest, "\n::"+begin[1]+"::\n")
	if !ended || strings.Contains(before+after, "::") {
		r.t.Errorf("not between the stops: %q %q", before, after)
	}
	return begin[1]
}

// lintThreads names the threads of our own account by their rules, in order.
func lintThreads(t *testing.T, url string) string {
	t.Helper()
	h := newHome(t, url)
	_, stdout, stderr := h.settle("threads", "acme/shop#42", "--json")
	var said struct {
		Threads []struct {
			Resolved bool
			Comments []struct{ Body string }
		}
	}
	if err := json.Unmarshal([]byte(stdout), &said); err != nil {
		t.Fatalf("%v %s%s", err, stdout, stderr)
	}
	var all []string
	for _, thread := range said.Threads {
		rule := regexp.MustCompile("`(A\\d)`").FindStringSubmatch(thread.Comments[0].Body)
		if rule == nil {
			continue // bugbot's
		}
		state := " open"
		if thread.Resolved {
			state = " resolved"
		}
		all = append(all, rule[1]+state)
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}

// refusals: an event about no pull request, and a file that is none, end with
// their codes and send nothing.
func refusals(t *testing.T, url string, built *string) {
	t.Helper()
	push := newRunner(t, url, built, map[string]any{"ref": "refs/heads/main"}, nil)
	if code := push.run(); code != 2 || !strings.Contains(push.stdout.String(), "::error::The event is about no pull request") || push.evaluate(push.action.Outputs["exit-code"].Value) != "2" {
		t.Errorf("exit %d: %s", code, push.stdout.String())
	}
	named := newRunner(t, url, built, map[string]any{"ref": "refs/heads/main"}, map[string]string{"pull-request": "42", "format": "sarif"})
	named.with["from"] = named.file("lint.sarif", "no such linter; rm -rf $(pwd) `id`")
	if code := named.run(); code != 3 || !strings.Contains(named.stdout.String(), "a file is taken whole or not at all") {
		t.Errorf("exit %d: %s", code, named.stdout.String())
	}
	if got := lintThreads(t, url); got != "" {
		t.Errorf("published: %s", got)
	}
}
