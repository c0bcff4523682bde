package github

import (
	"io"
	"maps"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// meter is the transport: it signs requests and counts what they cost. It asks
// for compressed answers itself, so that the bytes counted are those on the wire.
type meter struct {
	next  http.RoundTripper
	token string
	apps  *installations // nil: the token is a person's, or given
	base  string         // address of REST, with a slash at its end
	agent string

	mu  sync.Mutex
	sum Stats
	set bool // Remaining was told

	now  func() time.Time
	skew time.Duration // of the host's clock, to be added to ours
}

// apiVersion of REST (docs.github.com, "API versions", read 2026-11).
const apiVersion = "2022-11-28"

// RoundTrip sends one request.
func (m *meter) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("User-Agent", m.agent)
	r.Header.Set("X-GitHub-Api-Version", apiVersion)
	r.Header.Set("Accept-Encoding", "gzip")
	m.add(func(s *Stats) { s.Requests++ })
	answer, err := m.signed(r)
	if err != nil {
		return nil, err
	}
	m.told(answer.Header)
	counted := &counting{ReadCloser: answer.Body, meter: m}
	answer.Body = counted
	if answer.Header.Get("Content-Encoding") == "gzip" {
		answer.Body = &unzip{wire: counted}
		answer.Header.Del("Content-Encoding")
		answer.Header.Del("Content-Length")
		answer.ContentLength = -1
		answer.Uncompressed = true
	}
	answer.Body = &bounded{ReadCloser: answer.Body, left: largestAnswer}
	m.hear(answer)
	return answer, nil
}

func (m *meter) add(change func(*Stats)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	change(&m.sum)
}

func (m *meter) stats() Stats {
	m.mu.Lock()
	defer m.mu.Unlock()
	sum := m.sum
	sum.Budgets = maps.Clone(sum.Budgets)
	if !m.set {
		sum.Remaining = -1
	}
	return sum
}

// priced books what the host says a document has cost.
func (m *meter) priced(cost, remaining int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sum.Points += cost
	m.sum.Remaining, m.set = remaining, true
}

// counting counts the bytes of a body.
type counting struct {
	io.ReadCloser
	meter *meter
}

func (c *counting) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	c.meter.add(func(s *Stats) { s.Bytes += int64(n) })
	return n, err
}

// told keeps what the headers of an answer say of a budget. They are of this
// answer: a cached one would tell yesterday's.
func (m *meter) told(h http.Header) {
	remaining, err := strconv.Atoi(h.Get("X-Ratelimit-Remaining"))
	reset, other := strconv.ParseInt(h.Get("X-Ratelimit-Reset"), 10, 64)
	if err != nil || other != nil {
		return
	}
	limit, _ := strconv.Atoi(h.Get("X-Ratelimit-Limit"))
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.sum.Budgets == nil {
		m.sum.Budgets = map[string]Budget{}
	}
	m.sum.Budgets[h.Get("X-Ratelimit-Resource")] = Budget{Limit: limit, Remaining: remaining, Reset: time.Unix(reset, 0).UTC()}
}
