package strictyaml_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/strictyaml"
)

type colour string

func (colour) Words() []string { return []string{"red", "green", "blue"} }

type gates struct {
	Threads string `yaml:"threads"`
	Checks  string `yaml:"checks"`
}

type size struct{ Width, Height int64 }

// DecodeYAML reads "3x4" or {width, height}.
func (s *size) DecodeYAML(n strictyaml.Node) {
	if text, ok := n.Text(); ok {
		if text != "3x4" {
			n.Refuse(strictyaml.Problem{What: "no size"})
			return
		}
		s.Width, s.Height = 3, 4
		return
	}
	s.Width, _ = n.Key("width").Whole()
}

type common struct {
	Pull int `yaml:"pull"`
}

type entry struct {
	common
	By     []string `yaml:"by,orlist"`
	Times  int      `yaml:"times"`
	Colour colour   `yaml:"colour"`
}

func (e *entry) Defaults() { e.Times = 1 }

type file struct {
	Version int            `yaml:"version"`
	Gates   *gates         `yaml:"gates"`
	Entries []entry        `yaml:"entries"`
	Files   map[string]int `yaml:"files"`
	Size    size           `yaml:"size"`
	Share   float64        `yaml:"share"`
	On      bool           `yaml:"on"`
}

func read(text string) (file, error) {
	var f file
	doc := strictyaml.Parse("some.yaml", []byte(text))
	doc.Decode(&f)
	return f, doc.Err()
}

func TestValuesAreReadByTheFieldsOfTheStruct(t *testing.T) {
	f, err := read(`
version: 1
gates: {threads: by_policy}
entries:
  - {by: maria, colour: green, pull: 43}
  - by: [bugbot, copilot]
    times: 3
files: {a.go: 1, "b c": 2}
size: 3x4
share: 1
on: true
`)
	if err != nil {
		t.Fatal(err)
	}
	one, two := f.Entries[0], f.Entries[1]
	if one.By[0] != "maria" || one.Times != 1 || one.Colour != "green" || one.Pull != 43 {
		t.Errorf("first entry is %+v", one)
	}
	if len(two.By) != 2 || two.Times != 3 {
		t.Errorf("second entry is %+v", two)
	}
	if f.Files["b c"] != 2 || f.Size.Height != 4 || f.Share != 1 || !f.On || f.Gates.Threads != "by_policy" {
		t.Errorf("file is %+v", f)
	}
}

// The page of the policy file shows this error; it is kept to the letter.
func TestAnUnknownKeyIsShownWithTheLineBeforeAndACaret(t *testing.T) {
	_, err := read("version: 1\n\n\n\ngates:\n  requierd: all\n")
	want := `some.yaml:6:3: unknown key "requierd" in gates
    5 | gates:
    6 |   requierd: all
      |   ^^^^^^^^ allowed: threads, checks`
	if err == nil || err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
}

func TestWhatCannotBeUsedIsRefusedWhereItStands(t *testing.T) {
	for name, c := range map[string]struct{ text, place, what, note string }{
		"near key":        {"versoin: 1", ":1:1:", `unknown key "versoin"`, `did you mean "version"?`},
		"wrong shape":     {"gates: [a]", ":1:8:", "gates wants a map, not a list", ""},
		"number for text": {"gates: {checks: 3}", ":1:17:", "checks wants text, not a whole number", "put it in quotes"},
		"text for number": {"version: one", ":1:10:", "version wants a whole number, not text", ""},
		"yes is no truth": {"on: yes", ":1:5:", "on wants true or false, not text", ""},
		"empty":           {"version: 1\ngates:\n", ":2:1:", "gates is empty; it wants a map", ""},
		"bad word":        {"entries:\n  - colour: gren", ":2:13:", `colour cannot be "gren"`, `did you mean "green"?; allowed: red, green, blue`},
		"own shape":       {"size: wide", ":1:7:", "no size", ""},
		"anchor":          {"gates: &g {checks: a}", ":1:8:", "not an anchor, alias or tag", ""},
		"twice":           {"on: true\non: false", ":2:1:", `mapping key "on" already defined`, ""},
		"two documents":   {"on: true\n---\non: false", "", "a second document", "one file holds one document"},
		"unclosed":        {"gates: {checks: a\n", "", "could not find flow mapping end token", ""},
		"beyond 64 bits":  {"version: 99999999999999999999", ":1:10:", "version wants a whole number", ""},
		"after é":         {`files: {é: 1, ü: x}`, ":1:18:", "ü wants a whole number, not text", ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := read(c.text)
			if err == nil {
				t.Fatal("was accepted")
			}
			for _, part := range []string{c.place, c.what, c.note} {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("%q is missing in\n%v", part, err)
				}
			}
		})
	}
}

func TestAllProblemsComeAtOnceInTheOrderOfTheFile(t *testing.T) {
	_, err := read("on: maybe\nversion: x\nentries: [{by: 1}, {tims: 2}]\n")
	var all strictyaml.Problems
	if !errors.As(err, &all) || len(all) != 4 {
		t.Fatalf("got %v", err)
	}
	if all[0].Line != 1 || all[1].Line != 2 || all[2].Col >= all[3].Col {
		t.Errorf("not in order: %v", err)
	}
}

func TestANameThatDoesNotResolveIsRefusedLater(t *testing.T) {
	doc := strictyaml.Parse("s.txtar", []byte("entries:\n\n  - {by: [maria, bugbto]}\n"))
	doc.Find("entries", 0, "by", 1).Refuse(strictyaml.Problem{
		What: `unknown reviewer "bugbto"`, Why: "no actor of that name",
		Hint: strictyaml.DidYouMean("bugbto", []string{"maria", "bugbot"}),
	})
	want := "    3 |   - {by: [maria, bugbto]}\n      | " + strings.Repeat(" ", 17) + `^^^^^^ did you mean "bugbot"?`
	if err := doc.Err(); err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
}

func TestTextsMayBeExpanded(t *testing.T) {
	var f file
	doc := strictyaml.Parse("s", []byte(`gates: {threads: "@a", checks: "@b"}`))
	doc.Expand = func(s string) (string, error) {
		if s == "@b" {
			return "", errors.New("no section b")
		}
		return "content", nil
	}
	doc.Decode(&f)
	if f.Gates.Threads != "content" || doc.Err() == nil {
		t.Errorf("got %+v, %v", f.Gates, doc.Err())
	}
}

func FuzzNoTextBringsItDown(f *testing.F) {
	f.Add("entries: [{by: x}]\n")
	f.Add("a: |\n  b\n- c: &x {d: *x}\n")
	f.Fuzz(func(t *testing.T, text string) {
		_, err := read(text)
		var all strictyaml.Problems
		if err != nil && (!errors.As(err, &all) || all[0].Line < 1 || all[0].Col < 1) {
			t.Errorf("no place: %v", err)
		}
	})
}
