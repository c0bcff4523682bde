package perform_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/perform"
	"github.com/settlehq/settle/internal/pull"
)

// in puts an item into a file; none: it points nowhere.
func in(path string) func(*feedback.Standing) {
	return func(st *feedback.Standing) { st.Item.Where.Path = path }
}

// by lets each agent do what the first item that it was given says.
func by(does map[feedback.ItemID]hand) hand {
	return func(t *testing.T, dir string, r request) (report, error) {
		return does[r.Items[0].ID](t, dir, r)
	}
}

// meeting is an agent that waits for another one that is at work at the same
// time, and would wait for ever alone. Whoever comes after two waits for nobody.
func meeting(does hand) hand {
	meet := make(chan struct{})
	var came atomic.Int32
	return func(t *testing.T, dir string, r request) (report, error) {
		if came.Add(1) <= 2 {
			select {
			case meet <- struct{}{}:
			case <-meet:
			}
		}
		return does(t, dir, r)
	}
}

// newPair is a world with four files, in which two agents may work at once.
func newPair(t *testing.T) *world {
	w := newWorld(t, files{"cart.go": "package cart\n", "tax.go": "package cart\n", "fee.go": "package cart\n", "fee_test.go": "package cart\n"})
	w.policy.Agents.Parallel = 2
	return w
}

// Four findings in three files, two of them one cluster in two files: two agents
// at the same time, each in a tree of its own, a commit of each, in one line.
func TestTwoAgentsFixFilesThatDoNotTouchAtOnce(t *testing.T) {
	w := newPair(t)
	w.history.Spent = 2_000_000
	w.agents.are(map[string]hand{"one": meeting(by(map[feedback.ItemID]hand{
		"t101": edits(files{"cart.go": "package cart // better\n", "tax.go": "package cart // better\n"}),
		"t102": edits(files{"fee.go": "package cart // better\n"}),
	}))})
	var lines []string
	var mu sync.Mutex
	w.do.Line = func(line string) {
		mu.Lock()
		defer mu.Unlock()
		lines = append(lines, line)
	}
	work := w.fixes(w.thread(101), w.thread(102, in("fee.go")), w.thread(103, in("tax.go")), w.thread(104, in("cart.go")))
	work.Work.Clusters = []feedback.Cluster{{ID: "arithmetic@.", Files: []string{"cart.go", "tax.go"}, Items: []feedback.ItemID{"t101", "t103"}}}
	did := w.perform(work)
	want(t, did, journal.Done, "")
	w.wantNoTree()
	commits := w.unpack(did)
	if len(commits) != 2 || outcomes(did) != "t101 fixed, t103 fixed, t104 fixed, t102 fixed" {
		t.Fatalf("%d commits; %s; %s", len(commits), outcomes(did), did.Outcome.Text)
	}
	for i, claim := range did.Outcome.Claims {
		if claim.Commit != pull.Oid(commits[i/3]) {
			t.Errorf("%s is fixed by %s, the commits are %q", claim.At.Item, claim.Commit, commits)
		}
	}
	for _, path := range []string{"cart.go", "tax.go", "fee.go"} {
		w.wantFile(did, path, "package cart // better\n")
	}
	if o := did.Outcome; o.Runs != 2 || o.Spent != 500_000 || o.Agent != "one" {
		t.Errorf("booked %d runs, %v, %q", o.Runs, o.Spent, o.Agent)
	}
	for _, r := range w.agents.asked {
		if r.Budget.Cost != (w.policy.Limits.Cost-2_000_000)/2 || r.Head != w.host.head {
			t.Errorf("one run may cost %v and begins at %s", r.Budget.Cost, r.Head)
		}
	}
	slices.Sort(lines)
	if !slices.Equal(lines, []string{"t101 and 2 more: begins", "t102: begins"}) {
		t.Errorf("said is %q", lines)
	}
}

// wantNoTree: no working tree is left.
func (w *world) wantNoTree() {
	w.t.Helper()
	left, err := os.ReadDir(filepath.Join(w.do.Repo.(repo).Root, "github.com", "acme", "shop", "trees"))
	if err != nil || len(left) > 0 {
		w.t.Errorf("left are %v, %v", left, err)
	}
}

