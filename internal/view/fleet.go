package view

import (
	"strings"
	"time"
)

// Fleet is settle.fleet/1: every known pull request.
type Fleet struct {
	Schema string    `json:"schema"`
	At     time.Time `json:"at"`
	Pulls  []Status  `json:"pulls"`
}

// NewFleet gathers pages of status.
func NewFleet(at time.Time, pulls []Status) Fleet {
	return Fleet{Schema: "settle.fleet/1", At: stamp(at), Pulls: none(pulls)}
}

// Text is one page after the other.
func (f Fleet) Text(p Page) string {
	if len(f.Pulls) == 0 {
		return "no pull request is known yet: settle run PR begins one\n"
	}
	var pages []string
	for _, s := range f.Pulls {
		pages = append(pages, s.Text(p))
	}
	return strings.Join(pages, "\n")
}
