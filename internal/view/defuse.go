package view

import (
	"errors"
	"regexp"
	"strings"
	"unicode"

	"github.com/settlehq/settle/internal/pull"
)

// publicLimit bounds a public text, in characters; each piece of it has a
// bound of its own, so that the sum and the mark of perform fit.
const publicLimit = 4000

var errSecret = errors.New("text holds what looks like a credential and is not published")

// Secret reports that text holds what looks like a credential: a token of a
// known form, a private key, or a password in an address. It looks at form
// only; a false alarm costs a sentence, a miss costs a key.
func Secret(text string) bool { return pull.Credential(text) }

// words makes somebody else's words fit to stand in a public text of ours: one
// line of at most limit characters, without hidden markup, HTML, images,
// invisible characters or mentions that notify. One line, because lists,
// quotes and fences then cannot change what is code and what is prose.
func words(text string, limit int) string {
	text, _ = pull.Visible(text) // first: an invisible letter hides the beginning of a comment
	return spans(cut(oneLine(unhide(text)), limit))
}

// oneLine drops what a reader does not see, and makes every white space a blank.
func oneLine(text string) string {
	text = escapes.ReplaceAllString(strings.ToValidUTF8(text, "\uFFFD"), "")
	visible := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case invisible(r):
			return -1
		}
		return r
	}, text)
	return strings.Join(strings.Fields(visible), " ")
}

// escapes are the control sequences of a terminal (ECMA-48 CSI and OSC).
var escapes = regexp.MustCompile("\x1b\\[[0-?]*[ -/]*[@-~]|\x1b\\][^\x07\x1b]*(?:\x07|\x1b\\\\)")

// invisible characters: controls, direction marks, zero-width characters, tags.
func invisible(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r >= 0xE0000 && r <= 0xE0FFF
}

var (
	hiddenComment = regexp.MustCompile(`(?s)<!--.*?(?:-->|$)`)
	hiddenLink    = regexp.MustCompile(`!?\[\s*\]\([^)]*\)|(?m:^\s{0,3}\[[^\]\n]+\]:.*$)`)
)

// unhide removes HTML comments, also those that appear only once others are
// gone, and links that a page does not show.
func unhide(text string) string {
	for {
		less := hiddenLink.ReplaceAllString(hiddenComment.ReplaceAllString(text, ""), "")
		if less == text {
			return text
		}
		text = less
	}
}

// cut shortens to limit characters, the last of them an ellipsis.
func cut(text string, limit int) string {
	if runes := []rune(text); len(runes) > limit {
		return strings.TrimRight(string(runes[:limit-1]), " ") + "…"
	}
	return text
}

var webAddress = regexp.MustCompile(`^https?://[^\s<>()\[\]"'` + "`" + `]+$`)

// link gives an address as it is, or nothing where it is none.
func link(text string) string {
	if webAddress.MatchString(text) {
		return text
	}
	return ""
}

// published is the last look at a whole public text.
func published(text string) (string, error) {
	if Secret(text) {
		return "", errSecret
	}
	return text, nil
}
