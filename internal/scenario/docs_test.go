package scenario_test

import (
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/scenario"
)

// keysOf collects the keys of a struct and of all that it holds.
func keysOf(t reflect.Type, into map[string]bool, seen map[reflect.Type]bool) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		keysOf(t.Elem(), into, seen)
	case reflect.Struct:
		if seen[t] {
			return
		}
		seen[t] = true
		for i := range t.NumField() {
			name, _, _ := strings.Cut(t.Field(i).Tag.Get("yaml"), ",")
			if name != "" && name != "-" {
				into[name] = true
			}
			keysOf(t.Field(i).Type, into, seen)
		}
	}
}

func TestTheReferenceNamesEveryKeyAndWord(t *testing.T) {
	page, err := os.ReadFile("../../docs/scenario.md")
	if err != nil {
		t.Fatal(err)
	}
	words := strings.FieldsFunc(string(page), func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_')
	})
	keys := map[string]bool{}
	keysOf(reflect.TypeFor[scenario.File](), keys, map[reflect.Type]bool{})
	if len(keys) < 80 {
		t.Fatalf("found only %d keys", len(keys))
	}
	for _, list := range [][]string{
		scenario.PresetNames(), scenario.ActNames(), scenario.ExpectKeys, scenario.Event("").Words(),
		scenario.Conclusion{}.Words(), scenario.Surface("").Words(), scenario.Misbehaviour("").Words(),
		scenario.Limit("").Words(), scenario.Repeats("").Words(), scenario.Association("").Words(),
		scenario.Program("").Words(), scenario.ReviewAnswer("").Words(), scenario.ThreadState("").Words(),
	} {
		for _, word := range list {
			keys[word] = true
		}
	}
	for key := range keys {
		if !slices.Contains(words, key) {
			t.Errorf("docs/scenario.md does not name %q", key)
		}
	}
}
