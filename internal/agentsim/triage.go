package agentsim

import (
	"slices"

	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/scenario"
)

// judge says of each item what the script says. An item that the script does
// not know becomes a question: nobody else could answer it.
func (s *sim) judge() []agent.Judgment {
	var judgments []agent.Judgment
	for _, item := range s.asked.Items {
		entry, name, ok := s.triageOf(item)
		if !ok {
			judgments = append(judgments, unknown(item))
			continue
		}
		j := agent.Judgment{
			Item: item.ID, Class: feedback.Class(entry.Class), Reason: orElse(entry.Reason, "It is "+entry.Class+"."),
			Question: questionOf(entry),
		}
		if primary, here := s.itemOf(entry.Primary); here && entry.Primary != name && primary != item.ID {
			j.Primary = primary
		}
		judgments = append(judgments, j)
	}
	return judgments
}

func (s *sim) triageOf(item agent.Item) (entry scenario.Triage, name string, ok bool) {
	for _, id := range s.ids(item) {
		for _, t := range s.file.Agent.Triage {
			if slices.Contains(t.For, id) {
				return t, id, true
			}
		}
	}
	return scenario.Triage{}, "", false
}

func unknown(item agent.Item) agent.Judgment {
	return agent.Judgment{
		Item: item.ID, Class: feedback.NeedsHuman, Reason: "The script does not judge this.",
		Question: &feedback.Question{
			Text:         "What should become of this?",
			Investigated: "The scenario's agent has no triage entry whose finding or act is quoted in " + string(item.ID) + ".",
			Options:      ways(),
		},
	}
}

func questionOf(entry scenario.Triage) *feedback.Question {
	q := entry.Question
	if q == nil && feedback.Class(entry.Class) != feedback.NeedsHuman {
		return nil
	}
	looked := orElse(entry.Reason, "The scenario says no more than that.")
	if q == nil {
		return &feedback.Question{Text: orElse(entry.Reason, "What should become of this?"), Investigated: looked, Options: ways()}
	}
	question := &feedback.Question{Text: q.Text, Investigated: orElse(q.Investigated, looked), Recommendation: q.Recommendation}
	for _, o := range q.Options {
		question.Options = append(question.Options, feedback.Option{Option: o.Option, Tradeoff: orElse(o.Tradeoff, "nothing is known against it")})
	}
	if len(question.Options) == 0 {
		question.Options = ways()
	}
	return question
}

// ways are the options of a question for which the scenario names none.
func ways() []feedback.Option {
	return []feedback.Option{{Option: "change it", Tradeoff: "the pull request grows"}, {Option: "leave it", Tradeoff: "the remark stands"}}
}

// audit gives what the script finds in a first look; what nothing lists is clean.
func (s *sim) audit() []feedback.Finding {
	var findings []feedback.Finding
	for _, a := range s.file.Agent.Audit {
		if !a.Reviews.Has(1) {
			continue
		}
		for _, f := range a.Findings {
			if f.While != nil && !s.holds(f) {
				continue
			}
			findings = append(findings, feedback.Finding{
				Path: f.Path, Severity: f.Severity, Title: orElse(f.Title, f.Body), Body: f.Body, Line: f.Line(s.read(f.Path)),
			})
		}
	}
	return findings
}

// holds: the finding is true of the code as it lies there.
func (s *sim) holds(f scenario.Finding) bool {
	path := orElse(f.While.Path, f.Path)
	text, exists := s.content(nil, path)
	return f.While.Holds(text, exists)
}

func orElse(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}
