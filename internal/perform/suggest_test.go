package perform_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/pull"
)

// fixes is the work on these standings at the head.
func (w *world) fixes(standings ...feedback.Standing) action.Action {
	order := &action.WorkOrder{Task: action.Fix, Head: w.host.head, Standing: standings}
	for _, st := range standings {
		order.Items = append(order.Items, st.Item.At())
	}
	return action.Action{Kind: action.Work, Key: action.FixKey(order.Head, order.Items, 0), Expect: action.Expect{Head: order.Head}, Work: order}
}

// suggests is a standing whose reviewer wrote the new text.
func (w *world) suggests(id int64, path string, start, end int, text string) feedback.Standing {
	return w.thread(id, func(st *feedback.Standing) {
		st.Item.Where = feedback.Place{Path: path, Line: end, Start: start}
		st.Item.Suggestion = &feedback.Suggestion{Path: path, Start: start, End: end, Text: text}
	})
}

// unpack brings the commits that a work left, and gives the commits after the
// head, oldest first.
func (w *world) unpack(did journal.Did) []string {
	w.t.Helper()
	tree, err := w.do.Repo.Open(w.t.Context(), shop, did.Outcome.Commit, w.blobs.kept[did.Outcome.Blob])
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { _ = tree.Close(w.t.Context()) })
	out := w.git(tree.Dir(), "log", "--reverse", "--format=%H", string(w.host.head)+"..HEAD")
	return strings.Fields(out)
}

// wantFile compares a file of the work's last commit.
func (w *world) wantFile(did journal.Did, path, want string) {
	w.t.Helper()
	tree, err := w.do.Repo.Open(w.t.Context(), shop, did.Outcome.Commit, w.blobs.kept[did.Outcome.Blob])
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = tree.Close(w.t.Context()) }()
	if got := w.git(tree.Dir(), "show", "HEAD:"+path); got != want {
		w.t.Errorf("%s is %q, want %q", path, got, want)
	}
}

// outcomes prints what a work says of its items.
func outcomes(did journal.Did) string {
	var all []string
	for _, c := range did.Outcome.Claims {
		all = append(all, fmt.Sprintf("%s %s", c.At.Item, c.Outcome))
	}
	return strings.Join(all, ", ")
}

func TestSuggestionsAreAppliedFromTheEndEachACommitOfItsOwn(t *testing.T) {
	w := newWorld(t, files{"cart.go": "package cart\n\nvar a = 1\nvar b = 2\nvar c = 3\n"})
	above := w.suggests(101, "cart.go", 3, 3, "// A is the first.\nvar A = 1")
	below := w.suggests(102, "cart.go", 4, 5, "var b, c = 2, 3")
	work := w.fixes(above, below)
	did := w.perform(work)
	want(t, did, journal.Done, "")
	w.wantFile(did, "cart.go", "package cart\n\n// A is the first.\nvar A = 1\nvar b, c = 2, 3\n")
	commits := w.unpack(did)
	if len(commits) != 2 || outcomes(did) != "t102 fixed, t101 fixed" {
		t.Fatalf("%d commits; %s", len(commits), outcomes(did))
	}
	for i, st := range []feedback.Standing{below, above} {
		claim := did.Outcome.Claims[i]
		if !claim.Suggested || claim.Commit != pull.Oid(commits[i]) {
			t.Errorf("claim %+v, commit %s", claim, commits[i])
		}
		w.wantTrailers(did, commits[i], work.Key, st)
	}
	if len(w.agents.asked) != 0 || did.Outcome.Runs != 0 {
		t.Errorf("an agent ran")
	}
	if w.tip() != w.host.head {
		t.Error("a work has pushed")
	}
}

// wantTrailers: the commit names its item and the work.
func (w *world) wantTrailers(did journal.Did, commit string, key action.Key, st feedback.Standing) {
	w.t.Helper()
	tree, err := w.do.Repo.Open(w.t.Context(), shop, did.Outcome.Commit, w.blobs.kept[did.Outcome.Blob])
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = tree.Close(w.t.Context()) }()
	items, digest := mark.ReadTrailers(strings.TrimSpace(w.git(tree.Dir(), "show", "-s", "--format=%B", commit)))
	if len(items) != 1 || items[0] != st.Item.At().String() || digest != key.Digest() {
		w.t.Errorf("%s is trailed %q %s, want %s %s", commit, items, digest, st.Item.At(), key.Digest())
	}
}

func TestAFileKeepsItsLineEndingsAndItsLastLine(t *testing.T) {
	cases := map[string]struct{ old, text, want string }{
		"CRLF stays":                  {"a\r\nb\r\nc\r\n", "x\ny", "a\r\nx\r\ny\r\nc\r\n"},
		"CRLF of the suggestion too":  {"a\nb\nc\n", "x\r\ny", "a\nx\ny\nc\n"},
		"no last line feed stays out": {"a\nb", "x", "a\nx"},
		"a last line feed stays":      {"a\nb\n", "x", "a\nx\n"},
		"an empty text deletes":       {"a\nb\nc\n", "", "a\nc\n"},
		"a blank line is a text":      {"a\nb\nc\n", "\n", "a\n\n\nc\n"},
		"no last line feed, deleted":  {"a\nb", "", "a\n"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, files{"cart.txt": c.old})
			did := w.perform(w.fixes(w.suggests(101, "cart.txt", 2, 2, c.text)))
			want(t, did, journal.Done, "")
			w.wantFile(did, "cart.txt", c.want)
		})
	}
}

