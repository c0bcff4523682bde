package sandbox

import (
	"context"
	"os/exec"
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

// Offer is what this machine offers. InUse is what Run does today.
type Offer struct {
	Best   Isolation
	InUse  Isolation
	Reason string // why nothing stronger, in words for a person
}

// Probe tries what the machine offers; it starts a child at most once and
// never trusts that a program works because it is installed.
func Probe(ctx context.Context) Offer {
	reason := "bubblewrap is not installed"
	if _, err := exec.LookPath("bwrap"); err == nil {
		if bubblewrapWorks(ctx) {
			return Offer{Best: Bubblewrap, InUse: None, Reason: "processes run with a clean environment, in their own group and within bounds"}
		}
		reason = "bubblewrap is installed but may not make namespaces here"
	}
	if landlockVersion() > 0 {
		return Offer{Best: Landlock, InUse: None, Reason: reason}
	}
	return Offer{Best: None, InUse: None, Reason: reason + ", and the kernel has no landlock"}
}

func bubblewrapWorks(ctx context.Context) bool {
	r, err := Run(ctx, Command{
		Args:   []string{"bwrap", "--ro-bind", "/", "/", "--unshare-pid", "--die-with-parent", "true"},
		Bounds: Bounds{Time: 5 * time.Second},
	})
	return err == nil && r.Exit == 0
}
