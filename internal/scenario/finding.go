package scenario

import "strings"

// Finding is something a reviewer objects to. It is raised in a review of its
// actor when its condition holds and its line is there, or, where Reviews says
// so, in these reviews.
type Finding struct {
	On
	ID         string     `yaml:"id"`
	By         string     `yaml:"by"` // an actor
	Path       string     `yaml:"path"`
	At         string     `yaml:"at"`    // a text on the line; the first line that has it
	Lines      int        `yaml:"lines"` // how many lines it covers, from At down
	OldSide    bool       `yaml:"old_side"`
	Severity   string     `yaml:"severity"`
	Title      string     `yaml:"title"`
	Body       string     `yaml:"body"`
	Suggestion *string    `yaml:"suggestion"` // nil: none; "" removes the lines
	Surface    Surface    `yaml:"surface"`
	While      *Condition `yaml:"while"` // its Path defaults to the finding's own
	Reviews    Reviews    `yaml:"reviews"`
	Refuted    *Pattern   `yaml:"refuted"` // a reply that matches settles it for a reviewer that reads replies
}

// Defaults put a finding on one line of the diff.
func (f *Finding) Defaults() { f.Lines, f.Surface = 1, "inline" }

// Surface is where a finding is said.
type Surface string

// Words are the five places.
func (Surface) Words() []string {
	return []string{"inline", "file", "review_body", "outside_diff", "conversation"}
}

// Line is the number of the first line that contains At, from 1; 0 for none.
// An empty At is on no line.
func (f Finding) Line(content string) int {
	if f.At == "" {
		return 0
	}
	for i, line := range strings.Split(content, "\n") {
		if strings.Contains(line, f.At) {
			return i + 1
		}
	}
	return 0
}

// Raised tells whether the nth review of its actor, from 1, raises the finding
// at a head; read gives a file of that head.
func (f Finding) Raised(nth int, read func(path string) (content string, exists bool)) bool {
	if !f.Reviews.None() && !f.Reviews.Has(nth) {
		return false
	}
	content, exists := read(f.Path)
	if f.At != "" && !f.OldSide && f.Line(content) == 0 {
		return false
	}
	if f.While == nil {
		return exists || f.OldSide || f.Path == ""
	}
	if f.While.Path != "" && f.While.Path != f.Path {
		content, exists = read(f.While.Path)
	}
	return f.While.Holds(content, exists)
}
