package config

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/reviewer"
)

// recorded is one body of the corpus with what its labels say.
type recorded struct {
	File     string
	Bot      string
	Login    string
	Kind     string
	Expected struct {
		Verdict, Severity, Title string
		Suggestion               bool `json:"has_suggestion_block"`
	}
	body string
}

// bodies reads the corpus beside the project, where it is.
func bodies(t *testing.T) []recorded {
	t.Helper()
	root := "../../../shared/corpus"
	text, err := os.ReadFile(filepath.Join(root, "index.json"))
	if err != nil {
		t.Skip("left out: recorded reviews, because ../shared/corpus is not here")
	}
	var all []recorded
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	all = slices.DeleteFunc(all, func(r recorded) bool { return !strings.HasPrefix(r.File, "bodies/") })
	for i := range all {
		body, err := os.ReadFile(filepath.Join(root, all[i].File))
		if err != nil {
			t.Fatal(err)
		}
		all[i].body = string(body)
	}
	return all
}

const reviewedHead = pull.Oid("1111111111111111111111111111111111111111")

var seenAt = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// world puts one body where it was recorded, and nothing else.
func (r recorded) world() pull.Snapshot {
	by := pull.Author{Login: pull.NormalLogin(r.Login), Kind: pull.Bot}
	s := pull.Snapshot{Ref: pull.Ref{Owner: "acme", Repo: "shop", Number: 1}, State: pull.Open, Head: reviewedHead, Viewer: pull.Viewer{Login: "dev"}}
	said := pull.Comment{ID: 11, Author: by, CreatedAt: seenAt, Body: r.body, Commit: reviewedHead, Review: 21}
	switch r.Kind {
	case "inline_comment":
		s.Threads = []pull.Thread{{NodeID: "T", Path: "a.go", Line: 3, StartLine: 0, Side: "RIGHT", Subject: "LINE", Total: 1, Comments: []pull.Comment{said}}}
		s.Reviews = []pull.Review{{ID: 21, Author: by, State: pull.Commented, Commit: reviewedHead, SubmittedAt: seenAt, Inline: 1}}
	case "review_body":
		s.Reviews = []pull.Review{{ID: 21, Author: by, State: pull.Commented, Commit: reviewedHead, SubmittedAt: seenAt, Body: r.body}}
	default:
		said.Review, said.Commit = 0, ""
		s.Comments = []pull.Comment{said}
	}
	return s
}

// read gives the reviewer's standing and its items in that world.
func (r recorded) read(t *testing.T) (feedback.Reading, []feedback.Item, bool) {
	t.Helper()
	s := r.world()
	for name, def := range Builtin() {
		if !reviewer.Is(def, pull.Author{Login: pull.NormalLogin(r.Login), Kind: pull.Bot}) {
			continue
		}
		one := policy.Reviewer{Name: name, Role: def.Role, Define: def}
		items := reviewer.Items(s, []policy.Reviewer{one})
		open := slices.DeleteFunc(slices.Clone(items), func(i feedback.Item) bool { return i.FYI })
		reading := reviewer.Read(reviewer.Input{
			Snapshot: s, Reviewer: one, Since: seenAt.Add(-time.Minute), Open: len(open), Visible: len(open), Timing: policy.Default().Timing, Now: seenAt.Add(time.Second),
			Asks: []reviewer.Asking{{At: seenAt.Add(-30 * time.Second)}},
		})
		return reading, items, true
	}
	return feedback.Reading{}, nil, false
}

// disagreements are labels of the corpus, inferred by pattern, that we read
// otherwise, each with the reason.
var disagreements = map[string]string{
	"bodies/coderabbit-review-10.md": "it only repeats what threads say that stand already; they are what is open",
}

// fits tells whether a reading fits a label.
func fits(label string, word feedback.ReadingWord, items int) bool {
	switch {
	case strings.HasPrefix(label, "not_reviewed"):
		return word == feedback.Refused
	case label == "clean", label == "clean_with_nitpicks":
		return word == feedback.Clean
	case label == "dirty", label == "dirty_duplicates_only":
		return word == feedback.Dirty || word == feedback.Lagging || word == feedback.Answered && items == 0
	case label == "info":
		return word != feedback.Clean && items == 0
	}
	return word != feedback.Clean // a summary, a status, a reply: no verdict
}

