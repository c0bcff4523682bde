package review

import (
	"path"
	"strings"

	"github.com/settlehq/settle/internal/feedback"
)

// Same reports that two findings are one matter: the same fault of the same
// code, in whatever words. It prefers to miss. Paths are compared as they stand:
// whoever asks has followed renames. It is symmetric, and does not look at
// severity, confidence or suggestion: those change from run to run.
//
// Three questions are put, and each must be answered: Do both stand at the same
// code? Does neither say what the other cannot have meant: another name,
// number, sign, a fault of another kind, the opposite? Do they say enough in
// common?
func Same(a, b feedback.Finding, regionA, regionB string) bool {
	if a.Path != b.Path || a.Where().Side != b.Where().Side || a.Rule != "" && b.Rule != "" && !strings.EqualFold(a.Rule, b.Rule) {
		return false
	}
	place := near(a, b, regionA, regionB)
	if place == apart {
		return false
	}
	code := codeNames(regionA + "\n" + regionB)
	x, y := claimOf(a, code), claimOf(b, code)
	return !x.against(y) && !y.against(x) && enough(x, y, place, a.Rule != "" && b.Rule != "")
}

// claim is what a finding says: in its title, which names the matter, and in all.
type claim struct {
	title, body, all sense
	code             map[string]bool // names in the code that both stand at, as stems
}

func claimOf(f feedback.Finding, code map[string]bool) claim {
	known := senseOf(f.Title+".\n"+f.Body, nil, nil).names
	c := claim{title: senseOf(f.Title, known, code), body: senseOf(f.Body, known, code), all: senseOf(f.Title+".\n"+f.Body, known, code), code: code}
	if prose[path.Ext(f.Path)] {
		delete(c.title.faults, "docs") // there all is
	}
	if strings.Contains(strings.ToLower(f.Path), "test") {
		delete(c.title.faults, "tests")
	}
	return c
}

// codeNames are the stems of the names of a piece of code.
func codeNames(region string) map[string]bool {
	all := map[string]bool{}
	for _, name := range identifier.FindAllString(remark.ReplaceAllString(region, ""), -1) {
		if lower := strings.ToLower(name); len(name) > 2 && !keywords[lower] {
			all[stemOf(lower)] = true
		}
	}
	return all
}

// focus are the names that a claim is about: those of its title, else of its body.
func (c claim) focus() map[string]bool {
	if len(c.title.names) > 0 {
		return c.title.names
	}
	return c.body.names
}
