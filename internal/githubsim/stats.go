package githubsim

import (
	"encoding/json"
	"maps"
	"net/http"
	"sync"
	"time"
)

// statsPath is where a stand-in tells what was asked of it.
const statsPath = "/_sim/stats"

// Stats is what was asked of a stand-in so far.
type Stats struct {
	Requests int            `json:"requests"` // of REST and GraphQL
	GraphQL  int            `json:"graphql"`
	Points   int            `json:"points"`
	Bytes    int64          `json:"bytes"`  // of answers' bodies, as sent
	Git      int            `json:"git"`    // requests of git
	Slowed   int            `json:"slowed"` // answers that said to slow down
	Deeds    map[string]int `json:"deeds"`  // changes by kind
	Own      time.Duration  `json:"own_ns"` // time that the stand-in itself took
}

// counter adds up Stats.
type counter struct {
	mu  sync.Mutex
	sum Stats
}

func (n *counter) count(c *call, size int, own time.Duration) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.sum.Requests++
	n.sum.Bytes += int64(size)
	n.sum.Own += own
	if c.graphql {
		n.sum.GraphQL++
		if c.document != nil {
			n.sum.Points += c.document.Cost.Points
		}
	}
	if c.deed != "" {
		if n.sum.Deeds == nil {
			n.sum.Deeds = map[string]int{}
		}
		n.sum.Deeds[c.deed]++
	}
}

func (n *counter) countGit() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.sum.Git++
}

func (n *counter) stats() Stats {
	n.mu.Lock()
	defer n.mu.Unlock()
	sum := n.sum
	sum.Deeds = maps.Clone(sum.Deeds)
	return sum
}

func (n *counter) serve(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(n.stats())
}

// Stats tells what was asked so far.
func (s *Sim) Stats() Stats {
	sum := s.stats.stats()
	s.ledger.mu.Lock()
	defer s.ledger.mu.Unlock()
	sum.Slowed = s.ledger.refused
	return sum
}
