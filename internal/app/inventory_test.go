package app_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/app"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/view"
)

// handed is an inventory of another tool: one row for each thread and for the
// person's comment, by their ids on the pull request.
func handed(t *testing.T, house *app.App, rows ...row) app.Source {
	t.Helper()
	facts := look(t, house)
	read, err := app.ReadInventory(marshal(t, map[string]any{
		"schema_version": 1, "polling": row{"copilot_status": "not_requested"}, "items": rows,
		"pr":             row{"owner": "acme", "repo": "shop", "number": 42, "head_sha_at_inventory": facts.Snapshot.Base, "head_sha_after_push": facts.Snapshot.Head},
		"crash_recovery": row{"skill_a_completed": true, "last_completed_phase": "7-write-inventory"},
	}))
	if err != nil {
		t.Fatal(err)
	}
	return app.Source{File: read, Name: "inventory.json", Who: "maria"}
}

func skipped(id, rationale string) row {
	return row{"kind": "review_thread", "thread_id": id, "author": "cursor", "body_excerpt": "…", "classification": "SKIP", "rationale": rationale}
}

func committed(id string, sha any) row {
	return skipped(id, "True.").with(row{"classification": "FIX", "fix_outcome": "committed", "fix_commit_sha": sha, "fix_summary": "Totals are summed first.", "fix_gate_variant": "full"})
}

// Answers go out by the matrix: a fix with its commit, what was skipped with its
// rationale and left open, what is a person's not at all; each row has its body
// in the dry run.
func TestAnInventoryIsAnsweredByTheMatrix(t *testing.T) {
	_, house := settlingWorld(t, "verify: \"true\"", "verify: \"true\"\nescalation: {to: [label]}")
	ids, head := threads(t, house), look(t, house).Snapshot.Head
	from := handed(t, house, committed(ids[0], head), skipped(ids[1], "Amounts are whole cents by design."),
		skipped(ids[2], "Two names are in use.").with(row{"classification": "ESCALATE", "escalation_filed": true}),
		row{"kind": "issue_comment", "issue_comment_id": comment(t, house), "author": "maria", "body_excerpt": "Please", "classification": "SKIP", "rationale": "The package has one."})
	facts, dry, err := house.Apply(t.Context(), shop, from, app.ApplyOptions{})
	if err != nil || dry.Replies != 3 || dry.Resolved != 1 {
		t.Fatalf("%v: %s", err, steps(dry))
	}
	text := view.Wishes(facts, view.Page{})
	for _, want := range []string{"Fixed in " + head.Short() + ": Totals are summed first.", "| Amounts are whole cents by design.", "| > Please give the package a comment.", "| The package has one."} {
		if !strings.Contains(text, want) {
			t.Errorf("lacks %q:\n%s", want, text)
		}
	}
	applied := apply(t, house, from, sayAndClose)
	if got := steps(applied); got != "fixed sent sent, declined sent not_asked:as_asked, escalated not_asked not_asked:as_asked, declined sent not_asked:no_thread" {
		t.Errorf("got %s", got)
	}
}

// comment is the id of the person's comment in the conversation.
func comment(t *testing.T, house *app.App) int64 {
	t.Helper()
	return look(t, house).Snapshot.Comments[0].ID
}

// A commit that a file calls a fix is held against the branch.
func TestAnInventoryIsAudited(t *testing.T) {
	w, house := settlingWorld(t)
	ids, seen := threads(t, house), look(t, house).Snapshot
	cases := []struct {
		says string
		row  row
		rule string
	}{
		{"a commit of nobody", committed(ids[0], "deadbeef00"), "commitInPullRequest"},
		{"a commit of the base", committed(ids[0], seen.Base), "commitInPullRequest"},
		{"a thread that is not there", committed("PRRT_nowhere", seen.Head), "knownItem"},
		{"a thread without an id", committed(ids[0], seen.Head).with(row{"thread_id": nil}), "knownItem"},
		{"a duplicate of nothing", committed(ids[0], seen.Head).with(row{"duplicate_of": "PRRT_nowhere"}), "knownItem"},
		{"words of our tools", skipped(ids[0], "ESCALATE was filed by bd update."), "internalWords"},
	}
	for _, c := range cases {
		t.Run(c.says, func(t *testing.T) {
			_, _, err := house.Apply(t.Context(), shop, handed(t, house, c.row), sayAndClose)
			refusedFor(t, err, c.rule)
		})
	}
	from := handed(t, house, skipped(ids[0], "Not here."), skipped(ids[0], "Not here."))
	_, _, err := house.Apply(t.Context(), shop, from, sayAndClose)
	refusedFor(t, err, "duplicateItem")
	if w.changes() != "" {
		t.Errorf("the host has seen %s", w.changes())
	}
	older := committed(ids[0], seen.Base).with(row{"fix_outcome": "already_addressed", "fix_gate_variant": nil, "fix_summary": "- old\n+ new"})
	if got := steps(apply(t, house, handed(t, house, older), app.ApplyOptions{})); got != "already_addressed planned planned" {
		t.Errorf("what an older commit has done: %s", got)
	}
}

