package queuetest

import (
	"context"
	"sync"
	"time"
)

// Clock jumps to the earliest awaited time as soon as nothing is busy, so that
// hours pass in no time and no test sleeps. Safe for several goroutines.
type Clock struct {
	mu      sync.Mutex
	now     time.Time
	busy    int
	awake   bool // somebody's Until has ended, and nobody has waited since
	waiters map[*waiter]bool
}

type waiter struct {
	at   time.Time
	come chan struct{}
}

// NewClock starts at a fixed time.
func NewClock() *Clock {
	return &Clock{now: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC), waiters: map[*waiter]bool{}}
}

// Now is the scripted time.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Busy keeps the time from jumping.
func (c *Clock) Busy() func() {
	c.mu.Lock()
	c.busy++
	c.mu.Unlock()
	return sync.OnceFunc(func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.busy--
		c.awake = false
		c.jump()
	})
}

// Until waits for a time.
func (c *Clock) Until(ctx context.Context, at time.Time) error {
	w := &waiter{at: at, come: make(chan struct{})}
	c.mu.Lock()
	c.awake = false
	c.waiters[w] = true
	c.jump()
	c.mu.Unlock()
	select {
	case <-w.come:
		return nil
	case <-ctx.Done():
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.waiters, w)
	return ctx.Err()
}

// jump lets the earliest waiters go on, when nobody is busy. They count as busy
// from that moment, before they run.
func (c *Clock) jump() {
	for c.busy == 0 && !c.awake && len(c.waiters) > 0 {
		var first time.Time
		for w := range c.waiters {
			if first.IsZero() || w.at.Before(first) {
				first = w.at
			}
		}
		if first.After(c.now) {
			c.now = first
		}
		for w := range c.waiters {
			if !w.at.After(c.now) {
				delete(c.waiters, w)
				c.awake = true
				close(w.come)
			}
		}
	}
}
