package scenario

import "github.com/settlehq/settle/internal/strictyaml"

// Fault is one thing that goes wrong between settle and the host: the nth time
// that something is hit, and for how many times. Exactly one of Answer,
// Partial, Cursor, Limit, Delay, Stale and Drop is set.
type Fault struct {
	On
	Hit         string    `yaml:"hit"` // a deed kind, observe, push, `GET /path*`, or a GraphQL field
	Nth         int       `yaml:"nth"`
	Times       int       `yaml:"times"`
	Page        int       `yaml:"page"` // only this page of a list, from 1; 0: any
	Answer      int       `yaml:"answer"`
	AfterEffect bool      `yaml:"after_effect"` // the deed is done, only its answer is lost
	Partial     string    `yaml:"partial"`      // a path of the GraphQL answer that is null with an error beside it
	Cursor      string    `yaml:"cursor"`       // repeat: the page's cursor is the one before
	Limit       Limit     `yaml:"limit"`
	RetryAfter  Duration  `yaml:"retry_after"`
	Delay       *Duration `yaml:"delay"`
	Stale       *Stale    `yaml:"stale"`
	Drop        bool      `yaml:"drop"` // the connection ends without an answer
}

// Defaults let a fault happen once, the first time.
func (f *Fault) Defaults() { f.Nth, f.Times = 1, 1 }

// Limit is which of the host's limits answers.
type Limit string

// Words are the host's three ways to say slow down.
func (Limit) Words() []string { return []string{"primary", "secondary", "abuse"} }

// Stale is a read that shows the world as it was.
type Stale struct{ By Duration }

// DecodeYAML reads `true` (before the last write) or how far back.
func (s *Stale) DecodeYAML(n strictyaml.Node) {
	if n.Kind() == strictyaml.Bool {
		return
	}
	n.Decode(&s.By)
}

// Kill is where the process is killed and started again.
type Kill struct {
	Everywhere bool // the play is repeated, once for each boundary
	Points     []KillPoint
}

// KillPoint is one boundary; exactly one of Before and After is set.
type KillPoint struct {
	Before string `yaml:"before"` // a deed kind, a task, or a state of the journal
	After  string `yaml:"after"`
	Nth    int    `yaml:"nth"`
}

// Defaults mean the first time.
func (k *KillPoint) Defaults() { k.Nth = 1 }

// DecodeYAML reads `everywhere` or a list of points.
func (k *Kill) DecodeYAML(n strictyaml.Node) {
	if n.Kind() == strictyaml.Text {
		k.Everywhere = n.Among([]string{"everywhere"})
		return
	}
	n.Decode(&k.Points)
}
