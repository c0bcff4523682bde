package command

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/sandbox"
)

// folder holds the files of one run, a home and a place for temporary
// files: outside the worktree, ours alone, gone when the run is over.
type folder struct {
	dir, request, prompt, report, home, temp string
}

func newFolder(asked agent.Request) (folder, error) {
	data, err := asked.Encode()
	if err != nil {
		return folder{}, fmt.Errorf("write request: %w", err)
	}
	dir, err := os.MkdirTemp("", "settle-agent-*")
	if err != nil {
		return folder{}, fmt.Errorf("write request: %w", err)
	}
	f := folder{
		dir: dir, request: filepath.Join(dir, "request.json"), prompt: filepath.Join(dir, "prompt.txt"), report: filepath.Join(dir, "report.json"),
		home: filepath.Join(dir, "home"), temp: filepath.Join(dir, "tmp"),
	}
	err = errors.Join(
		os.Mkdir(f.home, 0o700), os.Mkdir(f.temp, 0o700),
		os.WriteFile(f.request, data, 0o600), os.WriteFile(f.prompt, []byte(asked.Words(f.request)), 0o600),
	)
	if err != nil {
		f.remove()
		return folder{}, fmt.Errorf("write request: %w", err)
	}
	return f, nil
}

// readReport follows no link: the agent must not make us read other files.
func (f folder) readReport() ([]byte, error) {
	file, err := os.OpenFile(f.report, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errors.New("it ended without a report")
	}
	if err != nil {
		return nil, fmt.Errorf("open report: %w", err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, fmt.Errorf("open report: %w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("the report is not a file")
	}
	return io.ReadAll(io.LimitReader(file, agent.MaxReport+1))
}

func (f folder) remove() { _ = sandbox.RemoveAll(f.dir) }
