package review

import (
	"slices"
	"strings"
)

// phrase is one wording of a row. A trailing * stands for all that begin so.
type phrase struct {
	row   int
	parts []string
}

// phrases by what their first word begins with.
var phrases = func() map[string][]phrase {
	all := map[string][]phrase{}
	for row, f := range faults {
		for text := range strings.SplitSeq(f.words, ", ") {
			parts := strings.Fields(text)
			all[opening(parts[0])] = append(all[opening(parts[0])], phrase{row, parts})
		}
	}
	return all
}()

// opening is the shortest beginning that any phrase has.
func opening(word string) string { return word[:min(2, len(word))] }

// between is how many words may stand between two of a phrase.
const between = 4

// faultsIn finds the rows that a text speaks of, and which of its words do.
func faultsIn(words []string) (rows map[string]bool, spoken map[int]bool) {
	rows, spoken = map[string]bool{}, map[int]bool{}
	for i := range words {
		for _, p := range phrases[opening(words[i])] {
			if places := p.at(words[i:]); places != nil {
				rows[faults[p.row].name] = true
				for _, place := range places {
					spoken[i+place] = true
				}
			}
		}
	}
	return rows, spoken
}

// at gives the places of a phrase that begins with the first of the words; nil
// where it does not.
func (p phrase) at(words []string) []int {
	if !wordIs(words[0], p.parts[0]) {
		return nil
	}
	places := []int{0}
	for _, part := range p.parts[1:] {
		from := places[len(places)-1] + 1
		next := slices.IndexFunc(words[from:min(len(words), from+between+1)], func(w string) bool { return wordIs(w, part) })
		if next < 0 {
			return nil
		}
		places = append(places, from+next)
	}
	return places
}

func wordIs(word, part string) bool {
	if stem, open := strings.CutSuffix(part, "*"); open {
		return strings.HasPrefix(word, stem)
	}
	return word == part
}

// metaRows speak of tests, words and looks, topics of what the code is about.
var metaRows, topics = func() (meta, topics map[string]bool) {
	meta, topics = map[string]bool{}, map[string]bool{}
	for _, f := range faults {
		if f.meta {
			meta[f.name] = true
		}
		if f.topic {
			topics[f.name] = true
		}
	}
	return meta, topics
}()
