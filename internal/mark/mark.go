// Package mark writes our key into a comment or a commit, and reads it back.
//
// A mark is the receipt of an outward deed: after a lost answer the next
// snapshot shows whether the deed happened. The package promises that what it
// wrote it reads again, byte for byte, and that a mark altered or copied to
// another pull request is told from a genuine one. It refuses to decide who may
// speak for us: callers count a mark only in a comment of our own account.
package mark

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"strings"
)

// Kind says what the marked comment is.
type Kind string

// The kinds of comment we leave a mark in.
const (
	Reply    Kind = "reply"
	Ask      Kind = "ask"
	Report   Kind = "report"
	FollowUp Kind = "followup"
	Finding  Kind = "finding" // of a reviewer of ours; the word: commit and signature
	Review   Kind = "review"  // the summary of such a reviewer, and the body of its review
	Still    Kind = "still"   // its word that what was said to be fixed is not; the word: commit
	Tell     Kind = "tell"
)

// Digest is the short form of a key: the first 16 hex digits of its SHA-256.
type Digest string

// DigestOf shortens a readable key.
func DigestOf(key string) Digest {
	sum := sha256.Sum256([]byte(key))
	return Digest(hex.EncodeToString(sum[:8]))
}

// Mark is one receipt. Word carries what must survive a lost database: for a
// reply the disposition, for a finding the commit and the signature; at most 120
// of [0-9a-z_.-]. Proved is set by Read when the mac is ours.
type Mark struct {
	Kind   Kind   `json:"kind"`
	Digest Digest `json:"digest"`
	Word   string `json:"word,omitempty"`
	Proved bool   `json:"proved"`
}

// Secret keys the mac: 32 random bytes kept in the store. It is safe for use
// by several goroutines as long as nobody changes the bytes.
type Secret []byte

// pattern is version 1 of the format; another form needs another version word,
// so that an upgrade never doubles an open deed.
var pattern = regexp.MustCompile(`<!-- settle:v1 ([a-z]+):([0-9a-f]{16})(?::([0-9a-z_.-]{1,120}))? mac=([0-9a-f]{32}) -->`)

// Write gives the last line of one of our comments. Subject is the printed
// pull request; it is part of the mac, so a mark cannot move to another one.
func (s Secret) Write(subject string, m Mark) string {
	return fmt.Sprintf("<!-- settle:v1 %s mac=%s -->", m.payload(), s.mac(subject, m))
}

// Read finds every mark of a body, in order. Marks whose mac is not ours are
// returned with Proved false: after a lost database they may still be adopted.
func (s Secret) Read(subject, body string) []Mark {
	var found []Mark
	for _, part := range pattern.FindAllStringSubmatch(body, -1) {
		m := Mark{Kind: Kind(part[1]), Digest: Digest(part[2]), Word: part[3]}
		m.Proved = hmac.Equal([]byte(part[4]), []byte(s.mac(subject, m)))
		found = append(found, m)
	}
	return found
}

// Strip removes every mark, genuine or not, from text that is shown or quoted.
func Strip(body string) string {
	return strings.TrimRight(pattern.ReplaceAllString(body, ""), "\n ")
}

func (m Mark) payload() string {
	text := string(m.Kind) + ":" + string(m.Digest)
	if m.Word != "" {
		text += ":" + m.Word
	}
	return text
}

func (s Secret) mac(subject string, m Mark) string {
	sum := hmac.New(sha256.New, s)
	sum.Write([]byte(subject + "\n" + m.payload()))
	return hex.EncodeToString(sum.Sum(nil)[:16])
}
