// Package clock is scripted time: one time for the stand-in, its actors and
// every settle process of a play.
//
// It promises, in step mode: time stands while anybody works, and jumps to the
// next thing due (an event of the script, or a wait of a process) when all who
// joined are waiting; events due at an instant run before waits for it end, in
// an order that the seed decides; nobody is jumped over who was woken before
// the jump, because every participant is asked and must agree. At a speed
// (60x) it follows real time. A participant that dies is no longer waited for.
// It refuses to move by guessing: no grace times, but the one said at Client.
package clock

import (
	"context"
	"sync"
	"time"

	"github.com/settlehq/settle/internal/scenario"
)

// Clock is the time of one world. Safe for several goroutines.
type Clock struct {
	speed float64   // 0: steps
	birth time.Time // real time at which start was
	start time.Time
	kick  chan struct{}

	run sync.Mutex // held while events run

	mu     sync.Mutex
	now    time.Time // steps only
	agenda agenda
	peers  map[*peer]struct{}
	holds  int // works of the stand-in itself
}

// New makes a clock that shows start. The seed decides the order of events
// that are due at one instant.
func New(start time.Time, mode scenario.Clock, seed int64) *Clock {
	start = start.UTC().Round(0)
	c := &Clock{
		start: start, now: start, birth: time.Now(), kick: make(chan struct{}, 1),
		agenda: agenda{seed: seed}, peers: map[*peer]struct{}{},
	}
	if !mode.Step {
		c.speed = mode.Speed
		if c.speed <= 0 {
			c.speed = 1
		}
	}
	return c
}

// Now is the scripted time, UTC.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.time()
}

func (c *Clock) time() time.Time {
	if c.speed == 0 {
		return c.now
	}
	passed := time.Duration(float64(time.Since(c.birth)) * c.speed)
	return c.start.Add(passed).UTC().Truncate(time.Millisecond)
}

// At plans an event. It runs when its time has come: in Run, or in Drain where
// that time is already there. The label orders events of one instant; equal
// labels run as they were planned. The event may call At and Now, not Drain.
func (c *Clock) At(at time.Time, label string, event func()) {
	c.mu.Lock()
	c.agenda.add(at, label, event)
	c.mu.Unlock()
	c.nudge()
}

// Busy keeps time from jumping until idle is called, once.
func (c *Clock) Busy() (idle func()) {
	c.mu.Lock()
	c.holds++
	c.mu.Unlock()
	return sync.OnceFunc(func() {
		c.mu.Lock()
		c.holds--
		c.mu.Unlock()
		c.nudge()
	})
}

// Drain runs every event that is due and returns when none is left, whoever
// runs it. A host calls it before it answers a request that changed something,
// so that what the script does at once has happened when the answer arrives.
func (c *Clock) Drain() {
	c.run.Lock()
	defer c.run.Unlock()
	for {
		c.mu.Lock()
		event := c.agenda.due(c.time())
		c.mu.Unlock()
		if event == nil {
			return
		}
		event()
	}
}

// Run lets time pass until ctx ends.
func (c *Clock) Run(ctx context.Context) {
	for ctx.Err() == nil {
		var due <-chan time.Time
		if c.speed == 0 {
			c.step()
		} else {
			c.Drain()
			due = c.timer()
		}
		select {
		case <-ctx.Done():
		case <-c.kick:
		case <-due:
		}
	}
}

// timer fires when the next event is due in real time; never when there is none.
func (c *Clock) timer() <-chan time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	next, ok := c.agenda.next()
	if !ok {
		return nil
	}
	return time.After(time.Duration(float64(next.Sub(c.time())) / c.speed))
}

func (c *Clock) nudge() {
	select {
	case c.kick <- struct{}{}:
	default:
	}
}

// Advance moves a stepping clock by hand, event by event, as far as until. It
// is for a world that nobody has joined; false where somebody has, or where
// time follows the real one.
func (c *Clock) Advance(until time.Time) bool {
	for {
		c.mu.Lock()
		if c.speed != 0 || len(c.peers) > 0 {
			c.mu.Unlock()
			return false
		}
		next, ok := c.agenda.next()
		last := !ok || next.After(until)
		if last {
			next = until
		}
		if next.After(c.now) {
			c.now = next
		}
		c.mu.Unlock()
		c.Drain()
		if last {
			return true
		}
	}
}

// Next is when the next planned event is due; false where none is planned.
func (c *Clock) Next() (time.Time, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.agenda.next()
}
