package app_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/app"
	"github.com/settlehq/settle/internal/config"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
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

// sent are the writes that the host has taken.
func (w *world) sent() int {
	n := 0
	for _, count := range w.sim.Stats().Deeds {
		n += count
	}
	return n
}

func TestAReviewSaysOnceWhatItFoundAndRemembersIt(t *testing.T) {
	w, r := worldOf(t, reviewed), newReviewer(t)
	r.says(0, lost())
	first := review1(t, w.open(r.agent), app.ReviewOptions{})
	if len(first.Plan.New) != 1 || first.Posted.Inline != 1 || first.Posted.Summary.URL == "" || first.Agent != "reader" {
		t.Fatalf("%+v", first)
	}
	if told := r.told(0); len(told.Earlier) != 0 {
		t.Errorf("a first review is told of %v", told.Earlier)
	}
	sent := w.sent()
	r.says(1, map[string]any{"retained_issues": []string{string(first.Plan.New[0].ID)[:8]}})
	second := review1(t, w.open(r.agent), app.ReviewOptions{})
	if len(second.Plan.New) != 0 || len(second.Plan.Retained) != 1 || second.Posted.Resolved != 0 {
		t.Errorf("%+v", second.Plan)
	}
	if told := r.told(1).Earlier; len(told) != 1 || told[0].Finding.Title != "Totals may overflow" || told[0].ID != first.Plan.New[0].ID {
		t.Errorf("told was %+v", told)
	}
	third := w.open(r.agent)
	r.says(2, map[string]any{"retained_issues": []string{string(first.Plan.New[0].ID)[:8]}})
	if again := review1(t, third, app.ReviewOptions{}); w.sent() != sent || again.Requests > 6 {
		t.Errorf("a review with nothing new sent %d texts, in %d requests", w.sent()-sent, again.Requests)
	} else {
		t.Logf("a review with nothing new: %d requests, %d points, %d bytes", again.Requests, again.Points, again.Bytes)
	}
	r.says(3, map[string]any{"retained_issues": []string{}})
	if last := review1(t, w.open(r.agent), app.ReviewOptions{}); len(last.Plan.Resolve) != 1 || last.Posted.Resolved != 1 {
		t.Errorf("what is settled is not closed: %+v", last.Plan)
	}
}

func TestOfAReviewThatFailsTheSummaryTellsAndNothingElse(t *testing.T) {
	for name, c := range map[string]struct {
		reports []string
		why     string
	}{
		"nonsense":            {[]string{"all is well", "all is well"}, "invalid"},
		"an unknown severity": {[]string{`{}`, `{"schema":"settle.report/1","task":"audit","findings":[{"severity":"dire","title":"T","body":"B"}]}`}, `its severity is "dire"`},
		"a place elsewhere":   {[]string{`{}`, `{"schema":"settle.report/1","task":"audit","findings":[{"path":"../x","severity":"low","title":"T","body":"B"}]}`}, `its path is "../x"`},
		"no report":           {nil, "crashed"},
	} {
		t.Run(name, func(t *testing.T) {
			w, r := worldOf(t, reviewed), newReviewer(t)
			r.says(0, lost())
			review1(t, w.open(r.agent), app.ReviewOptions{})
			sent, r2 := w.sent(), newReviewer(t)
			for n, report := range c.reports {
				r2.says(n, report)
			}
			run := review1(t, w.open(r2.agent), app.ReviewOptions{})
			if !strings.Contains(run.Plan.Failed, c.why) || run.Runs != 2 || len(run.Plan.Left) != 1 || len(run.Plan.Resolve) != 0 || run.Posted.Summary.URL == "" || w.sent() != sent {
				t.Errorf("after %d runs %q, %d texts sent, plan %+v", run.Runs, run.Plan.Failed, w.sent()-sent, run.Plan)
			}
		})
	}
}

func TestAFirstReviewThatFailsSaysNothing(t *testing.T) {
	w, r := worldOf(t, reviewed), newReviewer(t)
	r.says(0, "all is well")
	if run := review1(t, w.open(r.agent), app.ReviewOptions{}); run.Plan.Failed == "" || w.sent() != 0 {
		t.Errorf("%d texts sent, plan %+v", w.sent(), run.Plan)
	}
}

