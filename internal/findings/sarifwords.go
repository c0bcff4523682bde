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
	text = cut(text, longMessage)
	if len(s.Message.Arguments) > 0 {
		text = filled(text, s.Message.Arguments)
	}
	places := map[string]location{}
	for _, l := range slices.Concat(s.Related, s.Locations) {
		if l.ID != nil {
			places[strconv.Itoa(*l.ID)] = l
		}
	}
	return placeLink.ReplaceAllStringFunc(text, func(link string) string {
		parts := placeLink.FindStringSubmatch(link)
		return unescaped.Replace(parts[1]) + r.named(places[parts[2]])
	})
}

// longMessage bounds a message, in characters, also with its arguments in it: a
// short text may name a long one many times.
const longMessage = 20000

// filled puts arguments in the place of {0}, {1} and so on.
func filled(text string, arguments []string) string {
	var out strings.Builder
	end := 0
	for _, found := range placeholder.FindAllStringIndex(text, -1) {
		out.WriteString(text[end:found[0]])
		mark := text[found[0]:found[1]]
		if n, err := strconv.Atoi(strings.Trim(mark, "{}")); err == nil && n < len(arguments) {
			out.WriteString(cut(arguments[n], longMessage))
		} else {
			out.WriteString(mark[:1])
		}
		if end = found[1]; out.Len() > longMessage {
			break
		}
	}
	out.WriteString(text[end:])
	return cut(out.String(), longMessage)
}

// named is how a place is told within a sentence.
func (r *sarifReader) named(l location) string {
	if l.Physical == nil || l.Physical.Region.StartLine == 0 {
		return ""
	}
	where := r.spot(l.Physical.Artifact)
	if where.path == "" {
		return ""
	}
	return fmt.Sprintf(" (`%s`, line %d)", where.path, l.Physical.Region.StartLine)
}
