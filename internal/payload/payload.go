// Package payload is the files of other tools: the triage payload and the fix
// payload. Other rooms read theirs with its Schema.
//
// It promises that a file is taken whole or not at all: its published JSON
// Schema (schemas/, draft 2020-12) and every rule between its parts are checked
// before anything is drawn from it, and what is wrong is named by path and
// reason. A file is a person's word: Triage.Judgments and Fix.Judgments turn it
// into judgments, which decide weighs as it weighs an answer. The
// package refuses to believe a file about the world: whether a commit is in the
// branch, whether checks have passed and whether a thread may be closed is for
// decide, at every look.
package payload

import (
	"fmt"
	"strings"
)

// Problem is one thing that is wrong with a file. Path is where, as in
// threads[3].confidence, empty for the whole file. Rule is the stable word of a
// rule between the file's parts; empty where the schema alone is broken.
type Problem struct {
	Path   string
	Rule   string
	Reason string
}

func (p Problem) String() string {
	text := p.Reason
	if p.Path != "" {
		text = p.Path + ": " + text
	}
	if p.Rule != "" {
		text += " (" + p.Rule + ")"
	}
	return text
}

// Refusal says why a file is not taken: every problem that was found, in the
// order of the file.
type Refusal struct{ Problems []Problem }

// shown is how many problems an error's text names.
const shown = 5

func (r *Refusal) Error() string {
	text := r.Problems[0].String()
	for i, p := range r.Problems[1:] {
		if i+1 == shown {
			return fmt.Sprintf("%s; and %d more", text, len(r.Problems)-shown)
		}
		text += "; " + p.String()
	}
	return text
}

// Refuse gives a *Refusal where there are problems, else nothing.
func Refuse(problems ...Problem) error { return refusal(problems) }

// refusal gives an error where there are problems.
func refusal(problems []Problem) error {
	if len(problems) == 0 {
		return nil
	}
	return &Refusal{Problems: problems}
}

// at is the path of a key below a path.
func at(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// nth is the path of an element.
func nth(list string, i int) string { return fmt.Sprintf("%s[%d]", list, i) }

// blank: nothing that a reader would see.
func blank(text string) bool { return strings.TrimSpace(text) == "" }
