package app_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/settlehq/settle/internal/app"
	"github.com/settlehq/settle/internal/config"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/view"
)

// reviewed is a pull request that nobody but ourselves reviews.
const reviewed = `scenario: 1
about: A reviewer of our own looks at a change.
clock: step
repo: acme/shop
viewer: {login: dev, permission: write}
pulls: [{number: 42, title: Cart totals in cents, author: lee, base: main, head: cart-totals}]
actors:
  lee: {kind: person, association: MEMBER}
-- base/.settle.yaml --
version: 1
-- base/README --
shop
-- head/cart.go --
package shop

func Total(lines []int) int {
	sum := 0
	for _, l := range lines {
		sum += l
	}
	return sum
}
`

// reviewer is an agent that keeps the requests it was given and answers one
// report after the other.
type reviewer struct {
	t   *testing.T
	dir string
}

func newReviewer(t *testing.T) *reviewer { return &reviewer{t: t, dir: t.TempDir()} }

// agent is put into the house as who judges.
func (r *reviewer) agent(o *app.Options) {
	script := `n=$(ls "$1" | grep -c '^request'); cp "$2" "$1/request.$n"; stat -c '%a %n' "$2" "$(dirname "$2")" >"$1/modes"; cat "$1/report.$n" >"$3"`
	o.Policies.Personal = &config.Personal{Sandbox: "none", Define: map[string][]string{"reader": {"sh", "-c", script, "sh", r.dir, "{request}", "{report}"}}}
	o.Policies.Overrides = config.Overrides{Agents: []string{"reader"}}
}

// says sets what the nth run reports, from 0; a map is a report of an audit.
func (r *reviewer) says(n int, report any) {
	r.t.Helper()
	text, ok := report.(string)
	if m, is := report.(map[string]any); is {
		m["schema"], m["task"] = "settle.report/1", "audit"
		data, err := json.Marshal(m)
		if err != nil {
			r.t.Fatal(err)
		}
		text, ok = string(data), true
	}
	if !ok {
		r.t.Fatalf("a report of %T", report)
	}
	if err := os.WriteFile(filepath.Join(r.dir, fmt.Sprintf("report.%d", n)), []byte(text), 0o600); err != nil {
		r.t.Fatal(err)
	}
}

// told is what the nth run was asked.
func (r *reviewer) told(n int) (request struct {
	Earlier      []feedback.Earlier
	Instructions string
	Analysis     []feedback.Finding `json:"static_analysis"`
	Examine      []feedback.Finding
}) {
	r.t.Helper()
	data, err := os.ReadFile(filepath.Join(r.dir, fmt.Sprintf("request.%d", n)))
	if err == nil {
		err = json.Unmarshal(data, &request)
	}
	if err != nil {
		r.t.Fatal(err)
	}
	return request
}

func (r *reviewer) runs() int {
	all, _ := filepath.Glob(filepath.Join(r.dir, "request.*"))
	return len(all)
}

func lost(more ...string) map[string]any {
	f := map[string]any{"path": "cart.go", "line": 6, "severity": "high", "category": "logic", "confidence": 8, "title": "Totals may overflow", "body": "Nothing bounds the sum of the lines."}
	return map[string]any{"findings": []any{f}, "retained_issues": append([]string{}, more...)}
}

func review1(t *testing.T, house *app.App, o app.ReviewOptions) view.ReviewRun {
	t.Helper()
	run, err := house.Review(t.Context(), shop, o)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

func TestAReviewSaysOnceWhatItFoundAndRemembersIt(t *testing.T) {
	w, r := worldOf(t, reviewed), newReviewer(t)
	r.says(0, lost())
	house := w.open(r.agent)
	first := review1(t, house, app.ReviewOptions{})
	if len(first.Plan.New) != 1 || first.Posted.Inline != 1 || first.Posted.Summary.URL == "" || first.Agent != "reader" {
		t.Fatalf("%+v", first)
	}
	if told := r.told(0); len(told.Earlier) != 0 {
		t.Errorf("a first review is told of %v", told.Earlier)
	}
	before := w.sim.Stats().Deeds
	r.says(1, map[string]any{"retained_issues": []string{string(first.Plan.New[0].ID)[:8]}})
	second := review1(t, house, app.ReviewOptions{})
	if len(second.Plan.New) != 0 || len(second.Plan.Retained) != 1 || second.Posted.Resolved != 0 {
		t.Errorf("%+v", second.Plan)
	}
	told := r.told(1).Earlier
	if len(told) != 1 || told[0].Finding.Title != "Totals may overflow" || told[0].ID != first.Plan.New[0].ID {
		t.Errorf("told was %+v", told)
	}
	t.Logf("a second review with nothing new: %d requests", second.Requests-first.Requests)
	_ = before
}
