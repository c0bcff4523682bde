package sandbox

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

func shell(script string) Command { return Command{Args: []string{"sh", "-c", script}} }

func TestAChildSeesOnlyWhatItWasGiven(t *testing.T) {
	t.Setenv("GH_TOKEN", "ghp_secret")
	t.Setenv("GOFLAGS", "-mod=mod")
	c := Command{Args: []string{"env"}, Env: Env{Home: t.TempDir(), Pass: []string{"GOFLAGS", "NOT_SET"}, Set: []string{"A=b=c"}}}
	r, err := Run(t.Context(), c)
	if err != nil || r.Exit != 0 {
		t.Fatalf("env: %v, exit %d", err, r.Exit)
	}
	var names []string
	for line := range strings.Lines(string(r.Stdout)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		names = append(names, name)
		switch {
		case name == "A" && value != "b=c", name == "HOME" && value != c.Env.Home, name == "GOFLAGS" && value != "-mod=mod":
			t.Errorf("%s is %q", name, value)
		}
	}
	for _, name := range names {
		if !strings.Contains(" A HOME GOFLAGS LANG LC_ALL PATH TMPDIR ", " "+name+" ") {
			t.Errorf("%s was inherited", name)
		}
	}
}

func TestAnExitCodeIsAResultAndNoError(t *testing.T) {
	c := shell("cat; echo bad >&2; exit 3")
	c.Stdin = strings.NewReader("given")
	r, err := Run(t.Context(), c)
	if err != nil || r.Exit != 3 || string(r.Stdout) != "given" || string(r.Stderr) != "bad\n" || r.Truncated {
		t.Fatalf("got %+v, %v", r, err)
	}
}

func TestAnUnknownCommandIsNotFound(t *testing.T) {
	if _, err := Run(t.Context(), Command{Args: []string{"settle-has-no-such-command"}}); !errors.Is(err, ErrNotFound) {
		t.Errorf("got %v", err)
	}
	if _, err := Run(t.Context(), Command{}); !errors.Is(err, ErrNotFound) {
		t.Errorf("no name: got %v", err)
	}
	c := shell("true")
	c.Dir = filepath.Join(t.TempDir(), "absent")
	if _, err := Run(t.Context(), c); err == nil || errors.Is(err, ErrNotFound) {
		t.Errorf("absent directory: got %v", err)
	}
}

// alive reports whether the process with the pid in a file still runs.
func alive(t *testing.T, file string) bool {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	if stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid)); err == nil && bytes.Contains(stat, []byte(") Z ")) {
		return false
	}
	return syscall.Kill(pid, 0) == nil
}

func TestACommandThatTakesTooLongEndsWithItsGrandchildren(t *testing.T) {
	dir := t.TempDir()
	c := shell("trap '' TERM; sh -c 'trap \"\" TERM; echo $$ >grandchild; while :; do sleep 1; done' & wait; while :; do sleep 1; done")
	c.Dir, c.Bounds = dir, Bounds{Time: 300 * time.Millisecond, Grace: 50 * time.Millisecond}
	r, err := Run(t.Context(), c)
	if !errors.Is(err, ErrTimedOut) || !r.TimedOut || r.Signal != "killed" {
		t.Fatalf("got %+v, %v", r, err)
	}
	if alive(t, filepath.Join(dir, "grandchild")) {
		t.Error("the grandchild lives on")
	}
}

func TestACommandMayTidyUpBeforeItIsKilled(t *testing.T) {
	c := shell("trap 'echo tidy; exit 7' TERM; while :; do sleep 0.01; done")
	c.Bounds = Bounds{Time: 100 * time.Millisecond, Grace: 5 * time.Second}
	r, err := Run(t.Context(), c)
	if !errors.Is(err, ErrTimedOut) || r.Exit != 7 || string(r.Stdout) != "tidy\n" {
		t.Fatalf("got %+v, %v", r, err)
	}
}

func TestTheCallersContextEndsACommand(t *testing.T) {
	reason := errors.New("the lease is lost")
	ctx, cancel := context.WithCancelCause(t.Context())
	c := shell("echo up; while :; do sleep 1; done")
	c.Line = func(string) { cancel(reason) }
	if _, err := Run(ctx, c); !errors.Is(err, reason) {
		t.Errorf("got %v", err)
	}
	if _, err := Run(ctx, shell("echo again")); !errors.Is(err, reason) {
		t.Errorf("started under an ended context: %v", err)
	}
}

func TestACommandEndedBySomebodyElseIsKilled(t *testing.T) {
	r, err := Run(t.Context(), shell("kill -TERM $$"))
	if !errors.Is(err, ErrKilled) || r.Exit != -1 || r.Signal != "terminated" {
		t.Fatalf("got %+v, %v", r, err)
	}
}

