package review

import (
	"path"
	"slices"
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

// against reports that two claims exclude each other, as far as c tells; it is
// asked both ways.
func (c claim) against(o claim) bool {
	return otherNames(c, o) || exclusive(c.title.numbers, o.title.numbers, c.all.numbers, o.all.numbers) ||
		exclusive(c.title.signs, o.title.signs, c.all.signs, o.all.signs) || otherWords(c, o) || otherFault(c, o) || turned(c, o) || denies(c, o)
}

// otherNames: each title, or each body where a title has none, names what the
// other finding does not know at all. A name of the code and a name from round it
// may be one thing told from two sides, part and whole.
func otherNames(c, o claim) bool {
	mine, theirs := unknown(c.focus(), o.all), unknown(o.focus(), c.all)
	if len(c.title.names) == 0 || len(o.title.names) == 0 {
		if len(mine) < len(c.focus()) || len(theirs) < len(o.focus()) {
			return false
		}
		return c.clash(mine, theirs, len(c.code) == 0)
	}
	return c.clash(mine, theirs, true)
}

// clash: of both lists a name stands in the code, or, where that tells, of both one
// does not.
func (c claim) clash(mine, theirs []string, without bool) bool {
	within := func(name string) bool {
		for _, part := range strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune(".:>#", r) }) {
			if c.code[stemOf(strings.ToLower(part))] {
				return true
			}
		}
		return false
	}
	beyond := func(name string) bool { return !within(name) }
	return slices.ContainsFunc(mine, within) && slices.ContainsFunc(theirs, within) ||
		without && slices.ContainsFunc(mine, beyond) && slices.ContainsFunc(theirs, beyond)
}

// unknown are the names that the other text does not have, by name or by its words.
func unknown(names map[string]bool, in sense) (all []string) {
	for name := range names {
		if !in.knows(name) {
			all = append(all, name)
		}
	}
	return all
}

// knows a name: by itself, by its end, or by its words where no other name is
// made of them.
func (s sense) knows(name string) bool {
	if s.names[name] {
		return true
	}
	telling := tellingParts(name)
	sibling := false
	for other := range s.names {
		if tail(name, other) || tail(other, name) || spelled(name) == spelled(other) {
			return true
		}
		sibling = sibling || slices.Equal(telling, tellingParts(other))
	}
	return !sibling && len(telling) > 0 && !slices.ContainsFunc(telling, func(stem string) bool { return !s.words[stem] })
}

// tellingParts are the stems of what a name is made of, without idle words.
func tellingParts(name string) (all []string) {
	for _, part := range partsOf(name) {
		if !idle[part] {
			all = append(all, stemOf(part))
		}
	}
	return all
}

// spelled is a name by its stems: totals and Total are one.
func spelled(name string) string {
	text := ""
	for _, part := range partsOf(name) {
		text += stemOf(part) + " "
	}
	return text
}

// tail: a chain ends in another, resp.Body.Close in Body.Close.
func tail(long, short string) bool {
	rest, ok := strings.CutSuffix(long, short)
	return ok && (strings.HasSuffix(rest, ".") || strings.HasSuffix(rest, ":") || strings.HasSuffix(rest, ">") || strings.HasSuffix(rest, "#"))
}

// exclusive: each of two sets has what the other text does not have at all.
func exclusive(a, b, inA, inB map[string]bool) bool {
	return len(minus(a, inB)) > 0 && len(minus(b, inA)) > 0
}

func minus(a, b map[string]bool) (rest []string) {
	for key := range a {
		if !b[key] {
			rest = append(rest, key)
		}
	}
	return rest
}

// otherWords: two titles, or two bodies under one title, share a frame and fill
// it otherwise; or they name other conditions.
func otherWords(c, o claim) bool {
	title := alike(c.title.frame, o.title.frame)
	if onlyMeta(c.title.faults) && onlyMeta(o.title.faults) && !gist(c, o) {
		title = 1 // what a test or a text should say is the whole matter
	}
	return exclusive(c.title.states, o.title.states, c.all.states, o.all.states) || title >= frame && fills(c.title, o.title, c.all, o.all) ||
		title >= frame && alike(c.body.frame, o.body.frame) >= frame && fills(c.body, o.body, c.all, o.all) || retold(c, o)
}

