package scenario

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/strictyaml"
)

// reader checks the names of a file that is well formed, where they stand.
type reader struct {
	doc     *strictyaml.Doc
	file    *File
	archive *txtar.Archive
	data    []byte

	actors   []string // names in `actors`
	accounts []string // and everybody else who can act
	items    []string // ids of findings, of reviewers and of our own auditor, and of acts
}

func newReader(doc *strictyaml.Doc, f *File, a *txtar.Archive, data []byte) *reader {
	r := &reader{doc: doc, file: f, archive: a, data: data}
	r.actors = slices.Sorted(maps.Keys(f.Actors))
	r.accounts = append(slices.Clone(r.actors), f.Viewer.Login)
	for _, p := range f.Pulls {
		r.accounts = append(r.accounts, p.Author)
	}
	slices.Sort(r.accounts)
	r.accounts = slices.Compact(r.accounts)
	return r
}

func (r *reader) check() {
	r.basics()
	r.pulls()
	r.sections()
	r.ids()
	r.findings()
	r.timeline()
	r.rest()
	r.agent()
	r.programs()
	r.expect()
}

// known refuses a name that is not in the list, at a place of the document.
func (r *reader) known(what, name string, names []string, path ...any) {
	if !slices.Contains(names, name) {
		r.doc.Find(path...).Refuse(strictyaml.Problem{
			What: fmt.Sprintf("unknown %s %q", what, name), Why: "no " + noun(what) + " of that name",
			Allowed: names, Hint: strictyaml.DidYouMean(name, names),
		})
	}
}

// noun is what a name would have to name: a reviewer is an actor of the file.
func noun(what string) string {
	if what == "reviewer" {
		return "actor"
	}
	return what
}

func (r *reader) refuse(what string, path ...any) {
	r.doc.Find(path...).Refuse(strictyaml.Problem{What: what})
}

func (r *reader) basics() {
	f := r.file
	if f.Version != 1 {
		r.doc.Find("scenario").Refuse(strictyaml.Problem{
			What: fmt.Sprintf("scenario %d is not known", f.Version), Allowed: []string{"1"},
		})
	}
	owner, name, ok := strings.Cut(f.Repo, "/")
	if !ok || owner == "" || name == "" || strings.Contains(name, "/") {
		r.refuse(fmt.Sprintf("repo %q is not owner/name", f.Repo), "repo")
	}
	if len(f.Pulls) == 0 && len(f.Recorded) == 0 {
		r.refuse("no pull request: pulls is missing", "pulls")
	}
	if f.Host.PageSize < 1 || f.Host.PageSize > 100 {
		r.refuse("page_size lies between 1 and 100", "host", "page_size")
	}
}

func (r *reader) pulls() {
	numbers, heads := map[int]bool{}, map[string]bool{}
	for i, p := range r.file.Pulls {
		if p.Number < 1 || numbers[p.Number] {
			r.refuse(fmt.Sprintf("pull request number %d is taken or below 1", p.Number), "pulls", i, "number")
		}
		if p.Head == p.Base || heads[p.Head] {
			r.refuse(fmt.Sprintf("head %q is the base, or another pull request's head", p.Head), "pulls", i, "head")
		}
		numbers[p.Number], heads[p.Head] = true, true
	}
	for i := range r.file.Pulls {
		if r.circular(i) {
			r.refuse("the bases of these pull requests go in a circle", "pulls", i, "base")
			return
		}
	}
}

func (r *reader) circular(start int) bool {
	base := r.file.Pulls[start].Base
	for range r.file.Pulls {
		at := slices.IndexFunc(r.file.Pulls, func(p Pull) bool { return p.Head == base })
		if at < 0 {
			return false
		}
		base = r.file.Pulls[at].Base
	}
	return true
}

func (r *reader) sections() {
	seen := map[string]int{}
	for _, file := range r.archive.Files {
		seen[file.Name]++
		line := lineOf(r.data, file.Name, seen[file.Name])
		if seen[file.Name] > 1 {
			r.doc.RefuseLine(line, strictyaml.Problem{What: fmt.Sprintf("section %q is there twice", file.Name)})
		}
		folder, path, _ := strings.Cut(file.Name, "/")
		if !clean(file.Name) || slices.Contains(strings.Split(path, "/"), ".git") {
			r.doc.RefuseLine(line, strictyaml.Problem{What: fmt.Sprintf("section %q is no path inside a repository", file.Name)})
		}
		number, own := strings.CutPrefix(folder, "head@")
		if own && !slices.ContainsFunc(r.file.Pulls, func(p Pull) bool { return fmt.Sprint(p.Number) == number }) {
			r.doc.RefuseLine(line, strictyaml.Problem{What: fmt.Sprintf("unknown pull request %s in section %q", number, file.Name)})
		}
	}
}

func clean(path string) bool {
	for _, part := range strings.Split(path, "/") {
		if part == "" || part == "." || part == ".." {
			return false
		}
	}
	return true
}

func (r *reader) pull(number int, path ...any) {
	if _, ok := r.file.PullNumbered(number); !ok && len(r.file.Pulls) > 0 {
		r.refuse(fmt.Sprintf("unknown pull request %d", number), append(path, "pull")...)
	}
}

// rest checks what names things in checks, protect, faults and kill.
func (r *reader) rest() {
	for i, c := range r.file.Checks {
		if c.Name == "" {
			r.refuse("a check needs a name", "checks", i)
		}
		r.pull(c.Pull, "checks", i)
	}
	for i, fault := range r.file.Faults {
		r.fault(i, fault)
	}
	states := []string{string(journal.Wanted), string(journal.Started), string(journal.Doubtful),
		string(journal.Done), string(journal.Lapsed), string(journal.Barred)}
	for i, k := range r.file.Kill.Points {
		if (k.Before == "") == (k.After == "") {
			r.refuse("a kill is before or after something", "kill", i)
			continue
		}
		key := "before"
		if k.After != "" {
			key = "after"
		}
		r.known("deed or state", k.Before+k.After, append(deedWords(), states...), "kill", i, key)
	}
}

// deedWords are the kinds of deed, and the tasks that stand for their work.
func deedWords() []string {
	words := []string{}
	for _, k := range []action.Kind{action.Work, action.Push, action.Reply, action.Resolve, action.Ask,
		action.Rerun, action.FollowUp, action.Ready, action.Tell, action.Retract} {
		words = append(words, string(k))
	}
	for _, t := range []action.Task{action.Triage, action.Fix, action.Repair, action.Rebase, action.Update,
		action.Verify, action.Audit} {
		words = append(words, string(t))
	}
	return words
}
