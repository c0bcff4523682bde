package mark

import "strings"

// Names of the trailers that our commits carry (git-interpret-trailers form).
const (
	ItemTrailer = "Settle-Item"
	KeyTrailer  = "Settle-Key"
)

// Trailers gives the trailer lines of a commit: one Settle-Item for each
// item@version it answers, and the digest of the work's key.
func Trailers(items []string, key string) string {
	var text strings.Builder
	for _, item := range items {
		text.WriteString(ItemTrailer + ": " + item + "\n")
	}
	text.WriteString(KeyTrailer + ": " + string(DigestOf(key)) + "\n")
	return text.String()
}

// ReadTrailers reads the last paragraph of a commit message. A message without
// our trailers gives no items and an empty digest.
func ReadTrailers(message string) (items []string, key Digest) {
	paragraphs := strings.Split(strings.TrimSpace(message), "\n\n")
	for line := range strings.SplitSeq(paragraphs[len(paragraphs)-1], "\n") {
		name, value, ok := strings.Cut(line, ": ")
		switch {
		case !ok:
		case name == ItemTrailer:
			items = append(items, strings.TrimSpace(value))
		case name == KeyTrailer:
			key = Digest(strings.TrimSpace(value))
		}
	}
	return items, key
}
