package view

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Flaw is one thing in a file that cannot be used. Text is how a terminal shows
// it: place, sentence, line and caret.
type Flaw struct {
	Line    int      `json:"line"`
	Column  int      `json:"column"`
	What    string   `json:"what"`
	Why     *string  `json:"why"`
	Hint    *string  `json:"hint"`
	Allowed []string `json:"allowed"` // null: not a closed list
	Text    string   `json:"-"`
}

// PolicyCheck is settle.policycheck/1: whether a policy file can be used. File
// is null where there is none; then the defaults count.
type PolicyCheck struct {
	Schema   string    `json:"schema"`
	At       time.Time `json:"at"`
	File     *string   `json:"file"`
	OK       bool      `json:"ok"`
	Problems []Flaw    `json:"problems"`
}

// NewPolicyCheck tells of a file; empty: there is none.
func NewPolicyCheck(at time.Time, file string, flaws []Flaw) PolicyCheck {
	return PolicyCheck{Schema: "settle.policycheck/1", At: stamp(at), File: known(file), OK: len(flaws) == 0, Problems: none(flaws)}
}

// Text shows each problem where it stands.
func (c PolicyCheck) Text(p Page) string {
	switch {
	case c.File == nil:
		return "There is no policy file; the defaults count.\n"
	case c.OK:
		return clean(*c.File) + " is in order\n"
	}
	var b strings.Builder
	for _, flaw := range c.Problems {
		for line := range strings.SplitSeq(flaw.Text, "\n") {
			b.WriteString(visibleLine(line) + "\n")
		}
	}
	b.WriteString(plural(len(c.Problems), "problem") + "; the file is not in use until it is repaired. (exit 3)\n")
	return b.String()
}

// Setting is the value of one key in force. Origin is flag, environment,
// personal, file or default; From names the flag, the variable or the file.
type Setting struct {
	Key    string  `json:"key"`
	Value  any     `json:"value"`
	Origin string  `json:"origin"`
	From   *string `json:"from"`
}

// Settings is settle.config/1: every value in force and where it comes from.
type Settings struct {
	Schema   string    `json:"schema"`
	At       time.Time `json:"at"`
	Settings []Setting `json:"settings"`
}

// NewSettings lists what is in force.
func NewSettings(at time.Time, settings []Setting) Settings {
	return Settings{Schema: "settle.config/1", At: stamp(at), Settings: none(settings)}
}

// keyWidth and originWidth are the first two columns of the page.
const keyWidth, originWidth = 34, 12

// Text is a line for each key: key, origin, value as a file would hold it.
func (s Settings) Text(p Page) string {
	var b strings.Builder
	for _, from := range s.files() {
		b.WriteString(p.wrap(from, 0, 2) + "\n")
	}
	for _, one := range s.Settings {
		origin := one.Origin
		if one.From != nil && (origin == "flag" || origin == "environment") {
			origin = *one.From
		}
		head := pad(clean(one.Key), keyWidth) + " " + pad(clean(origin), originWidth) + " "
		b.WriteString(head + p.wrap(clean(one.text()), cells(head), 4) + "\n")
	}
	return b.String()
}

// files says once which files the words file and personal stand for.
func (s Settings) files() []string {
	named := map[string]bool{}
	for _, one := range s.Settings {
		if one.From != nil && (one.Origin == "file" || one.Origin == "personal") {
			named[one.Origin+": "+clean(*one.From)] = true
		}
	}
	return slices.Sorted(maps.Keys(named))
}

func (s Setting) text() string {
	switch {
	case s.Value == nil && s.Key == "reviewers":
		return "every built-in one that is seen on the pull request, and people"
	case s.Value == nil:
		return "none"
	}
	return asFile(s.Value)
}

// asFile writes a value in one line as a policy file may hold it.
func asFile(value any) string {
	switch v := value.(type) {
	case []any:
		var parts []string
		for _, one := range v {
			parts = append(parts, asFile(one))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case map[string]any:
		var parts []string
		for _, key := range slices.Sorted(maps.Keys(v)) {
			parts = append(parts, key+": "+asFile(v[key]))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case string:
		if v == "" || strings.ContainsAny(v, "#[]{},:'\"\n") {
			return fmt.Sprintf("%q", v)
		}
	}
	return fmt.Sprint(value)
}
