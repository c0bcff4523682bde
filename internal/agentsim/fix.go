package agentsim

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/scenario"
)

// done is what became of one entry of the script.
type done struct {
	outcome  feedback.Disposition
	summary  string
	why      string
	commit   pull.Oid
	evidence string
	test     string
}

// fix plays every entry that one of the asked items, the failed check or the
// conflict calls for, in the order of the script.
func (s *sim) fix() ([]agent.Outcome, float64, error) {
	entries := map[feedback.ItemID]int{}
	wanted := s.wanted(entries)
	results := map[int]done{}
	var cost float64
	for i, entry := range s.file.Agent.Fix {
		if !wanted[i] {
			continue
		}
		if err := s.meet(entry.Meets); err != nil {
			return nil, 0, err
		}
		s.takes(entry.Takes, share(s.file.Seed, i))
		d, err := s.playEntry(entry)
		if err != nil {
			return nil, 0, err
		}
		results[i] = d
		cost += entry.CostUSD
	}
	return s.outcomes(entries, results), cost, nil
}

// wanted tells which entries are called for, and fills in the entry of each item.
func (s *sim) wanted(entries map[feedback.ItemID]int) map[int]bool {
	wanted := map[int]bool{}
	if s.asked.Broken != nil {
		if i, ok := s.entryFor("check:" + s.asked.Broken.Check); ok { // what pleases the check is for all of them
			for _, item := range s.asked.Items {
				entries[item.ID] = i
			}
			return map[int]bool{i: true}
		}
	}
	for _, item := range s.asked.Items {
		if i, ok := s.entryFor(s.ids(item)...); ok {
			entries[item.ID] = i
			wanted[i] = true
		}
	}
	var calls []string
	if s.asked.Task == action.Rebase || s.asked.Task == action.Update {
		calls = append(calls, "conflict")
	}
	if i, ok := s.entryFor(calls...); ok {
		wanted[i] = true
	}
	return wanted
}

// entryFor is the first entry for a name that fits the code as it lies there, so
// that what comes back can be fixed otherwise; where none does, the first.
func (s *sim) entryFor(names ...string) (int, bool) {
	for _, name := range names {
		first := -1
		for i, entry := range s.file.Agent.Fix {
			if !slices.Contains(entry.For, name) {
				continue
			}
			if _, err := s.plan(entry); err == nil {
				return i, true
			}
			if first < 0 {
				first = i
			}
		}
		if first >= 0 {
			return first, true
		}
	}
	return 0, false
}

// playEntry edits, commits and misbehaves as one entry says. An error ends the
// agent without a report.
func (s *sim) playEntry(entry scenario.Fix) (done, error) {
	name := strings.Join(entry.For, ", ")
	if claims(entry, "claims_success") {
		return overridden(done{outcome: feedback.Fixed, summary: "Fixed " + name + "."}, entry), nil
	}
	edits, err := s.plan(entry)
	if err != nil {
		fmt.Fprintf(s.out, "%s: %v\n", name, err)
		return overridden(done{outcome: feedback.Failed, why: err.Error()}, entry), nil
	}
	d := done{outcome: feedback.Fixed, summary: orElse(entry.Summary, fmt.Sprintf("Changed %s for %s.", strings.Join(edits.paths(), ", "), name))}
	if len(edits) == 0 && len(entry.Misbehave) == 0 {
		d = done{outcome: feedback.Failed, why: "The script lists no edit."}
	}
	if err := s.write(edits); err != nil {
		return done{}, err
	}
	if d.commit, err = s.commit(entry, edits); err != nil {
		return done{}, err
	}
	fmt.Fprintf(s.out, "%s: %s\n", name, d.outcome)
	d = overridden(d, entry)
	d.commit = s.resolved(d.commit)
	return d, s.misbehave(entry)
}

// resolved turns a word of the script for a commit, HEAD~1, into its name.
func (s *sim) resolved(commit pull.Oid) pull.Oid {
	if !strings.HasPrefix(string(commit), "HEAD") {
		return commit
	}
	oid, err := s.git("rev-parse", string(commit))
	if err != nil {
		return commit
	}
	return pull.Oid(oid)
}

// overridden says what the script tells to say in place of the truth.
func overridden(d done, entry scenario.Fix) done {
	if claims(entry, "wrong_commit") {
		d.commit = pull.Oid(strings.Repeat("0bad", 10))
	}
	if r := entry.Report; r != nil {
		d.outcome = feedback.Disposition(orElse(r.Outcome, string(d.outcome)))
		d.commit = pull.Oid(orElse(r.Commit, string(d.commit)))
		d.evidence, d.test = r.Evidence, r.Test
	}
	return d
}

// outcomes speaks of every asked item once. A duplicate without an entry of its
// own shares the fate of the item that it repeats.
func (s *sim) outcomes(entries map[feedback.ItemID]int, results map[int]done) []agent.Outcome {
	var outcomes []agent.Outcome
	for _, item := range s.asked.Items {
		i, scripted := entries[item.ID]
		if !scripted && item.Judgment != nil {
			i, scripted = entries[item.Judgment.Primary]
		}
		d, ok := results[i]
		if !scripted || !ok {
			d = done{outcome: feedback.Failed, why: "The script does not say how to fix this."}
		}
		outcomes = append(outcomes, outcomeOf(item.ID, d))
	}
	return outcomes
}

func outcomeOf(id feedback.ItemID, d done) agent.Outcome {
	o := agent.Outcome{Item: id, Outcome: d.outcome, Commit: d.commit}
	if d.outcome == feedback.Fixed {
		o.Summary, o.Test = orElse(d.evidence, orElse(d.summary, "Fixed.")), d.test
		return o
	}
	o.Why = orElse(d.evidence, orElse(d.why, "The script says so."))
	return o
}

func claims(entry scenario.Fix, word scenario.Misbehaviour) bool {
	return slices.Contains(entry.Misbehave, word)
}

// share draws a point of a range, the same in every run.
func share(seed int64, entry int) float64 {
	return rand.New(rand.NewPCG(uint64(seed), uint64(entry))).Float64()
}
