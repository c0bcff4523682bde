package review

import (
	"maps"
	"slices"
	"strings"
)

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

// retold: nearly one sentence, in which a name, a word or a number is another.
func retold(c, o claim) bool {
	like := alike(c.title.raw, o.title.raw)
	return renamed(c, o) || like >= 0.7 && exclusive(c.title.open, o.title.open, c.title.raw, o.title.raw) || like >= 0.6 && exclusive(c.title.raw, o.title.raw, c.all.raw, o.all.raw) ||
		like >= 0.8 && exclusive(c.body.numbers, o.body.numbers, c.all.numbers, o.all.numbers)
}

// renamed: one sentence of two names.
func renamed(c, o claim) bool {
	if len(c.title.names) == 0 || len(o.title.names) == 0 || alike(c.title.besideNames(), o.title.besideNames()) < 0.8 {
		return false
	}
	for name := range c.title.names {
		for other := range o.title.names {
			if tail(name, other) || tail(other, name) || spelled(name) == spelled(other) {
				return false
			}
		}
	}
	return true
}

// besideNames are the words that are left when the names are taken out.
func (s sense) besideNames() map[string]bool {
	rest := maps.Clone(s.raw)
	for name := range s.names {
		for _, part := range append(partsOf(name), strings.ToLower(name)) {
			delete(rest, stemOf(part))
		}
	}
	return rest
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
