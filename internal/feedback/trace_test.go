package feedback

import "testing"

func edit(t *testing.T, path string, removed, added []string) Edit {
	t.Helper()
	e, ok := EditOf(path, removed, added)
	if !ok {
		t.Fatalf("%q -> %q: too little to be known again", removed, added)
	}
	return e
}

func TestAnEditIsTakenBackWhateverItsIndentation(t *testing.T) {
	first := edit(t, "cart.go", []string{"\tsum += price"}, []string{"\tsum += price * count", ""})
	back := edit(t, "cart.go", []string{"    sum += price * count"}, []string{"sum += price"})
	if !back.Undoes(first) || !first.Undoes(back) {
		t.Error("the way back was not seen")
	}
	if first.Undoes(first) {
		t.Error("an edit takes itself back")
	}
	if elsewhere := edit(t, "order.go", []string{"sum += price * count"}, []string{"sum += price"}); elsewhere.Undoes(first) {
		t.Error("an edit of another file counts")
	}
	if further := edit(t, "cart.go", []string{"sum += price * count"}, []string{"sum += price * count / 100"}); further.Undoes(first) {
		t.Error("an edit that goes on counts as the way back")
	}
}

func TestLinesThatComeAndGoAreTakenBack(t *testing.T) {
	added := edit(t, "cart.go", nil, []string{"if discount > 100 {", "}"})
	removed := edit(t, "cart.go", []string{"if discount > 100 {", "}"}, nil)
	if !removed.Undoes(added) {
		t.Error("lines that were put there and taken away again were not seen")
	}
}

func TestAnEditWithTooLittleInItIsNotKnownAgain(t *testing.T) {
	for _, lines := range [][2][]string{{{"}"}, nil}, {nil, {"", "\t"}}, {{"  return sum"}, {"return sum"}}} {
		if _, ok := EditOf("cart.go", lines[0], lines[1]); ok {
			t.Errorf("%q became an edit", lines)
		}
	}
}
