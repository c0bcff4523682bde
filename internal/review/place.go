package review

import (
	"regexp"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/feedback"
)

// nearness says how far two findings are about the same lines.
type nearness int

const (
	apart  nearness = iota
	beside          // other lines, close to each other
	within          // the same code, or what an edit made of it, more than a few lines
	there           // the same few lines
)

const (
	few   = 4 // lines that are one statement or two, where two faults of one kind are rare
	named = 4 // letters of names that a piece of code has at least to be known again far away
	step  = 6 // lines between two places that one finding may be told at
)

// remark is a comment to the end of a line.
var remark = regexp.MustCompile(`(?m)(?://|^\s*# |\s# ).*$`)

var identifier = regexp.MustCompile(`[\pL_$][\pL\pN_$]*`)

var codeToken = regexp.MustCompile(`[\pL_$][\pL\pN_$]*|\d+(?:\.\d+)?|"[^"]*"|'[^']*'|[^\s\pL\pN_$"']+`)

// near compares two places of one file. Code tells more than line numbers, which
// shift from commit to commit.
func near(a, b feedback.Finding, regionA, regionB string) nearness {
	linesA, linesB := telling(regionA), telling(regionB)
	if len(linesA) == 0 || len(linesB) == 0 {
		return nearByLine(a, b)
	}
	if common := identifiers(regionA, regionB); common < named && !close(a, b) {
		return apart // return err stands in many places
	}
	size := max(len(linesA), len(linesB))
	common := shared(linesA, linesB)
	switch {
	case common == size || common == min(len(linesA), len(linesB)) && size <= few || size == 1 && grown(linesA[0], linesB[0]):
		if size <= few {
			return there
		}
		return within
	case 2*common >= size || common == min(len(linesA), len(linesB)):
		return within
	case common == 0 && size > 1 || parallel(linesA, linesB):
		return apart
	case close(a, b):
		return beside
	}
	return apart
}

// identifiers counts the letters of what the shorter of two regions names.
func identifiers(regionA, regionB string) int {
	count := func(region string) (n int) {
		for _, name := range identifier.FindAllString(region, -1) {
			if !keywords[strings.ToLower(name)] {
				n += len(name)
			}
		}
		return n
	}
	return min(count(regionA), count(regionB))
}

// nearByLine is all that is known where the code is not.
func nearByLine(a, b feedback.Finding) nearness {
	switch {
	case a.Line == 0 || b.Line == 0:
		return beside
	case first(a) <= b.Line && first(b) <= a.Line:
		return within
	case close(a, b):
		return beside
	}
	return apart
}

func close(a, b feedback.Finding) bool {
	return a.Line > 0 && b.Line > 0 && first(a) <= b.Line+step && first(b) <= a.Line+step
}

// telling are the lines of code that can be known again, without white space; of
// a region that has none, all that say anything.
func telling(region string) []string {
	var all, some []string
	for line := range strings.SplitSeq(region, "\n") {
		line = bare(line)
		if line == "" {
			continue
		}
		some = append(some, line)
		if feedback.Letters(line) >= feedback.Telling {
			all = append(all, line)
		}
	}
	if len(all) == 0 {
		return some
	}
	return all
}

// shared counts the lines that both have.
func shared(a, b []string) int {
	rest, n := slices.Clone(b), 0
	for _, line := range a {
		if i := slices.Index(rest, line); i >= 0 {
			rest, n = slices.Delete(rest, i, i+1), n+1
		}
	}
	return n
}

// grown: one line is the other with something round it.
func grown(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return len(a) >= 3*feedback.Telling/2 && 2*len(a) >= len(b) && strings.Contains(b, a)
}

// parallel: a line of one reads as a line of the other does, with other names: two
// places of one kind, not one place.
func parallel(a, b []string) bool {
	for _, x := range a {
		for _, y := range b {
			if x != y && shape(x) == shape(y) {
				return true
			}
		}
	}
	return false
}

// shape of a line is what is left without names, numbers and texts.
func shape(line string) string {
	return codeToken.ReplaceAllStringFunc(line, func(t string) string {
		if strings.ContainsAny(t[:1], `"'`) || feedback.Letters(t) > 0 {
			return "x"
		}
		return t
	})
}
