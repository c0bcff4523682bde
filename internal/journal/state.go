package journal

import "fmt"

// legal holds every transition of architecture.md 4.1. The empty state is
// "never heard of".
var legal = map[State][]State{
	"":       {Wanted, Done}, // done at once: adopted after a lost database
	Lapsed:   {Wanted, Done}, // done: it landed after it was given up, and its mark shows it
	Wanted:   {Wanted, Started, Lapsed},
	Started:  {Done, Lapsed, Barred, Doubtful},
	Doubtful: {Done, Lapsed},
	Barred:   {Lapsed, Wanted},
	Done:     {},
}

// Legal reports whether a deed may go from one state to another.
func Legal(from, to State) bool {
	for _, state := range legal[from] {
		if state == to {
			return true
		}
	}
	return false
}

// Check refuses an illegal step with a sentence.
func Check(from State, step Did) error {
	if Legal(from, step.State) {
		return nil
	}
	if from == "" {
		from = "unknown"
	}
	return fmt.Errorf("deed %s cannot go from %s to %s", step.Key, from, step.State)
}

// Open reports a state that blocks its key: wanted, started, doubtful.
func (s State) Open() bool { return s == Wanted || s == Started || s == Doubtful }

// InFlight reports that the deed may be taking effect: started or doubtful.
func (s State) InFlight() bool { return s == Started || s == Doubtful }
