package review

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode"

	"github.com/settlehq/settle/internal/feedback"
)

// Sign is what a finding is about, short enough for a mark: digests of its rule,
// of the code without its white space, and of the letters and digits of its
// title, joined by dots. The place is no part of it: code moves.
func Sign(f feedback.Finding, region string) string {
	return digest(8, strings.ToLower(f.Rule)) + "." + digest(12, bare(region)) + "." + digest(12, spoken(f.Title))
}

// tool is the last part of the signature that a mark carries: who found it.
func tool(name string) string { return digest(8, strings.ToLower(strings.TrimSpace(name))) }

// toolOf a mark's signature; empty where it names none.
func toolOf(signature string) string {
	if parts := strings.Split(signature, "."); len(parts) == 4 {
		return parts[3]
	}
	return ""
}

func digest(digits int, text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])[:digits]
}

// bare is code without white space: indentation is no change.
func bare(code string) string { return strings.Join(strings.Fields(code), "") }

// sameCode: both are known, and differ by white space at most.
func sameCode(a, b string) bool { return bare(a) != "" && bare(a) == bare(b) }

// spoken are the letters and digits of a text, in lower case.
func spoken(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}