// who tells which runs were asked about what; those at once come in any order.
func (w *world) who(atOnce int) string {
	var all []string
	for _, r := range w.agents.asked {
		var ids []string
		for _, item := range r.Items {
			ids = append(ids, string(item.ID))
		}
		all = append(all, strings.Join(ids, " "))
	}
	slices.Sort(all[:atOnce])
	return strings.Join(all, " | ")
}

func TestItemsAreDividedByTheirFiles(t *testing.T) {
	of := func(files string, items ...feedback.ItemID) feedback.Cluster {
		return feedback.Cluster{ID: "x@.", Files: strings.Fields(files), Items: items, Prior: []feedback.Prior{{ID: "t9"}}}
	}
	repeats := func(primary feedback.ItemID, path string) func(*feedback.Standing) {
		return func(st *feedback.Standing) { st.Item.Where.Path, st.Judgment.Primary = path, primary }
	}
	type items []func(*feedback.Standing) // t101, t102, …
	cases := map[string]struct {
		parallel int
		items    items
		clusters []feedback.Cluster
		atOnce   int
		want     string
	}{
		"one at a time":            {1, items{in("a"), in("b"), in("")}, nil, 1, "t101 t102 t103"},
		"a file each":              {3, items{in("a"), in("b"), in("c")}, nil, 3, "t101 | t102 | t103"},
		"no more than are allowed": {2, items{in("a"), in("b"), in("c")}, nil, 2, "t101 t103 | t102"},
		"the load is shared":       {2, items{in("a"), in("b"), in("c"), in("c"), in("c")}, nil, 2, "t101 t102 | t103 t104 t105"},
		"never two in one file":    {4, items{in("a"), in("b"), in("./a")}, nil, 2, "t101 t103 | t102"},
		"one file is one agent's":  {4, items{in("a"), in("a"), in("a")}, nil, 1, "t101 t102 t103"},
		"no file comes last":       {4, items{in(""), in("b"), in("c")}, nil, 2, "t102 | t103 | t101"},
		"no file and one other":    {4, items{in(""), in("b")}, nil, 1, "t101 t102"},
		"a cluster's whole set": {4, items{in("a"), in("b"), in("c"), in("d")},
			[]feedback.Cluster{of("a b d", "t101", "t102")}, 2, "t101 t102 t104 | t103"},
		"a cluster joins what was apart": {4, items{in("a"), in("b"), in("c"), in("d")},
			[]feedback.Cluster{of("c a", "t103"), of("b d", "t102", "t104")}, 2, "t101 t103 | t102 t104"},
		"a duplicate is its primary's": {4, items{in("a"), repeats("t103", "b"), in("c")}, nil, 2, "t101 | t102 t103"},
		"a duplicate without a file":   {4, items{in("a"), in("b"), repeats("t102", ""), in("c")}, nil, 2, "t101 | t104 | t102 t103"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			w := newPair(t)
			w.policy.Agents.Parallel = c.parallel
			w.agents.are(map[string]hand{"one": func(_ *testing.T, _ string, r request) (report, error) {
				done := claims(r, feedback.Declined)
				for _, cluster := range r.Clusters {
					done.Clusters = append(done.Clusters, feedback.ClusterClaim{ID: cluster.ID, Reading: feedback.SoundAndIndependent, Items: cluster.Items})
				}
				return done, nil
			}})
			var standings []feedback.Standing
			for i, put := range c.items {
				standings = append(standings, w.thread(int64(101+i), put))
			}
			work := w.fixes(standings...)
			work.Work.Clusters = c.clusters
			did := w.perform(work)
			want(t, did, journal.Done, "")
			if got := w.who(c.atOnce); got != c.want || len(did.Outcome.Claims) != len(c.items) || len(did.Outcome.Clusters) != len(c.clusters) {
				t.Errorf("asked %q, want %q; %s; read %+v", got, c.want, outcomes(did), did.Outcome.Clusters)
			}
		})
	}
}

