package strictyaml

import (
	"fmt"
	"slices"
)

// Wants refuses a value of any other shape, and tells whether it fits.
func (n Node) Wants(kinds ...Kind) bool {
	got := n.Kind()
	if slices.Contains(kinds, got) {
		return true
	}
	subject := n.name
	if subject == "" {
		subject = "the document"
	}
	p := Problem{What: fmt.Sprintf("%s wants %s, not %s", subject, either(kinds), got)}
	if got == Null {
		p.What = fmt.Sprintf("%s is empty; it wants %s", subject, either(kinds))
	}
	if slices.Contains(kinds, Text) && (got == Whole || got == Decimal || got == Bool) {
		p.Hint = "put it in quotes"
	}
	n.Refuse(p)
	return false
}

func either(kinds []Kind) string {
	text := ""
	for i, k := range kinds {
		switch {
		case i == 0:
		case i == len(kinds)-1:
			text += " or "
		default:
			text += ", "
		}
		text += string(k)
	}
	return text
}

// Among refuses a text that is none of the words, and tells whether it is one.
func (n Node) Among(words []string) bool {
	text, ok := n.Text()
	if ok && slices.Contains(words, text) {
		return true
	}
	n.Refuse(Problem{
		What: fmt.Sprintf("%s cannot be %q", n.name, text), Allowed: words, Hint: DidYouMean(text, words),
	})
	return false
}

// UnknownKey refuses the key that this node stands at. Owner is what the key
// was found in, empty for the document itself.
func (n Node) UnknownKey(owner string, allowed []string) {
	what := fmt.Sprintf("unknown key %q", n.name)
	if owner != "" {
		what += " in " + owner
	}
	n.Refuse(Problem{What: what, Allowed: allowed, Hint: DidYouMean(n.name, allowed)})
}
