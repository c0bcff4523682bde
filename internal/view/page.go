package view

import (
	"strings"
	"time"
	"unicode"
)

// Page is what text is made for. Live false: a pipe, with words for glyphs, ISO
// times for "3 min ago". Unicode false: words as well, and dots for an
// ellipsis. Width is kept between 40 and 120, 0 is 80.
type Page struct {
	Width   int
	Color   bool
	Unicode bool
	Live    bool
}

// sign is how a line stands.
type sign int

const (
	holds sign = iota
	atWork
	waits
	yours
	against
	unknown
)

var signs = []struct{ glyph, word, color string }{
	holds:   {"✓", "ok", "32"},
	atWork:  {"▸", "do", "34"},
	waits:   {"·", "wait", "2"},
	yours:   {"?", "you", "33"},
	against: {"✗", "no", "31"},
	unknown: {"~", "gap", "35"},
}

func (p Page) width() int {
	if p.Width == 0 {
		return 80
	}
	return min(max(p.Width, 40), 120)
}

func (p Page) glyphs() bool { return p.Live && p.Unicode }

// mark prints a sign, as wide as every other of the page.
func (p Page) mark(s sign) string {
	if p.glyphs() {
		return p.paint(signs[s].glyph, signs[s].color)
	}
	word := signs[s].word
	return p.paint(word, signs[s].color) + strings.Repeat(" ", 4-len(word))
}

func (p Page) markWidth() int {
	if p.glyphs() {
		return 1
	}
	return 4
}

func (p Page) paint(text, color string) string {
	if !p.Color {
		return text
	}
	return "\x1b[" + color + "m" + text + "\x1b[0m"
}

func (p Page) ellipsis() string {
	if p.Unicode {
		return "…"
	}
	return "..."
}

// clean makes outside words harmless for a terminal: one line, no controls,
// no direction marks, no zero-width characters.
func clean(text string) string { return oneLine(text) }

// cells is how wide text is on a terminal.
func cells(text string) int {
	n := 0
	for _, r := range text {
		n += cell1(r)
	}
	return n
}

func cell1(r rune) int {
	switch {
	case unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Me, r) || unicode.Is(unicode.Cf, r):
		return 0
	case r >= 0x1100 && r <= 0x115F, r >= 0x2E80 && r <= 0xA4CF, r >= 0xAC00 && r <= 0xD7A3, r >= 0xF900 && r <= 0xFAFF,
		r >= 0xFE30 && r <= 0xFE6F, r >= 0xFF00 && r <= 0xFF60, r >= 0xFFE0 && r <= 0xFFE6, r >= 0x1F300 && r <= 0x1FAFF, r >= 0x20000 && r <= 0x3FFFD:
		return 2
	}
	return 1
}

// end cuts text at its end to width cells.
func (p Page) end(text string, width int) string {
	if cells(text) <= width {
		return text
	}
	return strings.TrimRight(take(text, width-cells(p.ellipsis())), " ") + p.ellipsis()
}

// middle cuts a path in its middle: its root and its file stay.
func (p Page) middle(text string, width int) string {
	if cells(text) <= width {
		return text
	}
	room := max(width-cells(p.ellipsis()), 2)
	tail := []rune(text)
	for cells(string(tail)) > room-room/3 {
		tail = tail[1:]
	}
	return take(text, room/3) + p.ellipsis() + string(tail)
}

func take(text string, width int) string {
	used := 0
	for i, r := range text {
		if used += cell1(r); used > width {
			return text[:i]
		}
	}
	return text
}

// pad fills with blanks to width cells.
func pad(text string, width int) string {
	return text + strings.Repeat(" ", max(width-cells(text), 0))
}

// spread sets left and right at the two ends of a line; left gives way.
func (p Page) spread(left, right string) string {
	room := p.width() - cells(right) - 1
	return pad(p.end(left, room), room) + " " + right
}

// wrap breaks text at its blanks; the first line begins after used cells, the
// others after indent. A word that is too wide stays whole, and a link stays on
// its line, so that a search finds it beside what it belongs to.
func (p Page) wrap(text string, used, indent int) string {
	var out strings.Builder
	at, blanks := used, 0
	for i, word := range strings.Split(strings.TrimSpace(text), " ") {
		if word == "" { // columns are two blanks apart
			blanks++
			continue
		}
		size := cells(word)
		switch {
		case i == 0:
		case at+1+blanks+size > p.width() && !strings.HasPrefix(word, "http"):
			out.WriteString("\n" + strings.Repeat(" ", indent))
			at = indent
		default:
			out.WriteString(strings.Repeat(" ", 1+blanks))
			at += 1 + blanks
		}
		blanks = 0
		out.WriteString(word)
		at += size
	}
	return out.String()
}

// clock prints an instant: the time of day, or ISO in a pipe.
func (p Page) clock(t, now time.Time) string {
	if !p.Live {
		return stamp(t).Format(time.RFC3339)
	}
	t = t.In(now.Location())
	if t.YearDay() != now.YearDay() || t.Year() != now.Year() {
		return t.Format("Jan 2 15:04")
	}
	return t.Format("15:04")
}

// timestamp heads a line of a timeline.
func (p Page) timestamp(t, now time.Time) string {
	if !p.Live {
		return stamp(t).Format(time.RFC3339)
	}
	return t.In(now.Location()).Format("15:04:05")
}

// ago prints how long something has been.
func (p Page) ago(t, now time.Time) string {
	if !p.Live {
		return stamp(t).Format(time.RFC3339)
	}
	return took(now.Sub(t)) + " ago"
}

// Clean is outside words made fit for one line of a terminal.
func Clean(text string) string { return clean(text) }
