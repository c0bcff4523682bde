package feedback

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/settlehq/settle/internal/pull"
)

// Origin says that the lines which an ask is about were brought by a commit of
// ours: the finding was born from a fix.
type Origin struct {
	At     At       `json:"at"`
	Commit pull.Oid `json:"commit"`
}

// Edit is one run of lines that a commit changed, its words kept as digests:
// enough to see that a later edit takes it back.
type Edit struct {
	Path   string `json:"path"`
	Before string `json:"before,omitempty"` // what was taken away; empty: nothing
	After  string `json:"after,omitempty"`  // what was put there; empty: nothing
}

// EditOf makes the Edit of removed and added lines. Indentation and empty lines
// do not count. It reports false for an edit with too little in it to be known
// again.
func EditOf(path string, removed, added []string) (Edit, bool) {
	before, n := linesDigest(removed)
	after, m := linesDigest(added)
	return Edit{Path: path, Before: before, After: after}, before != after && n+m >= Telling
}

// Undoes reports that e puts back what the earlier edit took away, and takes
// away what it put there.
func (e Edit) Undoes(earlier Edit) bool {
	return e.Path == earlier.Path && e.Before == earlier.After && e.After == earlier.Before
}

// linesDigest also counts the letters and digits; nothing said is no digest.
func linesDigest(lines []string) (digest string, letters int) {
	sum := sha256.New()
	for _, line := range lines {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		sum.Write([]byte(line + "\n"))
		letters += Letters(line)
	}
	if letters == 0 {
		return "", 0
	}
	return hex.EncodeToString(sum.Sum(nil)[:8]), letters
}
