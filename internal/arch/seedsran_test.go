package arch

import (
	"bufio"
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestSeedsRan runs every test that a row names and holds that each has passed,
// with its play, script or case: a test that is there and skips shows nothing.
// It takes minutes, so only the long lane does it.
func TestSeedsRan(t *testing.T) {
	if os.Getenv("SETTLE_LONG") == "" {
		t.Skip("SETTLE_LONG=1 runs every test that a row names")
	}
	byDir := map[string][]shown{}
	for _, c := range seedCases(t) {
		for _, s := range c.tests {
			byDir[s.dir] = append(byDir[s.dir], s)
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(byDir)) {
		t.Run(strings.TrimPrefix(dir, "internal/"), func(t *testing.T) {
			passed := passedIn(t, dir, byDir[dir])
			for _, s := range byDir[dir] {
				s.hasRun(t, passed)
			}
			t.Logf("%d named, %d tests and parts passed", len(byDir[dir]), len(passed))
		})
	}
}

// passedIn runs the named tests of a package and gives all that passed, parts of
// tests too.
func passedIn(t *testing.T, dir string, named []shown) map[string]bool {
	t.Helper()
	var names []string
	for _, s := range named {
		names = append(names, s.test)
	}
	slices.Sort(names)
	run := "^(" + strings.Join(slices.Compact(names), "|") + ")$"
	cmd := exec.CommandContext(t.Context(), "go", "test", "-short", "-json", "-timeout", "20m", "-run", run, "./"+dir)
	cmd.Dir = "../.."
	out, err := cmd.Output()
	if err != nil {
		t.Errorf("go test -run %q ./%s: %v", run, dir, err)
	}
	passed := map[string]bool{}
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, len(out)+1)
	for lines.Scan() {
		var event struct{ Action, Test string }
		if json.Unmarshal(lines.Bytes(), &event) == nil && event.Action == "pass" && event.Test != "" {
			passed[event.Test] = true
		}
	}
	return passed
}

// filewise are the tests that run each of their files as a part of its own.
var filewise = []string{"TestEveryStoryEndsAsItSays", "TestScripts", "TestDecisionCases"}

// hasRun: the test has passed, or the part of it for each file that is named.
func (s shown) hasRun(t *testing.T, passed map[string]bool) {
	t.Helper()
	if !slices.Contains(filewise, s.test) {
		if !passed[s.test] {
			t.Errorf("%s %s has not passed", s.dir, s.test)
		}
		return
	}
	for _, file := range s.files {
		name := filepath.Base(file.path)
		whole, cases, script := s.test+"/"+name, s.test+"/"+name+"/", s.test+"/"+strings.TrimSuffix(name, ".txtar")
		ran := func(part string) bool { return part == whole || part == script || strings.HasPrefix(part, cases) }
		if !slices.ContainsFunc(slices.Collect(maps.Keys(passed)), ran) {
			t.Errorf("%s %s has not run %s", s.dir, s.test, file.path)
		}
	}
}