// Whoever reaches into another one's files, or into a file that has changed
// meanwhile, is not laid over it: the work is done once more on top of what stands.
func TestWhoReachesIntoAnothersFilesIsAskedAgainOnTop(t *testing.T) {
	cases := map[string]struct {
		first, second, again files
		want                 files
		ran                  string
	}{
		"the first into the second's": {
			files{"cart.go": "package cart // one\n", "fee.go": "package cart // by one\n"}, files{"fee.go": "package cart // two\n"}, files{"cart.go": "package cart // once more\n"},
			files{"cart.go": "package cart // once more\n", "fee.go": "package cart // two\n"}, "t101 | t102 | t101",
		},
		"the second into the first's": {
			files{"cart.go": "package cart // one\n"}, files{"fee.go": "package cart // two\n", "cart.go": "package cart // by two\n"}, files{"fee.go": "package cart // once more\n"},
			files{"cart.go": "package cart // one\n", "fee.go": "package cart // once more\n"}, "t101 | t102 | t102",
		},
		"both into a test": {
			files{"cart.go": "package cart // one\n", "fee_test.go": "package cart // by one\n"}, files{"fee.go": "package cart // two\n", "fee_test.go": "package cart // by two\n"},
			files{"fee.go": "package cart // two\n", "fee_test.go": "package cart // by one and two\n"},
			files{"cart.go": "package cart // one\n", "fee.go": "package cart // two\n", "fee_test.go": "package cart // by one and two\n"}, "t101 | t102 | t102",
		},
		"a folder where the other has a file": {
			files{"cart.go": "package cart // one\n", "testdata/a": "one\n"}, files{"fee.go": "package cart // two\n", "testdata/a/b": "two\n"},
			files{"fee.go": "package cart // two\n", "testdata/b": "two\n"},
			files{"fee.go": "package cart // two\n", "testdata/a": "one\n", "testdata/b": "two\n"}, "t101 | t102 | t102",
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			w := newPair(t)
			w.agents.are(map[string]hand{"one": func(t *testing.T, dir string, r request) (report, error) {
				switch {
				case r.Head != w.host.head:
					return edits(c.again)(t, dir, r)
				case r.Items[0].ID == "t101":
					return edits(c.first)(t, dir, r)
				}
				return edits(c.second)(t, dir, r)
			}})
			did := w.perform(w.fixes(w.thread(101), w.thread(102, in("fee.go"))))
			want(t, did, journal.Done, "")
			w.wantNoTree()
			if got := w.who(2); got != c.ran || len(w.unpack(did)) != 2 || did.Outcome.Runs != 3 {
				t.Fatalf("asked %q; %d commits, %d runs; %s", got, len(w.unpack(did)), did.Outcome.Runs, outcomes(did))
			}
			for path, text := range c.want {
				w.wantFile(did, path, text)
			}
			for _, claim := range did.Outcome.Claims {
				if claim.Outcome != feedback.Fixed || !slices.Contains(w.unpack(did), string(claim.Commit)) {
					t.Errorf("claim %+v", claim)
				}
			}
			if !strings.Contains(did.Outcome.Text, "is kept") {
				t.Errorf("what was not taken cannot be found: %q", did.Outcome.Text)
			}
		})
	}
}

// Once: who strays again is refused like any other, and the other one's fix stays.
func TestWhoStraysAgainIsRefused(t *testing.T) {
	w := newPair(t)
	w.agents.are(map[string]hand{"one": by(map[feedback.ItemID]hand{
		"t101": edits(files{"cart.go": "package cart // one\n", "fee.go": "package cart // by one\n"}),
		"t102": edits(files{"fee.go": "package cart // two\n"}),
	})})
	did := w.perform(w.fixes(w.thread(101), w.thread(102, in("fee.go"))))
	want(t, did, journal.Done, "")
	w.wantFile(did, "fee.go", "package cart // two\n")
	w.wantFile(did, "cart.go", "package cart\n")
	refused := did.Outcome.Claims[1]
	if outcomes(did) != "t102 fixed, t101 failed" || refused.Violations[0] != (feedback.Violation{Code: feedback.Elsewhere, Subject: "fee.go"}) {
		t.Errorf("%s: %+v", outcomes(did), refused)
	}
}

