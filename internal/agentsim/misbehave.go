package agentsim

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/scenario"
)

// flooded is how much a flooding agent says.
const flooded = 8 << 20

// forks is how many children a forking agent starts: enough to be noticed,
// too few to hurt the machine that it is tried on.
const forks = 64

// bad is what each word of the script makes the agent do after its edits. The
// words that are missing here only change the report or the commit.
var bad = map[scenario.Misbehaviour]func(*sim) error{
	"hang":            (*sim).hang,
	"exit":            func(*sim) error { return errors.New("gave up in the middle") },
	"flood":           (*sim).flood,
	"background":      (*sim).background,
	"fork":            (*sim).fork,
	"outside":         (*sim).outside,
	"delete_tests":    (*sim).deleteTests,
	"push":            (*sim).push,
	"rewrite_history": (*sim).rewriteHistory,
	"plant_hook":      (*sim).plantHook,
	"read_env":        (*sim).readEnv,
	"network":         (*sim).network,

	"weaken_tests":      (*sim).weakenTests,
	"switch_branch":     (*sim).switchBranch,
	"push_mirror":       (*sim).pushMirror,
	"plant_config":      (*sim).plantConfig,
	"symlink":           (*sim).symlink,
	"nested_repository": (*sim).nestedRepository,
	"unlink_git":        func(s *sim) error { return os.RemoveAll(s.path(".git")) },
	"no_report":         func(*sim) error { return errNoReport },
	"bad_report":        func(*sim) error { return errBadReport },
}

func (s *sim) misbehave(entry scenario.Fix) error {
	for _, word := range entry.Misbehave {
		if act := bad[word]; act != nil {
			if err := act(s); err != nil {
				return fmt.Errorf("%s: %w", word, err)
			}
		}
	}
	return nil
}

func (s *sim) hang() error {
	s.wait(24 * time.Hour)
	return nil
}

func (s *sim) flood() error {
	line := strings.Repeat("still thinking ", 64) + "\n"
	for said := 0; said < flooded; said += len(line) {
		if _, err := s.out.Write([]byte(line)); err != nil {
			return err
		}
	}
	return nil
}

// background leaves a process in a session of its own that goes on editing.
func (s *sim) background() error {
	script := "echo $$ >.left-behind; while :; do echo later >>late-edit.txt; sleep 0.05; done"
	if err := s.start("setsid", "sh", "-c", script); err != nil {
		return err
	}
	for range 100 { // it has begun when the agent ends
		if _, err := os.Stat(s.path("late-edit.txt")); err == nil {
			return nil
		}
		s.wait(20 * time.Millisecond)
	}
	return errors.New("the process did not begin")
}

func (s *sim) fork() error {
	for range forks {
		if err := s.start("sleep", "60"); err != nil {
			return err
		}
	}
	return nil
}

func (s *sim) start(name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Dir = s.asked.Worktree
	return cmd.Start()
}

func (s *sim) outside() error {
	return os.WriteFile(filepath.Join(filepath.Dir(s.asked.Worktree), "outside-the-worktree"), []byte("here\n"), 0o644)
}

func (s *sim) deleteTests() error {
	return filepath.WalkDir(s.asked.Worktree, func(path string, d os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, "_test.go") {
			return os.Remove(path)
		}
		return err
	})
}

// push tries what must not be possible; that it fails is no failure of the run.
func (s *sim) push() error {
	_, err := s.git("remote", "add", "origin", "https://github.invalid/acme/shop.git")
	s.tell("remote add", err)
	_, err = s.git("push", "--force", "origin", "HEAD:refs/heads/from-the-agent")
	s.tell("push", err)
	return nil
}

func (s *sim) rewriteHistory() error {
	_, err := s.git("reset", "--quiet", "--soft", "HEAD~1")
	if err == nil {
		_, err = s.git("commit", "--quiet", "--allow-empty", "--message", "History, told differently")
	}
	s.tell("rewrite history", err)
	return nil
}

func (s *sim) plantHook() error {
	dir, err := s.git("rev-parse", "--path-format=absolute", "--git-common-dir")
	if err != nil {
		return err
	}
	hooks := filepath.Join(dir, "hooks")
	if err := os.MkdirAll(hooks, 0o755); err != nil {
		return err
	}
	script := "#!/bin/sh\nenv >" + filepath.Join(hooks, "stolen") + "\n"
	for _, name := range []string{"pre-commit", "pre-push", "post-checkout"} {
		if err := os.WriteFile(filepath.Join(hooks, name), []byte(script), 0o755); err != nil {
			return err
		}
	}
	return nil
}

func (s *sim) readEnv() error {
	return os.WriteFile(s.path("environment.txt"), []byte(strings.Join(os.Environ(), "\n")), 0o644)
}

// network tries an address of the range kept for documentation.
func (s *sim) network() error {
	conn, err := net.DialTimeout("tcp", "192.0.2.1:443", time.Second)
	if err == nil {
		err = conn.Close()
	}
	s.tell("network", err)
	return nil
}

func (s *sim) tell(what string, err error) {
	if err == nil {
		fmt.Fprintln(s.out, what, "worked")
		return
	}
	fmt.Fprintln(s.out, what, "did not work:", err)
}
