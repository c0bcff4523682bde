package perform

import (
	"maps"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
)

// factTail bounds what an agent is told of a failed check, in lines.
const factTail = 30

// facts are what the journal knows of an item from before: a change that the
// checks refused, an agent that gave up, an item that came back.
func (d deed) facts(st feedback.Standing) []string {
	var facts []string
	if st.Reopened {
		facts = append(facts, "This was answered before; the reviewer has spoken again since.")
	}
	if st.Attempts == 0 {
		return facts
	}
	at := st.Item.At()
	for _, key := range slices.Sorted(maps.Keys(d.History.Deeds)) {
		past := d.History.Deeds[key]
		if !slices.Contains(past.Items, at) {
			continue
		}
		if proof := past.Outcome.Proof; key.Task() == action.Verify && proof != nil && !proof.Green {
			facts = append(facts, "An earlier change for this was refused by "+proof.Command+", which ended with:\n"+tail(proof.Tail, factTail))
		}
		for _, claim := range past.Outcome.Claims {
			if claim.At == at && claim.Outcome == feedback.Failed && claim.Why != "" {
				facts = append(facts, "An earlier attempt failed: "+claim.Why)
			}
		}
	}
	return facts
}

func tail(text string, lines int) string {
	all := strings.Split(strings.TrimRight(text, "\n"), "\n")
	return strings.Join(all[max(0, len(all)-lines):], "\n")
}
