package review_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/review"
)

func TestADismissedConcernIsNotRaisedInOtherWords(t *testing.T) {
	moved := strings.Repeat("\t// more\n", 7) + cart
	for _, c := range []struct {
		name   string
		people func(w *world)
		again  feedback.Finding
		want   string
	}{
		{"resolved by a person", func(w *world) { w.resolve("T101", "maria") }, finding(3, reworded), "silenced 3:resolved"},
		{"hidden by a person", func(w *world) { w.s.Threads[0].Comments[0].Minimized = true }, finding(3, reworded), "silenced 3:resolved"},
		{"discussed, and closed then by us", func(w *world) { w.reply("T101", maria, "By design."); w.resolve("T101", us) }, finding(3, reworded), "silenced 3:answered"},
		{"discussed, not closed", func(w *world) { w.reply("T101", maria, "By design.") }, finding(3, reworded), "retained 3"},
		{"the file has another name", func(w *world) {
			w.resolve("T101", "maria")
			w.files, w.renamed, w.diff = map[string]string{"basket.go": cart}, map[string]string{"cart.go": "basket.go"}, map[string][2]int{"basket.go": {1, 100}}
		}, finding(3, reworded, func(f *feedback.Finding) { f.Path = "basket.go" }), "silenced 3:resolved"},
		{"the code has moved and is indented", func(w *world) {
			w.resolve("T101", "maria")
			w.files["cart.go"] = strings.ReplaceAll(moved, "\tline", "\t\t\tline")
		}, finding(3, reworded, func(f *feedback.Finding) { f.Line = 10 }), "silenced 10:resolved"},
		{"as severe", func(w *world) { w.resolve("T101", "maria") }, finding(3, severe("medium")), "silenced 3:resolved"},
		{"less severe", func(w *world) { w.resolve("T101", "maria") }, finding(3, severe("low")), "silenced 3:resolved"},
		{"worse", func(w *world) { w.resolve("T101", "maria") }, finding(3, reworded, severe("high")), "new 3(again)"},
		{"closed by us, because the code fixed it, and back", func(w *world) { w.resolve("T101", us) }, finding(3, reworded), "new 3"},
		{"another fault of the same line", func(w *world) { w.resolve("T101", "maria") },
			finding(3, func(f *feedback.Finding) {
				f.Title, f.Body = "Result of `compute` is not cached", "It is slow."
			}), "new 3"},
		{"the same fault of another line", func(w *world) { w.resolve("T101", "maria") }, finding(4), "new 4"},
		{"a file that is gone says nothing", func(w *world) { w.resolve("T101", "maria"); w.renamed["cart.go"] = "" }, finding(3), "new 3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			w.round(answer(nil, finding(3)))
			c.people(w)
			if got := told(w.round(answer([]string{}, c.again))); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestTheCeilingIsTheWorstThatWasPutAside(t *testing.T) {
	w := newWorld(t)
	for _, step := range []struct{ severity, want string }{
		{"low", "new 3"}, {"low", "silenced 3:resolved"}, {"high", "new 3(again)"}, {"medium", "silenced 3:resolved"}, {"high", "silenced 3:resolved"}, {"critical", "new 3(again)"},
	} {
		plan := w.round(answer([]string{}, finding(3, severe(step.severity))))
		if got := told(plan); got != step.want {
			t.Fatalf("%s: got %s, want %s", step.severity, got, step.want)
		}
		for _, thread := range w.s.Threads {
			w.resolve(thread.NodeID, "maria")
		}
	}
	ids := map[mark.Digest]bool{}
	for _, p := range review.Recall(w.s).Published {
		ids[p.ID] = true
	}
	if len(ids) != 3 {
		t.Errorf("%d ids for 3 comments", len(ids))
	}
}

func TestTwoThatReadAlikeStayTwo(t *testing.T) {
	w := newWorld(t)
	w.files["cart.go"] = strings.Repeat("\tdefer file.Close()\n\t// and so on\n", 20)
	at := func(line int) feedback.Finding {
		return feedback.Finding{Path: "cart.go", Line: line, Severity: "low", Rule: "errcheck", Title: "Error return value of `file.Close` is not checked", Body: "Error return value of `file.Close` is not checked"}
	}
	if got := told(w.round(answer(nil, at(1), at(11), at(31)))); got != "new 1,11,31" {
		t.Fatalf("got %s", got)
	}
	w.resolve("T102", "maria")
	if got := told(w.round(answer(nil, at(11), at(31)))); got != "retained 31; resolved 1; silenced 11:resolved" {
		t.Errorf("got %s", got)
	}
}

func TestOneAnswerSaysAMatterOnce(t *testing.T) {
	w := newWorld(t)
	wide := finding(4, reworded, severe("low"), func(f *feedback.Finding) { f.Start, f.Body, f.Title = 2, finding(3).Body, finding(3).Title })
	plan := w.round(answer(nil, wide, finding(3), finding(3), finding(4)))
	if got := told(plan); got != "new 3,4" {
		t.Fatalf("got %s", got)
	}
	if others := plan.New[0].Finding.Others; len(others) != 1 || others[0].Start != 2 {
		t.Errorf("other places: %+v", others)
	}
}

func TestThePlanDoesNotDependOnTheOrderOfFindings(t *testing.T) {
	var all []feedback.Finding
	for n := range 24 {
		all = append(all, finding(n+1, severe(feedback.Severities[n%4])), finding(n+1, reworded))
	}
	w := newWorld(t)
	w.round(answer(nil, all[:16]...))
	m := review.Recall(w.s)
	first := review.Decide(m, answer(nil, all...), w.s.Head, w)
	for seed := range uint64(20) {
		rand.New(rand.NewPCG(seed, 1)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		if again := review.Decide(m, answer(nil, all...), w.s.Head, w); !reflect.DeepEqual(first, again) {
			t.Fatalf("seed %d: %s\nnot %s", seed, told(again), told(first))
		}
	}
}

func TestAHundredAndTwentyEarlierFindings(t *testing.T) {
	w := newWorld(t)
	text := ""
	var all []feedback.Finding
	for n := range 120 {
		name := fmt.Sprintf("number%c%c", 'a'+n/26, 'a'+n%26)
		text += "\t" + name + " := compute()\n"
		all = append(all, feedback.Finding{Path: "cart.go", Line: n + 1, Severity: "low", Title: "`" + name + "` may overflow", Body: "It wraps around."})
	}
	w.files["cart.go"], w.diff["cart.go"] = text, [2]int{1, 120}
	first := w.round(answer(nil, all...))
	inline := 0
	for _, p := range first.New {
		if p.Anchor != review.Summary {
			inline++
		}
	}
	if len(first.New) != 120 || inline != review.MostPosted {
		t.Fatalf("%d new, %d on lines", len(first.New), inline)
	}
	m := review.Recall(w.s)
	if len(m.Published) != 120 || m.Forged != 0 || m.Summary == nil {
		t.Fatalf("remembers %d, %d forged", len(m.Published), m.Forged)
	}
	second := w.round(answer(nil, all[20:]...))
	if len(second.New) != 0 || len(second.Retained) != 100 || len(second.Resolve)+len(second.Dropped) != 20 {
		t.Errorf("%d new, %d retained, %d resolved, %d dropped", len(second.New), len(second.Retained), len(second.Resolve), len(second.Dropped))
	}
}

func TestALinterSpeaksForItsOwnFindings(t *testing.T) {
	w := newWorld(t)
	ruled := func(f *feedback.Finding) { f.Rule = "G115" }
	lint := func(findings ...feedback.Finding) review.Answer {
		return review.Answer{Tool: "gosec", Findings: findings, Partial: true}
	}
	w.round(answer(nil, finding(3)))
	w.round(lint(finding(5, ruled), finding(7, ruled), finding(9, ruled)))
	w.reply("T104", maria, "Known.")
	if got := told(w.round(lint(finding(5, ruled)))); got != "retained 5; resolved 7; left 3:other_tool,9:discussed" {
		t.Errorf("got %s", got)
	}
	if got := told(w.round(review.Answer{Tool: "vet"})); !strings.HasSuffix(got, "nothing resolved: not_stated") {
		t.Errorf("a run that may be incomplete: %s", got)
	}
}

func TestACommentThatAPersonDeletedIsNotWrittenAgain(t *testing.T) {
	w := newWorld(t)
	id := w.round(answer(nil, finding(3))).New[0].ID
	w.s.Threads = nil
	m := review.Recall(w.s)
	m.Deleted = []mark.Digest{id}
	if got := told(review.Decide(m, answer(nil, finding(3), finding(9)), head, w)); got != "new 9; missing 3" {
		t.Errorf("got %s", got)
	}
}

func TestEachFindingIsPutAsNearToItsLineAsTheHostAllows(t *testing.T) {
	w := newWorld(t)
	w.diff["cart.go"] = [2]int{10, 20}
	w.files["far.go"] = cart
	elsewhere := finding(3, func(f *feedback.Finding) { f.Path = "far.go" })
	whole := finding(15, func(f *feedback.Finding) {
		f.Line, f.Title, f.Body = 0, "The package has no tests", "Nothing tests it."
	})
	plan := w.round(answer(nil, finding(12), finding(3), finding(14, func(f *feedback.Finding) { f.Start = 5 }), elsewhere, whole))
	want := map[string]review.Anchor{"cart.go:12": review.Inline, "cart.go:3": review.File, "cart.go:14": review.File, "cart.go:0": review.File, "far.go:3": review.Summary}
	for _, p := range plan.New {
		if place := fmt.Sprintf("%s:%d", p.Finding.Path, p.Finding.Line); want[place] != p.Anchor {
			t.Errorf("%s is put %s, want %s", place, p.Anchor, want[place])
		}
	}
	again := w.round(answer([]string{}, finding(12), finding(3), elsewhere, whole))
	if got := told(again); len(again.New) != 0 || len(again.Retained) != 4 || len(again.Resolve) != 1 {
		t.Errorf("next round: %s", got)
	}
}

func TestTheHeadOfASnapshotWithoutThreads(t *testing.T) {
	w := newWorld(t)
	w.s.Threads = []pull.Thread{{NodeID: "empty", Path: "cart.go"}}
	if m := review.Recall(w.s); len(m.Published) != 0 || m.Forged != 0 {
		t.Errorf("remembers %+v", m)
	}
}
