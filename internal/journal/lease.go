package journal

import (
	"fmt"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/pull"
)

// Lease is the right to write under a name until a time. Every write names its
// term; a stale holder is refused by the store.
type Lease struct {
	Name   string    `json:"name"`
	Term   int64     `json:"term"`
	Until  time.Time `json:"until"`
	Holder Holder    `json:"holder"`
}

// Holder is the process that has a lease, for people and for taking over after its death.
type Holder struct {
	Host  string    `json:"host"`
	PID   int       `json:"pid"`
	Nonce string    `json:"nonce"` // differs between two processes of one number
	Since time.Time `json:"since"`
}

// TickLease guards the correctness of one pull request's ticks.
func TickLease(ref pull.Ref) string { return "tick/" + ref.String() }

// RunLease names the process that drives a pull request, for people.
func RunLease(ref pull.Ref) string { return "run/" + ref.String() }

// JobLease belongs to one try of a work.
func JobLease(ref pull.Ref, key action.Key, try int) string {
	return fmt.Sprintf("job/%s/%s/%d", ref, key.Digest(), try)
}
