package mark

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// Seal closes a text that leaves the house, so that a change of it is seen by
// whoever has our key. It names the key without telling it.
func (s Secret) Seal(text []byte) string {
	sum := hmac.New(sha256.New, s)
	sum.Write([]byte("record\n"))
	sum.Write(text)
	return s.name() + ":" + hex.EncodeToString(sum.Sum(nil)[:16])
}

// Sealed reports whether a seal was made with our key, and, if so, whether the
// text is still the one that it was made for.
func (s Secret) Sealed(text []byte, seal string) (ours, whole bool) {
	if name, _, _ := strings.Cut(seal, ":"); len(s) == 0 || name != s.name() {
		return false, false
	}
	return true, hmac.Equal([]byte(seal), []byte(s.Seal(text)))
}

// name tells two keys apart.
func (s Secret) name() string {
	sum := sha256.Sum256(append([]byte("name of a key\n"), s...))
	return hex.EncodeToString(sum[:4])
}
