package review

import (
	"testing"

	"github.com/settlehq/settle/internal/feedback"
)

// Short remarks on one line have little but the line's own names to go by: they
// are of as many matters.
func TestShortRemarksOnOneLineAreTold(t *testing.T) {
	const line = "func Price() int { return 2 }"
	remarks := []string{
		"The price is one too high.", "Use a float for the price.", "Price ignores the discount.", "Nobody can tell the unit of a price.",
		"Price has no test.", "The 2 is a magic number.", "Price need not be exported.", "Nothing is free.", "Say in which unit.", "This blocks on a lock.",
	}
	for i, one := range remarks {
		for _, other := range remarks[:i] {
			a := feedback.Finding{Path: "price.go", Line: 4, Title: one, Body: one}
			b := feedback.Finding{Path: "price.go", Line: 4, Title: other, Body: other}
			if Same(a, b, line, line) {
				t.Errorf("taken for one matter: %q and %q", one, other)
			}
		}
	}
}
