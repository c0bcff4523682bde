package app_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/app"
	"github.com/settlehq/settle/internal/config"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/view"
)

// settling is a pull request whose checks have passed: two findings of a bot, a
// person's thread and a person's comment.
const settling = `scenario: 1
about: Two findings of a bot, a thread and a comment of a person; the checks have passed.
clock: step
repo: acme/shop
viewer: {login: dev, permission: write}
pulls: [{number: 42, title: Cart totals in cents, author: dev, base: main, head: cart-totals, draft: true}]
protect: {checks: [ci], via: ruleset}
checks: [{name: ci, app: github-actions, runs: push, takes: 40s, conclusion: success}]
actors:
  bugbot: {preset: bugbot}
  maria:  {kind: person, association: MEMBER}
findings:
  - {id: rounding, by: bugbot, path: cart.go, at: "sum +=", title: Rounding loses a cent, body: "Each line is rounded on its own.", reviews: [1]}
  - {id: floats, by: bugbot, path: cart.go, at: "sum :=", title: Use float64, body: "Use float64 for the sum.", reviews: [1]}
timeline:
  - {at: -20m, by: bugbot, do: review}
  - {at: -15m, by: maria, do: comment, id: name, path: cart.go, line: "func Total", body: "Is Total the right name?"}
  - {at: -10m, by: maria, do: comment, id: package-doc, body: "Please give the package a comment."}
-- base/.settle.yaml --
version: 1
reviewers: [bugbot]
verify: "true"
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

// row is one thread of a payload, by the keys of the published schemas.
type row map[string]any

// with changes some keys; a nil value takes one away.
func (r row) with(change row) row {
	out := row{}
	for key, value := range r {
		out[key] = value
	}
	for key, value := range change {
		if out[key] = value; value == nil {
			delete(out, key)
		}
	}
	return out
}

func triaged(id string, class feedback.Class) row {
	return row{
		"threadId": id, "classification": class, "confidence": 0.8, "reason": "amounts are whole cents by design.",
		"recommendedAction": "Answer.", "filesToInspect": []string{"cart.go"}, "filesToChange": []string{}, "checksToRun": []string{},
		"replyBody": "", "canResolveAfterChecks": class != feedback.NeedsHuman, "requiresHumanDecision": class == feedback.NeedsHuman,
	}
}

func settled(id string, class feedback.Class) row {
	return row{
		"threadId": id, "classification": class, "verification": []string{"read cart.go"}, "checksRun": []string{"go test ./..."},
		"fixSummary": "Totals are summed first and rounded once.", "resolveRequested": class != feedback.NeedsHuman,
	}
}

func file(t *testing.T, read func([]byte) (app.File, error), list string, rows ...row) app.Source {
	t.Helper()
	text, err := json.Marshal(map[string]any{list: rows})
	if err != nil {
		t.Fatal(err)
	}
	f, err := read(text)
	if err != nil {
		t.Fatal(err)
	}
	return app.Source{File: f, Name: list + ".json", Who: "maria"}
}

func marshal(t testing.TB, value any) []byte {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func triageFile(t *testing.T, rows ...row) app.Source {
	return file(t, app.ReadTriage, "threads", rows...)
}

func fixFile(t *testing.T, rows ...row) app.Source { return file(t, app.ReadFix, "items", rows...) }

// look is what the pull request shows now.
func look(t *testing.T, house *app.App) view.Facts {
	t.Helper()
	facts, err := house.Look(t.Context(), shop)
	if err != nil {
		t.Fatal(err)
	}
	return facts
}

// threads are the node ids of the open threads, in the order of the page.
func threads(t *testing.T, house *app.App) []string {
	t.Helper()
	var ids []string
	for _, one := range look(t, house).Snapshot.Threads {
		ids = append(ids, one.NodeID)
	}
	return ids
}

// triageAll writes down that both threads are of a class.
func triageAll(t *testing.T, house *app.App, class feedback.Class) []string {
	t.Helper()
	ids := threads(t, house)
	var rows []row
	for _, id := range ids {
		rows = append(rows, triaged(id, class))
	}
	if _, _, err := house.Judge(t.Context(), shop, triageFile(t, rows...), true); err != nil {
		t.Fatal(err)
	}
	return ids
}

var sayAndClose = app.ApplyOptions{Replies: true, Resolutions: true}

func apply(t *testing.T, house *app.App, from app.Source, o app.ApplyOptions) view.Applied {
	t.Helper()
	_, applied, err := house.Apply(t.Context(), shop, from, o)
	if err != nil {
		t.Fatal(err)
	}
	return applied
}

// steps prints the rows of what was applied: item, disposition, reply, resolve.
func steps(a view.Applied) string {
	var lines []string
	for _, i := range a.Items {
		line := i.Disposition + " " + i.Reply.State + " " + i.Resolve.State
		if i.Resolve.Because != nil {
			line += ":" + *i.Resolve.Because
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, ", ")
}

func refusedFor(t *testing.T, err error, rule string) {
	t.Helper()
	var refusal *app.Refusal
	if !errors.As(err, &refusal) {
		t.Fatalf("not refused: %v", err)
	}
	for _, p := range refusal.Problems {
		if p.Rule == rule {
			return
		}
	}
	t.Errorf("%v, want rule %s", err, rule)
}

// settlingWorld is that world after its checks have passed, and a process in it.
// changes are pairs of what stands in its text and what shall stand there.
func settlingWorld(t *testing.T, changes ...string) (*world, *app.App) {
	t.Helper()
	return settlingUnder(t, config.Overrides{}, changes...)
}

// settlingUnder is that world with flags laid over its policy.
func settlingUnder(t *testing.T, flags config.Overrides, changes ...string) (*world, *app.App) {
	t.Helper()
	for i := 0; i < len(changes); i += 2 {
		if !strings.Contains(settling, changes[i]) {
			t.Fatalf("the scenario has no %q", changes[i])
		}
	}
	w := worldOf(t, strings.NewReplacer(changes...).Replace(settling))
	c, leave := w.sim.Clock.Join()
	if err := c.Until(t.Context(), c.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	leave()
	house, leave := w.process(func(o *app.Options) { w.waits, o.Policies = o.Clock, &config.Policies{Overrides: flags} })
	w.leaves = leave
	t.Cleanup(leave)
	return w, house
}

// later lets scripted time pass, while the world's process waits.
func (w *world) later(span time.Duration) {
	w.t.Helper()
	if err := w.waits.Until(w.t.Context(), w.sim.Clock.Now().Add(span)); err != nil {
		w.t.Fatal(err)
	}
}

// kept is the database, byte for byte.
func (w *world) kept() string {
	w.t.Helper()
	text := ""
	for _, suffix := range []string{"", "-wal"} {
		part, err := os.ReadFile(w.database() + suffix)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			w.t.Fatal(err)
		}
		text += fmt.Sprintf("%d\n%s", len(part), part)
	}
	return text
}
