package process

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

// Folder holds the files of one run, a home and a place for temporary files:
// outside the worktree, ours alone, gone when the run is over.
type Folder struct {
	Dir     string
	Request string // file with the request
	Prompt  string // file with the request in words
	Report  string // where the agent leaves its answer
	Home    string
	Temp    string
}

// NewFolder makes the folder of one run and writes the request into it.
func NewFolder(asked agent.Request) (Folder, error) {
	data, err := asked.Encode()
	if err != nil {
		return Folder{}, fmt.Errorf("write request: %w", err)
	}
	dir, err := os.MkdirTemp("", "settle-agent-*")
	if err != nil {
		return Folder{}, fmt.Errorf("write request: %w", err)
	}
	f := Folder{
		Dir: dir, Request: filepath.Join(dir, "request.json"), Prompt: filepath.Join(dir, "prompt.txt"), Report: filepath.Join(dir, "report.json"),
		Home: filepath.Join(dir, "home"), Temp: filepath.Join(dir, "tmp"),
	}
	err = errors.Join(
		os.Mkdir(f.Home, 0o700), os.Mkdir(f.Temp, 0o700),
		os.WriteFile(f.Request, data, 0o600), os.WriteFile(f.Prompt, []byte(asked.Words(f.Request, f.Report)), 0o600),
	)
	if err != nil {
		f.Remove()
		return Folder{}, fmt.Errorf("write request: %w", err)
	}
	return f, nil
}

// Put writes a file below the home, for the agent alone.
func (f Folder) Put(path, text string) error {
	full := filepath.Join(f.Home, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(full), 0o700); err != nil {
		return err
	}
	return os.WriteFile(full, []byte(text), 0o600)
}

// ErrNoReport says that the agent left none.
var ErrNoReport = errors.New("it ended without a report")

// ReadReport follows no link: the agent must not make us read other files.
func (f Folder) ReadReport() ([]byte, error) {
	file, err := os.OpenFile(f.Report, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNoReport
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

// Remove takes the folder away.
func (f Folder) Remove() { _ = sandbox.RemoveAll(f.Dir) }
