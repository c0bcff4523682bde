package play_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/settlehq/settle/examples/scenarios"
	"github.com/settlehq/settle/internal/agentsim"
	"github.com/settlehq/settle/internal/config"
	"github.com/settlehq/settle/internal/play"
	"github.com/settlehq/settle/internal/reconcile"
	"github.com/settlehq/settle/internal/scenario"
)

// TestMain lets the test binary be the agent's process, and the driving process
// that is killed.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case "agentsim":
			// Not os.Exit: with the race detector that waits a second, and agents are
			// given no environment that could tell it otherwise.
			syscall.Exit(agentsim.Main(os.Args[2:], os.Stdin, os.Stdout, os.Stderr))
		case "settle":
			os.Exit(settleMain())
		case "drive":
			os.Exit(driveMain())
		}
	}
	_ = os.Setenv("GORACE", "atexit_sleep_ms=0") // of processes that inherit it: they end at once
	os.Exit(m.Run())
}

func driveMain() int {
	text, err := os.ReadFile("/dev/stdin")
	if err == nil {
		err = play.Drive(context.Background(), text, os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// staged is a scenario laid down in a folder of its own.
func staged(t testing.TB, text []byte) play.Options {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "scenario.txtar")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := scenario.Parse(path, text)
	if err != nil {
		t.Fatal(err)
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return play.Options{File: file, Path: path, Dir: filepath.Join(dir, "play"), Agent: []string{exe, "agentsim"}, Child: []string{exe, "drive"}, Version: "test"}
}

func run(t testing.TB, o play.Options) play.Result {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	result, err := play.Play(ctx, o)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func mustMeet(t testing.TB, r play.Result) {
	t.Helper()
	for _, e := range r.Demo.Expectations {
		if !e.OK {
			t.Errorf("%s: wanted %s, found %s", e.Key, e.Want, e.Got)
		}
	}
}

// each plays every file as a test of its own.
func each(t *testing.T, files []string, play func(t *testing.T, o play.Options)) {
	t.Helper()
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			play(t, staged(t, text))
		})
	}
}

func TestEveryExampleEndsAsItSays(t *testing.T) {
	files, err := filepath.Glob("../../examples/scenarios/*.txtar")
	if err != nil || len(files) < 2 {
		t.Fatalf("%d examples: %v", len(files), err)
	}
	each(t, files, func(t *testing.T, o play.Options) { mustMeet(t, run(t, o)) })
}

func TestTheSameFileGivesTheSamePlay(t *testing.T) {
	t.Parallel()
	first, second := run(t, staged(t, scenarios.Demo)), run(t, staged(t, scenarios.Demo))
	apart := time.Duration(math.Abs(first.Demo.ScenarioSeconds-second.Demo.ScenarioSeconds) * float64(time.Second))
	if first.Truth.Head != second.Truth.Head || apart > 2*reconcile.Heartbeat || first.Demo.APIRequests != second.Demo.APIRequests {
		t.Fatalf("head %s in %v s with %d requests, then %s in %v s with %d requests", first.Truth.Head, first.Demo.ScenarioSeconds, first.Demo.APIRequests,
			second.Truth.Head, second.Demo.ScenarioSeconds, second.Demo.APIRequests)
	}
}

func TestEveryStoryEndsAsItSays(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	lives, err := filepath.Glob("testdata/reviewers/*.txtar")
	if err != nil || len(lives) < len(config.Builtin()) {
		t.Fatalf("%d lives of %d reviewers: %v", len(lives), len(config.Builtin()), err)
	}
	files = append(files, lives...)
	each(t, files, func(t *testing.T, o play.Options) { mustMeet(t, run(t, o)) })
}

func TestManyRepliesMeetNoRefusal(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/many-replies.txtar")
	if err != nil {
		t.Fatal(err)
	}
	r := run(t, staged(t, text))
	mustMeet(t, r)
	if r.Stats.Slowed != 0 || r.Stats.Deeds["reply"] != 45 {
		t.Fatalf("%d replies, %d times told to slow down", r.Stats.Deeds["reply"], r.Stats.Slowed)
	}
}

// The story loses the answer of the opening; GitHub shows one all the same.
func TestAFollowUpIsOpenedOnce(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/follow-up.txtar")
	if err != nil {
		t.Fatal(err)
	}
	r := run(t, staged(t, text))
	if len(r.Truth.Beside) != 1 || !strings.HasPrefix(r.Truth.Beside[0], "chore/copilot-followup-42-") {
		t.Errorf("opened beside it: %q", r.Truth.Beside)
	}
}
