package githubsim

import (
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/settlehq/settle/internal/githubsim/graphql"
	"github.com/settlehq/settle/internal/scenario"
)

// The host's limits (docs.github.com, "Rate limits for the REST API" and "…
// for the GraphQL API", read 2026-11): 5,000 requests and 5,000 points an hour;
// 80 requests a minute and 500 an hour that make content.
const (
	restLimit     = 5000
	contentMinute = 80
	contentHour   = 500
)

// ledger keeps the budgets, in scripted time.
type ledger struct {
	now func() time.Time

	mu      sync.Mutex
	rest    window
	graphql window
	content []time.Time // when content was made, the last hour
	refused int         // how often a client was told to slow down
}

// window is an hour's budget.
type window struct {
	limit, used int
	reset       time.Time
}

func newLedger(points int, now func() time.Time) *ledger {
	return &ledger{now: now, rest: window{limit: restLimit}, graphql: window{limit: points}}
}

// turn begins a new hour where the last is over.
func (w *window) turn(now time.Time) {
	if !now.Before(w.reset) {
		w.used, w.reset = 0, now.Add(time.Hour)
	}
}

func (l *ledger) window(c *call) *window {
	if c.graphql {
		return &l.graphql
	}
	return &l.rest
}

// refuses answers a request that is over a limit.
func (l *ledger) refuses(answer *reply, c *call) bool {
	l.mu.Lock()
	now := l.now()
	w := l.window(c)
	w.turn(now)
	spent := w.used >= w.limit && c.path != "/rate_limit"
	wait := l.crowded(now, c)
	l.mu.Unlock()
	switch {
	case spent:
		l.limit(answer, "primary", 0, c.graphql)
	case wait > 0:
		l.limit(answer, "secondary", wait, c.graphql)
	}
	return spent || wait > 0
}

// crowded tells how long a request that makes content has to wait.
func (l *ledger) crowded(now time.Time, c *call) time.Duration {
	if !c.changes() || c.deed == "" || c.deed == "resolve" || c.deed == "ready" {
		return 0
	}
	for len(l.content) > 0 && now.Sub(l.content[0]) >= time.Hour {
		l.content = l.content[1:]
	}
	if n := len(l.content); n >= contentHour {
		return l.content[n-contentHour].Add(time.Hour).Sub(now)
	} else if n >= contentMinute {
		if wait := l.content[n-contentMinute].Add(time.Minute).Sub(now); wait > 0 {
			return wait
		}
	}
	l.content = append(l.content, now)
	return 0
}

// limit answers as the host does when it wants a client to slow down.
func (l *ledger) limit(answer *reply, kind scenario.Limit, after time.Duration, isGraphQL bool) {
	l.mu.Lock()
	l.refused++
	l.mu.Unlock()
	if after > 0 {
		answer.header.Set("Retry-After", strconv.Itoa(int((after+time.Second-1)/time.Second)))
	}
	switch kind {
	case "primary":
		l.mu.Lock()
		w := &l.rest
		if isGraphQL {
			w = &l.graphql
		}
		w.turn(l.now())
		w.used = w.limit
		if after > 0 {
			w.reset = l.now().Add(after)
			answer.header.Del("Retry-After")
		}
		l.mu.Unlock()
		if isGraphQL { // answered with 200, the error in the body
			answer.header.Set("Content-Type", "application/json; charset=utf-8")
			answer.WriteHeader(http.StatusOK)
			answer.body.WriteString(`{"errors":[{"type":"RATE_LIMITED","message":"API rate limit already exceeded for user ID 1."}]}`)
			return
		}
		answer.fail(http.StatusForbidden, "API rate limit exceeded for user ID 1.")
	case "abuse":
		answer.fail(http.StatusUnprocessableEntity, "Validation Failed: was submitted too quickly")
	default:
		answer.fail(http.StatusForbidden, "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.")
	}
}

// charge books a request and writes the headers that tell of it. An answer
// that nothing changed costs nothing, and so does asking for the budget.
func (l *ledger) charge(answer *reply, c *call) {
	l.mu.Lock()
	defer l.mu.Unlock()
	w := l.window(c)
	w.turn(l.now())
	resource, cost := "core", 1
	if c.graphql {
		resource = "graphql"
		if c.document != nil {
			cost = c.document.Cost.Points
		}
	}
	free := answer.status == http.StatusNotModified || answer.status == http.StatusUnauthorized || c.path == "/rate_limit"
	if !free && w.used < w.limit {
		w.used = min(w.limit, w.used+cost)
	}
	for name, value := range map[string]string{
		"X-RateLimit-Limit": strconv.Itoa(w.limit), "X-RateLimit-Remaining": strconv.Itoa(w.limit - w.used),
		"X-RateLimit-Used": strconv.Itoa(w.used), "X-RateLimit-Reset": strconv.FormatInt(w.reset.Unix(), 10), "X-RateLimit-Resource": resource,
	} {
		answer.header.Set(name, value)
	}
}

// budget is what a document sees of the limits; its own cost is booked already.
func (l *ledger) budget(cost graphql.Cost) graphql.Budget {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.graphql.turn(l.now())
	used := min(l.graphql.limit, l.graphql.used+cost.Points)
	return graphql.Budget{Limit: l.graphql.limit, Remaining: l.graphql.limit - used, Used: used, Reset: l.graphql.reset, Cost: cost}
}

// report is the answer of /rate_limit.
func (l *ledger) report() any {
	l.mu.Lock()
	defer l.mu.Unlock()
	one := func(w *window) map[string]any {
		w.turn(l.now())
		return map[string]any{"limit": w.limit, "used": w.used, "remaining": w.limit - w.used, "reset": w.reset.Unix()}
	}
	rest := one(&l.rest)
	return map[string]any{"resources": map[string]any{"core": rest, "graphql": one(&l.graphql)}, "rate": rest}
}
