package perform

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
)

// factTail bounds what an agent is told of a failed check, in lines.
const factTail = 30

// facts are what the journal knows of an item from before: a change that the
// checks refused, an agent that gave up, an item that came back.
func (d deed) facts(st feedback.Standing) []string {
	facts := recurrence(st)
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

// recurrence tells how an item was here before, and what became of it then.
func recurrence(st feedback.Standing) []string {
	r := feedback.Recurrence{Reopened: st.Reopened}
	if st.Recurrence != nil {
		r = *st.Recurrence
	}
	then := ""
	if r.Prior != "" {
		then = " as " + strings.ReplaceAll(string(r.Prior), "_", " ")
	}
	if len(r.Commits) > 0 {
		then += " by " + shorts(r.Commits)
	}
	var facts []string
	if r.Reopened {
		facts = append(facts, "This was answered before"+then+"; the reviewer has spoken again since.")
	}
	if r.Raised > 0 {
		facts = append(facts, fmt.Sprintf("The same was settled in earlier rounds, in %d other threads, the last time%s.", r.Raised, then))
	}
	return facts
}

func shorts(commits []pull.Oid) string {
	var names []string
	for _, commit := range commits {
		names = append(names, commit.Short())
	}
	return strings.Join(names, ", ")
}

func tail(text string, lines int) string {
	all := strings.Split(strings.TrimRight(text, "\n"), "\n")
	return strings.Join(all[max(0, len(all)-lines):], "\n")
}
