package cluster

import (
	"regexp"
	"strings"

	"github.com/settlehq/settle/internal/feedback"
)

// theme is one row of the closed list: the words by which it is known, and why
// asks of it belong together. A word that ends in * stands for all that begin so.
type theme struct {
	name  feedback.Theme
	words string
	why   string
}

// themes in order of weight: where two fit alike, the earlier one is taken.
var themes = []theme{
	{"security", "secur* vulnerab* inject* xss csrf ssrf sanitiz* sanitis* unsanitized escap* unescaped secret* credential* password* token* leakage exploit* attacker* untrusted traversal privilege* permission*",
		"a hole that is closed at one door is open at the next"},
	{"concurrency", "concurren* race racy races deadlock* mutex* lock locks locked locking unlock* goroutine* thread-safe atomic* synchroniz* synchronis* contention parallel* reentran* toctou",
		"one missing lock is a question to every user of the value"},
	{"resources", "leak leaks leaked leaking close closed closing unclosed defer cleanup dispose* descriptor* handles release* freed exhaust* unbounded timeout* deadline* cancel*",
		"who opens and who closes is one convention of a package"},
	{"error_handling", "error errors err exception* panic* unhandled swallow* ignored rethrow* catch caught recover* fail fails failed failure* failing retry retries fallback",
		"how failures travel is one convention; a path that drops them is rarely alone"},
	{"validation", "validat* invalid unvalidated nil null undefined empty missing bound bounds unchecked negative range ranges input inputs precondition* guard guards dereferenc* malformed",
		"what callers may pass is decided at one boundary, or checked again at each"},
	{"arithmetic", "round* overflow* underflow* truncat* precision float* decimal* integer division divide* divides modulo off-by-one arithmetic percent* cents sum sums total totals",
		"a wrong unit or order of operations is used wherever the number goes"},
	{"performance", "perform* slow slower alloc* quadratic latency cache cached caching memoiz* inefficient expensive n+1 batch* hot throughput o(n*",
		"a costly pattern is copied with the code around it"},
	{"compatibility", "compatib* incompatib* breaking backward* deprecat* migrat* version versions versioned api contract schema",
		"what others rely on is promised once for a whole surface"},
	{"testing", "test tests tested testing untested coverage assert* mock* flaky fixture* regression*",
		"what is not tested here is mostly not tested beside it"},
	{"documentation", "document* docs docstring* comment comments readme typo typos spelling grammar wording changelog explain* describe*",
		"one rule of writing is broken in many places"},
	{"types", "type types typed typing cast casts casting generic generics interface interfaces annotation*",
		"a loose type is loose for all its users"},
	{"naming", "name names named naming rename* misnamed misleading unclear identifier* terminolog* convention*",
		"a word is chosen once and used everywhere"},
	{"logging", "log logs logged logging trace tracing metric metrics telemetry observab* verbose",
		"what is told of a run is one convention"},
	{"duplication", "duplicat* redundan* repeated repeat repeats copy-past* dead unused unreachable extract helper reuse boilerplate",
		"what stands twice has another place to stand"},
	{"style", "style format* indent* whitespace lint* import imports ordering consisten* inconsisten* simplif* readab* idiom* nit nits const constant",
		"a matter of taste is settled once"},
}

// titleWeight: a title names the matter, a body also mentions others.
const titleWeight = 3

var (
	fenced = regexp.MustCompile("(?s)```.*?(```|$)|<!--.*?(-->|$)")
	word   = regexp.MustCompile(`[\pL\pN+(-]+`)
)

// Theme tells what an ask is about by its words, code left out; empty where
// none of the list is known in it.
func Theme(title, body string) feedback.Theme {
	inTitle, inBody := hits(title), hits(fenced.ReplaceAllString(body, " "))
	var best feedback.Theme
	most := 0
	for row, t := range themes {
		if weight := titleWeight*inTitle[row] + inBody[row]; weight > most {
			best, most = t.name, weight
		}
	}
	return best
}

// known is a word of the list: its row, and its place there.
type known struct{ row, place int }

// lexicon finds the words of all rows: whole ones, and those that stand for all
// that begin so.
var lexicon = func() (l struct{ whole, stems map[string][]known }) {
	l.whole, l.stems = map[string][]known{}, map[string][]known{}
	for row, t := range themes {
		for place, text := range strings.Fields(t.words) {
			if stem, open := strings.CutSuffix(text, "*"); open {
				l.stems[stem] = append(l.stems[stem], known{row, place})
			} else {
				l.whole[text] = append(l.whole[text], known{row, place})
			}
		}
	}
	return l
}()

// hits counts for each row how many of its words stand in the text, each once.
func hits(text string) map[int]int {
	found := map[known]bool{}
	for _, w := range word.FindAllString(strings.ToLower(text), -1) {
		for _, k := range lexicon.whole[w] {
			found[k] = true
		}
		for end := range len(w) + 1 {
			for _, k := range lexicon.stems[w[:end]] {
				found[k] = true
			}
		}
	}
	counts := map[int]int{}
	for k := range found {
		counts[k.row]++
	}
	return counts
}
