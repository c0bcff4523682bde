package github_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/githubsim"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/scenario"
	"github.com/settlehq/settle/internal/view"
)

// recording is an entry of the corpus index. Expected facts were counted from
// the payload by who recorded it.
type recording struct {
	File     string `json:"file"`
	Kind     string `json:"kind"` // graphql or rest
	Expected struct {
		Bodies     int            `json:"bodies"`
		Authors    map[string]int `json:"authors"`
		Threads    int            `json:"threads"`
		Unresolved int            `json:"unresolved"`
		Outdated   int            `json:"outdated"`
	} `json:"expected"`
}

// corpus finds the recordings beside the repository; the test is skipped where
// there are none.
func corpus(t *testing.T) (dir string, recordings []recording) {
	t.Helper()
	root, err := filepath.Abs(".")
	for err == nil && root != filepath.Dir(root) {
		if _, missing := os.Stat(filepath.Join(root, "go.mod")); missing == nil {
			break
		}
		root = filepath.Dir(root)
	}
	dir = filepath.Join(root, "..", "shared", "corpus")
	text, err := os.ReadFile(filepath.Join(dir, "index.json"))
	if err != nil {
		t.Skipf("no recorded answers in ../shared/corpus beside the repository: %v", err)
	}
	var all []recording
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	return dir, slices.DeleteFunc(all, func(r recording) bool { return !strings.HasPrefix(r.File, "payloads/") })
}

// told is what a look, or its page, says of a recording.
type told struct {
	threads, unresolved, outdated, reviews, comments, bodies, nameless, checks int
	authors                                                                    map[string]int
}

func (n *told) hear(login, body string) {
	if body == "" {
		return
	}
	n.bodies++
	if login == "" {
		n.nameless++
		return
	}
	n.authors[pull.NormalLogin(login)]++
}

func countLook(s pull.Snapshot) told {
	n := told{threads: len(s.Threads), reviews: len(s.Reviews), comments: len(s.Comments), checks: len(s.Checks), authors: map[string]int{}}
	for _, t := range s.Threads {
		if !t.Resolved {
			n.unresolved++
		}
		if t.Outdated {
			n.outdated++
		}
		for _, c := range t.Comments {
			n.hear(c.Author.Login, c.Body)
		}
	}
	for _, c := range s.Comments {
		n.hear(c.Author.Login, c.Body)
	}
	for _, r := range s.Reviews {
		n.hear(r.Author.Login, r.Body)
	}
	return n
}

func countPage(page view.Threads) told {
	n := told{threads: len(page.Threads), reviews: len(page.Reviews), comments: len(page.Comments), authors: map[string]int{}}
	for _, t := range page.Threads {
		if !t.Resolved {
			n.unresolved++
		}
		if t.Outdated {
			n.outdated++
		}
		for _, c := range t.Comments {
			n.hear(login(c.Author), c.Body)
		}
	}
	for _, c := range page.Comments {
		n.hear(login(c.Author), c.Body)
	}
	for _, r := range page.Reviews {
		n.hear(login(r.Author), r.Body)
	}
	return n
}

func login(a *view.Author) string {
	if a == nil {
		return ""
	}
	return a.Login
}

// openRecorded starts a stand-in that holds one recording and nothing else.
func openRecorded(t *testing.T, dir, name string) *house {
	t.Helper()
	file, err := scenario.Parse("recorded.txtar", fmt.Appendf(nil, "scenario: 1\nclock: step\nrepo: acme/shop\nrecorded: [%s]\n", name))
	if err != nil {
		t.Fatal(err)
	}
	sim, err := githubsim.Start(t.Context(), githubsim.Options{
		Scenario: file, Dir: t.TempDir(), Recorded: filepath.Join(dir, "payloads"), Start: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sim.Close() })
	return &house{t: t, sim: sim, client: newClient(t, sim), ref: pull.Ref{Owner: "acme", Repo: "shop", Number: 1}}
}

func TestEveryRecordedAnswerIsReportedAsItWas(t *testing.T) {
	dir, recordings := corpus(t)
	files, err := os.ReadDir(filepath.Join(dir, "payloads"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 || len(files) != len(recordings) {
		t.Fatalf("%d payloads, of which the index names %d", len(files), len(recordings))
	}
	var all told
	for _, r := range recordings {
		name := filepath.Base(r.File)
		t.Run(strings.TrimSuffix(name, ".json"), func(t *testing.T) {
			h := openRecorded(t, dir, name)
			s := h.look()
			if len(s.Gaps) > 0 {
				t.Errorf("gaps: %+v", s.Gaps)
			}
			look := countLook(s)
			holds(t, "the look", look, r)
			checkWords(t, s, payload(t, dir, name))
			checkPage(t, s, look, r)
			all.threads, all.reviews, all.comments = all.threads+look.threads, all.reviews+look.reviews, all.comments+look.comments
			all.bodies, all.nameless, all.checks = all.bodies+look.bodies, all.nameless+look.nameless, all.checks+look.checks
		})
	}
	t.Logf("%d payloads: %d threads, %d reviews, %d conversation comments, %d checks; %d bodies, %d of them without an author",
		len(recordings), all.threads, all.reviews, all.comments, all.checks, all.bodies, all.nameless)
}

// holds compares with the index. It counts threads for GraphQL only.
func holds(t *testing.T, what string, got told, want recording) {
	t.Helper()
	authors, named := map[string]int{}, 0
	for login, n := range want.Expected.Authors {
		authors[pull.NormalLogin(login)] += n
		named += n
	}
	if got.bodies != want.Expected.Bodies || got.nameless != want.Expected.Bodies-named {
		t.Errorf("%s has %d bodies, %d without author; recorded were %d, %d", what, got.bodies, got.nameless, want.Expected.Bodies, want.Expected.Bodies-named)
	}
	if !maps.Equal(got.authors, authors) {
		t.Errorf("%s has authors %v; recorded were %v", what, got.authors, authors)
	}
	e := want.Expected
	if want.Kind == "graphql" && (got.threads != e.Threads || got.unresolved != e.Unresolved || got.outdated != e.Outdated) {
		t.Errorf("%s has %d threads, %d unresolved, %d outdated; recorded were %d, %d, %d", what, got.threads, got.unresolved, got.outdated, e.Threads, e.Unresolved, e.Outdated)
	}
}

// checkPage holds the JSON of settle threads against the same index.
func checkPage(t *testing.T, s pull.Snapshot, look told, want recording) {
	t.Helper()
	page := view.NewThreads(view.Facts{Ref: s.Ref, Now: s.At, Snapshot: &s})
	text, err := json.Marshal(page)
	if err != nil {
		t.Fatal(err)
	}
	var read view.Threads
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	holds(t, "the page", countPage(read), want)
	gaps := 0
	for _, g := range read.Gaps {
		if strings.HasPrefix(g.What, "author of ") {
			gaps++
		}
	}
	if gaps != look.nameless {
		t.Errorf("the page names %d absent authors; %d are absent", gaps, look.nameless)
	}
}
