package sandbox

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"syscall"
)

// launcher is the name under which this program starts itself to put walls
// round what it then becomes. A process of its own does that, because walls
// stand round a thread and all that comes of it: were it a thread of ours, what
// it starts could look into our memory through it.
const launcher = "settle-sandbox"

// unlaunched is the exit code of a launcher that could not become the command.
const unlaunched = 125

// orders are what a launcher does before it becomes the command.
type orders struct {
	Fence string   `json:"fence,omitempty"` // file of the control group to enter
	Walls bool     `json:"walls,omitempty"`
	Files bool     `json:"files,omitempty"` // false: bubblewrap sees to files
	Read  []string `json:"read,omitempty"`
	Write []string `json:"write,omitempty"`
	Ports []int    `json:"ports,omitempty"`
}

// give lets a launcher start the command, where there is something to do before.
func (o orders) give(cmd *exec.Cmd) error {
	if o.Fence == "" && !o.Walls {
		return nil
	}
	exe, err := os.Executable()
	if err != nil {
		return fmt.Errorf("start launcher: %w", err)
	}
	text, err := json.Marshal(o)
	if err != nil {
		return fmt.Errorf("start launcher: %w", err)
	}
	cmd.Args = append([]string{launcher, string(text), cmd.Path}, cmd.Args...)
	cmd.Path = exe
	return nil
}

// Any program that starts children through this package can be the launcher,
// tests too: that is why it is decided here, before anybody's main.
func init() {
	if len(os.Args) > 3 && os.Args[0] == launcher {
		fmt.Fprintln(os.Stderr, "settle: sandbox:", launch(os.Args[1], os.Args[2], os.Args[3:]))
		os.Exit(unlaunched)
	}
}

// launch returns only when it could not become the command.
func launch(text, path string, args []string) error {
	var o orders
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		return err
	}
	if o.Fence != "" {
		if err := os.WriteFile(o.Fence, []byte("0"), 0); err != nil {
			return fmt.Errorf("enter control group: %w", err)
		}
	}
	if o.Walls {
		if err := restrict(places{read: o.Read, write: o.Write}, o.Ports, o.Files); err != nil {
			return err
		}
	}
	return fmt.Errorf("start %s: %w", args[0], syscall.Exec(path, args, os.Environ()))
}
