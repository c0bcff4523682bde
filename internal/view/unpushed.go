package view

import (
	"regexp"
	"strings"
)

// protecting are the words with which hosts refuse a push by a rule of the branch.
var protecting = regexp.MustCompile(`(?i)protected branch|GH006|GH013|rule violations|pre-receive hook declined`)

// Unpushed says why a branch did not take our commits, what can be done instead,
// and the one command that goes on; kept is empty where the commits are nowhere.
func Unpushed(branch, why, kept string) string {
	text := branch + " does not take the commits: "
	if protecting.MatchString(why) {
		text += "a rule of the branch forbids it. Let this account pass the rule, or bring them in by a branch of their own."
	} else {
		text += "this account may not push there. Grant it write access, or ask the author to take them."
	}
	text += " The host said: " + words(strings.TrimSpace(why), reasonLimit)
	if kept != "" {
		text += "\nThe commits are kept. To push them by hand: " + kept
	}
	return text
}
