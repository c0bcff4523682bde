package view

import "time"

// Fleet is settle.fleet/1: every known pull request.
type Fleet struct {
	Schema string    `json:"schema"`
	At     time.Time `json:"at"`
	Pulls  []Status  `json:"pulls"`
}

// NewFleet gathers what is known of each.
func NewFleet(at time.Time, pulls []Status) Fleet {
	return Fleet{Schema: "settle.fleet/1", At: stamp(at), Pulls: none(pulls)}
}

// Text is a table with a line for each.
func (f Fleet) Text(p Page) string {
	if len(f.Pulls) == 0 {
		return "no pull request is known yet: settle run PR begins one\n"
	}
	return Table(each(f.Pulls, func(s Status) Row { return RowOf(s.facts) }), p)
}
