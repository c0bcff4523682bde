package pull

import "strings"

// shortest is how many digits of a commit's id name it at least.
const shortest = 7

// Holds gives the commit between base and head that an id, or the beginning of
// one, names.
func (s Snapshot) Holds(id Oid) (Oid, bool) {
	if len(id) < shortest {
		return "", false
	}
	for _, commit := range s.Commits {
		if strings.HasPrefix(string(commit), strings.ToLower(string(id))) {
			return commit, true
		}
	}
	return "", false
}
