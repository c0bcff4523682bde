package view

import (
	"maps"
	"slices"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/verdict"
)

// Explain is settle.explain/1: every decision with its reasons, and the deeds
// after it. A round begins with the judgment of new feedback; round 0 is what
// was before the first.
type Explain struct {
	Schema string    `json:"schema"`
	At     time.Time `json:"at"`
	Ref    string    `json:"ref"`
	URL    string    `json:"url"`
	Rounds []Round   `json:"rounds"`
	// Record is what the newest ready rested on, for settle confirm; null where it
	// never was ready here.
	Record *verdict.Record `json:"record"`
	// Stop is why facts have stopped the fixing; null where they have not, and where
	// one item was asked about.
	Stop *Stop `json:"stop"`
	// Question is the open question of the item that was asked about, else null.
	Question *Question `json:"question"`

	facts   Facts
	moments []moment
	asked   *feedback.Standing // of Question
}

// Round holds the decisions and deeds of one round. Head is the last one that
// was decided on; null where only deeds are known.
type Round struct {
	Round    int        `json:"round"`
	Head     *string    `json:"head"`
	Verdicts []Decision `json:"verdicts"`
	Deeds    []Deed     `json:"deeds"`
}

// Decision is one verdict of the interface; At is the first of several that
// said the same.
type Decision struct {
	At      time.Time `json:"at"`
	Phase   string    `json:"phase"`
	Summary string    `json:"summary"`
	Reasons []Cause   `json:"reasons"`
}

func decisionOf(r Recorded) Decision {
	return Decision{
		At: stamp(r.At), Phase: string(r.Verdict.Phase), Summary: Headline(r.Verdict), Reasons: []Cause{causeOf(r.Verdict.Why)},
	}
}

// NewExplain gathers what was recorded since an instant; zero is from the
// beginning.
func NewExplain(f Facts, since time.Time) Explain {
	e := Explain{Schema: "settle.explain/1", At: stamp(f.Now), Ref: f.Ref.String(), URL: f.url(), Record: f.Record, Stop: stopOf(f), facts: f}
	rounds := map[int]*Round{}
	in := func(n int) *Round {
		if rounds[n] == nil {
			rounds[n] = &Round{Round: n, Verdicts: []Decision{}, Deeds: []Deed{}}
		}
		return rounds[n]
	}
	for _, i := range changes(f.Recorded, since) {
		r := f.Recorded[i]
		round := in(roundOfVerdict(r.Verdict))
		round.Verdicts, round.Head = append(round.Verdicts, decisionOf(r)), oid(r.Verdict.Head)
	}
	for _, deed := range inOrder(f.History) {
		if !lastAt(deed).Before(since) {
			round := in(roundOf(deed))
			round.Deeds = append(round.Deeds, DeedOf(f, deed.Key))
		}
	}
	e.Rounds = []Round{}
	for _, n := range slices.Sorted(maps.Keys(rounds)) {
		e.Rounds = append(e.Rounds, *rounds[n])
	}
	e.moments = momentsOf(f, since)
	return e
}

// changes lists the verdicts since an instant that say something else than the
// one before them.
func changes(recorded []Recorded, since time.Time) []int {
	var out []int
	for i, r := range recorded {
		told := i > 0 && !recorded[i-1].At.Before(since) && recorded[i-1].Verdict.Says(r.Verdict)
		if !told && !r.At.Before(since) {
			out = append(out, i)
		}
	}
	return out
}

// roundOfVerdict counts the decision that wishes a new triage to its round.
func roundOfVerdict(v verdict.Verdict) int {
	for _, a := range v.Actions {
		if a.Key.Task() == action.Triage {
			return v.Round + 1
		}
	}
	return v.Round
}
