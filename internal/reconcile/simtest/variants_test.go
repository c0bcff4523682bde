package simtest

import "testing"

// Every rule that was put in because its absence broke something is taken out
// again, one at a time, and must be caught within the same random runs.
func TestEveryVariantIsCaught(t *testing.T) {
	runs := uint64(1500)
	for _, variant := range Variants {
		t.Run("row "+variant.Row, func(t *testing.T) {
			for i := range runs {
				seed := (first[variant.Row] + i) % runs
				if s, _ := random(seed, variant.Put, variant.Under...); len(s.Broken) > 0 {
					t.Logf("%s: caught by seed %d: %s", variant.Says, seed, s.Broken[0])
					return
				}
			}
			t.Errorf("%s: not caught in %d runs", variant.Says, runs)
		})
	}
}
