package githubsim_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/githubsim"
	"github.com/settlehq/settle/internal/githubsim/world"
	"github.com/settlehq/settle/internal/scenario"
)

// shop is a small world: a draft of dev's, a thread by a person and one by a
// bot, and one comment in the conversation.
const shop = `scenario: 1
about: Totals in cents
clock: step
viewer: {login: dev}
pulls: [{number: 7, author: dev, head: totals, draft: true}]
checks: [{name: ci, takes: 40s}]
actors:
  maria: {kind: person, association: MEMBER}
  lint:  {login: lint-app, kind: bot}
timeline:
  - {at: -3h, by: maria, do: comment, id: cents, path: cart.go, line: "sum +=", body: "Is this in cents?"}
  - {at: -2h, by: lint, do: comment, id: naming, path: cart.go, line: "type Line", body: "Name it Row."}
  - {at: -1h, by: maria, do: comment, id: docs, body: "Please write a package comment."}
` + shopFiles

const shopFiles = `-- base/go.mod --
module example.com/shop
-- base/notes.md --
Nothing yet.
-- head/cart.go --
package shop

type Line struct{ Price, Count int }

func Total(lines []Line) int {
	sum := 0
	for _, l := range lines {
		sum += l.Price * l.Count
	}
	return sum
}
`

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// house is a stand-in with somebody at its doors.
type house struct {
	t    *testing.T
	sim  *githubsim.Sim
	host *http.Client
}

func open(t *testing.T, text string) *house {
	t.Helper()
	file, err := scenario.Parse("test.txtar", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	sim, err := githubsim.Start(t.Context(), githubsim.Options{
		Scenario: file, Dir: t.TempDir(), Start: noon, Wrong: func(what string) { t.Error(what) },
	})
	if err != nil {
		t.Fatal(err)
	}
	h := &house{t: t, sim: sim, host: &http.Client{Transport: &http.Transport{}}}
	t.Cleanup(func() {
		h.host.CloseIdleConnections()
		_ = sim.Close()
	})
	return h
}

func (h *house) after(d time.Duration) {
	h.t.Helper()
	if !h.sim.Clock.Advance(h.sim.Clock.Now().Add(d)) {
		h.t.Fatal("the clock cannot be moved by hand")
	}
}

// answer of any door; Err is set where the connection ended without one.
type answer struct {
	Status int
	Header http.Header
	Text   string
	JSON   any
	Err    error
}

// ask sends one request as an account: "" is nobody, "dev" the viewer.
func (h *house) ask(who, method, path, body string, headers ...string) answer {
	h.t.Helper()
	r, err := http.NewRequestWithContext(h.t.Context(), method, h.sim.URL+path, strings.NewReader(body))
	if err != nil {
		h.t.Fatal(err)
	}
	if who != "" {
		r.Header.Set("Authorization", "Bearer as-"+who)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	response, err := h.host.Do(r)
	if err != nil {
		return answer{Err: err}
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	a := answer{Status: response.StatusCode, Header: response.Header, Text: string(text), Err: err}
	_ = json.Unmarshal(text, &a.JSON) // what is no JSON has none
	return a
}

func (h *house) get(path string) answer { h.t.Helper(); return h.ask("dev", http.MethodGet, path, "") }
func (h *house) post(path, body string) answer {
	h.t.Helper()
	return h.ask("dev", http.MethodPost, path, body)
}

// query asks GraphQL as an account. Variables are given as JSON.
func (h *house) query(who, document, variables string) answer {
	h.t.Helper()
	if variables == "" {
		variables = "{}"
	}
	body, err := json.Marshal(map[string]any{"query": document, "variables": json.RawMessage(variables)})
	if err != nil {
		h.t.Fatal(err)
	}
	return h.ask(who, http.MethodPost, "/graphql", string(body))
}

// good is a GraphQL answer without errors.
func (h *house) good(who, document, variables string) answer {
	h.t.Helper()
	a := h.query(who, document, variables)
	if a.Status != http.StatusOK || a.at("errors") != nil || a.at("data") == nil {
		h.t.Fatalf("%s\nanswered %d: %s", document, a.Status, a.Text)
	}
	return a
}

// at walks into the answer: keys and list positions with dots between. What is
// not there is nil.
func (a answer) at(path string) any {
	value := a.JSON
	for _, step := range strings.Split(path, ".") {
		switch v := value.(type) {
		case map[string]any:
			value = v[step]
		case []any:
			n, err := strconv.Atoi(step)
			if err != nil || n >= len(v) {
				return nil
			}
			value = v[n]
		default:
			return nil
		}
	}
	return value
}

// text is a string in the answer, empty where there is none.
func (a answer) text(path string) string {
	s, _ := a.at(path).(string)
	return s
}

// list is a list in the answer; "" is the answer itself.
func (a answer) list(path string) []any {
	if path == "" {
		all, _ := a.JSON.([]any)
		return all
	}
	all, _ := a.at(path).([]any)
	return all
}

// number is a whole number in the answer, as text for paths and variables.
func (a answer) number(path string) string {
	n, _ := a.at(path).(float64)
	return strconv.FormatFloat(n, 'f', -1, 64)
}

// want compares a value in an answer.
func (h *house) want(a answer, path string, want any) {
	h.t.Helper()
	if n, ok := want.(int); ok {
		want = float64(n)
	}
	if got := a.at(path); got != want {
		h.t.Errorf("%s is %v, want %v in %d: %.600s", path, got, want, a.Status, a.Text)
	}
}

// status demands an answer's status.
func (h *house) status(a answer, want int) {
	h.t.Helper()
	if a.Status != want {
		h.t.Fatalf("answered %d (%v), want %d: %.600s", a.Status, a.Err, want, a.Text)
	}
}

// pullQuery asks for fields of pull request 7.
func pullQuery(fields string) string {
	return `query { repository(owner: "acme", name: "shop") { pullRequest(number: 7) { ` + fields + ` } } }`
}

const inPull = "data.repository.pullRequest."

const repo = "/repos/acme/shop"

// world changes the world behind the doors.
func (h *house) world(body func(w *world.World, p *world.Pull) error) {
	h.t.Helper()
	err := h.sim.World.Do(func() error { return body(h.sim.World, h.sim.World.Repository("acme/shop").Pulls[0]) })
	if err != nil {
		h.t.Fatal(err)
	}
	h.sim.Clock.Drain()
}
