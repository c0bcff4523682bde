package view

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verdict"
)

var update = flag.Bool("update", false, "record the pages anew")

var (
	live  = Page{Width: 80, Unicode: true, Live: true}
	piped = Page{Width: 80, Unicode: true}
)

// pages are everything that is printed, by name of its golden file.
func pages() map[string]func(Page) string {
	failure := Error{
		Code: "busy", ExitCode: 10, What: "another settle is working on acme/shop#42",
		Why: "pid 4121 on build-7 has held it since 14:02, last sign 6 s ago",
		Do:  "settle status 42, or settle stop 42 to take the branch yourself", Kept: "nothing was started",
	}
	status := func(f Facts) func(Page) string { return NewStatus(f).Text }
	timeline := func(p Page) string {
		f := story()
		var lines []string
		for _, e := range f.Entries {
			if e.Did != nil {
				f.Now = e.At
				if line := Progress(f, e.Did, p); line != "" {
					lines = append(lines, line)
				}
			}
		}
		f.Now = noon
		lines = append(lines, Progress(f, nil, p), Waiting(waiting(), p), Waiting(gapped(), p), Waiting(working(), p), Waiting(watchedFacts(), p), NewRun(watchedFacts(), 0).Text(p), NewRun(f, 0).Text(p), NewRun(needsYou(), 7).Text(p))
		return strings.Join(lines, "\n")
	}
	return map[string]func(Page) string{
		"ready": status(world()), "waiting": status(waiting()), "needs_you": status(needsYou()), "blocked": status(blocked()), "stopped": status(stopped()), "explain_stopped": NewExplain(stopped(), time.Time{}).Text,
		"gap": status(gapped()), "working": status(working()), "paused": status(pausedFacts()), "watched": status(watchedFacts()), "never": status(Facts{Ref: shop, Now: noon}),
		"threads": NewThreads(needsYou()).Text, "threads_gap": NewThreads(gapped()).Text,
		"reviewers": NewReviewers(asked()).Text, "reviewers_gap": NewReviewers(gapped()).Text, "reviewers_never": NewReviewers(Facts{Ref: shop, Now: noon}).Text,
		"review": NewReviewed(reviewRun(false), 18).Text, "review_failed": NewReviewed(failedReview(), 16).Text,
		"explain": NewExplain(story(), time.Time{}).Text, "run": timeline, "error": failure.Text,
	}
}

// runsOf sums up a run of several.
func runsOf(all ...Facts) Runs {
	runs := NewRuns(noon, 7)
	for i, f := range all {
		f.Ref.Number += i
		runs.Add(f, 0)
	}
	return runs
}

// asked is the waiting pull request with what asking came to, and a bot that
// nobody named.
func asked() Facts {
	f := waiting()
	f.Policy.Reviewers[0].Define.Ask.Cost = "1 run of the plan"
	f.Policy.Reviewers[0].Define.Ask.Window = 30 * time.Minute
	f.Policy.Reviewers[0].Define.Started = []policy.Signal{{Reaction: "eyes", Within: 2 * time.Minute}}
	f.Policy.Reviewers[0].Learned = policy.Learned{Waits: 20, P50: 3 * time.Minute, P90: 8 * time.Minute}
	f.Policy.Reviewers[2].Define.Ask = policy.Ask{Request: "copilot", Latency: 4 * time.Minute, Window: 30 * time.Minute}
	f.Verdict.Readings[2].Evidence = feedback.Evidence{Kind: "comment", Text: "words\x1b[31m of the last one"}
	for n, head := range []pull.Oid{oldOid, headOid} {
		key := action.AskKey("bugbot", head, 0)
		f.History.Deeds[key] = journal.Deed{Key: key, State: journal.Done, Seq: int64(n)}
	}
	strange := pull.Author{Login: "strange[bot]", Kind: pull.Bot}
	f.Unnamed = []pull.Author{strange}
	f.Snapshot.Comments = []pull.Comment{{ID: 1, Author: strange}, {ID: 2, Author: strange}}
	f.Snapshot.Threads = append(f.Snapshot.Threads, pull.Thread{Comments: []pull.Comment{{ID: 3, Author: strange}}})
	return f
}

