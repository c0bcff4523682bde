package agentsim

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/scenario"
)

const ownReviewer = `scenario: 1
about: A reviewer of our own.
pulls: [{number: 42}]
actors: {own: {program: settle}}
findings:
  - {id: sum, by: own, path: cart.go, at: "sum", title: Eight, body: "Eight is too few.", severity: high}
  - {id: doc, by: own, path: cart.go, at: "package", body: "The package has no comment.", refuted: "by design"}
  - {id: gone, by: own, path: cart.go, at: "absent", body: "This line is not there."}
agent:
  review:
    - {by: own, reviews: [2], keeps: [0badcafe, gone], drops: sum}
    - {by: own, reviews: [3], answer: unstated, rewords: sum}
-- base/cart.go --
package shop
`

func earlier(id, body string, replies ...string) feedback.Earlier {
	e := feedback.Earlier{Published: feedback.Published{ID: mark.Digest(id), Finding: feedback.Finding{Title: "Of earlier", Body: body}}}
	for _, text := range replies {
		e.Replies = append(e.Replies, feedback.Response{Text: text})
	}
	return e
}

// nthReview is what the agent says, printed: new findings, then what remains.
func nthReview(t *testing.T, nth int, told ...feedback.Earlier) string {
	t.Helper()
	w := newWorld(t, "")
	path := filepath.Join(t.TempDir(), "scenario.txtar")
	if err := os.WriteFile(path, []byte(ownReviewer), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := scenario.Parse(path, []byte(ownReviewer))
	if err != nil {
		t.Fatal(err)
	}
	s := &sim{file: file, as: "own", nth: nth, asked: agent.Request{Task: action.Audit, Worktree: w.worktree, Earlier: told}, out: &strings.Builder{}}
	report, err := s.answer()
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, f := range report.Findings {
		said = append(said, f.Title)
	}
	slices.Sort(said)
	if report.Retained == nil {
		return strings.Join(said, ", ") + "; not said"
	}
	return strings.Join(said, ", ") + "; " + strings.Join(*report.Retained, " ")
}

func TestAReviewSpeaksOnceOfWhatTheHeadShows(t *testing.T) {
	sum, doc := earlier("aaaaaaaabbbbbbbb", "Eight is too few."), earlier("ccccccccdddddddd", "The package has no comment.")
	refuted := earlier("ccccccccdddddddd", "The package has no comment.", "That is by design.")
	for says, c := range map[string]struct {
		nth  int
		told []feedback.Earlier
		want string
	}{
		"the first":                      {1, nil, "Eight, The package has no comment; "},
		"both are known":                 {1, []feedback.Earlier{sum, doc}, "; aaaaaaaa cccccccc"},
		"a reply refutes one":            {1, []feedback.Earlier{sum, refuted}, "; aaaaaaaa"},
		"one is gone, and not spoken of": {1, []feedback.Earlier{earlier("eeeeeeee", "This line is not there.")}, "Eight, The package has no comment; "},
		"the script lets it err":         {2, []feedback.Earlier{sum, earlier("eeeeeeeeffffffff", "This line is not there.")}, "The package has no comment; eeeeeeee 0badcafe"},
		"the script lets it be silent":   {3, []feedback.Earlier{sum, doc}, "Eight; not said"},
	} {
		if got := nthReview(t, c.nth, c.told...); got != c.want {
			t.Errorf("%s: %q, want %q", says, got, c.want)
		}
	}
}
