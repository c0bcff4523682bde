package journal

import (
	"time"

	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/pull"
)

// Reviewing is what the newest review of a pull request by us was about to
// publish. The pull request itself is the memory of what was published; this
// says only how long what was sent last may not be visible there yet.
type Reviewing struct {
	Head pull.Oid      `json:"head"`
	At   time.Time     `json:"at"`  // when the newest request was about to be sent
	IDs  []mark.Digest `json:"ids"` // findings that are to stand
}

// ReviewLease guards the reviews of one pull request by us: one at a time.
func ReviewLease(ref pull.Ref) string { return "review/" + ref.String() }
