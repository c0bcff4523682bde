package review_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/review"
	"github.com/settlehq/settle/internal/view"
)

const (
	head    = pull.Oid("9f2c1ab04be1c7d2a83f6e5590d1b7c4e8a2f613")
	earlier = pull.Oid("3b1d77e0a5c24cd7a9b1f7d0c6e2a4b8d9f01234")
	us      = "settle-review"
)

var (
	shop   = pull.Ref{Owner: "acme", Repo: "shop", Number: 42}
	secret = mark.Secret("of another machine")
	maria  = pull.Author{Login: "maria", ID: 7, Kind: pull.Person, Association: "MEMBER"}
	bot    = pull.Author{Login: "linter", ID: 8, Kind: pull.Bot}
	own    = pull.Author{Login: us, ID: 9, Kind: pull.Bot}
)

// world is a pull request on which reviews of ours are published, and its code
// at the head. What a round publishes stands there for the next.
type world struct {
	t       *testing.T
	s       pull.Snapshot
	files   map[string]string // at the head
	renamed map[string]string // empty: deleted
	diff    map[string][2]int // lines that the host takes comments at, by file
	id      int64
}

func newWorld(t *testing.T) *world {
	t.Helper()
	return &world{
		t: t, id: 100,
		s:       pull.Snapshot{Ref: shop, Head: earlier, Viewer: pull.Viewer{Login: us, ID: own.ID}},
		files:   map[string]string{"cart.go": cart},
		renamed: map[string]string{},
		diff:    map[string][2]int{"cart.go": {1, 100}},
	}
}

// cart has one line for each letter, so that findings stand at lines of their own.
var cart = func() string {
	text := ""
	for n := range 60 {
		text += fmt.Sprintf("\tline%c%c := compute(%d)\n", 'a'+n/26, 'a'+n%26, n)
	}
	return text
}()

func (w *world) Reach(path, _ string, start, line int) bool {
	lines := w.diff[path]
	return lines[0] <= line && line <= lines[1] && (start == 0 || lines[0] <= start)
}

func (w *world) InDiff(path string) bool { _, ok := w.diff[path]; return ok }

func (w *world) Region(path, _ string, start, line int) string {
	lines := strings.Split(w.files[path], "\n")
	if start == 0 {
		start = line
	}
	if start < 1 || line > len(lines) {
		return ""
	}
	return strings.Join(lines[start-1:line], "\n")
}

func (w *world) Renamed(old string, _ pull.Oid) string {
	if now, ok := w.renamed[old]; ok {
		return now
	}
	return old
}

// finding at a line of cart.go, in words that no other line has.
func finding(line int, change ...func(*feedback.Finding)) feedback.Finding {
	name := fmt.Sprintf("line%c%c", 'a'+(line-1)/26, 'a'+(line-1)%26)
	f := feedback.Finding{
		Path: "cart.go", Line: line, Severity: "medium", Category: "logic",
		Title: "`" + name + "` may overflow", Body: "A large product wraps around in `" + name + "`.",
	}
	for _, c := range change {
		c(&f)
	}
	return f
}

func reworded(f *feedback.Finding) {
	name := strings.Split(f.Title, "`")[1]
	f.Title, f.Body, f.Category = "Integer overflow in the product", "`"+name+"` is computed without a check; it overflows for large input.", "security"
}

func severe(word string) func(*feedback.Finding) {
	return func(f *feedback.Finding) { f.Severity = word }
}

// answer is one of a reviewer that says what remains.
func answer(retained []string, findings ...feedback.Finding) review.Answer {
	return review.Answer{Tool: "claude", Findings: findings, Retained: retained, Stated: true}
}