// Git's own files are one for all trees: where somebody changed them nobody can
// tell who, so all is done again by one agent, and who does it again is named.
func TestWhatReachesEveryTreeIsNobodysUntilItIsDoneAgain(t *testing.T) {
	for name, again := range map[string]bool{"once": false, "always": true} {
		t.Run(name, func(t *testing.T) {
			w := newPair(t)
			w.agents.are(map[string]hand{"one": func(t *testing.T, dir string, r request) (report, error) {
				if r.Items[0].ID == "t101" && (again || len(r.Items) == 1) {
					w.git(dir, "config", "core.hooksPath", "/tmp/hooks")
				}
				all := files{}
				for _, item := range r.Items {
					all[item.Where.Path] = "package cart // better\n"
				}
				return edits(all)(t, dir, r)
			}})
			did := w.perform(w.fixes(w.thread(101), w.thread(102, in("fee.go"))))
			want(t, did, journal.Done, "")
			if got := w.who(2); got != "t101 | t102 | t101 t102" {
				t.Errorf("asked %q", got)
			}
			outcome := feedback.Fixed
			if again {
				outcome = feedback.Failed
			}
			for _, claim := range did.Outcome.Claims {
				if claim.Outcome != outcome || again && claim.Violations[0].Subject != "core.hookspath" {
					t.Errorf("claim %+v", claim)
				}
			}
			if !strings.Contains(did.Outcome.Text, "is kept") {
				t.Errorf("text %q", did.Outcome.Text)
			}
		})
	}
}

// One agent's failure costs the other nothing. Where all fail, the whole work has.
func TestOneFailureLosesNoOthersCommits(t *testing.T) {
	works := func(path string) hand { return edits(files{path: "package cart // better\n"}) }
	crash := troubled(agent.Trouble{Kind: agent.Crashed, Agent: "one", Err: errors.New("exit 1")})
	quota := troubled(agent.Trouble{Kind: agent.Quota, Agent: "one", Until: noon.Add(time.Hour), Err: errors.New("no more today")})
	guarded := edits(files{"go.sum": "h1:\n"})
	cases := map[string]struct {
		first, second hand
		state         journal.State
		why           journal.Why
		outcomes      string
		text          string
	}{
		"the first crashes":          {crash, works("fee.go"), journal.Done, "", "t102 fixed, t101 failed", ""},
		"the second crashes":         {works("cart.go"), crash, journal.Done, "", "t101 fixed, t102 failed", ""},
		"the second has no quota":    {works("cart.go"), quota, journal.Done, "", "t101 fixed", "no more today"},
		"the first breaks a rule":    {guarded, works("fee.go"), journal.Done, "", "t101 failed, t102 fixed", "is kept"},
		"the first changes nothing":  {edits(nil), works("fee.go"), journal.Done, "", "t101 failed, t102 fixed", ""},
		"both crash":                 {crash, crash, journal.Lapsed, journal.Failed, "", "exit 1"},
		"nobody has quota":           {quota, quota, journal.Lapsed, journal.Limited, "", "no more today"},
		"one crashes, one has none":  {crash, quota, journal.Done, "", "t101 failed", "no more today"},
		"one breaks a rule, one has": {guarded, quota, journal.Done, "", "t101 failed", "no more today"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			w := newPair(t)
			w.policy.Agents.Fix = w.policy.Agents.Fix[:1]
			w.agents.are(map[string]hand{"one": by(map[feedback.ItemID]hand{"t101": c.first, "t102": c.second})})
			did := w.perform(w.fixes(w.thread(101), w.thread(102, in("fee.go"))))
			want(t, did, c.state, c.why)
			w.wantNoTree()
			if outcomes(did) != c.outcomes || !strings.Contains(did.Outcome.Text, c.text) || did.Outcome.Runs != 2 {
				t.Errorf("%s; %d runs; %q", outcomes(did), did.Outcome.Runs, did.Outcome.Text)
			}
			if fixed := strings.Contains(c.outcomes, "fixed"); fixed != (did.Outcome.Commit != "") || fixed && len(w.unpack(did)) != 1 {
				t.Errorf("the commit is %q", did.Outcome.Commit)
			}
		})
	}
}

