package clock

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/settlehq/settle/internal/scenario"
)

// Path is where a stand-in serves its clock.
const Path = "/_sim/clock"

const protocol = "settle-clock"

const (
	wordIdle  = "idle"  // participant: nobody here works until Until
	wordBusy  = "busy"  // participant: somebody does
	wordAsk   = "ask"   // clock: may time jump to Until?
	wordAgree = "agree" // participant: yes, to Until
)

// line is one message, in both directions; without a word it tells the time.
type line struct {
	Word  string    `json:"word,omitempty"`
	Until time.Time `json:"until,omitzero"`
	Now   time.Time `json:"now,omitzero"`
	Speed float64   `json:"speed,omitempty"`
}

// ServeHTTP serves the time under Path: GET tells it, POST {"advance": "5m"}
// or {"until": TIME} moves a clock that nobody joined, and a GET that asks to
// upgrade to settle-clock joins until the connection ends.
func (c *Clock) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.Method == http.MethodGet && r.Header.Get("Upgrade") == protocol:
		c.serveParticipant(w)
	case r.Method == http.MethodGet:
		c.serveState(w)
	case r.Method == http.MethodPost:
		c.serveAdvance(w, r)
	default:
		http.Error(w, "GET or POST", http.StatusMethodNotAllowed)
	}
}

func (c *Clock) serveState(w http.ResponseWriter) {
	c.mu.Lock()
	state := struct {
		Now          time.Time  `json:"now"`
		Step         bool       `json:"step"`
		Speed        float64    `json:"speed"`
		Participants int        `json:"participants"`
		Next         *time.Time `json:"next"`
	}{Now: c.time(), Step: c.speed == 0, Speed: c.speed, Participants: len(c.peers)}
	if at, ok := c.agenda.next(); ok {
		state.Next = &at
	}
	c.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(state)
}

func (c *Clock) serveAdvance(w http.ResponseWriter, r *http.Request) {
	var asked struct {
		Advance string    `json:"advance"`
		Until   time.Time `json:"until"`
	}
	if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if by, ok := scenario.ParseDuration(asked.Advance); ok {
		asked.Until = c.Now().Add(by)
	}
	if asked.Until.IsZero() {
		http.Error(w, `wanted {"advance": "5m"} or {"until": "2026-01-05T09:30:00Z"}`, http.StatusBadRequest)
		return
	}
	if !c.Advance(asked.Until) {
		http.Error(w, "this clock moves by itself", http.StatusConflict)
		return
	}
	c.serveState(w)
}

// serveParticipant speaks with one process until its connection ends.
func (c *Clock) serveParticipant(w http.ResponseWriter) {
	conn, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	_ = conn.SetDeadline(time.Time{})
	_, _ = fmt.Fprintf(conn, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: %s\r\n\r\n", protocol)
	p := &peer{outbox: newOutbox()}
	c.join(p)
	go p.outbox.deliver(writeTo(conn))
	read(buffered, func(l line) { c.hear(p, l) })
	c.leave(p)
	p.outbox.close()
	_ = conn.Close()
}

// Dial joins the clock that is served at a base URL: http://host:port, or
// unix:PATH. Ending ctx leaves it.
func Dial(ctx context.Context, base string) (*Client, error) {
	network, address, err := split(base)
	if err != nil {
		return nil, err
	}
	conn, err := new(net.Dialer).DialContext(ctx, network, address)
	if err != nil {
		return nil, fmt.Errorf("join scripted clock: %w", err)
	}
	buffered, err := upgrade(conn)
	if err != nil {
		_ = conn.Close()
		return nil, fmt.Errorf("join scripted clock: %w", err)
	}
	return attend(ctx, conn, buffered)
}

func attend(ctx context.Context, conn net.Conn, from io.Reader) (*Client, error) {
	out := newOutbox()
	client := newClient(out.put)
	go out.deliver(writeTo(conn))
	first := make(chan struct{})
	once := sync.OnceFunc(func() { close(first) })
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	go func() {
		read(from, func(l line) { client.hear(l); once() })
		stop()
		out.close()
		_ = conn.Close()
		client.lose()
	}()
	select {
	case <-first:
		return client, nil
	case <-client.lost:
		return nil, errors.Join(ErrLost, ctx.Err())
	}
}

func upgrade(conn net.Conn) (*bufio.Reader, error) {
	request, err := http.NewRequest(http.MethodGet, "http://clock"+Path, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Connection", "Upgrade")
	request.Header.Set("Upgrade", protocol)
	if err := request.Write(conn); err != nil {
		return nil, err
	}
	buffered := bufio.NewReader(conn)
	response, err := http.ReadResponse(buffered, request)
	if err != nil {
		return nil, err
	}
	if response.StatusCode != http.StatusSwitchingProtocols {
		return nil, fmt.Errorf("answered %s", response.Status)
	}
	return buffered, nil
}

func split(base string) (network, address string, err error) {
	u, err := url.Parse(base)
	switch {
	case err != nil:
		return "", "", fmt.Errorf("address of the clock: %w", err)
	case u.Scheme == "unix":
		return "unix", u.Opaque + u.Path, nil
	case u.Scheme == "http" && u.Port() != "":
		return "tcp", u.Host, nil
	}
	return "", "", fmt.Errorf("address of the clock %q is neither http://host:port nor unix:PATH", base)
}

func read(from io.Reader, hear func(line)) {
	decoder := json.NewDecoder(from)
	for {
		var l line
		if decoder.Decode(&l) != nil {
			return
		}
		hear(l)
	}
}

func writeTo(conn net.Conn) func(line) {
	encoder := json.NewEncoder(conn)
	return func(l line) { _ = encoder.Encode(l) } // a dead connection ends the reader
}
