package feedback

import (
	"slices"
	"strings"
)

// Finding is what a reviewer of ours found: an agent that looked over a change,
// or a file that another tool wrote.
type Finding struct {
	Path       string  `json:"path"`
	Line       int     `json:"line"`                 // the last line it is about, from 1; 0: the whole file
	Start      int     `json:"start_line,omitempty"` // the first one; 0: only Line
	Side       string  `json:"side,omitempty"`       // LEFT: a line that the change took away; else RIGHT
	Severity   string  `json:"severity"`             // one of Severities
	Category   string  `json:"category,omitempty"`   // the reviewer's word: security, testing …
	Rule       string  `json:"rule,omitempty"`       // a linter's name of the check: SA4006
	Confidence int     `json:"confidence,omitempty"` // 1 to 10; 0: not said
	Title      string  `json:"title"`
	Body       string  `json:"body"`
	Suggestion *string `json:"suggestion,omitempty"` // what to put in place of lines Start to Line; empty: nothing
	Others     []Place `json:"other_places,omitempty"`
}

// Where is the place that the finding is about.
func (f Finding) Where() Place {
	side := f.Side
	if side == "" {
		side = "RIGHT"
	}
	return Place{Path: f.Path, Line: f.Line, Start: f.Start, Side: side}
}

// Severities, worst first (S4, F4.24).
var Severities = []string{"critical", "high", "medium", "low"}

// Severity brings a tool's word to one of ours; ok is false for a word that is
// none (SARIF levels and rdjson severities among those known).
func Severity(word string) (severity string, ok bool) {
	word = strings.ToLower(strings.TrimSpace(word))
	if slices.Contains(Severities, word) {
		return word, true
	}
	severity, ok = map[string]string{
		"blocker": "critical", "error": "high", "major": "high", "warning": "medium", "moderate": "medium",
		"minor": "low", "info": "low", "information": "low", "note": "low", "none": "low", "style": "low", "hint": "low",
	}[word]
	return severity, ok
}

// Reaches reports that a severity is as bad as another, or worse. A word that is
// none of ours reaches nothing.
func Reaches(severity, bar string) bool {
	s, b := slices.Index(Severities, severity), slices.Index(Severities, bar)
	return s >= 0 && b >= 0 && s <= b
}
