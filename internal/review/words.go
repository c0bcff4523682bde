package review

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/kljensen/snowball/english"

	"github.com/settlehq/settle/internal/feedback"
)

// sense is what a text says, as far as its structure shows: the code that it
// names, its numbers and signs, the faults it speaks of, and the stems of all
// other words.
type sense struct {
	names   map[string]bool // identifiers and chains of them, flags, quoted words
	numbers map[string]bool
	signs   map[string]bool // operators in code
	words   map[string]bool // stems, without idle words; also the parts of names
	frame   map[string]bool // what is left beside the words of faults: names, and stems of others
	faults  map[string]bool // rows of the list
	raw     map[string]bool // stems of all words but those of grammar
	open    map[string]bool // of raw, what is no word of a fault
	turned  map[string]bool // words that have an opposite
	states  map[string]bool // words that tell when
	denied  bool            // it says that something is not so, or should be
	claimed bool            // such a word is part of a fault, so it tells nothing more
}

var (
	blocks   = regexp.MustCompile("(?s)(?:```|~~~).*?(?:```|~~~|$)|<!--.*?(?:-->|$)")
	address  = regexp.MustCompile(`https?://\S+`)
	lineRefs = regexp.MustCompile(`(?i)\b(?:lines?|L)[ ]?\d+(?:\s*(?:-|–|to|and|,)\s*L?\d+)*|\b[\w./-]+\.\w{1,5}:\d+(?:-\d+)?`)
	codeSpan = regexp.MustCompile("`+([^`]+)`+")
	quoted   = regexp.MustCompile(`["“']([\pL\pN_.-]{2,40})["”']`)
	chain    = regexp.MustCompile(`[\pL_$@][\pL\pN_$]*(?:(?:\.|::|->|#)[\pL_$][\pL\pN_$]*)*`)
	flag     = regexp.MustCompile(`(?:^|[\s"'])(--?[a-zA-Z][\w-]*)`)
	number   = regexp.MustCompile(`\b\d+(?:[.,]\d+)*\b`)
	sign     = regexp.MustCompile(`<=|>=|===?|!==?|<<|>>|&&|\|\||:=|\+\+|--|\+=|-=|[<>%^]`)
	// codeLike finds code in prose: camelCase, snake_case, dotted.names and calls().
	codeLike = regexp.MustCompile(`\b[\pL_$][\pL\pN_$]*(?:(?:\.|::)[\pL_$][\pL\pN_$]*)+\b|\b[\pL_$][\pL\pN_$.]*\(\)|\b\p{Ll}+[\pL\pN]*\p{Lu}[\pL\pN]*\b|\b\p{Lu}\p{Ll}+[\pL\pN]*\p{Lu}[\pL\pN]*\b|\b[\pL\pN]+_[\pL\pN_]+\b`)
	token    = regexp.MustCompile(`[\pL\pN_$][\pL\pN_$'’+.(-]*`)
)

// keywords of programming languages name nothing.
var keywords = words(`if else for while return func function def class const let var val type struct interface nil null none true false in is not and or new
int string bool float byte this self import from package public private static void await async try catch except finally throw throws raise
go defer range switch case default break continue err error e i j k n x s t ok`)

func words(text string) map[string]bool {
	all := map[string]bool{}
	for word := range strings.FieldsSeq(text) {
		all[word] = true
	}
	return all
}

// senseOf reads a text. Two kinds of words count as code without being marked so:
// those that are known, because the finding marks them elsewhere, and those whose
// stem is that of a name in the code.
func senseOf(text string, known, code map[string]bool) sense {
	s := sense{names: map[string]bool{}, numbers: map[string]bool{}, signs: map[string]bool{}, words: map[string]bool{}, frame: map[string]bool{}, raw: map[string]bool{}, open: map[string]bool{}, turned: map[string]bool{}, states: map[string]bool{}}
	text = lineRefs.ReplaceAllString(address.ReplaceAllString(blocks.ReplaceAllString(text, " "), " "), " ")
	for _, m := range codeSpan.FindAllStringSubmatch(text, -1) {
		s.code(m[1])
	}
	outside := codeSpan.ReplaceAllString(text, " ")
	for _, m := range quoted.FindAllStringSubmatch(outside, -1) {
		s.name(m[1])
	}
	for _, m := range codeLike.FindAllString(outside, -1) {
		s.name(strings.TrimSuffix(m, "()"))
	}
	for _, m := range number.FindAllString(outside, -1) {
		s.numbers[m] = true
	}
	s.prose(tokens(codeSpan.ReplaceAllString(text, " $1 ")), known, code)
	return s
}

