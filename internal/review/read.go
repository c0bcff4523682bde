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
	severities = regexp.MustCompile(`(?i)\b(critical|high|medium|low)\b`)
	placeSpan  = regexp.MustCompile("`([^`\n:]+)(?::(\\d+)(?:-(\\d+))?)?`")
)

// Read reads a finding back out of the comment that view.FindingBody wrote, as
// far as it can be told: title, severity, category, rule, confidence, body. The
// place is the thread's to tell. A comment of another form gives its first line
// as title and all the rest as body.
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
	f.Body = strings.TrimSpace(strings.Join(readPlace(&f, lines), "\n"))
	if f.Severity == "" {
		f.Severity = severityIn(comment)
	}
	return f
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
			f.Confidence, _ = strconv.Atoi(number[1])
		case strings.HasPrefix(part, "`"):
			f.Rule = strings.Trim(part, "`")
		default:
			f.Category = part
		}
	}
}

// readPlace takes the line that a comment away from its lines ends with.
func readPlace(f *feedback.Finding, lines []string) []string {
	var rest []string
	for _, line := range lines {
		m := aboutLines.FindStringSubmatch(line)
		if m == nil {
			rest = append(rest, line)
			continue
		}
		f.Line, _ = strconv.Atoi(m[1])
		if m[2] != "" {
			f.Start = f.Line
			f.Line, _ = strconv.Atoi(m[2])
		}
	}
	return rest
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
