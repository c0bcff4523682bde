package agentsim

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/scenario"
)

// errScripted is an end that the script wants.
var errScripted = errors.New("the script lets this review fail")

// sure is how much the agent trusts a finding of its own when it is asked.
const sure = 9

// review answers as the agent of an actor: what the head shows, and what remains
// of what it is told that it said before.
func (s *sim) review(report *agent.Report) error {
	for i := range s.asked.Examine {
		report.Examined = append(report.Examined, agent.Examined{Finding: i + 1, Confidence: sure})
	}
	if len(s.asked.Examine) > 0 {
		return nil
	}
	script := s.scripted()
	switch script.Answer {
	case "garbage":
		return errBadReport
	case "fails":
		return errScripted
	}
	told, retained := s.remains(script)
	for _, f := range s.shown() {
		again := slices.Contains(script.Rewords, f.ID)
		if slices.Contains(script.Drops, f.ID) || told[f.ID] && !again {
			continue
		}
		report.Findings = append(report.Findings, s.worded(f))
	}
	if script.Answer != "unstated" {
		report.Retained = &retained
	}
	return nil
}

// scripted is what the script says of this review; the truth where it says nothing.
func (s *sim) scripted() scenario.Review {
	for _, r := range s.file.Agent.Review {
		if r.By == s.as && r.Reviews.Has(s.nth) {
			return r
		}
	}
	return scenario.Review{Answer: "whole"}
}

// remains goes through what was said before: which findings that were, and the
// ids of those that still stand.
func (s *sim) remains(script scenario.Review) (told map[string]bool, retained []string) {
	told, retained = map[string]bool{}, []string{}
	shown := s.shown()
	for _, e := range s.asked.Earlier {
		id := s.findingOf(e)
		s.hears(id, e)
		told[id] = true
		stands := slices.ContainsFunc(shown, func(f scenario.Finding) bool { return f.ID == id && !refutes(f, e) })
		said := slices.Contains(script.Drops, id) || slices.Contains(script.Rewords, id)
		if stands && !said || id != "" && slices.Contains(script.Keeps, id) {
			retained = append(retained, e.Short())
		}
	}
	for _, id := range script.Keeps {
		if !slices.ContainsFunc(s.file.Findings, func(f scenario.Finding) bool { return f.ID == id }) {
			retained = append(retained, id)
		}
	}
	return told, retained
}

// hears says what the agent was told of an earlier finding, a line for each part.
func (s *sim) hears(id string, e feedback.Earlier) {
	fmt.Fprintf(s.out, "told of %s: %d lines of diff\n", orElse(id, "something"), strings.Count(e.Diff, "\n"))
	for _, r := range e.Replies {
		fmt.Fprintf(s.out, "told of %s: %s, %s, replied %q\n", id, r.By.Login, r.By.Association, r.Text)
	}
	for _, note := range e.Notes {
		fmt.Fprintf(s.out, "told of %s: %s\n", id, note)
	}
}

// findingOf is the finding of the scenario whose text an earlier one holds.
func (s *sim) findingOf(e feedback.Earlier) string {
	for _, f := range s.file.Findings {
		if f.By == s.as && Says(e.Finding.Title+"\n"+e.Finding.Body, f.Body) {
			return f.ID
		}
	}
	return ""
}

// refutes: a reply gives the reason that settles the finding.
func refutes(f scenario.Finding, e feedback.Earlier) bool {
	return f.Refuted != nil && slices.ContainsFunc(e.Replies, func(r feedback.Response) bool { return f.Refuted.MatchString(r.Text) })
}

// shown are the actor's findings that the code as it lies there shows.
func (s *sim) shown() []scenario.Finding {
	read := func(path string) (string, bool) { return s.content(nil, path) }
	var shown []scenario.Finding
	for _, f := range s.file.Findings {
		if f.By == s.as && f.Raised(s.nth, read) {
			shown = append(shown, f)
		}
	}
	return shown
}

func (s *sim) worded(f scenario.Finding) feedback.Finding {
	title, _, _ := strings.Cut(strings.TrimSpace(f.Body), "\n")
	found := feedback.Finding{
		Path: f.Path, Severity: orElse(f.Severity, "medium"), Title: orElse(f.Title, strings.TrimRight(title, ".")), Body: f.Body, Suggestion: f.Suggestion,
	}
	if first := f.Line(s.read(f.Path)); first > 0 && !f.OldSide { // of an old line the worktree shows nothing
		found.Line = first + f.Lines - 1
		if f.Lines > 1 {
			found.Start = first
		}
	}
	return found
}