// A commit from before the work began is no fix of it.
func TestAFixIsNewerThanTheInventory(t *testing.T) {
	_, house := settlingWorld(t, "-- base/.settle", "  - {at: -5m, by: dev, do: push, tree: later}\n-- base/.settle", "-- base/README", "-- later/notes.txt --\nnotes\n-- base/README")
	ids, seen := threads(t, house), look(t, house).Snapshot
	if len(seen.Commits) < 2 {
		t.Fatalf("commits %v", seen.Commits)
	}
	read, err := app.ReadInventory(marshal(t, map[string]any{
		"schema_version": 1, "polling": row{"copilot_status": "not_requested"}, "items": []row{committed(ids[0], seen.Commits[0])},
		"pr":             row{"owner": "acme", "repo": "shop", "number": 42, "head_sha_at_inventory": seen.Commits[0], "head_sha_after_push": seen.Head},
		"crash_recovery": row{"skill_a_completed": true, "last_completed_phase": "7-write-inventory"},
	}))
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = house.Apply(t.Context(), shop, app.Source{File: read, Name: "inventory.json", Who: "maria"}, sayAndClose)
	refusedFor(t, err, "commitAfterInventory")
}

// What a file skipped or filed is not work again; what it does not name is.
func TestWhatAnInventorySettlesIsNotNew(t *testing.T) {
	for says, c := range map[string]struct {
		rows func(ids []string, head any) []row
		open int
	}{
		"all skipped": {func(ids []string, _ any) []row {
			return []row{skipped(ids[0], "No."), skipped(ids[1], "No."), skipped(ids[2], "No.")}
		}, 0},
		"all filed":           {func(ids []string, _ any) []row { return []row{filed(ids[0]), filed(ids[1]), filed(ids[2])} }, 0},
		"one is not named":    {func(ids []string, _ any) []row { return []row{skipped(ids[0], "No."), filed(ids[1])} }, 1},
		"one skipped, no row": {func(ids []string, _ any) []row { return []row{skipped(ids[0], "No.")} }, 2},
	} {
		t.Run(says, func(t *testing.T) {
			t.Parallel()
			_, house := settlingWorld(t)
			ids := threads(t, house)
			if _, _, err := house.Judge(t.Context(), shop, handed(t, house, c.rows(ids, nil)...), true); err != nil {
				t.Fatal(err)
			}
			open := 0
			for _, st := range look(t, house).Verdict.Items {
				if st.Item.Thread != "" && st.Disposition == feedback.Open {
					open++
				}
			}
			if open != c.open {
				t.Errorf("%d threads are open, want %d", open, c.open)
			}
		})
	}
}

func filed(id string) row {
	return skipped(id, "Which one is it?").with(row{"classification": "ESCALATE", "escalation_filed": true})
}

// An answer is posted, its answer is lost, and the file is carried out again: it
// stands once, under the same id, and is known as our own.
func TestALostAnswerOfAnInventoryStandsOnce(t *testing.T) {
	_, house := settlingWorld(t, "-- base/.settle", "faults: [{hit: reply, nth: 1, answer: 502, after_effect: true}, {hit: reply, nth: 2, answer: 502}]\n-- base/.settle",
		"timeline:", "timeline:\n  - {at: -12m, by: maria, do: request_changes, body: \"Which name is it?\"}")
	ids := threads(t, house)
	summary := row{"kind": "review_summary", "author": "maria", "body_excerpt": "Which name is it?", "classification": "SKIP", "rationale": "Total, as in the design."}
	from := handed(t, house, skipped(ids[0], "Not here."), summary)
	apply(t, house, from, app.ApplyOptions{Replies: true})
	first := ours(t, house)
	again := apply(t, house, from, app.ApplyOptions{Replies: true})
	if got := steps(again); got != "declined stands not_asked:as_asked, declined stands not_asked:no_thread" {
		t.Errorf("got %s", got)
	}
	if second := ours(t, house); len(first) != 2 || second != first {
		t.Errorf("said %v, then %v", first, second)
	}
	for _, st := range look(t, house).Verdict.Items {
		if strings.Contains(st.Item.Body, "as in the design") {
			t.Errorf("our own answer is an ask: %s", st.Item.ID)
		}
	}
}

