package clock

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// ErrLost says that the stand-in which serves the time is gone.
var ErrLost = errors.New("scripted clock is gone")

// owedFor is how long, in real time, a goroutine whose wait has ended is taken
// to be at work though it says nothing: the only guess of this package, and
// only for goroutines that end after a wait without a word.
const owedFor = time.Second

// Client is one participant: a process that lives in scripted time. It is idle
// when no Busy is open and at least one Until waits. A goroutine whose Until
// has ended counts as busy until the process waits again or ends a Busy. Who
// holds a Busy must not call Until before its end: time stands for both. Safe
// for several goroutines.
type Client struct {
	say func(line) // to the clock, in order; never blocks

	mu    sync.Mutex
	speed float64
	now   time.Time // steps: the last time told
	told  bool      // the clock was told that we are idle
	until time.Time // and until when
	busy  int
	owed  []*wait // ended, and nothing heard of their goroutines since
	waits map[*wait]struct{}
	heard time.Time // real time when now was told, for speeds
	lost  chan struct{}
}

type wait struct {
	ctx  context.Context
	at   time.Time
	done chan struct{}
}

func newClient(say func(line)) *Client {
	return &Client{say: say, waits: map[*wait]struct{}{}, lost: make(chan struct{})}
}

// Join makes a participant inside the clock's own process. Leave ends it.
func (c *Clock) Join() (client *Client, leave func()) {
	var p *peer
	client = newClient(func(l line) { c.hear(p, l) })
	p = &peer{outbox: newOutbox()}
	c.join(p)
	client.hear(p.outbox.take())
	go p.outbox.deliver(client.hear)
	return client, func() {
		c.leave(p)
		p.outbox.close()
		client.lose()
	}
}

// lose ends all waits with ErrLost, once.
func (c *Client) lose() {
	c.mu.Lock()
	defer c.mu.Unlock()
	select {
	case <-c.lost:
	default:
		close(c.lost)
	}
}

// Now is the scripted time, UTC.
func (c *Client) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.time()
}

func (c *Client) time() time.Time {
	if c.speed == 0 {
		return c.now
	}
	passed := time.Duration(float64(time.Since(c.heard)) * c.speed)
	return c.now.Add(passed).Truncate(time.Millisecond)
}

// Until returns when scripted time has come to at, or ctx has ended.
func (c *Client) Until(ctx context.Context, at time.Time) error {
	c.mu.Lock()
	if !at.After(c.time()) {
		c.mu.Unlock()
		return ctx.Err()
	}
	if c.speed != 0 {
		real := time.Duration(float64(at.Sub(c.time())) / c.speed)
		c.mu.Unlock()
		return c.sleep(ctx, real)
	}
	w := &wait{ctx: ctx, at: at, done: make(chan struct{})}
	c.waits[w] = struct{}{}
	c.repay()
	c.report()
	c.mu.Unlock()
	select {
	case <-w.done:
		return ctx.Err()
	case <-c.lost:
		return ErrLost
	case <-ctx.Done():
		c.mu.Lock()
		defer c.mu.Unlock()
		c.end(w)
		c.report()
		return ctx.Err()
	}
}

func (c *Client) sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-c.lost:
		return ErrLost
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Busy keeps time from jumping until idle is called, once.
func (c *Client) Busy() (idle func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.busy++
	c.report()
	return sync.OnceFunc(func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.busy--
		c.repay()
		c.report()
	})
}

// end takes a wait away; its goroutine works from now on.
func (c *Client) end(w *wait) {
	if _, waiting := c.waits[w]; !waiting {
		return
	}
	delete(c.waits, w)
	c.owed = append(c.owed, w)
	time.AfterFunc(owedFor, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if i := slices.Index(c.owed, w); i >= 0 {
			c.owed = slices.Delete(c.owed, i, i+1)
			c.report()
		}
	})
}

// repay notes that somebody whose wait had ended waits again or has done its work.
func (c *Client) repay() {
	if len(c.owed) > 0 {
		c.owed = c.owed[1:]
	}
}

// idle tells whether nobody here works, and the earliest wait. A wait whose
// context has ended is somebody about to work.
func (c *Client) idle() (time.Time, bool) {
	var at time.Time
	if c.busy > 0 || len(c.owed) > 0 || len(c.waits) == 0 {
		return at, false
	}
	for w := range c.waits {
		if w.ctx.Err() != nil {
			return at, false
		}
		if at.IsZero() || w.at.Before(at) {
			at = w.at
		}
	}
	return at, true
}

// report tells the clock when what it was told is no longer so.
func (c *Client) report() {
	if c.speed != 0 {
		return
	}
	until, idle := c.idle()
	switch {
	case idle && (!c.told || !c.until.Equal(until)):
		c.told, c.until = true, until
		c.say(line{Word: wordIdle, Until: until})
	case !idle && c.told:
		c.told = false
		c.say(line{Word: wordBusy})
	}
}

// hear takes what the clock says.
func (c *Client) hear(said line) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if said.Word == wordAsk {
		if _, idle := c.idle(); idle {
			c.say(line{Word: wordAgree, Until: said.Until})
			return
		}
		c.report()
		return
	}
	c.now, c.heard = said.Now, time.Now()
	if said.Speed != 0 {
		c.speed = said.Speed
	}
	for w := range c.waits {
		if !w.at.After(c.now) {
			c.told = false // the clock knows that this wait is over
			c.end(w)
			close(w.done)
		}
	}
	c.report()
}
