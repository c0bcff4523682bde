package perform_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/github"
	"github.com/settlehq/settle/internal/githubsim"
	stand "github.com/settlehq/settle/internal/githubsim/world"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/review"
	"github.com/settlehq/settle/internal/scenario"
)

// salon is a stand-in with a pull request of another person, on which three
// findings of an earlier review of ours stand; a person has answered one. summed:
// its summary stands too.
type salon struct {
	t     *testing.T
	sim   *githubsim.Sim
	p     *stand.Pull
	first []byte // the pull request at the beginning
	run   run
}

const salonText = `scenario: 1
about: A pull request to be reviewed
clock: step
repo: acme/shop
viewer: {login: dev, permission: write}
pulls: [{number: 42, title: Totals, author: maria, base: main, head: totals}]
actors:
  maria: {kind: person, association: MEMBER}
-- base/README --
shop
-- head/cart.go --
`

func newSalon(t *testing.T, summed bool) *salon {
	t.Helper()
	file, err := scenario.Parse("salon.txtar", []byte(salonText+strings.Repeat("a line\n", 30)))
	if err != nil {
		t.Fatal(err)
	}
	sim, err := githubsim.Start(t.Context(), githubsim.Options{Scenario: file, Dir: t.TempDir(), Start: noon, Wrong: func(what string) { t.Error(what) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sim.Close() })
	s := &salon{t: t, sim: sim, p: sim.World.Repository("acme/shop").Pull(42)}
	s.do(s.hang)
	if summed {
		s.do(func() error {
			_, err := sim.World.Comment(s.p, "dev", "**Review of yesterday**\n\n"+secret.Write(shop.String(), markReview))
			return err
		})
	}
	s.run = run{URL: sim.URL, Plan: s.plan()}
	s.do(func() error { s.first, err = json.Marshal(s.p); return err })
	return s
}

func (s *salon) do(body func() error) {
	s.t.Helper()
	if err := s.sim.World.Do(body); err != nil {
		s.t.Fatal(err)
	}
}

// hang makes the earlier review.
func (s *salon) hang() error {
	w := s.sim.World
	draft, err := w.StartReview(s.p, "dev", "Earlier.", "")
	if err != nil {
		return err
	}
	for n := range 3 {
		m := mark.Mark{Kind: mark.Finding, Digest: mark.DigestOf(fmt.Sprint("earlier ", n)), Word: s.p.Head + ".abc"}
		body := fmt.Sprintf("**Earlier %d**\n*low*\n\nIt was so.\n\n%s", n, secret.Write(shop.String(), m))
		if _, err := w.Thread(s.p, draft, stand.Place{Path: "cart.go", Line: 20 + n}, body); err != nil {
			return err
		}
	}
	if err := w.SubmitReview(s.p, draft, "COMMENTED"); err != nil {
		return err
	}
	_, err = w.Reply(s.p, s.p.Threads[2], "maria", "I want it so.")
	return err
}

// plan has two findings on lines, one on a line that is not there, one of a file
// that is not there, and closes all three threads, though a person talks in one.
func (s *salon) plan() review.Plan {
	plan := review.Plan{Ref: shop, Head: pull.Oid(s.p.Head), Tool: "claude"}
	for n, at := range []feedback.Place{{Path: "cart.go", Line: 3}, {Path: "cart.go", Line: 8, Start: 5}, {Path: "cart.go", Line: 300}, {Path: "nowhere.go", Line: 1}} {
		plan.New = append(plan.New, review.Posting{
			ID: mark.DigestOf(fmt.Sprint("finding ", n)), Signature: fmt.Sprintf("%04x", n), Anchor: review.Inline,
			Finding: feedback.Finding{Path: at.Path, Line: at.Line, Start: at.Start, Severity: "high", Title: fmt.Sprintf("Finding %d", n), Body: "It is wrong."},
		})
	}
	for n, t := range s.p.Threads {
		plan.Resolve = append(plan.Resolve, feedback.Published{ID: mark.DigestOf(fmt.Sprint("earlier ", n)), Thread: t.NodeID, Root: t.Comments[0].ID})
	}
	return plan
}

// begin puts the pull request back to its beginning, and gives a run with an
// empty memory.
func (s *salon) begin() run {
	s.t.Helper()
	s.sim.Break()
	s.sim.Clock.Advance(s.sim.Clock.Now().Add(time.Hour)) // the host counts what is posted within an hour
	s.do(func() error {
		*s.p = stand.Pull{}
		return json.Unmarshal(s.first, s.p)
	})
	r := s.run
	r.Notebook, r.Now = filepath.Join(s.t.TempDir(), "reviewing.json"), noon.Add(time.Hour)
	return r
}

// finish runs once more, a little later, or after the limit that it meets.
func (s *salon) finish(r run) {
	s.t.Helper()
	s.sim.Break()
	r.At = 0
	r.Now = r.Now.Add(2 * time.Second)
	_, _, err := r.publish(s.t.Context())
	if action.ClassOf(err) == action.Limited {
		s.sim.Clock.Advance(s.sim.Clock.Now().Add(time.Hour))
		r.Now = r.Now.Add(time.Hour)
		_, _, err = r.publish(s.t.Context())
	}
	if err != nil {
		s.t.Error(err)
	}
}

// stands tells what everybody sees in the end.
func (s *salon) stands() string {
	s.t.Helper()
	client, err := github.New(github.Options{API: s.sim.URL, Token: "x", Marks: secret, Now: s.sim.Clock.Now, Agent: "settle/test"})
	if err != nil {
		s.t.Fatal(err)
	}
	seen, err := client.Observe(s.t.Context(), shop)
	if err != nil {
		s.t.Fatal(err)
	}
	m := review.Recall(seen)
	var lines []string
	for _, p := range m.Published {
		lines = append(lines, fmt.Sprintf("%s %s %v", p.Finding.Title, p.Finding.Path, p.Resolved))
	}
	return fmt.Sprintf("%s; summary %v, %d others", strings.Join(lines, ", "), m.Summary != nil, len(m.Others))
}

const inTheEnd = "Earlier 0 cart.go true, Earlier 1 cart.go true, Earlier 2 cart.go false, " +
	"Finding 0 cart.go false, Finding 1 cart.go false, Finding 2 cart.go false, Finding 3 nowhere.go false; summary true, 0 others"