// ours are the ids of our comments: of the only thread that has one, and of the
// conversation.
func ours(t *testing.T, house *app.App) (ids [2]int64) {
	t.Helper()
	s := look(t, house).Snapshot
	for _, thread := range s.Threads {
		for _, c := range thread.Comments {
			if c.Ours && ids[0] != 0 {
				t.Errorf("two replies: %d and %d", ids[0], c.ID)
			} else if c.Ours {
				ids[0] = c.ID
			}
		}
	}
	for _, c := range s.Comments {
		if c.Ours && ids[1] != 0 {
			t.Errorf("two comments: %d and %d", ids[1], c.ID)
		} else if c.Ours {
			ids[1] = c.ID
		}
	}
	return ids
}

// What is known goes into a file and comes back as what is known.
func TestAnInventoryThatWasWrittenIsTaken(t *testing.T) {
	w, house := settlingWorld(t, `-10m, by: maria, do: comment, id: package-doc, body: "Please give the package a comment."`, `-10m, by: dev, do: comment, body: "bugbot run"`)
	ids, head := threads(t, house), look(t, house).Snapshot.Head
	out := filepath.Join(w.dir, "inventory.json")
	_, _, err := house.ExportInventory(t.Context(), shop, out)
	refusedFor(t, err, "outsideTheTable")
	if _, err := os.Stat(out); err == nil {
		t.Error("a file was written of what nobody judged")
	}
	from := handed(t, house, committed(ids[0], head), skipped(ids[1], "Amounts are whole cents."), filed(ids[2]))
	if _, _, err := house.Judge(t.Context(), shop, from, true); err != nil {
		t.Fatal(err)
	}
	before := look(t, house)
	if _, _, err = house.ExportInventory(t.Context(), shop, out); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	read, err := app.ReadInventory(text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if _, _, err := house.Judge(t.Context(), shop, app.Source{File: read, Name: "inventory.json", Who: "maria"}, true); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for i, st := range look(t, house).Verdict.Items {
		was := before.Verdict.Items[i]
		if st.Disposition != was.Disposition || st.Commit != was.Commit || st.Judgment.Reason != was.Judgment.Reason || st.Judgment.Reply != was.Judgment.Reply || st.Judgment.KeepOpen != was.Judgment.KeepOpen {
			t.Errorf("%s was %s %+v, is %s %+v", st.Item.ID, was.Disposition, was.Judgment, st.Disposition, st.Judgment)
		}
	}
}

// The folder of inventories: what is still to be answered is not written over,
// what was answered goes, what is old is dropped.
func TestTheFolderOfInventories(t *testing.T) {
	w, house := settlingWorld(t, `-10m, by: maria, do: comment, id: package-doc, body: "Please give the package a comment."`, `-10m, by: dev, do: comment, body: "bugbot run"`)
	triageAll(t, house, feedback.Invalid)
	folder := filepath.Join(w.dir, "state", "inventories")
	_, told, err := house.ExportInventory(t.Context(), shop, "")
	if err != nil || told.Resume != "from_inventory" || filepath.Dir(told.File) != folder {
		t.Fatalf("%+v, %v", told, err)
	}
	if _, _, err := house.ExportInventory(t.Context(), shop, ""); err != nil {
		t.Errorf("the same again: %v", err)
	}
	rewrite(t, told.File, func(file map[string]any) { file["polling"] = row{"copilot_status": "timeout"} })
	var left *app.LeftInventory
	if _, _, err = house.ExportInventory(t.Context(), shop, ""); !errors.As(err, &left) || left.Resume != "from_inventory" {
		t.Errorf("an unanswered file: %v", err)
	}
	rewrite(t, told.File, func(file map[string]any) {
		file["crash_recovery"] = row{"skill_a_completed": true, "last_completed_phase": "9-final-check-done"}
	})
	old, recent := filepath.Join(folder, "acme-shop-7-aaaaaaa.json"), filepath.Join(folder, "acme-shop-8-aaaaaaa.json")
	for path, age := range map[string]time.Duration{old: 31 * 24 * time.Hour, recent: 29 * 24 * time.Hour} {
		if err := os.WriteFile(path, []byte("{}"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, time.Now().Add(-age), time.Now().Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := house.ExportInventory(t.Context(), shop, ""); err != nil {
		t.Errorf("an orphan: %v", err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 2 || entries[1].Name() != filepath.Base(recent) {
		t.Errorf("the folder holds %v, %v", entries, err)
	}
}

func rewrite(t *testing.T, path string, change func(map[string]any)) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var file map[string]any
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	change(file)
	if err := os.WriteFile(path, marshal(t, file), 0o600); err != nil {
		t.Fatal(err)
	}
}
