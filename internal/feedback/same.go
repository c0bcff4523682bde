package feedback

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode"
)

// SameAsk reports that a reviewer raises what the same reviewer has raised
// before: the same words about the same line of the same file, wherever the
// line stands by now. It prefers to miss: other words, or another line of
// code, are another ask.
func SameAsk(a, b Item) bool { return SameWords(a, b) && Anchor(a) == Anchor(b) }

// AskKey is a text that two items share exactly when they are the same ask, to
// look for it among many; empty where an item has no words to compare.
func AskKey(i Item) string {
	title := spoken(i.Title)
	if title == "" {
		return ""
	}
	return strings.Join([]string{i.Reviewer, i.By.Login, i.Where.Path, title, Anchor(i)}, "\x00")
}

// SameWords reports that a reviewer says of a file what the same reviewer has
// said of it before, whatever line it points at.
func SameWords(a, b Item) bool {
	title := spoken(a.Title)
	return a.Reviewer == b.Reviewer && a.By.Login == b.By.Login && a.Where.Path == b.Where.Path &&
		title != "" && title == spoken(b.Title)
}

// Anchor is the line of code that an item was said about, without its
// indentation: the last line of its hunk. Empty: none is known, or it is a line
// that the change removed.
func Anchor(i Item) string {
	lines := strings.Split(strings.TrimRight(i.Hunk, "\r\n"), "\n")
	last := lines[len(lines)-1]
	if last == "" || last[0] != ' ' && last[0] != '+' {
		return ""
	}
	return strings.TrimSpace(last[1:])
}

// FailureKey is a digest that two runs of a check share exactly when they failed
// with the same words: its name, how it ended, what its log tells. Figures do
// not count, since times and numbers of lines differ from run to run.
func FailureKey(i Item) string {
	letters := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return r
		}
		return -1
	}, i.Body)
	sum := sha256.Sum256([]byte(i.By.Login + "\x00" + i.Title + "\x00" + letters))
	return hex.EncodeToString(sum[:8])
}

// spoken are the letters and digits of a text, in lower case.
func spoken(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

// Telling is how many letters and digits a piece of code has at least to be
// known again: a brace alone is everywhere.
const Telling = 8

// Letters counts the letters and digits of a text.
func Letters(text string) int {
	n := 0
	for _, r := range text {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			n++
		}
	}
	return n
}
