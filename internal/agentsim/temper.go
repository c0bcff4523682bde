package agentsim

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// How an agent ends that leaves no report, or none that can be read.
var (
	errNoReport  = errors.New("ends well and says nothing")
	errBadReport = errors.New("ends well and says nonsense")
)

// weakenTests makes every Go test skip itself.
func (s *sim) weakenTests() error {
	return filepath.WalkDir(s.asked.Worktree, func(path string, d os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(path, []byte(strings.ReplaceAll(string(text), "(t *testing.T) {\n", "(t *testing.T) {\n\tt.Skip()\n")), 0o644)
	})
}

func (s *sim) switchBranch() error {
	_, err := s.git("switch", "--quiet", "--create", "a-better-place")
	s.tell("switch branch", err)
	return nil
}

// pushMirror pushes to where the objects come from, past whoever guards the way.
func (s *sim) pushMirror() error {
	common, err := s.git("rev-parse", "--path-format=absolute", "--git-common-dir")
	if err != nil {
		return err
	}
	objects, err := os.ReadFile(filepath.Join(common, "objects", "info", "alternates"))
	if err != nil {
		return err
	}
	_, err = s.git("push", "--quiet", filepath.Dir(strings.TrimSpace(string(objects))), "HEAD:refs/heads/from-the-agent")
	s.tell("push to the mirror", err)
	return nil
}

func (s *sim) plantConfig() error {
	for _, pair := range [][2]string{{"core.hooksPath", "/tmp/hooks"}, {"filter.evil.clean", "env >/tmp/stolen"}, {"user.name", "somebody else"}} {
		_, err := s.git("config", pair[0], pair[1])
		s.tell("config", err)
	}
	return nil
}

// symlink leaves a link to a file of the machine where a file was.
func (s *sim) symlink() error { return os.Symlink("/etc/passwd", s.path("cart_link.go")) }

// nestedRepository leaves a repository of its own in the tree.
func (s *sim) nestedRepository() error {
	if _, err := s.git("init", "--quiet", s.path("vendored")); err != nil {
		return err
	}
	_, err := s.git("-C", s.path("vendored"), "commit", "--quiet", "--allow-empty", "--message", "inside")
	return err
}
