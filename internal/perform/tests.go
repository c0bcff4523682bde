package perform

import (
	"context"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/feedback"
)

// testNames are how files of tests are called in the languages at large.
var testNames = regexp.MustCompile(`(?i)(^|/)(tests?|__tests__|specs?|testdata|fixtures)/|` +
	`(^|/)(test_[^/]+\.py|conftest\.py|[^/]+_test\.[a-z]+|[^/]+_spec\.rb|[^/]+[.-](test|spec)\.[cm]?[jt]sx?|[^/]*Tests?\.(java|kt|cs|swift|scala|groovy|php))$`)

func isTest(file string) bool { return testNames.MatchString(file) }

var (
	// declares a test by name.
	declares = regexp.MustCompile(`^\s*(?:func\s+(?:\([^)]*\)\s*)?(Test\w+|Benchmark\w+|Fuzz\w+|Example\w*)\s*\(` +
		`|(?:async\s+)?def\s+(test\w*)\s*\(|fn\s+(\w+)\s*\(\)\s*\{|(?:public\s+)?(?:void|fun)\s+(\w+)\s*\(\)|(?:it|test|describe)(?:\.\w+)?\(\s*["'` + "`" + `]([^"'` + "`" + `]+))`)
	// checks something.
	checks = regexp.MustCompile(`(?i)\b(assert\w*|expect|require\.\w+|t\.(error|fatal|fail)\w*|should)\b|\bpanic\(|\bEXPECT_|\bASSERT_`)
	// skips a test.
	skips = regexp.MustCompile(`(?i)\bt\.skip|\bpytest\.mark\.(skip|xfail)|@unittest\.skip|\b(it|test|describe)\.(skip|todo)\b|\bx(it|describe)\(|@(ignore|disabled)\b|#\[ignore|\bskip\(|\bGTEST_SKIP|\bif\s+(false|0)\b`)
)

// weakened are the tests that a change takes away or makes blind. A file that
// an item is about may lose what it likes; names that only moved are not lost.
func weakened(changes []feedback.Change, about []string) []feedback.Violation {
	var broken []feedback.Violation
	added := declared(changes, func(r feedback.Run) []string { return r.Added })
	for _, c := range changes {
		if !isTest(c.Path) || slices.Contains(about, c.Path) {
			continue
		}
		one := []feedback.Change{c}
		lost := slices.DeleteFunc(declared(one, func(r feedback.Run) []string { return r.Removed }), func(name string) bool { return slices.Contains(added, name) })
		if len(lost) > 0 {
			broken = append(broken, violations(feedback.TestsRemoved, c.Path+": "+strings.Join(lost, ", "))...)
			continue
		}
		if blinded(c, len(declared(one, func(r feedback.Run) []string { return r.Removed })) > 0) {
			broken = append(broken, violations(feedback.TestsWeakened, c.Path)...)
		}
	}
	return broken
}

// declared are the names of tests in the lines of changes.
func declared(changes []feedback.Change, side func(feedback.Run) []string) []string {
	var names []string
	for _, c := range changes {
		if !isTest(c.Path) {
			continue
		}
		for _, run := range c.Runs {
			for _, line := range side(run) {
				if m := declares.FindStringSubmatch(line); m != nil {
					names = append(names, strings.Join(m[1:], ""))
				}
			}
		}
	}
	return names
}

// blinded: tests are skipped that were not, or fewer things are checked. A file
// whose tests moved elsewhere is not counted.
func blinded(c feedback.Change, moved bool) bool {
	if c.Gone {
		return !moved
	}
	checked, skipped := 0, 0
	for _, run := range c.Runs {
		checked += count(run.Added, checks) - count(run.Removed, checks)
		skipped += count(run.Added, skips) - count(run.Removed, skips)
	}
	return skipped > 0 || checked < 0 && !moved
}

func count(lines []string, what *regexp.Regexp) int {
	n := 0
	for _, line := range lines {
		if what.MatchString(line) {
			n++
		}
	}
	return n
}

// word is a name in somebody's sentence about a test.
var word = regexp.MustCompile(`[A-Za-z_]\w{3,}`)

// namedTests: a test that is named must be somewhere. One that is there but not
// part of the change cannot be shown to fail without it, and is left out.
func (f *fixing) namedTests(ctx context.Context, p *part, changes []feedback.Change) error {
	for i, o := range p.outcomes {
		names := word.FindAllString(path.Base(o.Test), -1)
		if o.Test == "" || inTests(changes, names) {
			continue
		}
		there := len(names) == 0
		for _, name := range names {
			found, err := f.tree.Mentions(ctx, p.commit, name)
			if err != nil {
				return err
			}
			there = there || found
		}
		if !there {
			p.broken = append(p.broken, violations(feedback.NoSuchTest, o.Test)...)
		}
		p.outcomes[i].Test = ""
	}
	return nil
}

func inTests(changes []feedback.Change, names []string) bool {
	for _, c := range changes {
		for _, run := range c.Runs {
			for _, line := range run.Added {
				if isTest(c.Path) && slices.ContainsFunc(names, func(name string) bool { return strings.Contains(line, name) }) {
					return true
				}
			}
		}
	}
	return false
}
