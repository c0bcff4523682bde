package review

import "github.com/settlehq/settle/internal/feedback"

// Same reports that two findings are one matter: the same fault of the same
// code, in whatever words. It prefers to miss. Paths are compared as they stand:
// whoever asks has followed renames. It is symmetric.
func Same(a, b feedback.Finding, regionA, regionB string) bool {
	switch {
	case a.Path != b.Path || a.Where().Side != b.Where().Side || a.Rule != b.Rule:
		return false
	case regionA != "" && regionB != "" && !sameCode(regionA, regionB):
		return false
	}
	return spoken(a.Title) == spoken(b.Title)
}
