package github

import (
	"io"
	"net/http"
	"sync"
)

// meter is the transport: it signs requests and counts what they cost. It asks
// for compressed answers itself, so that the bytes counted are those on the wire.
type meter struct {
	next  http.RoundTripper
	token string
	agent string

	mu  sync.Mutex
	sum Stats
	set bool // Remaining was told
}

// apiVersion of REST (docs.github.com, "API versions", read 2026-11).
const apiVersion = "2022-11-28"

// RoundTrip sends one request.
func (m *meter) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+m.token)
	r.Header.Set("User-Agent", m.agent)
	r.Header.Set("X-GitHub-Api-Version", apiVersion)
	r.Header.Set("Accept-Encoding", "gzip")
	m.add(func(s *Stats) { s.Requests++ })
	answer, err := m.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	counted := &counting{ReadCloser: answer.Body, meter: m}
	answer.Body = counted
	if answer.Header.Get("Content-Encoding") == "gzip" {
		answer.Body = &unzip{wire: counted}
		answer.Header.Del("Content-Encoding")
		answer.Header.Del("Content-Length")
		answer.ContentLength = -1
		answer.Uncompressed = true
	}
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
