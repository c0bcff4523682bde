package agentsim

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// meet waits for the run of another working tree that plays an entry of the same
// name: a pipe opens at one end only when somebody opens the other. It lies among the
// objects, the one place that agents of a repository may all write to. Nobody
// passes alone.
func (s *sim) meet(name string) error {
	if name == "" {
		return nil
	}
	common, err := s.git("rev-parse", "--path-format=absolute", "--git-common-dir")
	if err != nil {
		return err
	}
	pipe := filepath.Join(common, "objects", "meeting-"+name)
	end, first := os.O_WRONLY, false
	switch err := syscall.Mkfifo(pipe, 0o600); {
	case err == nil:
		end, first = os.O_RDONLY, true
	case !errors.Is(err, fs.ErrExist):
		return fmt.Errorf("meet at %s: %w", name, err)
	}
	met, err := os.OpenFile(pipe, end, 0)
	if err != nil {
		return fmt.Errorf("meet at %s: %w", name, err)
	}
	if first {
		err = os.Remove(pipe)
	}
	return errors.Join(err, met.Close())
}
