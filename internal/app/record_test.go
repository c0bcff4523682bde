package app_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/app"
	"github.com/settlehq/settle/internal/verdict"
	"github.com/settlehq/settle/internal/view"
)

// readied drives a pull request with a fix, two declined asks and a check to
// ready, and gives the record that was kept.
func readied(t *testing.T) (*world, *app.App, verdict.Record) {
	t.Helper()
	w := fixing(t, rounds, "actors:", "protect: {checks: [ci]}\nchecks: [{name: ci, takes: 30s}]\nactors:")
	house := w.open()
	facts, err := house.Run(t.Context(), shop, app.RunOptions{})
	if err != nil || facts.Verdict.Phase != verdict.Ready {
		t.Fatalf("%s, %v", facts.Verdict.Phase, err)
	}
	r, err := house.Record(t.Context(), shop)
	if err != nil || r == nil || facts.Record == nil || facts.Record.MAC != r.MAC {
		t.Fatalf("record %v, %v", r, err)
	}
	return w, house, *r
}

// stranger is a machine of somebody else's, with a memory of its own.
func (w *world) stranger() *app.App {
	return w.open(func(o *app.Options) { o.Settings.Database = w.database() + ".other" })
}

func TestARecordHoldsHereAndElsewhere(t *testing.T) {
	w, house, r := readied(t)
	if len(r.Items) != 3 || len(r.Gates) != 6 || len(r.Reviewers) < 1 || r.PolicyDigest == "" {
		t.Fatalf("%+v", r)
	}
	for seal, machine := range map[string]*app.App{"good": house, "unknown": w.stranger()} {
		c, err := machine.Confirm(t.Context(), shop, r)
		if err != nil || c.Holds() == nil || !*c.Holds() || c.Seal != seal || c.Found < 8 {
			t.Errorf("%d facts, seal %s, %v, %v", c.Found, c.Seal, c.Differs, err)
		}
	}
}

// Each value of a record is bound: by the seal where the machine that wrote it
// checks, by the host's own facts everywhere else. Two things are the seal's
// alone: when exactly it was written, within the time since its last fact; and
// that a closed thread is left out, for others may be closed later.
func TestATamperedRecordDoesNotHold(t *testing.T) {
	w, house, r := readied(t)
	stranger, n := w.stranger(), 0
	for name, tampered := range tamperings(t, r) {
		n++
		alone := name == "at" || name == "mac" || strings.HasPrefix(name, "gates[1].evidence without")
		if alone || n%8 == 0 { // the seal is one for all
			if c, err := house.Confirm(t.Context(), shop, tampered); err != nil || c.Holds() == nil || *c.Holds() {
				t.Errorf("%s: holds at home, seal %s, %v", name, c.Seal, err)
			}
		}
		if alone {
			continue
		}
		if c, err := stranger.Confirm(t.Context(), shop, tampered); err != nil || c.Holds() == nil || *c.Holds() {
			t.Errorf("%s: holds elsewhere, %v", name, err)
		}
	}
	t.Logf("%d ways to tamper", n)
	if n < 80 {
		t.Errorf("only %d", n)
	}
	early := r
	early.At = r.At.AddDate(0, 0, -1)
	late := r
	late.At = r.At.AddDate(1, 0, 0)
	for _, moved := range []verdict.Record{early, late} {
		if c, err := stranger.Confirm(t.Context(), shop, moved); err != nil || *c.Holds() {
			t.Errorf("written %s: holds, %v", moved.At, err)
		}
	}
}

// tamperings changes each value, and leaves out each member of each list.
func tamperings(t *testing.T, r verdict.Record) map[string]verdict.Record {
	t.Helper()
	all := map[string]verdict.Record{}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var tree any
	if err := json.Unmarshal(text, &tree); err != nil {
		t.Fatal(err)
	}
	keep := func(name string) {
		changed, err := json.Marshal(tree)
		if err != nil {
			t.Fatal(err)
		}
		var one verdict.Record
		if err := json.Unmarshal(changed, &one); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all[name] = one
	}
	walk(tree, "", func(any) {}, keep)
	return all
}

func walk(node any, name string, set func(any), keep func(string)) {
	put := func(value any) {
		set(value)
		keep(strings.TrimPrefix(name, "."))
		set(node)
	}
	switch value := node.(type) {
	case map[string]any:
		for key, child := range value {
			walk(child, name+"."+key, func(v any) { value[key] = v }, keep)
		}
	case []any:
		for i, child := range value {
			walk(child, fmt.Sprintf("%s[%d]", name, i), func(v any) { value[i] = v }, keep)
		}
		for i := range value {
			set(slices.Delete(slices.Clone(value), i, i+1))
			keep(strings.TrimPrefix(fmt.Sprintf("%s without %d", name, i), "."))
			set(node)
		}
	case string:
		put(otherText(value))
	case float64:
		put(value + 1)
	case bool:
		put(!value)
	}
}

// otherText is of the same form and says something else.
func otherText(text string) string {
	switch {
	case len(text) >= len("2026-01-05T09:00:00Z") && strings.HasSuffix(text, "Z") && text[4] == '-':
		return "19" + text[2:]
	case text == "":
		return "x"
	}
	last := text[len(text)-1]
	if last == '0' {
		return text[:len(text)-1] + "1"
	}
	return text[:len(text)-1] + "0"
}

// What somebody asked meanwhile, and nobody answered, stands in no record.
func TestAnAskThatIsLeftOutDiffers(t *testing.T) {
	w, house, r := readied(t)
	err := w.sim.World.Do(func() error {
		_, err := w.sim.World.Comment(w.sim.World.Repository("acme/shop").Pull(42), "maria", "One thing more.")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	c, err := house.Confirm(t.Context(), shop, r)
	if err != nil || c.Seal != "good" || len(c.Differs) != 1 || !strings.HasPrefix(c.Differs[0].Where, "items.c") {
		t.Fatalf("seal %s, %v, %v", c.Seal, c.Differs, err)
	}
	if text := c.Text(view.Page{}); !strings.HasPrefix(text, "differs  acme/shop#42 at ") || !strings.Contains(text, "recorded: nothing") {
		t.Errorf("it says\n%s", text)
	}
}
