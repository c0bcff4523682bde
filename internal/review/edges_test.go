package review_test

import (
	"testing"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/review"
)

// The edge table of the seed (S4 F4.9), and what stands beside it. In each case
// findings at lines 3 and 9 were published before; then comes what people did,
// and the next answer.
func TestEdgesOfTheMemory(t *testing.T) {
	short := func(w *world, n int) string { return review.Recall(w.s).Published[n].Short() }
	for _, c := range []struct {
		name   string
		people func(w *world)
		answer func(w *world) review.Answer
		want   string
	}{
		{"all retained", nil, func(w *world) review.Answer { return answer([]string{short(w, 0), short(w, 1)}) }, "retained 3,9"},
		{"none retained", nil, func(*world) review.Answer { return answer([]string{}) }, "resolved 3,9"},
		{"one retained by its whole id", nil, func(w *world) review.Answer {
			return answer([]string{string(review.Recall(w.s).Published[1].ID)})
		}, "retained 9; resolved 3"},
		{"retained and described again in other words", nil, func(w *world) review.Answer {
			return answer([]string{short(w, 0)}, finding(3, reworded))
		}, "retained 3; resolved 9"},
		{"described again, not named", nil, func(*world) review.Answer { return answer(nil, finding(9)) }, "retained 9; resolved 3"},
		{"a new one beside", nil, func(w *world) review.Answer { return answer([]string{short(w, 0)}, finding(20)) }, "new 20; retained 3; resolved 9"},
		{"a person's reply on a dropped one", func(w *world) { w.reply("T101", maria, "This is on purpose.") },
			func(*world) review.Answer { return answer(nil) }, "resolved 9; left 3:discussed"},
		{"a person says fixed, the reviewer finds it unchanged", func(w *world) { w.reply("T101", maria, "Fixed.") },
			func(w *world) review.Answer { return answer([]string{short(w, 0)}) }, "retained 3; resolved 9"},
		{"a bot's reply keeps nothing open", func(w *world) { w.reply("T101", bot, "Coverage went up.") },
			func(*world) review.Answer { return answer(nil) }, "resolved 3,9"},
		{"what a program of ours replied keeps nothing open", func(w *world) {
			w.reply("T101", own, "Fixed in c07be21.\n\n"+w.mark("0123456789abcdef", "x"))
		}, func(*world) review.Answer { return answer(nil) }, "resolved 3,9"},
		{"an unknown id", nil, func(w *world) review.Answer {
			return answer([]string{short(w, 0), short(w, 1), "deadbeef", "deadbeef"})
		}, "retained 3,9; unknown deadbeef"},
		{"no word of what remains", nil, func(*world) review.Answer {
			return review.Answer{Tool: "claude", Findings: []feedback.Finding{finding(20)}}
		},
			"new 20; left 3:not_stated,9:not_stated; nothing resolved: not_stated"},
		{"no word of what remains, one found again", nil, func(*world) review.Answer {
			return review.Answer{Tool: "claude", Findings: []feedback.Finding{finding(3)}}
		}, "retained 3; left 9:not_stated; nothing resolved: not_stated"},
		{"a failed reviewer", nil, func(*world) review.Answer {
			return review.Answer{Tool: "claude", Failed: "exit 1", Stated: true, Findings: []feedback.Finding{finding(20)}}
		}, "left 3:answer_fails,9:answer_fails; nothing resolved: answer_fails"},
		{"the file was deleted", func(w *world) { w.renamed["cart.go"] = ""; delete(w.files, "cart.go"); delete(w.diff, "cart.go") },
			func(*world) review.Answer { return answer(nil) }, "resolved 3,9"},
		{"the file was deleted, the reviewer retains all the same", func(w *world) { w.renamed["cart.go"] = "" },
			func(w *world) review.Answer { return answer([]string{short(w, 1)}) }, "retained 9; resolved 3"},
		{"a force push took the commit", func(w *world) { w.s.Head = head; w.s.Commits = []pull.Oid{head} },
			func(w *world) review.Answer { return answer([]string{short(w, 0)}, finding(9)) }, "retained 3,9"},
		{"closed by us, and named as remaining", func(w *world) { w.resolve("T101", us) },
			func(w *world) review.Answer { return answer([]string{short(w, 0), short(w, 1)}) }, "retained 9; closed 3"},
		{"closed by a person, and named as remaining", func(w *world) { w.resolve("T101", "maria") },
			func(w *world) review.Answer { return answer([]string{short(w, 0), short(w, 1)}) }, "retained 9"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			if first := told(w.round(answer(nil, finding(3), finding(9)))); first != "new 3,9" {
				t.Fatalf("first run: %s", first)
			}
			if c.people != nil {
				c.people(w)
			}
			if got := told(w.round(c.answer(w))); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestAFirstRunHasNothingToRemember(t *testing.T) {
	w := newWorld(t)
	if m := review.Recall(w.s); len(m.Published) != 0 || m.Summary != nil || m.Forged != 0 {
		t.Fatalf("remembers %+v", m)
	}
	if got := told(w.round(answer(nil))); got != "" {
		t.Errorf("got %s", got)
	}
}

func TestMarksOfTheOldFormsAreOurs(t *testing.T) {
	w := newWorld(t)
	for i, body := range []string{
		"<!-- reviewcerberus-issue -->\n### 🟠 Unused variable\n\n**HIGH** | QUALITY",
		"### Shadowed error\n\nMEDIUM\n\n<!-- reviewcerberus-issue:ab12cd34:" + string(earlier) + " -->",
		"<!-- reviewcerberus-issue -->\n### Talked about",
	} {
		w.s.Threads = append(w.s.Threads, pull.Thread{NodeID: string(rune('a' + i)), Path: "cart.go", Line: i + 1, Side: "RIGHT", Comments: []pull.Comment{w.comment(own, body)}})
	}
	w.reply("c", maria, "I would keep it.")
	all := review.Recall(w.s).Published
	if len(all) != 3 || !all[0].Old || all[0].ID != "" || all[1].Old || all[1].Short() != "ab12cd34" || all[1].Head != earlier {
		t.Fatalf("read %+v", all)
	}
	if all[0].Finding.Severity != "high" || all[1].Finding.Title != "Shadowed error" || all[1].Finding.Severity != "medium" {
		t.Errorf("read %+v and %+v", all[0].Finding, all[1].Finding)
	}
	if got := told(w.round(answer([]string{"ab12cd34"}))); got != "retained 2; resolved 1; left 3:discussed" {
		t.Errorf("got %s", got)
	}
}
