package pull

import (
	"regexp"
	"strings"
)

// credentials are forms that may stand in no text which leaves the house, nor
// in one that is kept: tokens by their issuer's prefix, private keys, passwords
// in addresses.
var credentials = regexp.MustCompile(strings.Join([]string{
	`\bgh[pousr]_[A-Za-z0-9]{16,}`, `\bgithub_pat_[A-Za-z0-9_]{16,}`, `\bglpat-[A-Za-z0-9_-]{16,}`,
	`\b(?:AKIA|ASIA)[0-9A-Z]{16}\b`, `\bAIza[A-Za-z0-9_-]{35}`, `\bxox[abeoprs]-[A-Za-z0-9-]{10,}`,
	`\bsk-[A-Za-z0-9_-]{20,}`, `\bnpm_[A-Za-z0-9]{36}`, `\b[sr]k_live_[A-Za-z0-9]{16,}`,
	`\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.`, `-----BEGIN [A-Z ]*PRIVATE KEY`,
	`[a-z][a-z0-9+.-]*://[^\s/:@]+:[^\s/@]{6,}@`,
}, "|"))

// Credential reports that text holds what looks like a credential. It looks at
// form only; a false alarm costs a sentence, a miss costs a key.
func Credential(text string) bool { return credentials.MatchString(text) }

// privateKey is a key with all of its lines, to its end or the text's.
var privateKey = regexp.MustCompile(`(?s)-----BEGIN [A-Z ]*PRIVATE KEY.*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)`)

// Hush takes what looks like a credential out of a text that is kept.
func Hush(text string) string {
	return credentials.ReplaceAllString(privateKey.ReplaceAllString(text, "(credential)"), "(credential)")
}
