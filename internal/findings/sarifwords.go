package findings

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// placeholder is {0} of a message with arguments, or a brace written twice.
var placeholder = regexp.MustCompile(`\{\{|\}\}|\{\d+\}`)

// placeLink is a link to one of the result's own places, [here](3).
var placeLink = regexp.MustCompile(`\[((?:[^\[\]\\]|\\.)*)\]\((\d+)\)`)

// unescaped takes the backslashes off the text of a link (3.11.6).
var unescaped = strings.NewReplacer(`\\`, `\`, `\[`, `[`, `\]`, `]`)

// message is the plain text of a result (3.11): looked up where the result only
// names it, its arguments put in, links to places named by them. The Markdown
// form is not read: whoever writes a file could hide things in it.
func (r *sarifReader) message(s sarifResult, rule descriptor) string {
	text := s.Message.Text
	if text == "" {
		text = cmp.Or(rule.Messages[s.Message.ID].Text, r.run.Tool.Driver.Messages[s.Message.ID].Text)
	}
	if len(s.Message.Arguments) > 0 {
		text = placeholder.ReplaceAllStringFunc(text, func(mark string) string {
			if n, err := strconv.Atoi(strings.Trim(mark, "{}")); err == nil && n < len(s.Message.Arguments) {
				return s.Message.Arguments[n]
			}
			return mark[:1]
		})
	}
	return placeLink.ReplaceAllStringFunc(text, func(link string) string {
		parts := placeLink.FindStringSubmatch(link)
		return unescaped.Replace(parts[1]) + r.linked(s, parts[2])
	})
}

// linked names the place of a result that a link means.
func (r *sarifReader) linked(s sarifResult, id string) string {
	for _, l := range slices.Concat(s.Locations, s.Related) {
		if l.ID == nil || strconv.Itoa(*l.ID) != id || l.Physical == nil {
			continue
		}
		if where := r.spot(l.Physical.Artifact); where.path != "" && l.Physical.Region.StartLine > 0 {
			return fmt.Sprintf(" (`%s`, line %d)", where.path, l.Physical.Region.StartLine)
		}
	}
	return ""
}
