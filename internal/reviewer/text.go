package reviewer

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/settlehq/settle/internal/policy"
)

// patterns keeps compiled expressions; config has refused the bad ones, and one
// that still does not compile matches nothing.
var patterns sync.Map

func compiled(pattern string) *regexp.Regexp {
	if kept, ok := patterns.Load(pattern); ok {
		return kept.(*regexp.Regexp)
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		re = regexp.MustCompile(`[^\s\S]`)
	}
	patterns.Store(pattern, re)
	return re
}

// group gives the named group of the first match, or "".
func group(pattern, name, text string) string {
	re := compiled(pattern)
	match, index := re.FindStringSubmatch(text), re.SubexpIndex(name)
	if match == nil || index < 0 {
		return ""
	}
	return strings.TrimSpace(match[index])
}

var bold = regexp.MustCompile(`\*\*([^*\n]+)\*\*`)

// fenced is a block of code: its stars are no emphasis.
var fenced = regexp.MustCompile("(?ms)^ {0,3}(`{3,}|~{3,}).*?(?:^ {0,3}(?:`{3,}|~{3,})[ \\t]*$|\\z)")

// titleLength bounds a title in runes.
const titleLength = 120

func title(def policy.Definition, body string) string {
	found := ""
	switch def.Findings.Title {
	case "first_bold":
		if m := bold.FindStringSubmatch(fenced.ReplaceAllString(body, "")); m != nil {
			found = m[1]
		}
	case "", "first_line":
	default:
		found = group(def.Findings.Title, "title", body)
	}
	if found == "" {
		found = firstLine(body)
	}
	if runes := []rune(found); len(runes) > titleLength {
		return string(runes[:titleLength-1]) + "…"
	}
	return found
}

// firstLine skips headings' marks, comments and blank lines.
func firstLine(body string) string {
	for line := range strings.SplitSeq(body, "\n") {
		line = strings.Trim(strings.TrimSpace(line), "#*_ ")
		if line != "" && !strings.HasPrefix(line, "<!--") && !strings.HasPrefix(line, "```") {
			return line
		}
	}
	return ""
}

func severity(def policy.Definition, body string) string {
	if def.Findings.Severity == "" {
		return ""
	}
	return strings.ToLower(group(def.Findings.Severity, "severity", body))
}

func livesIn(def policy.Definition, surface string) bool {
	return slices.Contains(def.Findings.From, surface)
}

// skipped: no finding by its words, or a summary that the bot rewrites in place.
func skipped(def policy.Definition, body string) bool {
	summary := func(s policy.Signal) bool { return s.Body != "" && compiled(s.Body).MatchString(body) }
	return slices.ContainsFunc(def.Summaries, summary) || slices.ContainsFunc(def.Findings.Skip, func(p string) bool { return compiled(p).MatchString(body) })
}

func decimal(id int64) string { return strconv.FormatInt(id, 10) }
