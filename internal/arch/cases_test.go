package arch

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// seedCase is a row of docs/seed-cases.md: a case, and the tests that show it.
type seedCase struct {
	id    string
	tests []shown
}

// shown is a test of a package, and the files of its testdata that hold the case.
type shown struct {
	dir, test string
	files     []held
}

// held is a file, and the titles of its cases that are meant.
type held struct {
	path   string
	titles []string
}

// named finds a package, a test of it, a file of its testdata, or the title of a
// case of that file, in a row's last cell.
var named = regexp.MustCompile("`(internal/[a-z/]+)`|\\b(Test[A-Za-z]+)\\b|`(testdata/[^`]+)`|\"([^\"]+)\"")

// seedCases reads the rows of every table of the page.
func seedCases(t *testing.T) (all []seedCase) {
	t.Helper()
	text, err := os.ReadFile("../../docs/seed-cases.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(text), "\n") {
		cells := strings.Split(line, "|")
		if len(cells) < 5 || !strings.HasPrefix(line, "| ") || cells[1] == " case " {
			continue
		}
		all = append(all, seedCase{strings.TrimSpace(cells[1]), shownIn(cells[3])})
	}
	return all
}

func shownIn(cell string) (all []shown) {
	dir := ""
	for _, m := range named.FindAllStringSubmatch(cell, -1) {
		last := len(all) - 1
		switch {
		case m[1] != "":
			dir = m[1]
		case m[2] != "":
			all = append(all, shown{dir: dir, test: m[2]})
		case m[3] != "" && last >= 0:
			all[last].files = append(all[last].files, held{path: m[3]})
		case last >= 0 && len(all[last].files) > 0:
			file := &all[last].files[len(all[last].files)-1]
			file.titles = append(file.titles, m[4])
		}
	}
	return all
}

func TestEveryCaseOfTheSeedsHasItsTest(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range seedCases(t) {
		if seen[c.id] {
			t.Errorf("docs/seed-cases.md has two rows %s", c.id)
		}
		seen[c.id] = true
		if len(c.tests) == 0 {
			t.Errorf("docs/seed-cases.md names no test for %s", c.id)
		}
		for _, s := range c.tests {
			c.isThere(t, s)
		}
	}
}

// isThere: the test is defined, its files exist, and hold the case.
func (c seedCase) isThere(t *testing.T, s shown) {
	t.Helper()
	dir := filepath.Join("../..", s.dir)
	if s.dir == "" || !defines(t, dir, s.test) {
		t.Errorf("%s: docs/seed-cases.md names %s of %s, which is not there", c.id, s.test, s.dir)
	}
	for _, file := range s.files {
		text, err := os.ReadFile(filepath.Join(dir, file.path))
		if err != nil {
			t.Errorf("%s: docs/seed-cases.md names a file that is not there: %v", c.id, err)
		}
		c.isHeld(t, file, string(text))
	}
}

// isHeld: a row names the cases of a file of cases by their titles, but for one
// whose titles begin with the names of rows.
func (c seedCase) isHeld(t *testing.T, file held, text string) {
	t.Helper()
	switch {
	case filepath.Ext(file.path) != ".txt":
	case byName(file.path):
		if !slices.ContainsFunc(titles(text), func(title string) bool { return strings.HasPrefix(title, c.id+": ") }) {
			t.Errorf("%s has no case %s", file.path, c.id)
		}
	case len(file.titles) == 0:
		t.Errorf("%s: docs/seed-cases.md names no case of %s", c.id, file.path)
	}
	for _, title := range file.titles {
		if !slices.Contains(titles(text), title) {
			t.Errorf("%s: %s has no case %q", c.id, file.path, title)
		}
	}
}

// byName: each case of the file begins with the name of its row.
func byName(file string) bool {
	return strings.HasPrefix(file, "testdata/seed-") && strings.HasSuffix(file, ".txt")
}

func titles(text string) (all []string) {
	for line := range strings.SplitSeq(text, "\n") {
		if title, ok := strings.CutPrefix(line, "# "); ok {
			all = append(all, title)
		}
	}
	return all
}

// What stands in a file of cases or plays of the seeds is named by a row.
func TestEveryFileOfTheSeedsIsNamed(t *testing.T) {
	all := seedCases(t)
	for _, pattern := range []string{"internal/decide/testdata/seed-*.txt", "internal/play/testdata/seed-*.txtar"} {
		files, err := filepath.Glob(filepath.Join("../..", pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		for _, path := range files {
			file := "testdata/" + filepath.Base(path)
			for _, id := range idsIn(t, path) {
				if !slices.ContainsFunc(all, func(c seedCase) bool { return (id == "" || c.id == id) && c.names(file) }) {
					t.Errorf("no row of docs/seed-cases.md names %s %s", file, id)
				}
			}
		}
	}
}

// idsIn are the rows that a file of cases speaks of; of a play it is one, and
// empty, since its row is known by the file alone.
func idsIn(t *testing.T, path string) (ids []string) {
	t.Helper()
	if filepath.Ext(path) != ".txt" {
		return []string{""}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, title := range titles(string(text)) {
		id, _, _ := strings.Cut(title, ": ")
		ids = append(ids, id)
	}
	return ids
}

func (c seedCase) names(file string) bool {
	return slices.ContainsFunc(c.tests, func(s shown) bool {
		return slices.ContainsFunc(s.files, func(h held) bool { return h.path == file })
	})
}

func defines(t *testing.T, dir, test string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "func "+test+"(t ") {
			return true
		}
	}
	return false
}
