package cli_test

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// seat is a terminal with a program at it: what it shows, and a keyboard.
type seat struct {
	t      *testing.T
	master *os.File
	cmd    *exec.Cmd

	mu    sync.Mutex
	shown strings.Builder
	grew  *sync.Cond
}

// sit starts the program of a home at a terminal of its own.
func (h *home) sit(args ...string) *seat {
	h.t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		h.t.Skipf("no terminals on this machine: %v", err)
	}
	if err := unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		h.t.Fatal(err)
	}
	number, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err != nil {
		h.t.Fatal(err)
	}
	slave, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		h.t.Fatal(err)
	}
	s := &seat{t: h.t, master: master, cmd: exec.CommandContext(h.t.Context(), "settle", args...)}
	s.grew = sync.NewCond(&s.mu)
	s.cmd.Dir, s.cmd.Stdin, s.cmd.Stderr = h.dir, slave, slave
	for name, value := range h.env {
		s.cmd.Env = append(s.cmd.Env, name+"="+value)
	}
	if err := s.cmd.Start(); err != nil {
		h.t.Fatal(err)
	}
	_ = slave.Close()
	go s.watch()
	h.t.Cleanup(func() { _ = master.Close() })
	return s
}

// watch gathers what the terminal shows until the program has gone.
func (s *seat) watch() {
	buffer := make([]byte, 4096)
	for {
		n, err := s.master.Read(buffer)
		s.mu.Lock()
		s.shown.Write(buffer[:n])
		if err != nil {
			s.shown.WriteString("\x04")
		}
		s.grew.Broadcast()
		s.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// until waits for a text on the terminal and gives all that was shown.
func (s *seat) until(text string) string {
	s.t.Helper()
	timeout := time.AfterFunc(time.Minute, func() { _ = s.cmd.Process.Kill() })
	defer timeout.Stop()
	s.mu.Lock()
	defer s.mu.Unlock()
	for !strings.Contains(s.shown.String(), text) {
		if strings.HasSuffix(s.shown.String(), "\x04") {
			s.t.Fatalf("%q was never shown:\n%s", text, s.shown.String())
		}
		s.grew.Wait()
	}
	return strings.ReplaceAll(s.shown.String(), "\r\n", "\n")
}

// types a line, or ends the input with \x04.
func (s *seat) types(text string) {
	s.t.Helper()
	if _, err := io.WriteString(s.master, text); err != nil {
		s.t.Fatal(err)
	}
}

// leaves waits for the end of the program.
func (s *seat) leaves() (code int) {
	s.t.Helper()
	if err := s.cmd.Wait(); err != nil && s.cmd.ProcessState == nil {
		s.t.Fatal(err)
	}
	return s.cmd.ProcessState.ExitCode()
}
