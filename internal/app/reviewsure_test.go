package app

import (
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/feedback"
)

func TestFindingsBelowTheBarOfConfidenceAreDropped(t *testing.T) {
	finding := func(title string, confidence int) feedback.Finding {
		return feedback.Finding{Title: title, Confidence: confidence}
	}
	all := []feedback.Finding{finding("below", 4), finding("equal", 5), finding("above", 9), finding("not said", 0)}
	for least, want := range map[int]string{0: "below equal above not said|", 5: "equal above not said|below", 10: "not said|below equal above"} {
		kept, doubted := sure(all, least)
		if got := titles(kept) + "|" + titles(doubted); got != want {
			t.Errorf("at least %d: %s, want %s", least, got, want)
		}
	}
	if kept, doubted := sure(nil, 5); len(kept)+len(doubted) != 0 {
		t.Errorf("of nothing: %v, %v", kept, doubted)
	}
}

func titles(all []feedback.Finding) string {
	var words []string
	for _, f := range all {
		words = append(words, f.Title)
	}
	return strings.Join(words, " ")
}
