package sandbox

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"sync"
	"time"
)

// Isolation is a way to keep a child from the rest of the machine.
type Isolation string

// Ways of isolation, strongest first. None: only environment, group and bounds.
const (
	Bubblewrap Isolation = "bubblewrap"
	Landlock   Isolation = "landlock"
	None       Isolation = "none"
)

// What may be wanted of Walls.
const (
	Auto     = "auto"     // as strong as the machine offers
	Required = "required" // no run without
	Off      = "none"
)

// ErrNoWalls says that a command wants walls and the machine offers none.
var ErrNoWalls = errors.New("this machine offers no sandbox")

// Walls keep a child to its own places: it may change what is below Write, read
// what is below Read, the system's programs and its own, and connect by TCP to
// Ports only. It signals nobody outside. Paths are absolute; those that do not
// exist are left out.
//
// Stated honestly: ports are the only thing of an address that the kernel looks
// at, UDP is not looked at, and where the kernel has no such rule (landlock
// before version 4) the network is open. With landlock alone a socket file that
// the user may open can be connected to.
type Walls struct {
	Want  string // Auto, Required or Off; empty: Off
	Write []string
	Read  []string
	Ports []int
}

var offered struct {
	sync.Once
	best Isolation
}

// strongest is what this machine offers, tried once.
func strongest() Isolation {
	offered.Do(func() {
		switch {
		case bubblewrapWorks():
			offered.best = Bubblewrap
		case landlockVersion() > 0:
			offered.best = Landlock
		default:
			offered.best = None
		}
	})
	return offered.best
}

// isolation chooses for one command.
func (w *Walls) isolation() (Isolation, error) {
	if w == nil || w.Want == "" || w.Want == Off {
		return None, nil
	}
	best := strongest()
	if best == None && w.Want == Required {
		return None, ErrNoWalls
	}
	return best, nil
}

// bubblewrapWorks never trusts that a program works because it is installed.
func bubblewrapWorks() bool {
	if _, err := exec.LookPath("bwrap"); err != nil {
		return false
	}
	r, err := Run(context.Background(), Command{
		Args:   append(bubblewrap(places{}, ""), "true"),
		Bounds: Bounds{Time: 5 * time.Second},
	})
	return err == nil && r.Exit == 0
}

// Offer is what this machine offers for walls, in words for a person.
type Offer struct {
	Isolation Isolation
	Files     string
	Network   string
	Processes string
}

// Probe tries what the machine offers. It starts a child at most once.
func Probe() Offer {
	version := landlockVersion()
	o := Offer{Isolation: strongest(), Files: "not walled", Network: "not walled", Processes: "counted every quarter of a second"}
	switch o.Isolation {
	case Bubblewrap:
		o.Files = "own places only, other processes out of sight"
	case Landlock:
		o.Files = fmt.Sprintf("own places only (landlock %d)", version)
	case None:
		if _, err := exec.LookPath("bwrap"); err == nil {
			o.Files += ": bubblewrap may not make namespaces here, and the kernel has no landlock"
		} else {
			o.Files += ": bubblewrap is not installed, and the kernel has no landlock"
		}
	}
	if version >= landlockPorts {
		o.Network = "TCP to the model's port only, at any address; UDP is open"
	}
	if fencesWork() {
		o.Processes = "bounded by a control group"
	}
	return o
}