func TestRecordedReviewsAreReadAsTheyAre(t *testing.T) {
	type tally struct{ verdicts, ofVerdicts, titles, ofTitles, severities, ofSeverities, suggestions, ofSuggestions int }
	vendors := map[string]*tally{}
	for _, r := range bodies(t) {
		reading, items, known := r.read(t)
		if !known {
			t.Errorf("%s: nobody knows %s", r.File, r.Login)
			continue
		}
		v := vendors[r.Bot]
		if v == nil {
			v = &tally{}
			vendors[r.Bot] = v
		}
		v.ofVerdicts++
		asks := len(slices.DeleteFunc(slices.Clone(items), func(i feedback.Item) bool { return i.FYI }))
		if fits(r.Expected.Verdict, reading.Word, asks) {
			v.verdicts++
		} else if why := disagreements[r.File]; why == "" {
			t.Errorf("%s: labelled %s, read %s with %d items", r.File, r.Expected.Verdict, reading.Word, asks)
		}
		if len(items) == 0 {
			continue
		}
		item := items[0]
		if want := r.Expected.Title; want != "" {
			v.ofTitles++
			if strings.HasPrefix(plainText(item.Title), plainText(want)[:min(20, len(plainText(want)))]) {
				v.titles++
			} else {
				t.Logf("%s: title %q, labelled %q", r.File, item.Title, want)
			}
		}
		if want := r.Expected.Severity; want != "" {
			v.ofSeverities++
			if item.Severity != "" && strings.Contains(strings.ToLower(want), strings.ToLower(item.Severity)) {
				v.severities++
			} else {
				t.Logf("%s: severity %q, labelled %q", r.File, item.Severity, want)
			}
		}
		if r.Kind == "inline_comment" {
			v.ofSuggestions++
			if (item.Suggestion != nil) == r.Expected.Suggestion {
				v.suggestions++
			} else {
				t.Logf("%s: suggestion %v, labelled %v", r.File, item.Suggestion != nil, r.Expected.Suggestion)
			}
		}
	}
	var rows []string
	var whole tally
	for name, v := range vendors {
		whole.titles, whole.ofTitles = whole.titles+v.titles, whole.ofTitles+v.ofTitles
		whole.severities, whole.ofSeverities = whole.severities+v.severities, whole.ofSeverities+v.ofSeverities
		whole.suggestions, whole.ofSuggestions = whole.suggestions+v.suggestions, whole.ofSuggestions+v.ofSuggestions
		rows = append(rows, fmt.Sprintf("%-18s verdict %d/%d  title %d/%d  severity %d/%d  suggestion %d/%d", name, v.verdicts, v.ofVerdicts, v.titles, v.ofTitles, v.severities, v.ofSeverities, v.suggestions, v.ofSuggestions))
	}
	slices.Sort(rows)
	t.Log("\n" + strings.Join(rows, "\n"))
	if whole.suggestions != whole.ofSuggestions || whole.titles*100 < whole.ofTitles*95 || whole.severities*100 < whole.ofSeverities*95 {
		t.Errorf("suggestions %d of %d, titles %d of %d, severities %d of %d: too few", whole.suggestions, whole.ofSuggestions, whole.titles, whole.ofTitles, whole.severities, whole.ofSeverities)
	}
}

func plainText(text string) string {
	return strings.ToLower(strings.Join(strings.Fields(strings.Trim(text, "*_ ")), " "))
}

// announced counts what the sections of a body say that they hold.
var announced = regexp.MustCompile(`(?i)<summary>[^<]*(?:outside diff range|nitpick|duplicate) comments \((\d+)\)`)

// What a review could not put inline is in its body; each finding there is an item.
func TestEveryFindingOfARecordedBodyIsAnItem(t *testing.T) {
	found, reviews := 0, 0
	for _, r := range bodies(t) {
		if r.Bot != "coderabbit" || r.Kind != "review_body" {
			continue
		}
		want := 0
		for _, m := range announced.FindAllStringSubmatch(r.body, -1) {
			n, _ := strconv.Atoi(m[1])
			want += n
		}
		_, items, _ := r.read(t)
		if len(items) != want {
			t.Errorf("%s: announces %d findings, read %d", r.File, want, len(items))
		}
		for _, item := range items {
			if item.Where.Path == "" || item.Where.Line == 0 || item.Title == "" {
				t.Errorf("%s: %s has no place or title: %+v", r.File, item.ID, item.Where)
			}
		}
		found, reviews = found+len(items), reviews+1
	}
	t.Logf("%d findings in %d bodies", found, reviews)
}
