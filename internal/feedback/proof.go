package feedback

import (
	"time"

	"github.com/settlehq/settle/internal/pull"
)

// Gates of a Proof: the two of the policy, the hooks of the repository by their
// own names, and the two that look at the change itself.
const (
	GateFull  = "full"
	GateLite  = "lite"
	GateTests = "tests"       // red before, green after
	GateLook  = "second_look" // another agent sees finding and change only
)

// Proof is how one gate ended at a commit.
type Proof struct {
	Commit  pull.Oid      `json:"commit"`
	Gate    string        `json:"gate"`
	Green   bool          `json:"green"`
	Command string        `json:"command"` // of a second look: the agent
	Exit    int           `json:"exit"`
	Took    time.Duration `json:"took"`
	Tail    string        `json:"tail,omitempty"`   // last lines of the output
	Before  *Proof        `json:"before,omitempty"` // the same at the commit that the change builds on
	Why     string        `json:"why,omitempty"`    // of full: why lite would not do
}

// Old: it was red before the change too.
func (p Proof) Old() bool { return !p.Green && p.Before != nil && !p.Before.Green }

// Hook is one hook of a repository, as git would run it. Message, where set, is
// given to it in a file and read back: it may change the words.
type Hook struct {
	Name    string // pre-commit, commit-msg, pre-push
	Args    []string
	Stdin   string
	Message *string
}

// Change is what became of one file between two commits, or in a tree.
type Change struct {
	Path   string
	Old    string // its name before; empty: a new file
	Gone   bool   // Path is not there any more
	Binary bool   // it has no lines
	Mode   bool   // its mode changed
	Link   bool   // it is a symbolic link or another repository now
	Runs   []Run
}

// Run is one run of changed lines, without their line feeds.
type Run struct {
	Start   int // the first removed line, counted before the change
	Removed []string
	Added   []string
}
