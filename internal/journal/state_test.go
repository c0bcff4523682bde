package journal

import (
	"strings"
	"testing"
)

// steps is architecture.md 4.1 as a table: from down, to across. A cell names
// who writes the step; a dot is a step that nobody may take.
const steps = `
from      wanted    started  doubtful  done       lapsed    barred
-         intend    .        .         adopted    .         .
wanted    again     begin    .         .          unwished  .
started   .         .        lost      settle     settle    settle
doubtful  .         .        .         found      absent    .
done      .         .        .         .          .         .
lapsed    intend    .        .         landed     .         .
barred    intend    .        .         .          told      .
`

var states = []State{"", Wanted, Started, Doubtful, Done, Lapsed, Barred}

func table(t *testing.T) map[[2]State]string {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(steps), "\n")
	columns := strings.Fields(lines[0])[1:]
	cells := map[[2]State]string{}
	for _, line := range lines[1:] {
		row := strings.Fields(line)
		if len(row) != len(columns)+1 {
			t.Fatalf("row %q has %d cells", line, len(row)-1)
		}
		from := State(strings.Trim(row[0], "-"))
		for i, word := range row[1:] {
			cells[[2]State{from, State(columns[i])}] = word
		}
	}
	return cells
}

func TestOnlyTheStepsOfTheTableAreLegal(t *testing.T) {
	cells := table(t)
	pairs := 0
	for _, from := range states {
		for _, to := range states {
			pairs++
			word := cells[[2]State{from, to}]
			if want := word != "" && word != "."; Legal(from, to) != want {
				t.Errorf("from %q to %q: legal is %v, the table says %q", from, to, Legal(from, to), word)
			}
		}
	}
	if pairs != 49 || len(cells) != 42 {
		t.Errorf("%d pairs against %d cells", pairs, len(cells))
	}
}

func TestAnIllegalStepIsRefusedWithASentence(t *testing.T) {
	err := Check(Done, Did{Key: "ready/h1", State: Started})
	if err == nil || err.Error() != "deed ready/h1 cannot go from done to started" {
		t.Errorf("got %v", err)
	}
	err = Check("", Did{Key: "ready/h1", State: Barred})
	if err == nil || err.Error() != "deed ready/h1 cannot go from unknown to barred" {
		t.Errorf("got %v", err)
	}
	if err := Check(Wanted, Did{Key: "ready/h1", State: Started}); err != nil {
		t.Errorf("a legal step was refused: %v", err)
	}
}

func TestWhichStatesBlockAKeyAndWhichMayTakeEffect(t *testing.T) {
	for _, c := range []struct {
		state            State
		blocks, inFlight bool
	}{{"", false, false}, {Wanted, true, false}, {Started, true, true}, {Doubtful, true, true}, {Done, false, false}, {Lapsed, false, false}, {Barred, false, false}} {
		if c.state.Open() != c.blocks || c.state.InFlight() != c.inFlight {
			t.Errorf("%q: open %v, in flight %v", c.state, c.state.Open(), c.state.InFlight())
		}
	}
}