// tokens are the words of a text as they are written.
func tokens(text string) (all []string) {
	for _, m := range token.FindAllString(text, -1) {
		if word := strings.Trim(strings.ReplaceAll(m, "’", "'"), ".'-("); word != "" {
			all = append(all, word)
		}
	}
	return all
}

// code reads one span of code.
func (s *sense) code(text string) {
	for _, m := range flag.FindAllStringSubmatch(text, -1) {
		s.names[m[1]] = true
	}
	text = flag.ReplaceAllString(text, " ")
	for _, m := range chain.FindAllString(text, -1) {
		s.name(m)
	}
	for _, m := range number.FindAllString(text, -1) {
		s.numbers[m] = true
	}
	for _, m := range sign.FindAllString(text, -1) {
		s.signs[m] = true
	}
}

func (s *sense) name(text string) {
	text = strings.Trim(text, ".")
	if !keywords[strings.ToLower(text)] && feedback.Letters(text) > 1 {
		s.names[text] = true
	}
}

// prose reads the words, those of code among them.
func (s *sense) prose(all []string, known, code map[string]bool) {
	lower := make([]string, len(all))
	for i, word := range all {
		lower[i] = strings.ToLower(word)
	}
	rows, spoken := faultsIn(lower)
	s.faults = rows
	denied, demanded := false, false
	for i, word := range lower {
		s.turn(word)
		s.put(word, s.words, idle)
		s.put(word, s.raw, grammar)
		if spoken[i] {
			s.claimed = s.claimed || denying[word]
			continue
		}
		s.put(word, s.open, grammar)
		denied, demanded = denied || denying[word], demanded || demanding[word] || forbids(lower[i:])
		if known[all[i]] || code[stemOf(word)] && !idle[word] {
			s.name(all[i])
		}
		s.put(word, s.frame, idle)
	}
	s.denied = denied != demanded
	for name := range s.names {
		for _, part := range append(partsOf(name), strings.ToLower(name)) {
			s.put(part, s.words, idle)
			delete(s.frame, stemOf(part))
		}
	}
	for name := range s.names {
		s.frame[name] = true
	}
}

// forbids: do not do this, which says that it is done.
func forbids(words []string) bool {
	return words[0] == "don't" || words[0] == "avoid" || words[0] == "do" && len(words) > 1 && words[1] == "not"
}

// turn notes a word that has an opposite, or tells when.
func (s *sense) turn(word string) {
	stem := english.Stem(word, true)
	if opposites[stem] {
		s.turned[stem] = true
	}
	if conditions[stem] {
		s.states[stem] = true
	}
}

// put takes the stems of a word that says something, none of those without.
func (s *sense) put(word string, into, without map[string]bool) {
	for _, part := range strings.FieldsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' }) {
		stem := stemOf(part)
		if len(stem) >= 2 && !without[part] && !without[stem] && strings.Trim(part, "0123456789") != "" {
			into[stem] = true
		}
	}
}

// stemOf a word, or of the first of those that stand for it.
func stemOf(word string) string {
	stem := english.Stem(strings.TrimSuffix(word, "'s"), true)
	if first, ok := kin[stem]; ok {
		return first
	}
	return stem
}

// partsOf a name: getOrder, get_order and cart.getOrder have get and order.
func partsOf(name string) (parts []string) {
	var part []rune
	flush := func() {
		if len(part) > 0 {
			parts = append(parts, strings.ToLower(string(part)))
		}
		part = nil
	}
	runes := []rune(name)
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
			continue
		case unicode.IsUpper(r) && i > 0 && (unicode.IsLower(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])):
			flush()
		}
		part = append(part, r)
	}
	flush()
	return parts
}
