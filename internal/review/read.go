package review

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/pull"
)

var (
	boldLine   = regexp.MustCompile(`^\*\*(.+)\*\*$`)
	heading    = regexp.MustCompile(`^#{1,6} +(.+)$`)
	metaLine   = regexp.MustCompile(`^\*([^*].*)\*$`)
	confidence = regexp.MustCompile(`^confidence ([0-9]{1,2})/10$`)
	aboutLines = regexp.MustCompile(`^\(about lines? (\d+)(?: to (\d+))?\)$`)
	alsoAt     = regexp.MustCompile("^Also at `.*\\.$")
	putAside   = regexp.MustCompile(`^This was put aside before as .*; it is worse than was known then\.$`)
	inPlaceOf  = regexp.MustCompile(`^In place of lines? \d+(?: to \d+)?:$`)
	tooLong    = regexp.MustCompile(`^\(Its suggestion of \d+ lines? is too long to be shown here\.\)$`)
	severities = regexp.MustCompile(`(?i)\b(critical|high|medium|low)\b`)
	placeSpan  = regexp.MustCompile("`([^`\n:]+)(?::(\\d+)(?:-(\\d+))?)?`")
)

// Read reads a finding back out of the comment that view.FindingBody wrote: all
// but its place, which is the thread's to tell, as far as the words do not. A
// comment of another form gives its first line as title and the rest as body.
func Read(comment string) feedback.Finding {
	lines := strings.Split(plain(comment), "\n")
	f := feedback.Finding{Title: titleOf(lines[0])}
	lines = lines[1:]
	if len(lines) > 0 {
		if m := metaLine.FindStringSubmatch(lines[0]); m != nil {
			readMeta(&f, m[1])
			lines = lines[1:]
		}
	}
	for _, read := range []func(*feedback.Finding, []string) []string{readSuggestion, readAbout, readOthers, readAgain} {
		lines = read(&f, trimmed(lines))
	}
	f.Body = strings.TrimSpace(strings.Join(lines, "\n"))
	if f.Severity == "" {
		f.Severity = severityIn(comment)
	}
	return f
}

// trimmed takes the empty lines off the end.
func trimmed(lines []string) []string {
	for len(lines) > 0 && strings.TrimSpace(lines[len(lines)-1]) == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// plain is a comment without its marks.
func plain(comment string) string {
	text := earlier.ReplaceAllString(mark.Strip(strings.ReplaceAll(comment, "\r\n", "\n")), "")
	seen, _ := pull.Visible(text)
	return strings.TrimSpace(seen)
}

func titleOf(line string) string {
	line = strings.TrimSpace(line)
	for _, form := range []*regexp.Regexp{boldLine, heading} {
		if m := form.FindStringSubmatch(line); m != nil {
			return strings.Trim(m[1], "* ")
		}
	}
	return line
}

// readMeta reads the line below the title, part by part.
func readMeta(f *feedback.Finding, line string) {
	for _, part := range strings.Split(line, " · ") {
		severity, known := feedback.Severity(part)
		number := confidence.FindStringSubmatch(part)
		switch {
		case known && f.Severity == "":
			f.Severity = severity
		case number != nil:
			f.Confidence = atoi(number[1])
		case strings.HasPrefix(part, "`"):
			f.Rule = strings.Trim(part, "`")
		default:
			f.Category = part
		}
	}
}

// readSuggestion takes the block that a comment ends with: one that can be
// applied, one below words that say for which lines it is, or the note that it
// was too long.
func readSuggestion(f *feedback.Finding, lines []string) []string {
	if len(lines) == 0 {
		return lines
	}
	last := len(lines) - 1
	if tooLong.MatchString(lines[last]) {
		return lines[:last]
	}
	fence := lines[last]
	if len(fence) < 3 || strings.Trim(fence, "`") != "" {
		return lines
	}
	for i := last - 1; i >= 0; i-- {
		text := strings.Join(lines[i+1:last], "\n")
		switch {
		case lines[i] == fence+"suggestion":
			f.Suggestion = &text
			return lines[:i]
		case lines[i] == fence && i >= 2 && inPlaceOf.MatchString(lines[i-2]):
			f.Suggestion = &text
			return lines[:i-2]
		case strings.HasPrefix(lines[i], fence):
			return lines
		}
	}
	return lines
}

// readAbout takes the line that tells the lines, where the comment's place does not.
func readAbout(f *feedback.Finding, lines []string) []string {
	m := lastLine(lines, aboutLines)
	if m == nil {
		return lines
	}
	f.Line = atoi(m[1])
	if m[2] != "" {
		f.Start, f.Line = f.Line, atoi(m[2])
	}
	return lines[:len(lines)-1]
}

// readOthers takes the line that names the other places.
func readOthers(f *feedback.Finding, lines []string) []string {
	if lastLine(lines, alsoAt) == nil {
		return lines
	}
	for _, m := range placeSpan.FindAllStringSubmatch(lines[len(lines)-1], -1) {
		place := feedback.Place{Path: m[1], Line: atoi(m[2])}
		if m[3] != "" {
			place.Start, place.Line = place.Line, atoi(m[3])
		}
		f.Others = append(f.Others, place)
	}
	return lines[:len(lines)-1]
}

// readAgain takes the line that says why it is raised once more.
func readAgain(_ *feedback.Finding, lines []string) []string {
	if lastLine(lines, putAside) == nil {
		return lines
	}
	return lines[:len(lines)-1]
}

func lastLine(lines []string, form *regexp.Regexp) []string {
	if len(lines) == 0 {
		return nil
	}
	return form.FindStringSubmatch(lines[len(lines)-1])
}

// atoi of digits that a pattern found; a number that is none is 0.
func atoi(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

// severityIn finds the first word of a severity; low where there is none, so
// that a worse one is told.
func severityIn(text string) string {
	if m := severities.FindString(text); m != "" {
		return strings.ToLower(m)
	}
	return feedback.Severities[len(feedback.Severities)-1]
}

// readInSummary reads a finding that stands in the summary only: the line right
// above its title names the file in code.
func readInSummary(text string) feedback.Finding {
	lines := strings.Split(plain(text), "\n")
	first := 0
	for i, line := range lines {
		if boldLine.MatchString(line) && i+1 < len(lines) && metaLine.MatchString(lines[i+1]) {
			first = i
		}
	}
	f := Read(strings.Join(lines[first:], "\n"))
	above := strings.TrimSpace(strings.Join(lines[:first], "\n"))
	if m := placeSpan.FindStringSubmatch(above[strings.LastIndex(above, "\n")+1:]); m != nil {
		f.Path = m[1]
	}
	return f
}

// codeOf gives the lines that a comment was written at, out of its hunk: the last ones of
// the finding's side.
func codeOf(hunk string, f feedback.Finding) string {
	other := byte('-')
	if f.Side == "LEFT" {
		other = '+'
	}
	var lines []string
	for line := range strings.SplitSeq(strings.TrimRight(hunk, "\r\n"), "\n") {
		if line == "" || line[0] == other || line[0] == '@' || line[0] == '\\' {
			continue
		}
		lines = append(lines, line[1:])
	}
	count := 1
	if f.Start > 0 && f.Start < f.Line {
		count = f.Line - f.Start + 1
	}
	if f.Line == 0 {
		return ""
	}
	return strings.Join(lines[max(0, len(lines)-count):], "\n")
}
