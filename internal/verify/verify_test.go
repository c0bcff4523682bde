package verify

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/policy"
)

// check runs a gate in a fresh folder.
func check(t *testing.T, c *Checks, rules policy.Verify, gate string) (feedback.Proof, error) {
	t.Helper()
	return c.Run(t.Context(), t.TempDir(), "0123abc", rules, gate)
}

func TestAGreenGateProvesTheCommit(t *testing.T) {
	c := &Checks{Logs: t.TempDir()}
	proof, err := check(t, c, policy.Verify{Setup: "echo ready >built", Full: "cat built; echo ok"}, Full)
	if err != nil || !proof.Green || proof.Commit != "0123abc" || proof.Gate != Full || proof.Exit != 0 ||
		proof.Command != "cat built; echo ok" || proof.Tail != "ready\nok" || proof.Took <= 0 {
		t.Errorf("got %+v, %v", proof, err)
	}
	if log, err := os.ReadFile(c.LogFile("0123abc", Full)); err != nil || string(log) != "ready\nok\n" {
		t.Errorf("log is %q, %v", log, err)
	}
}

func TestARedGateIsAProofToo(t *testing.T) {
	proof, err := check(t, &Checks{}, policy.Verify{Full: "echo one; echo FAIL >&2; exit 2"}, Full)
	if err != nil || proof.Green || proof.Exit != 2 || proof.Tail != "one\nFAIL" {
		t.Errorf("got %+v, %v", proof, err)
	}
}

func TestASetupThatFailsStopsThere(t *testing.T) {
	proof, err := check(t, &Checks{}, policy.Verify{Setup: "echo no network; exit 1", Full: "echo never"}, Full)
	if err != nil || proof.Green || proof.Command != "echo no network; exit 1" || proof.Tail != "no network" {
		t.Errorf("got %+v, %v", proof, err)
	}
}

func TestLiteIsFullWhereItIsNotGiven(t *testing.T) {
	for lite, want := range map[string]string{"": "echo full", "echo lite": "echo lite"} {
		proof, err := check(t, &Checks{}, policy.Verify{Full: "echo full", Lite: lite}, Lite)
		if err != nil || proof.Command != want || proof.Gate != Lite {
			t.Errorf("%q: got %+v, %v", lite, proof, err)
		}
	}
}

func TestWithoutACommandNothingIsProven(t *testing.T) {
	if _, err := check(t, &Checks{}, policy.Verify{}, Full); action.ClassOf(err) != action.Refused {
		t.Errorf("got %v", err)
	}
	proof, err := check(t, &Checks{}, policy.Verify{None: true}, Full)
	if err != nil || !proof.Green || proof.Command != "none" {
		t.Errorf("verify none: got %+v, %v", proof, err)
	}
}

func TestAHangingCheckIsRed(t *testing.T) {
	proof, err := check(t, &Checks{}, policy.Verify{Full: "echo started; sleep 60", Timeout: 200 * time.Millisecond}, Full)
	if err != nil || proof.Green || proof.Exit != -1 || !strings.HasPrefix(proof.Tail, "started\n") || !strings.Contains(proof.Tail, "took too long") {
		t.Errorf("got %+v, %v", proof, err)
	}
}

func TestACheckThatIsCalledOffProvesNothing(t *testing.T) {
	voided := errors.New("the head moved")
	ctx, cancel := context.WithCancelCause(t.Context())
	c := &Checks{Line: func(string) { cancel(voided) }}
	if _, err := c.Run(ctx, t.TempDir(), "0123abc", policy.Verify{Full: "echo up; sleep 60"}, Full); !errors.Is(err, voided) {
		t.Errorf("got %v", err)
	}
}

func TestTheTailIsWholeLinesOfText(t *testing.T) {
	full := `i=0; while [ $i -lt 4000 ]; do echo "line $i"; i=$((i+1)); done; printf '\377end'`
	proof, err := check(t, &Checks{}, policy.Verify{Full: full}, Full)
	if err != nil || len(proof.Tail) > tailBytes+8 || !strings.HasPrefix(proof.Tail, "line ") || !strings.HasSuffix(proof.Tail, "line 3999\n\uFFFDend") {
		t.Errorf("tail of %d bytes: %.20q … %v", len(proof.Tail), proof.Tail, err)
	}
}

func TestAChecksHomeIsItsOwnAndGoKeepsItsCaches(t *testing.T) {
	t.Setenv("GH_TOKEN", "canary")
	t.Setenv("GOPROXY", "https://dev:canary@proxy.example.com")
	t.Setenv("GOCACHE", "/caches/build")
	t.Setenv("GOMODCACHE", "/caches/mod")
	t.Setenv("GOFLAGS", "-mod=readonly")
	dir := t.TempDir()
	c := &Checks{Env: []string{"EXTRA=given"}}
	proof, err := c.Run(t.Context(), dir, "0123abc", policy.Verify{Full: "env >seen; mkdir $HOME/cache; touch $HOME/cache/f; chmod 500 $HOME/cache"}, Full)
	if err != nil || !proof.Green {
		t.Fatalf("got %+v, %v", proof, err)
	}
	seen, err := os.ReadFile(filepath.Join(dir, "seen"))
	if err != nil || strings.Contains(string(seen), "canary") {
		t.Errorf("%v, it saw\n%s", err, seen)
	}
	lines := strings.Split(string(seen), "\n")
	for _, want := range []string{"GOCACHE=/caches/build", "GOMODCACHE=/caches/mod", "GOFLAGS=-mod=readonly", "EXTRA=given"} {
		if !slices.Contains(lines, want) {
			t.Errorf("it did not see %s", want)
		}
	}
	for _, line := range lines {
		if home, ok := strings.CutPrefix(line, "HOME="); ok {
			if _, err := os.Stat(home); !os.IsNotExist(err) {
				t.Errorf("its home %s is still there: %v", home, err)
			}
		}
	}
}
