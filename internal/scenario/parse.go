package scenario

import (
	"bytes"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/settlehq/settle/internal/strictyaml"
)

// Parse reads one scenario. The name is used in problems and nowhere opened.
// The error is strictyaml.Problems: all that is wrong, in the order of the file.
func Parse(name string, data []byte) (*File, error) {
	archive := txtar.Parse(data)
	f := &File{Name: name, Sections: newSections(archive)}
	doc := strictyaml.Parse(name, archive.Comment)
	doc.Within(data)
	doc.Expand = f.Sections.expand
	doc.Decode(f)
	f.settle()
	if doc.Err() == nil {
		newReader(doc, f, archive, data).check()
	}
	if err := doc.Err(); err != nil {
		return nil, err
	}
	return f, nil
}

// settle fills in what one entry takes from another.
func (f *File) settle() {
	for i := range f.Pulls {
		p := &f.Pulls[i]
		p.Number = orElse(p.Number, 1+i)
		p.Title = orElse(p.Title, f.About)
		p.Author = orElse(p.Author, f.Viewer.Login)
		p.Base = orElse(p.Base, "main")
		p.Head = orElse(p.Head, "topic")
	}
	for i := range f.Timeline {
		settleWhen(&f.Timeline[i])
	}
	for i := range f.Checks {
		f.Checks[i].Pull = f.number(f.Checks[i].Pull)
	}
	for i := range f.Findings {
		f.Findings[i].Pull = f.number(f.Findings[i].Pull)
	}
	for i := range f.Timeline {
		f.Timeline[i].Pull = f.number(f.Timeline[i].Pull)
	}
	for i := range f.Faults {
		f.Faults[i].Pull = f.number(f.Faults[i].Pull)
	}
}

func settleWhen(a *Act) {
	if a.When == nil {
		return
	}
	if a.Nth != 0 {
		a.When.Nth = a.Nth
	}
	if a.Matches != nil {
		a.When.Matches = a.Matches
	}
}

func (f *File) number(given int) int {
	if given == 0 && len(f.Pulls) > 0 {
		return f.Pulls[0].Number
	}
	return given
}

func orElse[T comparable](given, otherwise T) T {
	var none T
	if given == none {
		return otherwise
	}
	return given
}

// lineOf is where a section begins, from 1.
func lineOf(data []byte, section string, nth int) int {
	for i, line := range bytes.Split(data, []byte("\n")) {
		text := strings.TrimSpace(string(line))
		if strings.HasPrefix(text, "-- ") && strings.HasSuffix(text, " --") && strings.TrimSpace(text[3:len(text)-3]) == section {
			if nth--; nth == 0 {
				return i + 1
			}
		}
	}
	return 1
}
