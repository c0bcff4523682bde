package app

import (
	"bytes"
	"context"
	"errors"
	"os"
	"runtime"
	"time"

	"github.com/settlehq/settle/internal/notify"
	"github.com/settlehq/settle/internal/perform"
	"github.com/settlehq/settle/internal/sandbox"
)

// noticeTime bounds a program that brings a letter; it lies inside the deadline
// of a request.
const noticeTime = 15 * time.Second

// noticeSees are the variables that a program of the person's own may see beside
// PATH: what the desktop and the tracker are found by. No credential is among
// them.
var noticeSees = []string{"DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "USER", "BEADS_DIR", "BEADS_DB", "BD_ACTOR"}

// post brings letters in the name of the person at this machine.
type post struct{ *notify.Post }

var _ perform.Post = post{}

// Send brings one letter.
func (p post) Send(ctx context.Context, commands [][]string, l perform.Letter) error {
	return p.Post.Send(ctx, commands, notify.Letter(l))
}

func (a *App) post() post {
	return post{&notify.Post{Getenv: os.Getenv, Start: program, HTTP: notify.Client(), Now: a.clock.Now, OS: runtime.GOOS}}
}

// program runs a program in the folder that we were started in, where a tracker
// finds its own files.
func program(ctx context.Context, p notify.Program) (notify.Ended, error) {
	result, err := sandbox.Run(ctx, sandbox.Command{
		Args: p.Args, Stdin: bytes.NewReader(p.Stdin), Env: sandbox.Env{Home: os.Getenv("HOME"), Pass: noticeSees, Set: p.Set}, Bounds: sandbox.Bounds{Time: noticeTime},
	})
	if errors.Is(err, sandbox.ErrNotFound) {
		err = notify.ErrNoProgram
	}
	return notify.Ended{Exit: result.Exit, Stdout: result.Stdout, Stderr: result.Stderr}, err
}
