package decide

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/verdict"
)

var update = flag.Bool("update", false, "record what decide says today")

// oneCase is a world as text, and what was recorded of its judgment.
type oneCase struct{ file, title, input, want string }

// readCases reads every file of testdata. A case is a title, the world, a line
// of four dashes, and the verdict as text; a line with === parts two cases.
func readCases(t *testing.T) (all []oneCase) {
	t.Helper()
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for one := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n===\n") {
			input, want, _ := strings.Cut(one+"\n", "\n----\n")
			title, _, _ := strings.Cut(input, "\n")
			all = append(all, oneCase{file, strings.TrimPrefix(title, "# "), strings.TrimSpace(input), strings.TrimSpace(want)})
		}
	}
	return all
}

func TestDecisionCases(t *testing.T) {
	recorded := map[string][]string{}
	all := readCases(t)
	for _, c := range all {
		got := ""
		t.Run(filepath.Base(c.file)+"/"+c.title, func(t *testing.T) {
			got = judgeCase(t, c.input)
			if !*update && got != c.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, c.want)
			}
		})
		recorded[c.file] = append(recorded[c.file], c.input+"\n----\n"+got)
	}
	for file, texts := range recorded {
		if !*update {
			break
		}
		if err := os.WriteFile(file, []byte(strings.Join(texts, "\n===\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d cases", len(all))
	if len(all) < 40 {
		t.Errorf("%d cases; at least 40 are promised", len(all))
	}
}

func judgeCase(t *testing.T, input string) string {
	w := newWorld(t)
	w.read(input)
	v := Next(w.s, w.historyNow(), w.p, noon)
	again := Next(w.s, w.historyNow(), w.p, noon)
	if printed(w, v) != printed(w, again) {
		t.Error("judged twice, the verdict differs")
	}
	checkShape(t, v)
	return strings.TrimSpace(strings.Join([]string{w.before, printed(w, v), lookedUp(w)}, "\n"))
}

// lookedUp prints what becomes of doubtful deeds, and what a rebuilt memory
// takes over from the world.
func lookedUp(w *world) string {
	var b strings.Builder
	h := w.historyNow()
	for _, key := range slices.Sorted(maps.Keys(h.Deeds)) {
		if h.Deeds[key].State != journal.Doubtful {
			continue
		}
		did, known := Look(w.s, h.Deeds[key], w.p, noon)
		fmt.Fprintf(&b, "look %s:%s\n", short(w, string(key)), became(did, known))
	}
	for _, did := range Adopt(w.s, h, w.p, noon) {
		fmt.Fprintf(&b, "adopt %s:%s\n", short(w, string(did.Key)), became(did, true))
	}
	return b.String()
}

func became(did journal.Did, known bool) string {
	if !known {
		return " not known yet"
	}
	text := fmt.Sprintf(" %s, %s", did.State, did.Why)
	if o := did.Outcome; o != nil {
		for _, part := range []struct {
			name, text string
			on         bool
		}{{"comment", strconv.FormatInt(o.ID, 10), o.ID != 0}, {"commit", string(o.Commit), o.Commit != ""}} {
			if part.on {
				text += ", " + part.name + " " + part.text
			}
		}
		for _, j := range o.Judgments {
			text += ", judged " + string(j.Class)
		}
	}
	return text
}

// checkShape holds for every verdict whatever (invariants 12 and 14).
func checkShape(t *testing.T, v verdict.Verdict) {
	t.Helper()
	if v.Phase != verdict.Ended && !v.Wake.After(noon) {
		t.Errorf("%s carries no wake in the future", v.Phase)
	}
	if v.Phase == verdict.Ready {
		for _, gate := range v.Gates {
			if gate.Holds != verdict.Yes {
				t.Errorf("ready although %s is %s", gate.Name, gate.Holds)
			}
		}
	}
	pushes := 0
	for i, a := range v.Actions {
		if a.Push != nil {
			pushes++
			if i != len(v.Actions)-1 {
				t.Error("the push is not the last action")
			}
		}
	}
	if pushes > 1 {
		t.Errorf("%d pushes in one verdict", pushes)
	}
}

func printed(w *world, v verdict.Verdict) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", v.Phase, reason(v.Why))
	for _, gate := range v.Gates {
		if gate.Holds != verdict.Yes {
			fmt.Fprintf(&b, "gate %s %s\n", gate.Name, gate.Holds)
		}
	}
	for _, st := range v.Items {
		fmt.Fprintf(&b, "item %s%s\n", st.Item.ID, standing(st))
	}
	for _, c := range v.Clusters {
		fmt.Fprintf(&b, "cluster %s: %s\n", c.ID, members(c))
	}
	if v.Halt != nil {
		fmt.Fprint(&b, halt(*v.Halt))
	}
	for _, r := range v.Readings {
		fmt.Fprintf(&b, "reading %s %s\n", r.Reviewer, r.Word)
	}
	for _, a := range v.Actions {
		fmt.Fprintf(&b, "wish %s%s\n", short(w, string(a.Key)), map[bool]string{true: ", over what is there"}[a.Push != nil && a.Push.Rewrite])
	}
	for _, key := range v.Void {
		fmt.Fprintf(&b, "void %s\n", short(w, string(key)))
	}
	if !v.Wake.IsZero() {
		fmt.Fprintf(&b, "wake %s\n", v.Wake.Sub(noon).Round(time.Second))
	}
	return strings.TrimSpace(b.String())
}

// halt prints what was counted, and what each push drew.
func halt(h verdict.Halt) string {
	text := "halt at " + string(h.Kept) + map[bool]string{true: ", verified"}[h.Verified] + ":"
	for _, m := range h.Facts {
		text += fmt.Sprintf(" %s %d/%d of %d/%d,", m.Name, m.Count, m.Limit, m.Of, m.LimitOf)
	}
	text = strings.ReplaceAll(strings.TrimSuffix(text, ","), " of 0/0", "") + "\n"
	for _, l := range h.Chain {
		text += fmt.Sprintf("push %s for %v drew %v undid %v\n", l.Commit, l.For, l.Drew, l.Undid)
	}
	return text
}

func standing(st feedback.Standing) string {
	text := " " + string(st.Disposition)
	for _, part := range []struct {
		word string
		on   bool
	}{{"fyi", st.Item.FYI}, {"judged " + classText(st), st.Judgment != nil}, {"reopened", st.Reopened}, {"why " + st.Why, st.Why != ""}, {"replied", st.Replied}, {"in " + st.Cluster, st.Cluster != ""}, {recurs(st), recurs(st) != ""}, {"left open: " + st.LeftOpen, st.LeftOpen != ""}} {
		if part.on {
			text += ", " + part.word
		}
	}
	return text
}

func recurs(st feedback.Standing) string {
	if st.Recurrence == nil || st.Recurrence.Raised == 0 {
		return ""
	}
	return strings.TrimSuffix(fmt.Sprintf("raised before %d times, last %s", st.Recurrence.Raised, st.Recurrence.Prior), ", last ")
}

// members of a cluster: open | settled before.
func members(c feedback.Cluster) string {
	text := ""
	for _, id := range c.Items {
		text += string(id) + " "
	}
	text += "|"
	for _, p := range c.Prior {
		text += " " + string(p.ID)
	}
	return text
}

func classText(st feedback.Standing) string {
	if st.Judgment == nil {
		return ""
	}
	return string(st.Judgment.Class)
}

func reason(r verdict.Reason) string {
	text := r.Code
	if r.Subject != "" {
		text += " " + r.Subject
	}
	if !r.Until.IsZero() {
		text += " until " + r.Until.Sub(noon).Round(time.Second).String()
	}
	var children []string
	for _, child := range r.Children {
		children = append(children, reason(child))
	}
	if len(children) > 0 {
		text += " [" + strings.Join(children, "; ") + "]"
	}
	return text
}

// short puts {t1} back, so that a case does not hold seconds of an epoch.
func short(w *world, key string) string {
	j := newJudge(w.s, w.historyNow(), w.p, noon)
	for _, item := range j.found() {
		key = strings.ReplaceAll(key, item.At().String(), "{"+string(item.ID)+"}")
	}
	if strings.HasPrefix(key, "tell/") {
		key = key[:strings.LastIndex(key, "/")]
	}
	return key
}
