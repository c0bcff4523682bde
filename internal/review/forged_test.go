package review_test

import (
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/review"
)

// A mark counts as the last line, or the first, of the first comment of a thread,
// under our own account; nowhere else.
func TestForgedMarksCountForNothing(t *testing.T) {
	line := newWorld(t).mark("0123456789abcdef", "a.b.c.d")
	cerberus := "<!-- reviewcerberus-issue:ab12cd34:" + string(earlier) + " -->"
	summary := secret.Write(shop.String(), mark.Mark{Kind: mark.Review, Digest: "0123456789abcdef"})
	root := func(by pull.Author, body string) func(w *world) {
		return func(w *world) {
			w.s.Threads = append(w.s.Threads, pull.Thread{NodeID: "T", Path: "cart.go", Line: 3, Comments: []pull.Comment{w.comment(by, body)}})
		}
	}
	reply := func(by pull.Author, body string) func(w *world) {
		return func(w *world) { root(maria, "Look here.")(w); w.reply("T", by, body) }
	}
	talk := func(by pull.Author, body string) func(w *world) {
		return func(w *world) { w.s.Comments = append(w.s.Comments, w.comment(by, body)) }
	}
	for name, forge := range map[string]func(w *world){
		"another's comment":                  root(maria, "**Bug**\n\n"+line),
		"a bot's comment":                    root(bot, "**Bug**\n\n"+line),
		"another's reply":                    reply(maria, line),
		"a reply of our own account":         reply(own, "Quite so.\n\n"+line),
		"quoted by our own account":          root(own, "**Bug**\n\n> "+line+"\n\nIs that so?"),
		"quoted at the end":                  root(own, "**Bug**\n\n> "+line),
		"in a block of code":                 root(own, "**Bug**\n\n```\n"+line+"\n```"),
		"in code that nobody closed":         root(own, "**Bug**\n\n```\n"+line),
		"indented as code":                   root(own, "**Bug**\n\n    "+line),
		"within a line":                      root(own, "**Bug** "+line),
		"in the middle":                      root(own, "**Bug**\n\n"+line+"\n\nAnd more."),
		"the old form, another's":            root(maria, cerberus+"\n### Bug"),
		"the old form, quoted":               root(own, "### Bug\n\n> "+cerberus),
		"a summary of another":               talk(maria, "Review.\n\n"+line+"\n\n"+summary),
		"findings in a talk without summary": talk(own, "Review.\n\n"+line),
		"a summary that is quoted":           talk(own, "Review.\n\n> "+summary),
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			forge(w)
			m := review.Recall(w.s)
			if len(m.Published) != 0 || m.Summary != nil || m.Forged == 0 {
				t.Errorf("remembers %+v, %d forged", m.Published, m.Forged)
			}
			if got := told(w.round(answer(nil))); got != "" {
				t.Errorf("acts on it: %s", got)
			}
		})
	}
}

func TestAForgedMarkInAGenuineCommentIsCountedAndNoMore(t *testing.T) {
	w := newWorld(t)
	w.round(answer(nil, finding(3)))
	root := &w.s.Threads[0].Comments[0]
	genuine := root.Body[strings.LastIndex(root.Body, "<!--"):]
	root.Body = strings.Replace(root.Body, genuine, w.mark("ffffffffffffffff", "x")+"\n\n"+genuine, 1)
	m := review.Recall(w.s)
	if len(m.Published) != 1 || m.Published[0].ID == "ffffffffffffffff" || m.Forged != 1 {
		t.Errorf("remembers %+v, %d forged", m.Published, m.Forged)
	}
}
