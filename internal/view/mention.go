package view

import (
	"regexp"
	"strings"
)

// mention is what GitHub turns into a notification: an @ that no word character
// precedes, and a name, perhaps of a team.
var mention = regexp.MustCompile(`(^|[^A-Za-z0-9_])(@[A-Za-z0-9][A-Za-z0-9-]*(?:/[A-Za-z0-9._-]+)?)`)

// spans walks one line from code span to code span. Mentions outside of code
// are put into code, where GitHub notifies nobody; HTML and images are shown
// as text; backticks that open no code are escaped, so that they cannot pair
// with ours. What is code already stays as it is.
func spans(text string) string {
	out := ""
	for text != "" {
		start := strings.IndexByte(text, '`')
		if start < 0 {
			return apart(out, prose(text))
		}
		before, run := text[:start], leading(text[start:])
		text = text[start+run:]
		end := closingRun(text, run)
		switch {
		case oddBackslashes(before): // each backtick of the run gets a backslash of its own below
			out = apart(out, prose(before[:start-1])) + strings.Repeat("\\`", run)
		case end < 0:
			out = apart(out, prose(before)) + strings.Repeat("\\`", run)
		default:
			mark := strings.Repeat("`", run)
			out = apart(apart(out, prose(before)), mark+text[:end]+mark)
			text = text[end+run:]
		}
	}
	return out
}

// apart keeps two pieces of code from becoming one.
func apart(before, after string) string {
	if strings.HasSuffix(before, "`") && !strings.HasSuffix(before, "\\`") && strings.HasPrefix(after, "`") {
		return before + " " + after
	}
	return before + after
}

// leading counts the backticks that text begins with.
func leading(text string) int { return len(text) - len(strings.TrimLeft(text, "`")) }

func oddBackslashes(text string) bool {
	return (len(text)-len(strings.TrimRight(text, `\`)))%2 == 1
}

// closingRun finds the run of exactly n backticks that ends a code span; -1: none.
func closingRun(text string, n int) int {
	for at := 0; at < len(text); {
		start := strings.IndexByte(text[at:], '`')
		if start < 0 {
			return -1
		}
		at += start
		run := leading(text[at:])
		if run == n {
			return at
		}
		at += run
	}
	return -1
}

var (
	tag     = regexp.MustCompile(`<([A-Za-z/!?])`)
	address = regexp.MustCompile(`https?://[A-Za-z0-9._~/:%?#=&+-]*/$`)
)

// prose is text outside of code.
func prose(text string) string {
	text = tag.ReplaceAllString(strings.ReplaceAll(text, "![", "["), "&lt;$1")
	out, last := "", 0
	for _, m := range mention.FindAllStringSubmatchIndex(text, -1) {
		if address.MatchString(text[:m[4]]) {
			continue // an @ in the path of a web address is part of the link
		}
		out += text[last:m[4]] + "`" + text[m[4]:m[5]] + "`"
		last = m[5]
	}
	return out + text[last:]
}