func TestAnAnswerThatDoesNotSayWhatRemainsClosesNothing(t *testing.T) {
	w, r := worldOf(t, reviewed), newReviewer(t)
	r.says(0, lost())
	review1(t, w.open(r.agent), app.ReviewOptions{})
	r.says(1, map[string]any{"findings": []any{}})
	run := review1(t, w.open(r.agent), app.ReviewOptions{})
	if run.Plan.Unresolved != "not_stated" || run.Posted.Resolved != 0 || len(run.Plan.Left) != 1 {
		t.Errorf("%+v", run.Plan)
	}
}

// The request is where the reviewer reads of earlier findings: for its owner
// alone, outside of the working tree, and gone when it has answered.
func TestWhatAReviewerIsToldLiesInAFileOfItsOwn(t *testing.T) {
	w, r := worldOf(t, reviewed), newReviewer(t)
	r.says(0, lost())
	review1(t, w.open(r.agent), app.ReviewOptions{Instructions: "Look at money first.", Beside: &app.Findings{Tool: "vet", Findings: []feedback.Finding{{Path: "cart.go", Severity: "low", Title: "unused"}}}})
	if told := r.told(0); told.Instructions != "Look at money first." || len(told.Analysis) != 1 {
		t.Errorf("told was %+v", told)
	}
	modes, err := os.ReadFile(filepath.Join(r.dir, "modes"))
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(strings.TrimSpace(string(modes)), "\n") {
		mode, path, _ := strings.Cut(line, " ")
		if mode != []string{"600", "700"}[i] || strings.Contains(path, "repositories") {
			t.Errorf("%s is %s", path, mode)
		}
		if _, err := os.Stat(path); !os.IsNotExist(err) {
			t.Errorf("%s is still there: %v", path, err)
		}
	}
}

func TestADryRunOfAReviewSendsNothingAndWritesNothing(t *testing.T) {
	w, r := worldOf(t, reviewed), newReviewer(t)
	kept := false
	o := app.ReviewOptions{DryRun: true, Keep: func(app.Feedback) error { kept = true; return nil }}
	run := review1(t, w.open(r.agent, asking), o)
	if run.WouldAsk != "reader" || r.runs() != 0 {
		t.Errorf("%+v after %d runs", run, r.runs())
	}
	o.From = &app.Findings{Tool: "acme", Findings: []feedback.Finding{{Path: "cart.go", Line: 6, Severity: "high", Title: "T", Body: "B"}}}
	if run = review1(t, w.open(r.agent, asking), o); len(run.Plan.New) != 1 || w.sent() != 0 || kept {
		t.Errorf("%+v, %d texts sent, feedback kept: %v", run.Plan, w.sent(), kept)
	}
	if _, err := os.Stat(w.database()); !os.IsNotExist(err) {
		t.Errorf("a database is there: %v", err)
	}
}

func TestEachFindingIsPutToTheQuestionWherePolicyWantsIt(t *testing.T) {
	w, r := worldOf(t, strings.Replace(reviewed, "version: 1\n-- base/README", "version: 1\nreview: {verify: true, min_confidence: 5}\n-- base/README", 1)), newReviewer(t)
	finding := func(line int, title string) map[string]any {
		return map[string]any{"path": "cart.go", "line": line, "severity": "high", "title": title, "body": "Because of line " + title}
	}
	r.says(0, map[string]any{"findings": []any{finding(3, "Doubtful name"), finding(5, "Sure loss of cents"), finding(8, "Unasked missing bound")}})
	r.says(1, map[string]any{"examined": []any{map[string]any{"finding": 1, "confidence": 4}, map[string]any{"finding": 2, "confidence": 5}}})
	run := review1(t, w.open(r.agent), app.ReviewOptions{})
	if asked := r.told(1); len(asked.Examine) != 3 || asked.Examine[0].Title != "Doubtful name" {
		t.Errorf("asked was %+v", asked)
	}
	var kept []string
	for _, p := range run.Plan.New {
		kept = append(kept, p.Finding.Title)
	}
	if strings.Join(kept, ", ") != "Sure loss of cents, Unasked missing bound" || len(run.Doubted) != 1 || run.Runs != 2 {
		t.Errorf("kept %q, doubted %+v, %d runs", kept, run.Doubted, run.Runs)
	}
}