func TestABackgroundProcessDoesNotOutliveItsCommand(t *testing.T) {
	dir := t.TempDir()
	c := shell("sh -c 'echo $$ >pid; exec sleep 60' & while [ ! -s pid ]; do :; done; echo done")
	c.Dir = dir
	r, err := Run(t.Context(), c)
	if err != nil || string(r.Stdout) != "done\n" {
		t.Fatalf("got %+v, %v", r, err)
	}
	if alive(t, filepath.Join(dir, "pid")) {
		t.Error("it lives on")
	}
}

func TestAStrayOfAnUntrustedCommandIsHunted(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux shows the environment of a process")
	}
	dir := t.TempDir()
	c := shell("setsid sh -c 'echo $$ >pid; exec sleep 60' & while [ ! -s pid ]; do :; done")
	c.Dir, c.Untrusted, c.Bounds.Grace = dir, true, 200*time.Millisecond
	if _, err := Run(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	if alive(t, filepath.Join(dir, "pid")) {
		t.Error("the stray lives on")
	}
}

func TestAFloodIsBoundedEverywhere(t *testing.T) {
	var log bytes.Buffer
	lines := 0
	c := shell("i=0; while [ $i -lt 2000 ]; do echo line $i; i=$((i+1)); done")
	c.Log, c.Line = &log, func(string) { lines++ }
	c.Bounds = Bounds{Output: 100, Log: 1000}
	r, err := Run(t.Context(), c)
	if err != nil || !r.Truncated || len(r.Stdout) != 100 || log.Len() != 1000 || lines != 2000 {
		t.Fatalf("kept %d, logged %d, lines %d, %v", len(r.Stdout), log.Len(), lines, err)
	}
	if !strings.HasPrefix(string(r.Stdout), "line 0\n") {
		t.Errorf("the beginning is %.20q", r.Stdout)
	}
	c.Tail = true
	if r, err = Run(t.Context(), c); err != nil || !r.Truncated || len(r.Stdout) != 100 || !strings.HasSuffix(string(r.Stdout), "line 1999\n") {
		t.Errorf("tail is %q, truncated %v, %v", r.Stdout, r.Truncated, err)
	}
}

func TestMergedOutputKeepsItsOrderAndItsLastLine(t *testing.T) {
	var lines []string
	c := shell("echo one; echo two >&2; printf three")
	c.Merge, c.Line = true, func(l string) { lines = append(lines, l) }
	r, err := Run(t.Context(), c)
	if err != nil || string(r.Stdout) != "one\ntwo\nthree" || len(r.Stderr) != 0 || strings.Join(lines, "|") != "one|two|three" {
		t.Fatalf("got %q, %q, %v", r.Stdout, lines, err)
	}
}

func TestACommandNeedNotReadItsInput(t *testing.T) {
	c := shell("exit 0")
	c.Stdin = strings.NewReader(strings.Repeat("x", 1<<20))
	if _, err := Run(t.Context(), c); err != nil {
		t.Error(err)
	}
}

func TestManyCommandsAtOnce(t *testing.T) {
	var group sync.WaitGroup
	for i := range 16 {
		group.Go(func() {
			r, err := Run(t.Context(), shell(fmt.Sprintf("echo %d", i)))
			if err != nil || string(r.Stdout) != fmt.Sprintf("%d\n", i) {
				t.Errorf("%d: got %q, %v", i, r.Stdout, err)
			}
		})
	}
	group.Wait()
}

func TestWhatAChildMadeUnwritableIsRemovedToo(t *testing.T) {
	dir := t.TempDir()
	c := shell("mkdir -p a/b; touch a/b/c; chmod 500 a/b a")
	c.Dir = dir
	if _, err := Run(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	if err := RemoveAll(filepath.Join(dir, "a")); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "a")); !os.IsNotExist(err) {
		t.Errorf("still there: %v", err)
	}
}

// TestMain lets the test binary play a program that is killed while its child runs.
func TestMain(m *testing.M) {
	if pidFile := os.Getenv("SANDBOX_TEST_PARENT"); pidFile != "" {
		_, err := Run(context.Background(), shell("echo $$ >"+pidFile+".new; mv "+pidFile+".new "+pidFile+"; exec sleep 60"))
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func TestAChildDiesWithAKilledParent(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux sends a death signal")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	pidFile := filepath.Join(t.TempDir(), "pid")
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		defer cancel()
		for ctx.Err() == nil {
			if _, err := os.Stat(pidFile); err == nil {
				return
			}
			runtime.Gosched()
		}
	}()
	c := Command{Args: []string{self}, Env: Env{Set: []string{"SANDBOX_TEST_PARENT=" + pidFile}}, Bounds: Bounds{Grace: time.Nanosecond}}
	if _, err := Run(ctx, c); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(5 * time.Second); alive(t, pidFile); runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatal("the child lives on")
		}
	}
}
