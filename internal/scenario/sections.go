package scenario

import (
	"fmt"
	"maps"
	"strconv"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/settlehq/settle/internal/strictyaml"
)

// Sections are the files that stand after the head of a scenario.
type Sections struct {
	names   []string
	content map[string]string
}

func newSections(a *txtar.Archive) Sections {
	s := Sections{content: make(map[string]string, len(a.Files))}
	for _, file := range a.Files {
		s.names = append(s.names, file.Name)
		s.content[file.Name] = string(file.Data)
	}
	return s
}

// Names are the sections in the order of the file.
func (s Sections) Names() []string { return s.names }

// Text is the content of one section.
func (s Sections) Text(name string) (string, bool) {
	text, ok := s.content[name]
	return text, ok
}

// Tree is the sections below a first folder, by path inside it.
func (s Sections) Tree(folder string) map[string]string {
	tree := map[string]string{}
	for _, name := range s.names {
		if path, below := strings.CutPrefix(name, folder+"/"); below && path != "" {
			tree[path] = s.content[name]
		}
	}
	return tree
}

// folders are the first folders that can be pushed: neither base, head nor owner.
func (s Sections) folders() []string {
	var folders []string
	seen := map[string]bool{"base": true, "head": true, "owner": true}
	for _, name := range s.names {
		folder, _, below := strings.Cut(name, "/")
		if below && !seen[folder] && !strings.HasPrefix(folder, "head@") {
			seen[folder] = true
			folders = append(folders, folder)
		}
	}
	return folders
}

// expand puts a section in the place of "@name". A text with white space is
// never a name, and "@@name" is the text "@name".
func (s Sections) expand(text string) (string, error) {
	name, marked := strings.CutPrefix(text, "@")
	if !marked || name == "" || strings.ContainsAny(name, " \t\n") {
		return text, nil
	}
	if strings.HasPrefix(name, "@") {
		return name, nil
	}
	content, ok := s.content[name]
	if !ok {
		return "", &strictyaml.Problem{
			What: fmt.Sprintf("unknown section %q", name), Why: "no section of that name",
			Allowed: s.names, Hint: strictyaml.DidYouMean(name, s.names),
		}
	}
	return content, nil
}

// BaseTree is the content of the base branch, by path.
func (f *File) BaseTree() map[string]string { return f.Sections.Tree("base") }

// OwnerTree is the content of the owner's .github repository, by path; empty:
// there is none.
func (f *File) OwnerTree() map[string]string { return f.Sections.Tree("owner") }

// HeadTree is the content of a pull request's head: its own sections laid over
// its base, which for a stack is another pull request's head.
func (f *File) HeadTree(p Pull) map[string]string {
	tree := f.BaseTree()
	for _, other := range f.Pulls {
		if other.Head == p.Base && other.Number != p.Number {
			tree = f.HeadTree(other)
		}
	}
	own := f.Sections.Tree("head@" + strconv.Itoa(p.Number))
	if len(f.Pulls) > 0 && p.Number == f.Pulls[0].Number {
		maps.Copy(tree, f.Sections.Tree("head"))
	}
	maps.Copy(tree, own)
	return tree
}

// PullNumbered finds a pull request; 0 is the first.
func (f *File) PullNumbered(number int) (Pull, bool) {
	for i, p := range f.Pulls {
		if p.Number == number || number == 0 && i == 0 {
			return p, true
		}
	}
	return Pull{}, false
}
