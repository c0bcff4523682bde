package github

import (
	"sync"
	"time"

	"github.com/settlehq/settle/internal/pull"
)

// memory is what earlier looks at one pull request have read in full. It is
// kept by the text that the ordinary look shows: the same text, the same
// content. It dies with the process; then everything is read again.
type memory struct {
	mu        sync.Mutex
	tag       string // of the pull request's own object, for a conditional request
	nodes     map[string]kept
	timeline  string // print of what moments were read at
	moments   []moment
	reactions string
	reacted   []pull.Reaction
	head      pull.Oid // what commits were read at
	commits   []pull.Oid
	trailers  []pull.Trailer
	base      string // print of what the policy file was read at
	baseAt    time.Time
	policy    policyFile
	logs      map[int64]told // of check runs that did not pass
	heldBack  bool           // the host may withhold runs until a maintainer approves them
}

// told is what a check run has to say beside its row.
type told struct {
	text    string
	attempt int
}

// kept is a node with the print of the row it was read for.
type kept struct {
	print string
	node  *whole
	soft  bool // the print may stay while the content changes
}

type policyFile struct {
	path, text    string // path is empty where there is none
	repo          string // owner/.github, where the file stands there
	conversations bool
}

func (c *Client) memoryOf(ref pull.Ref) *memory {
	c.mu.Lock()
	defer c.mu.Unlock()
	m := c.pulls[ref]
	if m == nil {
		m = &memory{nodes: map[string]kept{}}
		c.pulls[ref] = m
	}
	return m
}

// forget drops nodes that are not shown any more.
func (m *memory) forget(shown map[string]string) {
	for id := range m.nodes {
		if _, ok := shown[id]; !ok {
			delete(m.nodes, id)
		}
	}
}
