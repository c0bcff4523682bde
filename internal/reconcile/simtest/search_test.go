package simtest

import (
	"testing"
)

// Pairs of adversities, each once, in small worlds: every order and every place.
func TestEveryPairOfAdversitiesInSmallWorlds(t *testing.T) {
	worlds := []struct {
		name    string
		threads []string
		script  []string
	}{
		{"one thread", []string{"bugbot:valid a"}, []string{""}},
		{"no thread", nil, []string{""}},
		{"a declined finding", []string{"bugbot:wrong a"}, nil},
		{"a person's question", []string{"maria:question a"}, []string{""}},
	}
	pairs := [][2]string{
		{"crash", "lost"}, {"crash", "stale"}, {"lost", "stale"}, {"crash", "human push"}, {"late", "stale"}, {"stale", "new thread"},
		{"crash", "race comment"}, {"lost", "race pause"}, {"frozen", "stale"}, {"job dies", "silent"}, {"draft", "reopen"},
		{"answer", "conflict"}, {"database lost", "late"}, {"wake-ups lost", "talk"}, {"edit", "stale"}, {"crash", "crash"},
		{"workers", "stale"}, {"limited", "crash"}, {"not allowed", "allowed"}, {"skew", "lost"}, {"review body", "stale"}, {"conflict", "reset"}, {"tangle", "crash"}, {"tangle", "human push"}, {"ci red", "human push"}, {"ci broke off", "crash"}, {"queue", "race comment"},
	}
	limit := 120
	if testing.Short() {
		limit = 50
	}
	if long {
		limit = 5000
	}
	states, peaceful, complete := 0, 0, 0
	for _, world := range worlds {
		for _, pair := range pairs {
			found := Search(New(world.threads, world.script), Budget{pair[0]: 1, pair[1]: 1}, limit)
			states += found.States
			peaceful += found.Peaceful
			if found.Complete {
				complete++
			}
			if len(found.Broken) > 0 {
				t.Errorf("%s, %v: %s", world.name, pair, found.Broken[0])
			}
		}
	}
	t.Logf("%d states in %d searches, %d complete; %d left in peace", states, len(worlds)*len(pairs), complete, peaceful)
}
