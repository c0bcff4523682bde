package app_test

import (
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/app"
)

// What a file has gone through is told once, by the first of its findings; a
// rename is followed, a file that is gone is called that.
func TestAReviewerIsToldWhatBecameOfTheFilesOfItsFindings(t *testing.T) {
	world := strings.Replace(reviewed, "-- base/.settle.yaml --", "timeline: [{at: 10m, by: lee, do: push, tree: moved, delete: [cart.go, tax.go]}]\n-- base/.settle.yaml --", 1)
	world += "-- head/tax.go --\npackage shop\n\nconst Tax = 19\n-- moved/total.go --\npackage shop\n\nfunc Total(lines []int) int {\n\tsum := 0\n\tfor _, l := range lines {\n\t\tsum += 2 * l\n\t}\n\treturn sum\n}\n"
	w, r := worldOf(t, world), newReviewer(t)
	finding := func(path string, line int, title string) map[string]any {
		return map[string]any{"path": path, "line": line, "severity": "high", "title": title, "body": "Because of what " + title + " says there."}
	}
	r.says(0, map[string]any{"findings": []any{finding("cart.go", 4, "Start value unexplained"), finding("cart.go", 6, "Sum overflows silently"), finding("tax.go", 3, "Rate is hard coded")}})
	review1(t, w.open(r.agent, func(o *app.Options) { w.waits = o.Clock }), app.ReviewOptions{})
	if err := w.waits.Until(t.Context(), w.sim.Clock.Now().Add(20*time.Minute)); err != nil {
		t.Fatal(err)
	}
	r.says(1, map[string]any{"retained_issues": []string{}})
	review1(t, w.open(r.agent), app.ReviewOptions{})
	diffs, notes := 0, ""
	for _, e := range r.told(1).Earlier {
		if strings.Contains(e.Diff, "sum += 2 * l") {
			diffs++
		}
		notes += e.Finding.Title + ": " + strings.Join(e.Notes, " ") + "\n"
	}
	for _, want := range []string{"Start value unexplained: The file cart.go is called total.go now.", "Sum overflows silently: The file cart.go is called total.go now. What cart.go has gone through", "Rate is hard coded: The file tax.go is gone."} {
		if !strings.Contains(notes, want) {
			t.Errorf("lacks %q:\n%s", want, notes)
		}
	}
	if diffs != 1 {
		t.Errorf("the diff of the file is told %d times:\n%s", diffs, notes)
	}
}
