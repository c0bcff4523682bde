package clock

import "time"

// peer is one participant as the clock sees it: busy, or idle until a time.
type peer struct {
	idle   bool
	until  time.Time // idle: its earliest wait
	asked  time.Time // the jump that it was last asked about
	agreed time.Time
	outbox *outbox // what it is told
}

// join adds a participant, who is busy until it says otherwise.
func (c *Clock) join(p *peer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.peers[p] = struct{}{}
	p.outbox.put(line{Now: c.time(), Speed: c.speed})
}

func (c *Clock) leave(p *peer) {
	c.mu.Lock()
	delete(c.peers, p)
	c.mu.Unlock()
	c.nudge()
}

// hear takes what a participant says about itself.
func (c *Clock) hear(p *peer, said line) {
	c.mu.Lock()
	switch {
	case said.Word == wordBusy:
		p.idle = false
	case said.Word == wordIdle && !said.Until.After(c.now):
		p.idle = false // its wait ended while it spoke
		p.outbox.put(line{Now: c.now})
	case said.Word == wordIdle:
		p.idle, p.until = true, said.Until
		p.asked, p.agreed = time.Time{}, time.Time{}
	case said.Word == wordAgree:
		p.agreed = said.Until
	}
	c.mu.Unlock()
	c.nudge()
}

// step jumps as often as everybody waits and agrees.
func (c *Clock) step() {
	for {
		c.mu.Lock()
		target, ok := c.target()
		if !ok || target.After(c.now) && !c.agreed(target) {
			c.mu.Unlock()
			return
		}
		if target.After(c.now) {
			c.now = target
		}
		c.mu.Unlock()
		c.Drain() // first: who wakes now must find the events of this instant done
		c.mu.Lock()
		c.release()
		c.mu.Unlock()
	}
}

// target is where time would go: the earliest event or wait, when nobody works.
func (c *Clock) target() (time.Time, bool) {
	if c.holds > 0 || len(c.peers) == 0 {
		return time.Time{}, false
	}
	at, ok := c.agenda.next()
	for p := range c.peers {
		if !p.idle {
			return time.Time{}, false
		}
		if !ok || p.until.Before(at) {
			at, ok = p.until, true
		}
	}
	return at, ok
}

// agreed asks whoever was not asked about this jump, and tells whether all agreed.
func (c *Clock) agreed(target time.Time) bool {
	all := true
	for p := range c.peers {
		if p.agreed.Equal(target) {
			continue
		}
		all = false
		if !p.asked.Equal(target) {
			p.asked = target
			p.outbox.put(line{Word: wordAsk, Until: target})
		}
	}
	return all
}

// release tells the time to all; who waited for it works from now on.
func (c *Clock) release() {
	for p := range c.peers {
		if p.idle && !p.until.After(c.now) {
			p.idle = false
		}
		p.outbox.put(line{Now: c.now})
	}
}