func pausedFacts() Facts {
	f := gapped()
	f.Snapshot.Gaps = nil
	f.Verdict.Phase, f.Verdict.Why = verdict.Paused, verdict.Reason{Code: "paused", Holds: verdict.No, Subject: "dev"}
	return f
}

func TestPages(t *testing.T) {
	for name, page := range pages() {
		for form, p := range map[string]Page{"live": live, "piped": piped} {
			t.Run(name+"/"+form, func(t *testing.T) { compare(t, name+"."+form+".txt", page(p)) })
		}
	}
}

// Of several pull requests nobody is asked at the terminal: the end lists what is
// asked, each with the command that answers it.
func TestARunOfSeveralListsTheirQuestions(t *testing.T) {
	compare(t, "runs.txt", runsOf(world(), needsYou(), stopped()).Text(live))
	if text := runsOf(world()).Text(live); strings.Contains(text, "question") {
		t.Errorf("nothing is asked, and the end is\n%s", text)
	}
}

func compare(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; go test -update records it anew\n--- got\n%s--- want\n%s", name, got, want)
	}
}

func TestNoLineIsWiderThanThePageUnlessItHoldsALinkOrAnID(t *testing.T) {
	whole := regexp.MustCompile(`https?://\S+|[0-9a-f]{40}`)
	for name, page := range pages() {
		for _, width := range []int{40, 60, 80, 120} {
			for _, p := range []Page{{Width: width, Unicode: true, Live: true}, {Width: width}} {
				for line := range strings.SplitSeq(page(p), "\n") {
					if cells(line) > width && !whole.MatchString(line) {
						t.Errorf("%s at %d, live %v: %d cells: %q", name, width, p.Live, cells(line), line)
					}
				}
			}
		}
	}
}

func TestColourOnlyRepeatsWhatAWordSays(t *testing.T) {
	codes := regexp.MustCompile("\x1b\\[[0-9;]*m")
	for name, page := range pages() {
		plain := page(live)
		colored := live
		colored.Color = true
		if got := codes.ReplaceAllString(page(colored), ""); got != plain {
			t.Errorf("%s: colour changes words:\n%s\n%s", name, got, plain)
		}
		if strings.ContainsRune(plain, '\x1b') || strings.ContainsRune(plain, '\u202e') {
			t.Errorf("%s: outside words reach the terminal as they are", name)
		}
	}
}

func TestIdsAreShortButNeverAmbiguous(t *testing.T) {
	f := world()
	f.Verdict.Items = append(f.Verdict.Items, row("t9903844821", "bugbot", f.Verdict.Items[0].Item.Where, "Twin", "open", ""), row("t12", "bugbot", f.Verdict.Items[0].Item.Where, "Small", "open", ""))
	name := f.name()
	for id, want := range map[string]string{
		"t2203844821": "t203844821", "t9903844821": "t903844821", "t2203844829": "t4829", "r991.2": "r991.2", "c77001234": "c1234", "t12": "t12", "bugbot": "bugbot",
	} {
		if got := name(id); got != want {
			t.Errorf("%s: got %s, want %s", id, got, want)
		}
	}
}

func TestProgressSaysNothingOfWhatIsNotWorthALine(t *testing.T) {
	for _, did := range []journal.Did{
		{Key: "push/c1", State: journal.Wanted}, {Key: "push/c1", State: journal.Started},
		{Key: "push/c1", State: journal.Lapsed, Why: journal.Unwished}, {Key: "push/c1", State: journal.Lapsed, Why: journal.Void},
	} {
		if got := Progress(world(), &did, live); got != "" {
			t.Errorf("%s %s: %q", did.State, did.Why, got)
		}
	}
}