// Suggestions come first, in a commit that nobody else has: all agents build on it.
// The repository's hooks see each commit as it is made, on top of the one before.
func TestAgentsAtOnceBuildOnSuggestionsAndHooksSeeTheWhole(t *testing.T) {
	w := newPair(t)
	w.pushed(files{".husky/pre-commit": "grep -l better *.go >seen || true\n"})
	w.host.head = w.tip()
	w.agents.are(map[string]hand{"one": meeting(func(t *testing.T, dir string, r request) (report, error) {
		if text, err := os.ReadFile(filepath.Join(dir, "cart.go")); err != nil || !strings.Contains(string(text), "suggested") {
			t.Errorf("%s found %q, %v", r.Items[0].ID, text, err)
		}
		return edits(files{r.Items[0].Where.Path: "package cart // better\n"})(t, dir, r)
	})})
	did := w.perform(w.fixes(w.suggests(101, "cart.go", 1, 1, "package cart // suggested"), w.thread(102, in("tax.go")), w.thread(103, in("fee.go"))))
	want(t, did, journal.Done, "")
	if len(w.unpack(did)) != 3 || outcomes(did) != "t101 fixed, t102 fixed, t103 fixed" || len(did.Outcome.Proofs) != 3 {
		t.Fatalf("%d commits; %s; %d hooks; %s", len(w.unpack(did)), outcomes(did), len(did.Outcome.Proofs), did.Outcome.Text)
	}
	w.wantFile(did, "seen", "fee.go\ntax.go\n")
}

// Called off in the middle: both end, nothing is left.
func TestAgentsThatAreCalledOffLeaveNoTree(t *testing.T) {
	w := newPair(t)
	ctx, cancel := context.WithCancel(t.Context())
	w.agents.are(map[string]hand{"one": meeting(func(*testing.T, string, request) (report, error) {
		cancel()
		return report{}, context.Canceled
	})})
	a := w.fixes(w.thread(101), w.thread(102, in("fee.go")), w.thread(103, in("")))
	did := w.do.Do(ctx, perform.Scene{Snapshot: w.host.snapshot(), Policy: w.policy, History: w.history, Action: a, Deed: journal.Deed{Key: a.Key, State: journal.Started, Try: 1}})
	if did.State != journal.Lapsed || did.Outcome.Commit != "" {
		t.Errorf("ended %s with %+v", did.State, did.Outcome)
	}
	w.wantNoTree()
}

// scarce is a repository with room for so many trees.
type scarce struct {
	repo
	room *int
}

func (s scarce) Open(ctx context.Context, ref pull.Ref, commit pull.Oid, bundle []byte) (perform.Tree, error) {
	if *s.room--; *s.room < 0 {
		return nil, action.Fail(action.Later, errors.New("no space left"))
	}
	return s.repo.Open(ctx, ref, commit, bundle)
}

// Where there is no room for all trees one agent does it all, in the tree that is
// there.
func TestWithoutRoomForAllTreesOneAgentDoesItAll(t *testing.T) {
	w := newPair(t)
	room, real := 2, w.do.Repo.(repo)
	w.do.Repo = scarce{real, &room}
	w.agents.are(map[string]hand{"one": edits(files{"tax.go": "package cart // better\n", "fee.go": "package cart // better\n"})})
	did := w.perform(w.fixes(w.thread(101, in("tax.go")), w.thread(102, in("fee.go")), w.suggests(103, "cart.go", 1, 1, "package cart // suggested")))
	w.do.Repo = real
	w.wantNoTree()
	want(t, did, journal.Done, "")
	if got := w.who(1); got != "t101 t102" || outcomes(did) != "t103 fixed, t101 fixed, t102 fixed" {
		t.Errorf("asked %q; %s", got, outcomes(did))
	}
}