func TestWhatCannotBeReviewedIsRefusedBeforeAnybodyIsAsked(t *testing.T) {
	for name, c := range map[string]struct {
		world func(string) string
		wrong func(error) bool
	}{
		"closed": {func(s string) string {
			return strings.Replace(s, "actors:", "timeline: [{at: -1m, by: lee, do: close}]\nactors:", 1)
		}, is[*app.NotOpenError]},
		"an own draft": {func(s string) string {
			return strings.Replace(s, "actors:", "timeline: [{at: -1m, by: dev, do: start_review, path: cart.go, line: \"3\", body: Later}]\nactors:", 1)
		}, func(err error) bool { return errors.Is(err, app.ErrOwnDraft) }},
		"reviews unread": {func(s string) string {
			return strings.Replace(s, "actors:", "faults: [{hit: observe, nth: 1, times: 1000, partial: repository.pullRequest.reviews}]\nactors:", 1)
		}, is[*app.GapError]},
		"a broken policy": {func(s string) string {
			return strings.Replace(s, "version: 1\n-- base/README", "version: 9\n-- base/README", 1)
		},
			func(err error) bool { return errors.Is(err, app.ErrPolicy) }},
	} {
		t.Run(name, func(t *testing.T) {
			w, r := worldOf(t, c.world(reviewed)), newReviewer(t)
			_, err := w.open(r.agent).Review(t.Context(), shop, app.ReviewOptions{})
			if err == nil || !c.wrong(err) || r.runs() != 0 {
				t.Errorf("%v after %d runs", err, r.runs())
			}
		})
	}
}

func is[E error](err error) bool {
	var e E
	return errors.As(err, &e)
}

func TestAPersonReviewsTheirOwnPullRequest(t *testing.T) {
	w, r := worldOf(t, strings.Replace(reviewed, "author: lee", "author: dev", 1)), newReviewer(t)
	r.says(0, lost())
	if run := review1(t, w.open(r.agent), app.ReviewOptions{}); run.Posted.Inline != 1 {
		t.Errorf("%+v", run.Posted)
	}
}

func TestOneReviewAtATime(t *testing.T) {
	w, r := worldOf(t, reviewed), newReviewer(t)
	w.held(journal.ReviewLease(shop), os.Getppid(), "the first")
	_, err := w.open(r.agent).Review(t.Context(), shop, app.ReviewOptions{})
	if !is[*journal.HeldError](err) || r.runs() != 0 {
		t.Errorf("%v after %d runs", err, r.runs())
	}
}

func TestAReviewThatDiedHoldsNothing(t *testing.T) {
	w, r := worldOf(t, reviewed), newReviewer(t)
	w.held(journal.ReviewLease(shop), deadProcess(t), "the dead")
	r.says(0, lost())
	if run := review1(t, w.open(r.agent), app.ReviewOptions{}); run.Posted.Inline != 1 {
		t.Errorf("%+v", run.Posted)
	}
}

// What is told instead of what is remembered decides nothing: what may be closed
// rests on the pull request.
func TestAFeedbackFileTellsTheReviewerAndClosesNothing(t *testing.T) {
	w, r := worldOf(t, reviewed), newReviewer(t)
	r.says(0, lost())
	var written app.Feedback
	first := review1(t, w.open(r.agent), app.ReviewOptions{})
	kept := review1(t, w.open(r.agent), app.ReviewOptions{KeepOnly: true, Keep: func(f app.Feedback) error { written = f; return nil }})
	if len(written.Findings) != 1 || kept.Told != 1 || r.runs() != 1 {
		t.Fatalf("written was %+v", written)
	}
	written.Findings[0].Finding.Title = "As a person has put it"
	id := string(first.Plan.New[0].ID)
	r.says(1, map[string]any{"retained_issues": []string{id, "ffffffff"}})
	run := review1(t, w.open(r.agent), app.ReviewOptions{Feedback: &written})
	if told := r.told(1).Earlier; len(told) != 1 || told[0].Finding.Title != "As a person has put it" {
		t.Errorf("told was %+v", told)
	}
	if len(run.Plan.Retained) != 1 || len(run.Plan.Unknown) != 1 {
		t.Errorf("%+v", run.Plan)
	}
}
