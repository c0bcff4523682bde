package view

import (
	"fmt"
	"strings"

	"github.com/settlehq/settle/internal/feedback"
)

// What is said, to agents and people alike, where a test was wanted.
const (
	NoTest           = "the change alters behaviour, and no test comes with it that fails without the change"
	TestShowsNothing = "the tests that come with the change pass without it too, or do not end"
)

// broke says what an audit found, of the change and not of whoever made it. %s
// is the subject.
var broke = map[feedback.ViolationCode]string{
	feedback.NothingChanged:  "a change was reported, and nothing had changed",
	feedback.NoSuchCommit:    "the commit %s was reported, and is none of the new ones",
	feedback.UnclaimedCommit: "the commit %s was made for nothing that is reported",
	feedback.ClaimedTwice:    "the commit %s was reported for items that have nothing to do with each other",
	feedback.UnclaimedEdits:  "edits were left beside the commits that are reported",
	feedback.Elsewhere:       "files were changed that this is not about: %s",
	feedback.Guarded:         "files were changed that wait for a person: %s",
	feedback.TestsRemoved:    "tests were taken away: %s",
	feedback.TestsWeakened:   "tests check less than before: %s",
	feedback.NoSuchTest:      "a test was named that does not exist: %s",
	feedback.WrongBranch:     "the work was done on the branch %s",
	feedback.Rewritten:       "the history of the branch was told anew",
	feedback.Planted:         "git's own settings were changed: %s",
	feedback.Linked:          "links or repositories were left where files belong: %s",
	feedback.Outside:         "a file outside of the working tree was written: %s",
	feedback.Pushed:          "commits were pushed by hand: %s",
	feedback.NotBefore:       "%s was named as what settled this, and is no earlier commit of the branch",
	feedback.NoEvidence:      "%s was named as what settled this, and does not touch the lines in question",
	feedback.HookRefused:     "the repository's %s hook refused every change that was tried",
	feedback.HookGuarded:     "a hook of the repository changed files that wait for a person: %s",
}

// Violations names what an audit found, in one line without a full stop. A code
// that this release does not know is printed as it is.
func Violations(found []feedback.Violation) string {
	var codes []feedback.ViolationCode
	subjects := map[feedback.ViolationCode][]string{}
	for _, v := range found {
		if subjects[v.Code] == nil {
			codes = append(codes, v.Code)
		}
		subjects[v.Code] = append(subjects[v.Code], v.Subject)
	}
	var parts []string
	for _, code := range codes {
		text, ok := broke[code]
		if !ok {
			text = spaced(string(code)) + " %s"
		}
		if strings.Contains(text, "%s") {
			text = fmt.Sprintf(text, words(strings.Join(subjects[code], ", "), optionLimit))
		}
		parts = append(parts, strings.TrimSpace(text))
	}
	return strings.Join(parts, "; ")
}

// SetAside tells where refused work is kept, after what else there is to say.
func SetAside(text, where string) string {
	kept := "what was refused is kept: " + where
	if text == "" {
		return kept
	}
	return text + "; " + kept
}

// Findings words what a second look found, a line each.
func Findings(found []feedback.Finding) string {
	var lines []string
	for _, f := range found {
		line := f.Title
		if f.Path != "" {
			line = fmt.Sprintf("%s:%d: %s", f.Path, f.Line, f.Title)
		}
		if f.Body != "" && f.Body != f.Title {
			line += ": " + f.Body
		}
		lines = append(lines, words(line, reasonLimit))
	}
	return strings.Join(lines, "\n")
}
