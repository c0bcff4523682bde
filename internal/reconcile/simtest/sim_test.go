package simtest

import (
	"math/rand/v2"
	"os"
	"testing"

	"github.com/settlehq/settle/internal/verdict"
)

// long runs the whole of what is sampled otherwise.
var long = os.Getenv("SETTLE_LONG") != ""

var (
	threadSets = [][]string{
		{}, {"bugbot:valid a"}, {"bugbot:wrong a"}, {"maria:question a"}, {"bugbot:valid a", "bugbot:wrong b"},
		{"bugbot:valid hopeless a"}, {"bugbot:valid red a"}, {"bugbot:valid a", "maria:valid b", "bugbot:valid hopeless c"},
		{"bugbot:valid a", "bugbot:valid twin of a", "maria:wrong review"},
	}
	scripts = [][]string{{}, {""}, {"valid new"}, {"wrong new"}, {"valid one", "valid two"}, {"valid 1", "valid 2", "valid 3", "valid 4", "valid 5", "valid 6"},
		{"valid", "valid born 1", "valid born 2", "valid born 3"}}
)

// later are the findings of a last reviewer, whose findings go into a pull
// request of their own.
var later = [][]string{{""}, {"valid later"}, {"valid later", "wrong later"}, {"question later"}}

// budgetOf draws what may go wrong: out of everything, or out of some names.
func budgetOf(r *rand.Rand, names []string) Budget {
	b := Budget{}
	for _, name := range names {
		b[name] = 3
	}
	if len(names) > 0 {
		return b
	}
	all := everyAdversity()
	for range 1 + r.IntN(5) {
		b[all[r.IntN(len(all))]] += 1 + r.IntN(3)
	}
	return b
}

func everyAdversity() []string {
	b := Budget{}
	for name := range adversities {
		b[name] = 1
	}
	for name := range inTick {
		b[name] = 1
	}
	return sortedNames(b)
}

// random plays one seeded run to its end and returns it with its way there.
func random(seed uint64, prepare func(*Sim), names ...string) (*Sim, []Choice) {
	r := rand.New(rand.NewPCG(seed, 7))
	s := New(threadSets[r.IntN(len(threadSets))], scripts[r.IntN(len(scripts))])
	if r.IntN(4) == 0 {
		s.WithLast(later[r.IntN(len(later))])
	}
	if prepare != nil {
		prepare(s)
	}
	budget := budgetOf(r, names)
	var way []Choice
	for range 40 + r.IntN(60) {
		choices := s.Choices(budget)
		c := choices[r.IntN(len(choices))]
		if r.IntN(3) > 0 { // adversity is rarer than life
			c = choices[0]
		}
		if s.Take(c); budget[c.Name] > 0 {
			budget[c.Name]--
		}
		if way = append(way, c); len(s.Broken) > 0 {
			return s, way
		}
	}
	s.Peace()
	return s, way
}

func TestRandomRunsBreakNoInvariant(t *testing.T) {
	runs := 300
	if long {
		runs = 24000
	}
	ends := map[verdict.Phase]int{}
	soft, idle := 0, 0
	for seed := range uint64(runs) {
		s, way := random(seed, nil)
		ends[s.Phase()]++
		soft += s.Soft
		idle += s.Idle
		if len(s.Broken) > 0 {
			t.Fatalf("seed %d: %s\nthe way: %v", seed, s.Broken[0], way)
		}
	}
	t.Logf("%d runs ended %v; soft races %d, works in vain %d", runs, ends, soft, idle)
	if ends[verdict.Ready]*10 < runs {
		t.Errorf("only %d of %d runs reached ready: the worlds are too hard to show anything", ends[verdict.Ready], runs)
	}
}
