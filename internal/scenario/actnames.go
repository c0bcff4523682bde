package scenario

import (
	"fmt"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/strictyaml"
)

// always are the keys that every act may have.
var always = []string{"at", "when", "nth", "matches", "after", "by", "do", "times", "id", "pull"}

func (r *reader) timeline() {
	for i, a := range r.file.Timeline {
		if (a.At == nil) == (a.When == nil) {
			r.refuse("an act happens at a time or when something happened", "timeline", i)
		}
		r.pull(a.Pull, "timeline", i)
		r.actKeys(i, a)
		for j, who := range a.By {
			path := []any{"timeline", i, "by"}
			if r.doc.Find(path...).Kind() == strictyaml.List {
				path = append(path, j)
			}
			r.known("actor", who, r.accounts, path...)
		}
		if a.When != nil && a.When.By != "" {
			r.known("actor", a.When.By, r.accounts, "timeline", i, "when", "by")
		}
		r.actNames(i, a)
	}
}

// actKeys checks that an act has what it needs and nothing that it ignores.
func (r *reader) actKeys(i int, a Act) {
	if a.Do == "" {
		r.refuse("an act says what it does: do", "timeline", i)
		return
	}
	row, ok := Acts[a.Do]
	if !ok {
		r.known("act", a.Do, ActNames(), "timeline", i, "do")
		return
	}
	if len(a.By) == 0 && !row.Machine {
		r.refuse("an act says who does it: by", "timeline", i)
	}
	entry := r.doc.Find("timeline", i)
	allowed := slices.Concat(always, row.Needs, row.May)
	for _, f := range entry.Fields() {
		if !slices.Contains(allowed, f.Name) {
			f.Key.UnknownKey(a.Do, slices.Concat(row.Needs, row.May))
		}
	}
	for _, need := range row.Needs {
		if entry.Key(need).Kind() == strictyaml.Missing {
			r.refuse(fmt.Sprintf("%s needs %s", a.Do, need), "timeline", i, "do")
		}
	}
}

// actNames checks the names inside an act.
func (r *reader) actNames(i int, a Act) {
	if a.Item != "" {
		r.known("item", a.Item, r.items, "timeline", i, "item")
	}
	if a.Tree != "" {
		r.known("tree", a.Tree, r.file.Sections.folders(), "timeline", i, "tree")
	}
	if a.Conclusion != "" {
		words := append(Conclusion{}.Words(), "queued", "in_progress")
		r.known("conclusion", a.Conclusion, words, "timeline", i, "conclusion")
	}
	if a.Do == "force_push" && (a.Tree == "") == (a.To == "") {
		r.refuse("force_push wants one of tree and to", "timeline", i)
	}
	if a.Do == "answer" && !exactlyOne(a.Fix, a.Decline, a.Defer) {
		r.refuse("answer wants one of fix, decline and defer", "timeline", i)
	}
}

func exactlyOne(texts ...string) bool {
	count := 0
	for _, t := range texts {
		if t != "" {
			count++
		}
	}
	return count == 1
}

// fault checks one entry of faults.
func (r *reader) fault(i int, f Fault) {
	r.pull(f.Pull, "faults", i)
	count := 0
	for _, set := range []bool{f.Answer != 0, f.Partial != "", f.Cursor != "", f.Limit != "", f.Delay != nil, f.Stale != nil, f.Drop} {
		if set {
			count++
		}
	}
	if count != 1 {
		r.refuse("a fault is one of answer, partial, cursor, limit, delay, stale and drop", "faults", i)
	}
	if f.Answer != 0 && (f.Answer < 400 || f.Answer > 599) {
		r.refuse("answer is an error of HTTP, 400 to 599", "faults", i, "answer")
	}
	if f.Cursor != "" && f.Cursor != "repeat" {
		r.known("cursor fault", f.Cursor, []string{"repeat"}, "faults", i, "cursor")
	}
	if f.AfterEffect && f.Answer == 0 && !f.Drop {
		r.refuse("after_effect goes with answer or drop", "faults", i, "after_effect")
	}
	r.hit(i, f.Hit)
}

// hit accepts a deed, observe, a REST path or a GraphQL field. The schema is
// not known here; a word that is nearly a deed is taken for a slip.
func (r *reader) hit(i int, hit string) {
	words := append(deedWords(), "observe")
	method, path, spaced := strings.Cut(hit, " ")
	switch {
	case slices.Contains(words, hit):
	case spaced && method == strings.ToUpper(method) && strings.HasPrefix(path, "/"):
	case !spaced && field(hit) && strictyaml.DidYouMean(hit, words) == "":
	default:
		r.known("hit", hit, append(words, "GET /path*", "a GraphQL field"), "faults", i, "hit")
	}
}

func field(word string) bool {
	for _, c := range word {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9') {
			return false
		}
	}
	return word != ""
}
