package github

import (
	"regexp"
	"strings"

	"github.com/settlehq/settle/internal/pull"
)

// Bounds of what is kept of a log: lines of it, and bytes of it with what the
// check run says of places in the code.
const (
	mostLines = 60
	mostBytes = 4000
	above     = 2 // lines kept above a telling one
	behind    = 6 // and below
)

var (
	stampAhead = regexp.MustCompile(`(?m)^\x{FEFF}?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z `)
	colours    = regexp.MustCompile("\x1b\\[[0-?]*[ -/]*[@-~]")
	failing    = regexp.MustCompile(`(?i)##\[error\]|\b(?:errors?|failed|failures?|fatal|panic|exception|undefined|assert\w*|cannot|unexpected)\b|^\s*(?:FAIL|not ok|E  )`)
	noneFailed = regexp.MustCompile(`(?i)\b0 (?:errors?|failed|failures?)\b`)
)

// telling gives the lines of a log that tell what failed, the last of them
// where there are many: a run stops soon after. A log in which no line looks
// like a failure is told by its end.
func telling(log string) string {
	lines := strings.Split(strings.TrimRight(plainText(log), "\n"), "\n")
	keep := make([]bool, len(lines))
	found := false
	for i, line := range lines {
		if !failing.MatchString(line) || noneFailed.MatchString(line) {
			continue
		}
		found = true
		for n := max(0, i-above); n < min(len(lines), i+behind+1); n++ {
			keep[n] = true
		}
	}
	if !found {
		return strings.Join(lines[max(0, len(lines)-mostLines):], "\n")
	}
	var kept []string
	for i, line := range lines {
		switch {
		case keep[i]:
			kept = append(kept, line)
		case len(kept) > 0 && kept[len(kept)-1] != "…":
			kept = append(kept, "…")
		}
	}
	return strings.Join(kept[max(0, len(kept)-mostLines):], "\n")
}

// plainText takes times, colours, the words that fold a log, and credentials
// out of it.
func plainText(log string) string {
	log = colours.ReplaceAllString(stampAhead.ReplaceAllString(strings.ToValidUTF8(log, "?"), ""), "")
	log = strings.NewReplacer("\r\n", "\n", "##[error]", "error: ", "##[endgroup]\n", "", "##[group]", "").Replace(log)
	return pull.Hush(hush(log))
}

// boundedLog puts the places in the code before the lines of the log, and
// keeps the end of what is too long.
func boundedLog(notes, lines string) string {
	text := strings.TrimSpace(strings.TrimSpace(notes) + "\n" + lines)
	if len(text) > mostBytes {
		text = "…" + strings.ToValidUTF8(text[len(text)-mostBytes:], "")
	}
	return text
}