// retold: nearly one sentence, in which a word or a number is another.
func retold(c, o claim) bool {
	like := alike(c.title.raw, o.title.raw)
	return like >= 0.7 && exclusive(c.title.open, o.title.open, c.title.raw, o.title.raw) || like >= 0.6 && exclusive(c.title.raw, o.title.raw, c.all.raw, o.all.raw) ||
		like >= 0.8 && exclusive(c.body.numbers, o.body.numbers, c.all.numbers, o.all.numbers)
}

// fills: each of two texts says in the frame what the other finding does not.
func fills(a, b, inA, inB sense) bool {
	return len(inB.lacks(a.frame)) > 0 && len(inA.lacks(b.frame)) > 0
}

// lacks gives the part of a frame that a text does not have.
func (s sense) lacks(frame map[string]bool) (all []string) {
	for word := range frame {
		if !s.words[word] && !s.knows(word) {
			all = append(all, word)
		}
	}
	return all
}

// frame is how alike two texts are that one sentence was made for.
const frame = 0.5

// alike is Dice's measure of two sets.
func alike(a, b map[string]bool) float64 {
	if len(a)+len(b) == 0 {
		return 0
	}
	return 2 * float64(len(a)-len(minus(a, b))) / float64(len(a)+len(b))
}

// otherFault: both titles speak of known faults, and neither of one that the
// other finding speaks of; or only one is about tests, words or looks.
func otherFault(c, o claim) bool {
	mine, theirs := c.title.faults, o.title.faults
	if len(mine) > 0 && len(theirs) > 0 && alike(mine, o.all.faults) == 0 && alike(theirs, c.all.faults) == 0 {
		return true
	}
	return onlyMeta(c.title.faults) && alike(c.title.faults, o.all.faults) == 0
}

// onlyMeta: all that is spoken of are tests, words and looks.
func onlyMeta(faults map[string]bool) bool {
	for row := range faults {
		if !metaRows[row] {
			return false
		}
	}
	return len(faults) > 0
}

// turned: of a pair of opposites one title has one side, the other the other.
func turned(c, o claim) bool {
	for _, pair := range turns {
		if c.title.turned[pair[0]] && !c.all.turned[pair[1]] && o.title.turned[pair[1]] && !o.all.turned[pair[0]] {
			return true
		}
	}
	return false
}

// denies: one sentence, and one of the two denies it.
func denies(c, o claim) bool {
	return c.title.denied != o.title.denied && !c.title.claimed && !o.title.claimed && alike(c.title.raw, o.title.raw) >= 0.6
}

// enough weighs what two claims have in common against how near they stand.
func enough(x, y claim, place nearness, rule bool) bool {
	names, faults := common(x, y), kindred(x, y)
	words, frame := (covered(x, y, true)+covered(y, x, true))/2, (covered(x, y, false)+covered(y, x, false))/2
	both, _ := overlapping(x, y)
	switch {
	case rule:
		return place >= within || words >= 0.8
	case place >= within && (words >= 0.8 && both >= 2 || gist(x, y) || repeated(x, y)):
		return true
	case place == there:
		return faults == 2 && (names >= 1 && words >= 0.34 || frame >= 0.5) || faults == 1 && names >= 1 && frame >= 0.34 || alikeInAll(x, y)
	case place == within:
		return faults == 2 && (names >= 1 && words >= 0.4 || frame >= 0.6) || faults == 1 && names == 2 && frame >= 0.5
	}
	return faults == 2 && names >= 1 && words >= 0.5 || gist(x, y) && words >= 0.5
}