// round decides and publishes, as perform would.
func (w *world) round(a review.Answer) review.Plan {
	w.t.Helper()
	plan := review.Decide(review.Recall(w.s), a, w.s.Head, w)
	var summary []string
	for _, p := range plan.New {
		line := w.mark(p.ID, p.Signature)
		body, err := view.FindingBody(p)
		if err != nil {
			w.t.Fatal(err)
		}
		if p.Anchor == review.Summary {
			summary = append(summary, "In `"+p.Finding.Path+"`:\n\n"+body+"\n\n"+line)
			continue
		}
		w.post(p, body+"\n\n"+line)
	}
	if len(summary) > 0 {
		w.s.Comments = append(w.s.Comments, w.comment(own, strings.Join(summary, "\n\n")+"\n\n"+secret.Write(shop.String(), mark.Mark{Kind: mark.Review, Digest: mark.DigestOf("review/" + shop.String())})))
	}
	for _, p := range plan.Resolve {
		w.resolve(p.Thread, us)
	}
	return plan
}

func (w *world) mark(id mark.Digest, signature string) string {
	return secret.Write(shop.String(), mark.Mark{Kind: mark.Finding, Digest: id, Word: string(w.s.Head) + "." + signature})
}

func (w *world) post(p review.Posting, body string) {
	root := w.comment(own, body)
	f, subject := p.Finding, "LINE"
	if p.Anchor == review.File {
		subject = "FILE"
	}
	t := pull.Thread{NodeID: fmt.Sprintf("T%d", root.ID), Path: f.Path, Side: "RIGHT", Subject: subject}
	if p.Anchor == review.Inline {
		t.Line, t.StartLine, t.OriginalLine, t.OriginalStart = f.Line, f.Start, f.Line, f.Start
		root.Hunk = "@@ -1,9 +1,9 @@\n " + strings.ReplaceAll(w.Region(f.Path, "RIGHT", f.Start, f.Line), "\n", "\n ")
	}
	t.Comments, t.Total = []pull.Comment{root}, 1
	w.s.Threads = append(w.s.Threads, t)
}

// comment is read as the observer reads it: marks are told of our account only.
func (w *world) comment(by pull.Author, body string) pull.Comment {
	w.id++
	c := pull.Comment{ID: w.id, Author: by, Body: body, CreatedAt: time.Unix(w.id, 0).UTC(), URL: fmt.Sprintf("https://github.com/acme/shop/pull/42#c%d", w.id)}
	if by.Login == us {
		c.Ours, c.Marks = true, secret.Read(shop.String(), body)
	}
	return c
}

func (w *world) thread(node string) *pull.Thread {
	w.t.Helper()
	i := slices.IndexFunc(w.s.Threads, func(t pull.Thread) bool { return t.NodeID == node })
	if i < 0 {
		w.t.Fatalf("no thread %s", node)
	}
	return &w.s.Threads[i]
}

func (w *world) reply(node string, by pull.Author, text string) {
	t := w.thread(node)
	t.Comments = append(t.Comments, w.comment(by, text))
}

func (w *world) resolve(node, by string) {
	t := w.thread(node)
	t.Resolved, t.ResolvedBy = true, by
}

// told is a plan in one line, findings by their lines.
func told(p review.Plan) string {
	var parts []string
	add := func(what string, entries ...string) {
		if len(entries) > 0 {
			parts = append(parts, what+" "+strings.Join(entries, ","))
		}
	}
	var fresh, silenced, left []string
	for _, n := range p.New {
		text := fmt.Sprint(n.Finding.Line)
		if n.Again != nil {
			text += "(again)"
		}
		fresh = append(fresh, text)
	}
	for _, s := range p.Silenced {
		silenced = append(silenced, fmt.Sprintf("%d:%s", s.Finding.Line, s.Why))
	}
	for _, l := range p.Left {
		left = append(left, fmt.Sprintf("%d:%s", l.Published.Finding.Line, l.Why))
	}
	add("new", fresh...)
	add("retained", lines(p.Retained)...)
	add("resolved", lines(p.Resolve)...)
	add("dropped", lines(p.Dropped)...)
	add("left", left...)
	add("silenced", silenced...)
	add("closed", lines(p.Closed)...)
	add("missing", lines(p.Missing)...)
	add("unknown", p.Unknown...)
	if p.Unresolved != "" {
		add("nothing resolved:", string(p.Unresolved))
	}
	return strings.Join(parts, "; ")
}

func lines(all []feedback.Published) (out []string) {
	for _, p := range all {
		out = append(out, fmt.Sprint(p.Finding.Line))
	}
	return out
}
