package pull

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// Visible gives a text as a page shows it: without HTML comments and without
// characters that nobody sees or that change the order of reading. Hidden says
// what was taken, one phrase a kind. Inside a fenced block a comment is shown,
// and so is left.
func Visible(text string) (seen string, hidden []string) {
	unseen, turned := 0, 0
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t' || r == '\r':
			return r
		case turns(r):
			turned++
			return -1
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r >= 0xE0000 && r <= 0xE0FFF || r == 0x3164 || r == 0x115F || r == 0x1160:
			unseen++
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
	seen, comments := withoutComments(text)
	return seen, counted(comments, "HTML comment", unseen, "invisible character", turned, "direction mark")
}

// turns reports a character that changes the order of reading.
func turns(r rune) bool {
	return r == 0x061C || r == 0x200E || r == 0x200F || r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069
}

// counted words each kind that occurs.
func counted(pairs ...any) (phrases []string) {
	for i := 0; i < len(pairs); i += 2 {
		switch n := pairs[i].(int); n {
		case 0:
		case 1:
			phrases = append(phrases, fmt.Sprintf("1 %s", pairs[i+1]))
		default:
			phrases = append(phrases, fmt.Sprintf("%d %ss", n, pairs[i+1]))
		}
	}
	return phrases
}

// fence begins a block of code, as GitHub's Markdown has it.
var fence = regexp.MustCompile("(?m)^ {0,3}(`{3,}|~{3,})")

// withoutComments takes HTML comments out of prose, also those that appear only
// once others are gone. One that does not end hides all that follows.
func withoutComments(text string) (string, int) {
	total := 0
	for {
		rest, n := commentsOnce(text)
		total += n
		if n == 0 {
			return rest, total
		}
		text = rest
	}
}

func commentsOnce(text string) (string, int) {
	var out strings.Builder
	for n := 0; ; {
		open := strings.Index(text, "<!--")
		block := fence.FindStringSubmatchIndex(text)
		switch {
		case open < 0:
			out.WriteString(text)
			return out.String(), n
		case block != nil && block[0] < open:
			end := blockEnd(text, block[1], text[block[2]:block[3]])
			out.WriteString(text[:end])
			text = text[end:]
		default:
			n++
			out.WriteString(text[:open])
			_, text, _ = strings.Cut(text[open:], "-->")
		}
	}
}

// blockEnd is where the block that a fence opened has ended: behind the next
// line that begins with as long a fence, or at the end.
func blockEnd(text string, from int, opening string) int {
	for _, m := range fence.FindAllStringSubmatchIndex(text[from:], -1) {
		if strings.HasPrefix(text[from+m[2]:from+m[3]], opening) {
			return from + m[1]
		}
	}
	return len(text)
}