// alikeInAll weighs all words where no fault is known: the more words two findings
// share, the less has to be shared beside.
func alikeInAll(x, y claim) bool {
	both, part := overlapping(x, y)
	names, faults, frame := common(x, y), kindred(x, y), (covered(x, y, false)+covered(y, x, false))/2
	switch {
	case both < 2:
		return false
	case faults == 2:
		return part >= 0.3
	case both >= 3:
		return part >= 0.35 && frame > 0 || names == 2 && frame >= 0.6
	case names >= 1:
		return part >= 0.4 && part+frame >= 1.12 || names == 2 && frame >= 0.6 && part >= 0.33
	}
	return part+frame >= 1.25
}

// repeated: one title, and no two bodies that have nothing in common.
func repeated(x, y claim) bool {
	shared := len(x.body.words) - len(minus(x.body.words, y.body.words))
	return len(x.title.raw) > 0 && alike(x.title.raw, y.title.raw) == 1 && (shared > 0 || len(x.body.words) == 0 || len(y.body.words) == 0)
}

// gist: most of the words of one finding are words of the other.
func gist(x, y claim) bool {
	both, part := overlapping(x, y)
	return both >= 3 && part >= 0.6
}

// overlapping counts the words that two findings share, those of the code left
// out, which every finding there has; part is of the shorter one.
func overlapping(x, y claim) (both int, part float64) {
	mine, theirs := x.own(), y.own()
	both = len(mine) - len(minus(mine, theirs))
	return both, float64(both) / float64(max(1, min(len(mine), len(theirs))))
}

// own are the words of a finding that are not of the code.
func (c claim) own() map[string]bool {
	all := map[string]bool{}
	for word := range c.all.words {
		if !c.code[word] {
			all[word] = true
		}
	}
	return all
}

// common: 2 where a name, number or sign of a title is known to the other
// finding, 1 where only bodies share a name.
func common(x, y claim) int {
	switch {
	case shares(x.title, y.all) || shares(y.title, x.all):
		return 2
	case len(unknown(x.body.names, y.all)) < len(x.body.names) || len(unknown(y.body.names, x.all)) < len(y.body.names):
		return 1
	}
	return 0
}

// says: beside the names of the code that both stand at, the two titles have a
// word in common, or one of them has none. That both speak of a price is nothing
// where both stand at it.
func says(x, y claim) bool {
	mine, theirs := x.beside(), y.beside()
	return len(mine) == 0 || len(theirs) == 0 || len(minus(mine, y.all.words)) < len(mine) || len(minus(theirs, x.all.words)) < len(theirs)
}

// beside are the words of a title that are no name of the code.
func (c claim) beside() map[string]bool {
	rest := map[string]bool{}
	for word := range c.title.words {
		if !c.code[word] {
			rest[word] = true
		}
	}
	return rest
}

func shares(title, all sense) bool {
	return len(unknown(title.names, all)) < len(title.names) || len(minus(title.numbers, all.numbers)) < len(title.numbers) ||
		len(minus(title.signs, all.signs)) < len(title.signs)
}

// kindred: 2 where a fault of a title is spoken of by the other finding, 1 where
// only bodies share one, or it is a topic rather than a fault.
func kindred(x, y claim) int {
	switch {
	case faulty(x.title.faults, y.all.faults) || faulty(y.title.faults, x.all.faults):
		return 2
	case alike(x.all.faults, y.all.faults) > 0:
		return 1
	}
	return 0
}

// faulty: two lists of rows share one that is no topic.
func faulty(a, b map[string]bool) bool {
	for row := range a {
		if b[row] && !topics[row] {
			return true
		}
	}
	return false
}

// covered is which part of what a title says the other finding knows: its names
// and other words, its numbers and signs, and where that is asked for each fault
// as one.
func covered(x, y claim, withFaults bool) float64 {
	said := len(x.title.frame) + len(x.title.numbers) + len(x.title.signs)
	lost := len(y.all.lacks(x.title.frame)) + len(minus(x.title.numbers, y.all.numbers)) + len(minus(x.title.signs, y.all.signs))
	if withFaults {
		said, lost = said+len(x.title.faults), lost+len(minus(x.title.faults, y.all.faults))
	}
	if said == 0 {
		return 0
	}
	return 1 - float64(lost)/float64(said)
}
