package policy

import "time"

// Window is how long an ask stays unanswered before it counts as silent: what
// policy says, else so many thirds of the definition's as looks are allowed.
func (r Reviewer) Window() time.Duration {
	switch {
	case r.MaxWait > 0:
		return r.MaxWait
	case r.Waits > 0:
		return r.Define.Ask.Window * time.Duration(r.Waits) / 3
	}
	return r.Define.Ask.Window
}

// Learned is what asking a reviewer has come to in this repository: how many asks
// it answered, and how long half and nine of ten of them took; how often it
// showed that it had begun, and how soon it did nine times of ten.
type Learned struct {
	Waits    int
	P50, P90 time.Duration
	Starts   int
	Start    time.Duration
}

// enough waits make a time known; below, the definition's own figure counts.
const enough = 5

// Known reports that there were enough answers to say something.
func (l Learned) Known() bool { return l.Waits >= enough }

// KnownStart reports the same of the beginning.
func (l Learned) KnownStart() bool { return l.Starts >= enough }
