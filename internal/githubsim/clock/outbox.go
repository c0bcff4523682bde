package clock

import "sync"

// outbox hands lines on in their order, without ever making the sender wait.
type outbox struct {
	mu     sync.Mutex
	filled *sync.Cond
	lines  []line
	closed bool
}

func newOutbox() *outbox {
	o := &outbox{}
	o.filled = sync.NewCond(&o.mu)
	return o
}

func (o *outbox) put(l line) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.lines = append(o.lines, l)
	o.filled.Signal()
}

// take waits for a line; the zero line after close.
func (o *outbox) take() line {
	o.mu.Lock()
	defer o.mu.Unlock()
	for len(o.lines) == 0 && !o.closed {
		o.filled.Wait()
	}
	if o.closed {
		return line{}
	}
	first := o.lines[0]
	o.lines = o.lines[1:]
	return first
}

// deliver gives each line to hear until the outbox is closed.
func (o *outbox) deliver(hear func(line)) {
	for {
		l := o.take()
		if l == (line{}) {
			return
		}
		hear(l)
	}
}

func (o *outbox) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.closed = true
	o.filled.Signal()
}