func TestOneEmptyLineIsNotNothing(t *testing.T) {
	w := newWorld(t, files{"cart.txt": "a\nb\nc\n"})
	blank := w.suggests(101, "cart.txt", 2, 2, "")
	blank.Item.Suggestion.Blank = true
	did := w.perform(w.fixes(blank))
	want(t, did, journal.Done, "")
	w.wantFile(did, "cart.txt", "a\n\nc\n")
}

// What cannot be applied as it is written goes to the agent, with the reviewer's text.
func TestWhatDoesNotFitIsLeftToTheAgent(t *testing.T) {
	cases := map[string]func(w *world) []feedback.Standing{
		"overlapping": func(w *world) []feedback.Standing {
			return []feedback.Standing{w.suggests(102, "cart.go", 2, 3, "x"), w.suggests(101, "cart.go", 3, 4, "y")}
		},
		"behind the end": func(w *world) []feedback.Standing {
			return []feedback.Standing{w.suggests(102, "cart.go", 2, 2, "x"), w.suggests(101, "cart.go", 4, 9, "y")}
		},
		"of a file that is not there": func(w *world) []feedback.Standing {
			return []feedback.Standing{w.suggests(102, "cart.go", 2, 2, "x"), w.suggests(101, "gone.go", 1, 1, "y")}
		},
		"that changes nothing": func(w *world) []feedback.Standing {
			return []feedback.Standing{w.suggests(102, "cart.go", 2, 2, "x"), w.suggests(101, "cart.go", 1, 1, "1")}
		},
		"refused by the checks before": func(w *world) []feedback.Standing {
			again := w.suggests(101, "cart.go", 4, 4, "y")
			again.Attempts = 1
			return []feedback.Standing{w.suggests(102, "cart.go", 2, 2, "x"), again}
		},
		"with a person's guidance": func(w *world) []feedback.Standing {
			guided := w.suggests(101, "cart.go", 4, 4, "y")
			guided.Judgment.Guidance = "in another way"
			return []feedback.Standing{w.suggests(102, "cart.go", 2, 2, "x"), guided}
		},
	}
	for name, standings := range cases {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, files{"cart.go": "1\n2\n3\n4\n"})
			w.agents.are(map[string]hand{"one": edits(files{"other_test.go": "package cart\n"})})
			did := w.perform(w.fixes(standings(w)...))
			want(t, did, journal.Done, "")
			if outcomes(did) != "t102 fixed, t101 fixed" || !did.Outcome.Claims[0].Suggested || did.Outcome.Claims[1].Suggested {
				t.Errorf("%+v", did.Outcome.Claims)
			}
			if len(w.agents.asked) != 1 || len(w.agents.asked[0].Items) != 1 || w.agents.asked[0].Items[0].Suggestion == nil {
				t.Errorf("asked %+v", w.agents.asked)
			}
			if head := w.agents.asked[0].Head; head != did.Outcome.Claims[0].Commit {
				t.Errorf("the agent began at %s, not at the applied suggestion", head)
			}
		})
	}
}

// Links lead nowhere: not out of the tree, and not to a guarded file in it.
func TestASuggestionNeverFollowsALink(t *testing.T) {
	outside := t.TempDir() + "/victim"
	cases := map[string]files{
		"out of the tree":                 {"cart.go": "1\n2\n", "link": "-> " + outside},
		"to a guarded file":               {"cart.go": "1\n2\n", ".github/workflows/ci.yml": "1\n2\n", "link": "-> .github/workflows/ci.yml"},
		"to another file":                 {"cart.go": "1\n2\n", "link": "-> cart.go"},
		"through a folder to the guarded": {"cart.go": "1\n2\n", ".github/workflows/link": "1\n2\n", "dir": "-> .github/workflows"},
	}
	for name, head := range cases {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, head)
			w.agents.are(map[string]hand{"one": func(t *testing.T, dir string, r request) (report, error) {
				if status := w.git(dir, "status", "--porcelain"); status != "" {
					t.Errorf("the agent finds changes: %s", status)
				}
				return claims(r, feedback.Declined), nil
			}})
			path := "link"
			if _, ok := head["dir"]; ok {
				path = "dir/link"
			}
			did := w.perform(w.fixes(w.suggests(101, path, 1, 1, "evil")))
			want(t, did, journal.Done, "")
			if did.Outcome.Commit != "" || outcomes(did) != "t101 declined" {
				t.Errorf("commit %q; %s", did.Outcome.Commit, outcomes(did))
			}
		})
	}
}

func TestAGuardedFileIsNotChangedByASuggestion(t *testing.T) {
	w := newWorld(t, files{"cart.go": "1\n2\n", ".github/workflows/ci.yml": "on: push\n"})
	w.agents.are(map[string]hand{"one": func(_ *testing.T, _ string, r request) (report, error) { return claims(r, feedback.Declined), nil }})
	did := w.perform(w.fixes(w.suggests(101, ".github/workflows/ci.yml", 1, 1, "on: pull_request_target"), w.suggests(102, "cart.go", 1, 1, "x")))
	want(t, did, journal.Done, "")
	w.wantFile(did, ".github/workflows/ci.yml", "on: push\n")
	w.wantFile(did, "cart.go", "x\n2\n")
}
