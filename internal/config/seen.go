package config

import (
	"slices"

	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/reviewer"
)

// seen reports a trace of a reviewer on the pull request: a word, a check or a
// standing request for its review.
func seen(d policy.Definition, s pull.Snapshot) bool {
	return slices.ContainsFunc(s.Threads, func(t pull.Thread) bool { return wrote(d, t.Comments) }) ||
		wrote(d, s.Comments) ||
		slices.ContainsFunc(s.Reviews, func(r pull.Review) bool { return reviewer.Wrote(d, r.Author, r.Body) }) ||
		slices.ContainsFunc(s.Asked, func(a pull.Asked) bool { return reviewer.Is(d, pull.Author{Login: a.Login, ID: a.ID}) }) ||
		slices.ContainsFunc(s.Checks, func(c pull.Check) bool { return !c.Ours && slices.Contains(checkNames(d), c.Name) })
}

func wrote(d policy.Definition, comments []pull.Comment) bool {
	return slices.ContainsFunc(comments, func(c pull.Comment) bool { return (!c.Ours || c.Found()) && reviewer.Wrote(d, c.Author, c.Body) })
}

// checkNames are the checks by which a reviewer speaks.
func checkNames(d policy.Definition) []string {
	var names []string
	for _, signals := range [][]policy.Signal{d.Started, d.Clean, d.Dirty, d.Refused} {
		for _, s := range signals {
			if s.Check != "" {
				names = append(names, s.Check)
			}
		}
	}
	return names
}
