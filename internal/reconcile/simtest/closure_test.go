package simtest

import (
	"fmt"
	"sync"
	"testing"
)

// enclosed is a pull request with few threads, what its bot says, and what may befall it.
type enclosed struct {
	threads, script []string
	budget          Budget
}

// search takes every way on from every state, and reports what breaks.
func (w enclosed) search(t *testing.T) Found {
	t.Helper()
	found := Search(New(w.threads, w.script), w.budget, 1<<20)
	for _, broken := range found.Broken {
		t.Error(broken)
	}
	if !found.Complete {
		t.Errorf("%d states, and more", found.States)
	}
	t.Logf("%d states, %d left in peace", found.States, found.Peaceful)
	return found
}

// closed are worlds whose every state is reached: each way on from each state
// was taken, and every tenth state was left in peace.
var closed = []enclosed{
	{nil, []string{""}, Budget{"crash": 1, "lost": 1, "stale": 1}},
	{nil, []string{""}, Budget{"crash": 2, "human push": 1}},
	{nil, []string{""}, Budget{"workers": 1, "comment": 1}},
	{[]string{"bugbot:wrong a"}, nil, Budget{"crash": 1, "lost": 1}},
	{[]string{"bugbot:wrong a"}, nil, Budget{"workers": 1, "stale": 1}},
	{[]string{"bugbot:valid a"}, []string{""}, Budget{"crash": 1}},
	{[]string{"bugbot:valid a"}, []string{""}, Budget{"stale": 1}},
	{[]string{"bugbot:valid a"}, []string{""}, Budget{"lost": 1, "human push": 1}},
	{[]string{"bugbot:valid a"}, []string{""}, Budget{"crash": 1, "stale": 1}},
	{[]string{"maria:question a"}, []string{""}, Budget{"answer": 1, "crash": 1, "stale": 1}},
	{[]string{"maria:valid review"}, []string{""}, Budget{"conflict": 1}},
}

// wide is one more that takes longer than all of these.
var wide = enclosed{[]string{"maria:valid review"}, []string{""}, Budget{"crash": 1, "conflict": 1}}

func TestEveryStateOfSmallWorlds(t *testing.T) {
	if !long {
		t.Skip("left out: make model takes all states of small worlds, which is minutes")
	}
	var mu sync.Mutex
	states, peaceful := 0, 0
	t.Run("worlds", func(t *testing.T) {
		for _, c := range closed {
			t.Run(fmt.Sprint(c.threads, c.budget), func(t *testing.T) {
				t.Parallel()
				found := c.search(t)
				mu.Lock()
				defer mu.Unlock()
				states, peaceful = states+found.States, peaceful+found.Peaceful
			})
		}
	})
	t.Logf("%d states, %d left in peace", states, peaceful)
	if states < 100_000 {
		t.Errorf("%d states; 100,000 are promised", states)
	}
}

func TestAWideWorldToItsLastState(t *testing.T) {
	if !long {
		t.Skip("left out: make fuzz takes all states of a wide world, which is minutes")
	}
	wide.search(t)
}

// The same search finds rules that were put back.
func TestTheSearchFindsVariants(t *testing.T) {
	seeded := map[string]Budget{
		"1": {"crash": 1}, "3": {"late": 1}, "17": {"race pause": 1}, "23": {}, "join": {"conflict": 1}, "checks": {"ci red": 1}, "queue": {"queue": 1},
	}
	for _, v := range Variants {
		budget, ok := seeded[v.Row]
		if !ok {
			continue
		}
		t.Run(v.Row, func(t *testing.T) {
			t.Parallel()
			s := New([]string{"bugbot:valid a"}, []string{""})
			v.Put(s)
			found := Search(s, budget, 20_000)
			if len(found.Broken) == 0 {
				t.Errorf("%s: not found in %d states, complete %v", v.Says, found.States, found.Complete)
				return
			}
			t.Logf("%s: found among %d states: %.120s", v.Says, found.States, found.Broken[0])
		})
	}
}
