package perform_test

import (
	"testing"

	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/pull"
)

// A finding about a line that our own commit brought is born from a fix; one
// about anybody else's line, about a removed line or about no line is not.
func TestAFindingBornFromOurFixIsKnown(t *testing.T) {
	w := newWorld(t, files{"cart.go": "package cart\n\nvar total = 1\n"})
	w.pushed(files{"cart.go": "package cart\n\nvar total = 1\nvar ours = 2\n"})
	fix := w.tip()
	w.host.head = fix
	w.agents.are(map[string]hand{"one": func(_ *testing.T, _ string, r agent.Request) (agent.Report, error) {
		var all []agent.Judgment
		for _, item := range r.Items {
			all = append(all, agent.Judgment{Item: item.ID, Class: feedback.Valid, Reason: "true"})
		}
		return agent.Report{Judgments: all}, nil
	}})
	at := func(id int64, where feedback.Place, more ...func(*feedback.Standing)) feedback.Standing {
		return w.raised(id, "x", append(more, func(st *feedback.Standing) { st.Item.Where = where })...)
	}
	standings := []feedback.Standing{
		at(101, feedback.Place{Path: "cart.go", Line: 4}),
		at(102, feedback.Place{Path: "cart.go", Line: 3}),
		at(103, feedback.Place{Path: "cart.go", Start: 3, Line: 4}),
		at(104, feedback.Place{Path: "cart.go", Line: 4, Side: "LEFT"}),
		at(105, feedback.Place{Path: "cart.go", Line: 4}, func(st *feedback.Standing) { st.Item.Outdated = true }),
		at(106, feedback.Place{Path: "cart.go"}),
		at(107, feedback.Place{Path: "cart.go", Line: 99}),
		at(108, feedback.Place{}),
	}
	seen := w.host.snapshot()
	seen.Ours = []pull.Trailer{{Commit: fix, Items: []string{"t1@1.1"}}}
	did := w.performAt(seen, w.triage(len(standings), standings...))
	want(t, did, journal.Done, "")
	got := map[feedback.ItemID]pull.Oid{}
	for _, o := range did.Outcome.Origins {
		got[o.At.Item] = o.Commit
	}
	if len(got) != 2 || got["t101"] != fix || got["t103"] != fix {
		t.Errorf("born from %s: %v", fix, got)
	}
}

func TestAFixTellsWhatItChanged(t *testing.T) {
	w := newWorld(t, files{"cart.go": "package cart\n\nvar subtotal = price\n"})
	turn := func(text string) []feedback.Edit {
		t.Helper()
		w.agents.are(map[string]hand{"one": edits(files{"cart.go": text})})
		did := w.perform(w.fixes(w.thread(101)))
		want(t, did, journal.Done, "")
		return did.Outcome.Edits
	}
	there := turn("package cart\n\nvar subtotal = price * count\n")
	w.pushed(files{"cart.go": "package cart\n\nvar subtotal = price * count\n"})
	w.host.head = w.tip()
	back := turn("package cart\n\nvar subtotal = price\n")
	if len(there) != 1 || len(back) != 1 || !back[0].Undoes(there[0]) {
		t.Errorf("there %+v, back %+v", there, back)
	}
}
