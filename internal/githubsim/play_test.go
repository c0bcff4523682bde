package githubsim_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/githubsim/world"
)

// market has reviewers with lives of their own: one asked by a comment, one by
// a request, one that reads each push.
const market = `scenario: 1
about: Totals in cents
clock: step
seed: 1
viewer: {login: dev}
pulls: [{number: 7, author: dev, head: totals, draft: true}]
checks: [{name: ci, takes: 20s..90s, conclusion: {red: {path: cart.go, contains: "FIXME"}}}]
actors:
  bugbot:  {preset: bugbot}
  copilot: {preset: copilot}
  rabbit:  {preset: coderabbit}
  maria:   {preset: person}
findings:
  - {id: cents, by: bugbot, path: cart.go, at: "sum +=", severity: high, body: "Is this in cents?", while: {contains: "l.Price * l.Count"}}
  - {id: naming, by: copilot, path: cart.go, at: "type Line", body: "Name it Row.", suggestion: "type Row struct{ Price, Count int }", while: {contains: "type Line"}}
  - {id: loop, by: rabbit, path: cart.go, at: "for _", body: "This loop may be long.", while: {contains: "range lines"}}
timeline:
  - {when: {event: comment, matches: "fix it"}, by: dev, do: push, tree: fixed, body: "Fix all"}
` + shopFiles + `-- fixed/cart.go --
package shop

type Row struct{ Cents, Count int }

func Total(rows []Row) int {
	sum := 0
	for i := range rows {
		sum += rows[i].Cents * rows[i].Count
	}
	return sum
}
`

func (h *house) say(body string) {
	h.t.Helper()
	h.status(h.post(repo+"/issues/7/comments", fmt.Sprintf(`{"body": %q}`, body)), http.StatusCreated)
}

func (h *house) request(login string) {
	h.t.Helper()
	h.status(h.post(repo+"/pulls/7/requested_reviewers", fmt.Sprintf(`{"reviewers": [%q]}`, login)), http.StatusCreated)
}

// reviews of an account, oldest first, as their states and bodies.
func (h *house) reviews(login string) []string {
	h.t.Helper()
	var said []string
	h.world(func(_ *world.World, p *world.Pull) error {
		for _, r := range p.Reviews {
			if r.Author == login {
				said = append(said, r.State+" "+r.Body)
			}
		}
		return nil
	})
	return said
}

// threads of an account, as what they say and where.
func (h *house) threads(login string) []string {
	h.t.Helper()
	var said []string
	h.world(func(_ *world.World, p *world.Pull) error {
		for _, t := range p.Threads {
			if t.Comments[0].Author == login {
				said = append(said, fmt.Sprintf("%s:%d %s", t.Path, t.OriginalLine, t.Comments[0].Body))
			}
		}
		return nil
	})
	return said
}

// check is the newest run of a name at the head, as its state; "" for none.
func (h *house) check(name string) string {
	h.t.Helper()
	state := ""
	h.world(func(w *world.World, p *world.Pull) error {
		for _, c := range w.RepoOf(p).ChecksAt(p.Head) {
			if c.Name == name {
				state = strings.TrimSpace(c.Status + " " + c.Conclusion)
			}
		}
		return nil
	})
	return state
}

// play lets everything happen that can, and gives all that the world holds.
func play(t *testing.T, text string) string {
	t.Helper()
	h := open(t, text)
	h.say("bugbot run")
	h.request("copilot-pull-request-reviewer[bot]")
	h.request("maria")
	h.after(7 * time.Minute)
	h.say("fix it")
	h.after(time.Minute)
	h.say("bugbot run")
	h.request("copilot-pull-request-reviewer[bot]")
	h.after(time.Hour)
	var all []byte
	h.world(func(w *world.World, _ *world.Pull) (err error) {
		all, err = json.MarshalIndent(w.State, "", " ")
		return err
	})
	return string(all)
}

func TestTheSameFileAndSeedGiveTheSamePlay(t *testing.T) {
	first := play(t, market)
	if len(first) < 5000 || !strings.Contains(first, "APPROVED") || !strings.Contains(first, "CHANGES_REQUESTED") {
		t.Fatalf("little happened: %s", first)
	}
	if again := play(t, market); again != first {
		t.Errorf("two plays differ:\n%s", difference(first, again))
	}
	if other := play(t, strings.Replace(market, "seed: 1", "seed: 2", 1)); other == first {
		t.Error("another seed gives the same play")
	}
}

func difference(a, b string) string {
	left, right := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range left {
		if i >= len(right) || left[i] != right[i] {
			return fmt.Sprintf("line %d: %s", i, strings.Join(left[max(0, i-8):i+1], "\n"))
		}
	}
	return "one is longer"
}
