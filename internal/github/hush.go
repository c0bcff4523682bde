package github

import "regexp"

// credentials are what a host, or a proxy before it, may repeat of a request:
// tokens by GitHub's prefixes, and whatever follows the word of a scheme.
var credentials = regexp.MustCompile(`\b(?:gh[pousr]_|github_pat_)\w{8,}|(?i)\b(bearer|basic)[ +][\w.~+/=-]{8,}`)

// hush takes credentials out of a text that the host wrote.
func hush(text string) string { return credentials.ReplaceAllString(text, "(credential)") }
