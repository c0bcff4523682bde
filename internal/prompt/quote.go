package prompt

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Quote puts a bar before every line of outside words. Control characters are
// left out, so that no terminal and no parser sees another line than we do.
func Quote(text string) string {
	lines := strings.Split(strings.TrimRight(printable(text), "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight("| "+line, " ")
	}
	return strings.Join(lines, "\n")
}

// How many bytes of a long text a brief shows: of an ask, of a hunk, of a fact.
const (
	bodyRoom = 420
	hunkRoom = 220
	factRoom = 800
)

// scope says how much of a text is shown: all of it, or a part, where source
// has the rest: a file, or the output of a command.
type scope struct{ source string }

func (s scope) whole(text string, room int) bool { return s.source == "" || len(text) <= room+room/4 }

// notice says once where what is cut stands whole.
func (s scope) notice() string {
	if s.source == "" {
		return ""
	}
	return "Long texts are cut here; each stands whole in " + s.source + ", at the place that its cut names.\n"
}

// ends quotes the beginning of a text, where an ask says what it is, and its
// end, where the last word on it stands.
func (s scope) ends(text string, room int, place string) string {
	if s.whole(text, room) {
		return Quote(text)
	}
	first, last := upTo(text, 3*room/4), from(text, len(text)-room/4)
	return Quote(first) + "\n" + left(len(text)-len(first)-len(last), place) + "\n" + Quote(last)
}

// end quotes the end of a hunk: its last line is the one that was spoken of.
func (s scope) end(text string, room int, place string) string {
	if s.whole(text, room) {
		return Quote(text)
	}
	last := from(text, len(text)-room)
	return left(len(text)-len(last), place) + "\n" + Quote(last)
}

func left(bytes int, place string) string {
	return fmt.Sprintf("(%d bytes left out: %s)", bytes, place)
}

// upTo cuts behind the last white space before a length, else at a letter.
func upTo(text string, length int) string {
	for length > 0 && !utf8.RuneStart(text[length]) {
		length--
	}
	if space := strings.LastIndexAny(text[:length], " \n"); space > length/2 {
		length = space + 1
	}
	return text[:length]
}

// from cuts behind the first white space after a place, else at a letter.
func from(text string, at int) string {
	for at < len(text) && !utf8.RuneStart(text[at]) {
		at++
	}
	if space := strings.IndexAny(text[at:], " \n"); space >= 0 && space < (len(text)-at)/2 {
		at += space + 1
	}
	return text[at:]
}

func oneLine(text string) string { return strings.Join(strings.Fields(printable(text)), " ") }

// printable drops control characters and other ways to break a line or to
// change the order of reading.
func printable(text string) string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n", "\v", "\n", "\f", "\n", "\u0085", "\n").Replace(text)
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r < 0x20 || r == 0x7f || r >= 0x80 && r < 0xa0:
			return -1
		case r >= 0x200b && r <= 0x200f || r >= 0x202a && r <= 0x202e || r >= 0x2060 && r <= 0x2069 || r == 0xfeff || r >= 0xe0000 && r <= 0xe007f:
			return -1
		}
		return r
	}, text)
}
