package view

import (
	"strings"

	"github.com/settlehq/settle/internal/feedback"
)

// leastDigits of a short id.
const leastDigits = 4

// shorten gives a function that prints an item's id as its shortest tail that
// no other of the items has: the letter and at least four digits (t4821). An
// id that is not among them, and what is no id, is printed as it is.
func shorten(items []feedback.Standing) func(string) string {
	short := map[string]string{}
	for _, st := range items {
		id := string(st.Item.ID)
		short[id] = shortest(id, items)
	}
	return func(id string) string {
		if s, ok := short[id]; ok {
			return s
		}
		return id
	}
}

func shortest(id string, items []feedback.Standing) string {
	if len(id) < 2 {
		return id
	}
	letter, digits := id[:1], id[1:]
	number, _, _ := strings.Cut(digits, ".")
	for n := leastDigits; n < len(number); n++ {
		tail := digits[len(number)-n:]
		if alone(id, letter, tail, items) {
			return letter + tail
		}
	}
	return id
}

func alone(id, letter, tail string, items []feedback.Standing) bool {
	for _, st := range items {
		other := string(st.Item.ID)
		if other != id && strings.HasPrefix(other, letter) && strings.HasSuffix(other, tail) {
			return false
		}
	}
	return true
}

func (f Facts) name() func(string) string { return shorten(f.Verdict.Items) }
